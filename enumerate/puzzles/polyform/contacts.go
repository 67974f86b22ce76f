package polyform

import (
	"fmt"
	"math/bits"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// contacts counts which pieces touch along an edge, in solids a face, and along how many; it
// implements [enumerate.RowCounts]. Copies of a piece are one piece: it touches
// another if a copy does, and itself if two copies touch.
type contacts struct {
	*layout
	weight int        // column, or -1
	sides  [][2]int32 // pairs of cells that share an edge
	inner  []int32    // by option: sides between its own cells
	area   int        // free cells
	chosen []int32    // options of the row
	used   []int32    // pieces of the row, ascending, each once
	own    []int32    // by piece: inner sides of its tiles in the row
	owner  []int16    // by cell: its piece, or the number of pieces if it is not covered
	edges  []int32    // of the row, by piece and piece; 0 between rows for pieces
	counts []contact  // by pair of pieces
	over   bool       // a sum passed 64 bits
}

// contact is what is counted of a pair of pieces.
type contact struct {
	raw, rawEdges, distinct, distinctEdges uint64
}

// maxContactPieces bounds the table: it has a line for each pair.
const maxContactPieces = 256

// contactCounts returns what makes empty counts; nil for more pieces than a
// table can show.
func contactCounts(l *layout) func() enumerate.RowCounts {
	n := len(l.puzzle.Pieces)
	if n > maxContactPieces {
		return nil
	}
	board := l.puzzle.Board
	sides := board.Sides()
	inner, area := l.puzzle.innerSides(sides), board.Area()
	return func() enumerate.RowCounts {
		return &contacts{layout: l, weight: -2, sides: sides, inner: inner, area: area, own: make([]int32, n),
			owner: make([]int16, len(board.Blocked)), edges: make([]int32, (n+1)*(n+1)), counts: make([]contact, n*(n+1)/2)}
	}
}

// innerSides returns of each option how many sides lie between its own cells. On a
// ring there may be more than the shape has in the plane, as its ends touch.
func (z *Puzzle) innerSides(sides [][2]int32) []int32 {
	after := make([][]int32, len(z.Board.Blocked)) // by cell: its neighbours with greater numbers
	for _, s := range sides {
		after[s[0]] = append(after[s[0]], s[1])
	}
	inner := make([]int32, len(z.Placements))
	covered := make([]bool, len(after))
	for o, p := range z.Placements {
		for _, i := range p.Cells {
			covered[i] = true
		}
		for _, i := range p.Cells {
			for _, j := range after[i] {
				if covered[j] {
					inner[o]++
				}
			}
		}
		for _, i := range p.Cells {
			covered[i] = false
		}
	}
	return inner
}

// pair numbers unordered pairs of pieces.
func pair(p, q int32) int32 {
	if p < q {
		p, q = q, p
	}
	return p*(p+1)/2 + q
}

// Add implements [enumerate.RowCounts].
func (c *contacts) Add(b *enumerate.Batch) error {
	if c.weight == -2 {
		c.weight = -1
		for i, column := range b.Columns {
			if column.Role == enumerate.Weight {
				c.weight = i
			}
		}
	}
	for row := range b.Len() {
		if err := c.options(b, row); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		weight := uint64(1)
		if c.weight >= 0 {
			weight = uint64(b.IntAt(c.weight, row))
		}
		c.compare(weight)
	}
	return nil
}

// add counts one row in which the pieces share edges. over becomes true if a sum
// no longer holds.
func (c *contact) add(weight, edges uint64, over *bool) {
	hi, product := bits.Mul64(weight, edges)
	*over = *over || hi != 0
	c.merge(&contact{weight, product, 1, edges}, over)
}

// merge adds the counts of other.
func (c *contact) merge(other *contact, over *bool) {
	var carry, carryEdges uint64
	c.raw, carry = bits.Add64(c.raw, other.raw, 0)
	c.rawEdges, carryEdges = bits.Add64(c.rawEdges, other.rawEdges, 0)
	*over = *over || carry|carryEdges != 0
	c.distinct += other.distinct
	c.distinctEdges += other.distinctEdges
}

// options reads the options of a row.
func (c *contacts) options(b *enumerate.Batch, row int) error {
	c.chosen = c.chosen[:0]
	if c.list {
		c.chosen = append(c.chosen, b.ListAt(len(c.columns)-1, row)...)
	} else {
		first := 0
		if c.grid {
			first = 1
		}
		for i := first; i < len(c.columns); i++ {
			if !b.IsNull(i, row) {
				c.chosen = append(c.chosen, b.Vectors[i].Int32s[row])
			}
		}
	}
	for _, o := range c.chosen {
		if o < 0 || int(o) >= len(c.puzzle.Placements) {
			return fmt.Errorf("option %d does not exist, there are %d", o, len(c.puzzle.Placements))
		}
	}
	return nil
}

// compare counts the edges of the row. It counts those between cells of one
// tile too and subtracts them, as a branch here would be mispredicted often:
// with the branch it took 1.6 times as long. For boards of at most 64 cells,
// comparing the tiles' masks took 0.6 times as long, 0.4 µs less a row of the
// chessboard; that second way is not worth its hundred lines.
func (c *contacts) compare(weight uint64) {
	n := len(c.puzzle.Pieces)
	if n == 1 && c.compareOne(weight) {
		return
	}
	for i := range c.owner {
		c.owner[i] = int16(n)
	}
	c.used = c.used[:0]
	for _, o := range c.chosen {
		p := &c.puzzle.Placements[o]
		if k := len(c.used); k == 0 || c.used[k-1] != int32(p.Piece) {
			c.used = append(c.used, int32(p.Piece))
		}
		c.own[p.Piece] += c.inner[o]
		for _, cell := range p.Cells {
			c.owner[cell] = int16(p.Piece)
		}
	}
	for _, side := range c.sides {
		c.edges[int(c.owner[side[0]])*(n+1)+int(c.owner[side[1]])]++
	}
	for i, p := range c.used {
		row := c.edges[int(p)*(n+1):][:n+1]
		row[p] -= c.own[p]
		for _, q := range c.used[:i+1] {
			edges := row[q]
			row[q] = 0
			if p != q {
				other := &c.edges[int(q)*(n+1)+int(p)]
				edges += *other
				*other = 0
			}
			if edges > 0 {
				c.counts[pair(p, q)].add(weight, uint64(edges), &c.over)
			}
		}
		c.own[p] = 0
	}
}

// compareOne counts the edges of a row of one piece's copies that cover the board: all
// edges but those inside the copies. It returns false if a cell is not covered. With the
// general way, additions to the one counter wait for one another: on the dominoes of the
// 8x8 board it took five times as long.
func (c *contacts) compareOne(weight uint64) bool {
	cells, edges := 0, int32(len(c.sides))
	for _, o := range c.chosen {
		cells += len(c.puzzle.Placements[o].Cells)
		edges -= c.inner[o]
	}
	if cells != c.area {
		return false
	}
	if edges > 0 {
		c.counts[0].add(weight, uint64(edges), &c.over)
	}
	return true
}

// Merge implements [enumerate.RowCounts].
func (c *contacts) Merge(other enumerate.RowCounts) error {
	o, ok := other.(*contacts)
	if !ok || len(o.counts) != len(c.counts) {
		return fmt.Errorf("merging contacts of other pieces")
	}
	c.over = c.over || o.over
	for k := range c.counts {
		c.counts[k].merge(&o.counts[k], &c.over)
	}
	return nil
}

// Tables implements [enumerate.RowCounts]. Rows show one image of each class,
// so pairs of pieces that a symmetry exchanges (mirror twins) are counted
// together, under the first of them.
func (c *contacts) Tables() ([]enumerate.Table, error) {
	words := measure.Wording(&c.puzzle.Board.Board)
	edge, edges, unit := words.Replace("in which they share {an edge}"), words.Replace("unit {edges} that they share in all "), words.Replace("{edges}")
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece_1", Type: enumerate.String, Meaning: "name of a piece"},
		{Name: "piece_2", Type: enumerate.String, Meaning: "name of another, or of the same where it has copies"},
		{Name: "pairs", Type: enumerate.Int32, Meaning: "pairs of pieces that symmetry makes of these two; the counts are of all of them together", Unit: "pairs"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw solutions, or draws, " + edge, Unit: "solutions"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "solutions up to symmetry " + edge, Unit: "solutions"},
		{Name: "raw_edges", Type: enumerate.Int64, Meaning: edges + "raw solutions, or draws", Unit: unit},
		{Name: "distinct_edges", Type: enumerate.Int64, Meaning: edges + "solutions up to symmetry", Unit: unit},
	})
	least := c.pairOrbits()
	for p := range c.puzzle.Pieces {
		for q := range p + 1 {
			k := pair(int32(p), int32(q))
			if least[k] != k || p == q && c.puzzle.Copies(p) < 2 {
				continue
			}
			var sum contact
			pairs, over := int32(0), c.over
			for j, l := range least {
				if l == k {
					pairs++
					sum.merge(&c.counts[j], &over)
				}
			}
			if over || int64(sum.raw) < 0 || int64(sum.rawEdges) < 0 {
				return nil, fmt.Errorf("contacts of %s and %s: more than a table of 64 bits can hold", c.puzzle.Pieces[p].Name, c.puzzle.Pieces[q].Name)
			}
			b.AppendString(0, []byte(c.puzzle.Pieces[q].Name))
			b.AppendString(1, []byte(c.puzzle.Pieces[p].Name))
			b.AppendInt32(2, pairs)
			for i, n := range []uint64{sum.raw, sum.distinct, sum.rawEdges, sum.distinctEdges} {
				b.AppendInt64(3+i, int64(n))
			}
		}
	}
	return []enumerate.Table{{Name: "contacts", Rows: b}}, nil
}

// pairOrbits gives every pair of pieces the least of its images. The image of a
// piece is the piece that has the image of its first option.
func (c *contacts) pairOrbits() []int32 {
	z := c.puzzle
	least := make([]int32, len(c.counts))
	for k := range least {
		least[k] = int32(k)
	}
	image := make([]int32, len(z.Pieces))
	for g := range z.Group.Order() {
		for p := range z.Pieces {
			image[p] = int32(p)
			if z.first[p] < z.first[p+1] {
				image[p] = int32(z.Placements[z.Group.Image(g, z.first[p])].Piece)
			}
		}
		for p := range int32(len(z.Pieces)) {
			for q := range p + 1 {
				k := pair(p, q)
				least[k] = min(least[k], pair(image[p], image[q]))
			}
		}
	}
	return least
}
