package polyomino

import (
	"fmt"
	"math/bits"
	"sync"

	"coverstat/enumerate"
)

// contacts counts which pieces touch along an edge, and along how many; it
// implements [enumerate.RowCounts]. Copies of a piece are one piece: it touches
// another if a copy does, and itself if two copies touch.
//
// Two roads lead to the edges of a row. On boards of up to 64 cells with few
// tiles every pair of tiles is compared by masks: of one the cells, of the other
// the cells around it, moved by one in each direction. Else the row is painted
// and every cell compared with its right and its lower neighbour. For the 13
// pieces of the chessboard masks take 0.4 µs a row, painting 0.7; painting
// into a table of tiles without looking whether they differ was slower still.
type contacts struct {
	*layout
	weight int     // column, or -1
	chosen []int32 // options of the row
	counts []contact
	edges  []int32 // of the row, by pair; all 0 between rows
	met    []int32 // pairs with edges in the row
	over   bool    // a sum passed 64 bits

	masks []tileMask // by option; nil for painting
	tiles []int16    // painting: cell -> tile, 0 for none
	piece []int32    // painting: tile -> piece
}

// tileMask is a placement on a board of up to 64 cells.
type tileMask struct {
	cells  uint64
	around uint64    // the cells that touch it
	moved  [4]uint64 // the cells, moved right, left, down and up, on the board
	piece  int32
}

// maxMaskTiles is the number of tiles up to which comparing all pairs is
// faster than painting.
const maxMaskTiles = 24

// contact is what is counted of a pair of pieces.
type contact struct {
	raw, rawEdges, distinct, distinctEdges uint64
}

// maxContactPieces bounds the table: it has a line for each pair.
const maxContactPieces = 256

// contactCounts returns what makes empty counts, which share the masks; nil for
// more pieces than a table can show.
func contactCounts(l *layout) func() enumerate.RowCounts {
	n := len(l.puzzle.Pieces)
	if n > maxContactPieces {
		return nil
	}
	tiles := 0
	for p := range l.puzzle.Pieces {
		tiles += l.puzzle.Copies(p)
	}
	masks := sync.OnceValue(func() []tileMask { return newTileMasks(l.puzzle) })
	return func() enumerate.RowCounts {
		c := &contacts{layout: l, weight: -2, counts: make([]contact, n*(n+1)/2), edges: make([]int32, n*(n+1)/2)}
		if len(l.puzzle.Board.Blocked) <= 64 && tiles <= maxMaskTiles {
			c.masks = masks()
		} else {
			c.tiles = make([]int16, len(l.puzzle.Board.Blocked))
		}
		return c
	}
}

func newTileMasks(z *Puzzle) []tileMask {
	masks := make([]tileMask, len(z.Placements))
	rows, cols := len(z.Board.Blocked)/z.Board.Cols, z.Board.Cols
	for o, p := range z.Placements {
		m := &masks[o]
		m.piece = int32(p.Piece)
		for _, cell := range p.Cells {
			r, k := cell/cols, cell%cols
			m.cells |= 1 << cell
			for d, to := range [4][2]int{{r, k + 1}, {r, k - 1}, {r + 1, k}, {r - 1, k}} {
				if 0 <= to[0] && to[0] < rows && 0 <= to[1] && to[1] < cols {
					m.moved[d] |= 1 << (to[0]*cols + to[1])
				}
			}
		}
		m.around = (m.moved[0] | m.moved[1] | m.moved[2] | m.moved[3]) &^ m.cells
	}
	return masks
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
		c.met = c.met[:0]
		if c.masks != nil {
			c.compare()
		} else {
			c.paint()
		}
		for _, k := range c.met {
			c.counts[k].add(weight, uint64(c.edges[k]), &c.over)
			c.edges[k] = 0
		}
	}
	return nil
}

func (c *contact) add(weight, edges uint64, over *bool) {
	hi, product := bits.Mul64(weight, edges)
	var carry, carryEdges uint64
	c.raw, carry = bits.Add64(c.raw, weight, 0)
	c.rawEdges, carryEdges = bits.Add64(c.rawEdges, product, 0)
	*over = *over || hi|carry|carryEdges != 0
	c.distinct++
	c.distinctEdges += edges
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
	if c.masks != nil && len(c.chosen) > maxMaskTiles {
		return fmt.Errorf("%d pieces, expected at most %d", len(c.chosen), maxMaskTiles)
	}
	for _, o := range c.chosen {
		if o < 0 || int(o) >= len(c.puzzle.Placements) {
			return fmt.Errorf("option %d does not exist, there are %d", o, len(c.puzzle.Placements))
		}
	}
	return nil
}

