package polyform

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// contacts counts which pieces touch along an edge, in solids a face, and along how many; it
// implements [enumerate.RowCounts]. Copies of a piece are one piece: it touches
// another if a copy does, and itself if two copies touch.
type contacts struct {
	*layout
	weight  int                // column, or -1
	near    *lattice.CellLists // by option: of each side between a cell of it and a greater one outside, that one
	sizes   []uint64           // by option: 2^32 times its cells, and the length of its list in near
	area    int                // free cells
	chosen  []int32            // options of some rows; each row has room for a tile of each copy of a piece
	tiles   []int              // by row: how many there are
	all     []bool             // true for each row
	none    []int16            // by cell: the number of pieces
	owner   []int16            // by cell: its piece, or the number of pieces if it is not covered
	pairs   []int32            // by piece and piece: the number of the pair; that after all others if one is no piece
	row     uint64             // of all that were counted, the number of that at hand, from 1
	pending []pending          // by pair
	counts  []contact          // by pair of pieces
	over    bool               // a sum passed 64 bits
}

// pending is what is counted of a pair of pieces in rows of one weight.
type pending struct {
	sum  uint64 // 2^32 times the rows in which they touch, and their edges
	last uint64 // row in which they touched
}

// contact is what is counted of a pair of pieces.
type contact struct {
	raw, rawEdges, distinct, distinctEdges uint64
}

// maxContactPieces bounds the table: it has a line for each pair.
const maxContactPieces = 256

// pendingRows is the number of rows that are read together: so many that they stay in the
// nearest cache. Their edges fit 32 bits as long as a row has no more than 30 million.
const pendingRows = 128

// contactCounts returns what makes empty counts; nil for more pieces than a
// table can show.
func contactCounts(l *layout) func() enumerate.RowCounts {
	n := len(l.puzzle.Pieces)
	if n > maxContactPieces {
		return nil
	}
	near := sync.OnceValue(l.puzzle.measurePuzzle().CutSides)
	sizes := sync.OnceValue(func() (sizes []uint64) {
		for o := range int32(len(l.pieceOf)) {
			sizes = append(sizes, uint64(len(l.cells.Of(o)))<<32|uint64(len(near().Of(o))))
		}
		return sizes
	})
	return func() enumerate.RowCounts {
		none := slices.Repeat([]int16{int16(n)}, len(l.puzzle.Board.Blocked))
		c := &contacts{layout: l, weight: -2, near: near(), sizes: sizes(), area: l.puzzle.Board.Area(), tiles: make([]int, pendingRows), all: slices.Repeat([]bool{true}, pendingRows), none: none, owner: slices.Clone(none),
			pending: make([]pending, n*(n+1)/2+1), counts: make([]contact, n*(n+1)/2)}
		for p := range int32(n) {
			for q := range int32(n) {
				c.pairs = append(c.pairs, pair(p, q))
			}
			c.pairs = append(c.pairs, int32(len(c.counts)))
		}
		return c
	}
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
	for from := 0; from < b.Len(); from += pendingRows {
		to := min(from+pendingRows, b.Len())
		c.read(b, from, to)
		weight := uint64(1)
		for row := from; row < to; row++ {
			if c.weight >= 0 && weight != uint64(b.IntAt(c.weight, row)) {
				c.settle(weight)
				weight = uint64(b.IntAt(c.weight, row))
			}
			if err := c.compare(c.options(b, row, row-from)); err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
		}
		c.settle(weight)
	}
	return nil
}

// settle adds what is pending, of rows of this weight, to the counts. over becomes true
// if a sum no longer holds.
func (c *contacts) settle(weight uint64) {
	for k := range c.counts {
		rows, edges := c.pending[k].sum>>32, c.pending[k].sum&math.MaxUint32
		c.pending[k].sum = 0
		high, raw := bits.Mul64(weight, rows)
		highEdges, rawEdges := bits.Mul64(weight, edges)
		c.over = c.over || high|highEdges != 0
		c.counts[k].merge(&contact{raw, rawEdges, rows, edges}, &c.over)
	}
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

// read gathers the options of some rows from the columns of pieces, column by column.
func (c *contacts) read(b *enumerate.Batch, from, to int) {
	if c.list {
		return
	}
	first, copies := c.column[0], len(c.columns)-c.column[0]
	c.chosen = slices.Grow(c.chosen[:0], copies*pendingRows)[:copies*pendingRows]
	chosen, tiles := c.chosen, c.tiles[:to-from]
	clear(tiles)
	for col := first; col < len(c.columns); col++ {
		v := &b.Vectors[col]
		options, valid := v.Int32s[from:to], c.all[:to-from]
		if b.Columns[col].Nullable {
			valid = v.Valid[from:to]
		}
		for k := range tiles {
			chosen[k*copies+tiles[k]] = options[k]
			there := 0 // without a branch, which nothing could predict
			if valid[k] {
				there = 1
			}
			tiles[k] += there
		}
	}
}

// options returns the options of a row, the k-th of those that were read.
func (c *contacts) options(b *enumerate.Batch, row, k int) []int32 {
	if c.list {
		return b.ListAt(len(c.columns)-1, row)
	}
	return c.chosen[k*(len(c.columns)-c.column[0]):][:c.tiles[k]]
}

// compare counts the edges of a row with these options. It looks at each side once, from
// the tile that has the lesser cell. What else was tried: measure/NOTES.md.
func (c *contacts) compare(options []int32) error {
	n, owner, sizes := len(c.puzzle.Pieces), c.owner, c.sizes
	c.row++
	var size uint64
	for _, o := range options {
		if uint(o) >= uint(len(sizes)) {
			return fmt.Errorf("option %d does not exist, there are %d", o, len(sizes))
		}
		size += sizes[o]
	}
	if covered, sides := size>>32, size&math.MaxUint32; n == 1 && covered == uint64(c.area) {
		// In the general way, additions to the one counter would wait for one another.
		if sides > 0 {
			c.pending[0].sum += 1<<32 + sides
		}
		return nil
	}
	copy(owner, c.none)
	for _, o := range options {
		p := int16(c.pieceOf[o])
		for _, cell := range c.cells.Of(o) {
			owner[cell] = p
		}
	}
	for _, o := range options {
		pairs := c.pairs[int(c.pieceOf[o])*(n+1):][:n+1]
		for _, cell := range c.near.Of(o) {
			p, more := &c.pending[pairs[owner[cell]]], uint64(1)
			if p.last != c.row {
				more += 1 << 32
			}
			p.sum, p.last = p.sum+more, c.row
		}
	}
	return nil
}

// Merge implements [enumerate.RowCounts].
func (c *contacts) Merge(other enumerate.RowCounts) error {
	o := other.(*contacts)
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