// compare counts the edges of the row by masks.
func (c *contacts) compare() {
	var cells [maxMaskTiles]uint64 // in a row of their own: most pairs need no more
	for i, o := range c.chosen {
		m := &c.masks[o]
		around := m.around
		for k, other := range cells[:i] {
			if around&other == 0 {
				continue
			}
			edges := bits.OnesCount64(m.moved[0]&other) + bits.OnesCount64(m.moved[1]&other) +
				bits.OnesCount64(m.moved[2]&other) + bits.OnesCount64(m.moved[3]&other)
			c.meet(m.piece, c.masks[c.chosen[k]].piece, int32(edges))
		}
		cells[i] = m.cells
	}
}

// paint counts the edges of the row cell by cell.
func (c *contacts) paint() {
	clear(c.tiles)
	c.piece = append(c.piece[:0], -1)
	for i, o := range c.chosen {
		p := &c.puzzle.Placements[o]
		c.piece = append(c.piece, int32(p.Piece))
		for _, cell := range p.Cells {
			c.tiles[cell] = int16(i + 1)
		}
	}
	cols := c.puzzle.Board.Cols
	for from := 0; from < len(c.tiles); from += cols {
		line := c.tiles[from : from+cols]
		below := line // the last row is its own lower neighbour
		if from+cols < len(c.tiles) {
			below = c.tiles[from+cols : from+2*cols]
		}
		for k, t := range line {
			if t == 0 {
				continue
			}
			if k+1 < cols && line[k+1] != t && line[k+1] != 0 {
				c.meet(c.piece[t], c.piece[line[k+1]], 1)
			}
			if u := below[k]; u != t && u != 0 {
				c.meet(c.piece[t], c.piece[u], 1)
			}
		}
	}
}

func (c *contacts) meet(p, q, edges int32) {
	k := pair(p, q)
	if c.edges[k] == 0 {
		c.met = append(c.met, k)
	}
	c.edges[k] += edges
}

// Merge implements [enumerate.RowCounts].
func (c *contacts) Merge(other enumerate.RowCounts) error {
	o, ok := other.(*contacts)
	if !ok || len(o.counts) != len(c.counts) {
		return fmt.Errorf("merging contacts of other pieces")
	}
	c.over = c.over || o.over
	for k := range c.counts {
		x, y := &c.counts[k], &o.counts[k]
		var a, b uint64
		x.raw, a = bits.Add64(x.raw, y.raw, 0)
		x.rawEdges, b = bits.Add64(x.rawEdges, y.rawEdges, 0)
		c.over = c.over || a|b != 0
		x.distinct += y.distinct
		x.distinctEdges += y.distinctEdges
	}
	return nil
}

// Tables implements [enumerate.RowCounts]. Rows show one image of each class,
// so pairs of pieces that a symmetry exchanges (mirror twins) are counted
// together, under the first of them.
func (c *contacts) Tables() ([]enumerate.Table, error) {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece_1", Type: enumerate.String, Meaning: "name of a piece"},
		{Name: "piece_2", Type: enumerate.String, Meaning: "name of another, or of the same where it has copies"},
		{Name: "pairs", Type: enumerate.Int32, Meaning: "pairs of pieces that symmetry makes of these two; the counts are of all of them together", Unit: "pairs"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw solutions, or draws, in which they share an edge", Unit: "solutions"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "solutions up to symmetry in which they share an edge", Unit: "solutions"},
		{Name: "raw_edges", Type: enumerate.Int64, Meaning: "unit edges that they share in all raw solutions, or draws", Unit: "edges"},
		{Name: "distinct_edges", Type: enumerate.Int64, Meaning: "unit edges that they share in all solutions up to symmetry", Unit: "edges"},
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
					x := &c.counts[j]
					var carry [4]uint64
					sum.raw, carry[0] = bits.Add64(sum.raw, x.raw, 0)
					sum.rawEdges, carry[1] = bits.Add64(sum.rawEdges, x.rawEdges, 0)
					sum.distinct += x.distinct
					sum.distinctEdges += x.distinctEdges
					over = over || carry[0]|carry[1] != 0
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

// pairOrbits gives every pair the least of its images. A symmetry exchanges
// pieces as it exchanges their options.
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
