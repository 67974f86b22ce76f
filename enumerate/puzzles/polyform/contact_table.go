package polyform

import (
	"fmt"
	"slices"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// contacts counts which pieces touch along an edge, in solids a face, and along how many; it
// implements [enumerate.RowCounts]. Copies of a piece are one piece: it touches
// another if a copy does, and itself if two copies touch.
type contacts struct {
	*layout
	sides   [][]int32 // by option: of each side between a cell of it and a greater one outside, that one
	options []enumerate.OptionID
	owner   []int16   // by cell: its piece, or the number of pieces if it is not covered
	pairs   []int32   // by piece and owner: the number of the pair; that after all others if one is no piece
	row     uint64    // number of the row at hand, from 1
	counts  []contact // by pair of pieces, and one that does not count
}

// contact is what is counted of a pair of pieces.
type contact struct {
	raw, rawEdges, distinct, distinctEdges int64
	row                                    uint64 // the last in which they touched
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
	sides := sync.OnceValue(l.puzzle.measurePuzzle().CutSides)
	return func() enumerate.RowCounts {
		c := &contacts{layout: l, sides: sides(), owner: make([]int16, len(l.puzzle.Board.Blocked)),
			counts: make([]contact, n*(n+1)/2+1)}
		for p := range int32(n) {
			for q := range int32(n) {
				c.pairs = append(c.pairs, pair(p, q))
			}
			c.pairs = append(c.pairs, int32(len(c.counts)-1))
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

// Add implements [enumerate.RowCounts]. It looks at each side once, from the tile that has
// the lesser cell. What else was tried: measure/NOTES.md.
func (c *contacts) Add(b *enumerate.Batch) (err error) {
	n := len(c.puzzle.Pieces)
	weights := slices.IndexFunc(b.Columns,
		func(column enumerate.Column) bool { return column.Role == enumerate.Weight })
	for row := range b.Len() {
		if c.options, err = c.Parse(c.options[:0], b, row); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		weight := int64(1)
		if weights >= 0 {
			weight = b.IntAt(weights, row)
		}
		c.row++
		if n == 1 { // a side of a tile lies at another one
			edges := int64(0)
			for _, o := range c.options {
				edges += int64(len(c.sides[o]))
			}
			c.touch(0, edges, weight)
			continue
		}
		for i := range c.owner {
			c.owner[i] = int16(n)
		}
		for _, o := range c.options {
			p := int16(c.pieceOf[o])
			for _, cell := range c.cells[o] {
				c.owner[cell] = p
			}
		}
		for _, o := range c.options {
			pairs := c.pairs[int(c.pieceOf[o])*(n+1):][:n+1]
			for _, cell := range c.sides[o] {
				c.touch(pairs[c.owner[cell]], 1, weight)
			}
		}
	}
	return nil
}

// touch counts edges of a pair in the row at hand.
func (c *contacts) touch(pair int32, edges, weight int64) {
	x := &c.counts[pair]
	if x.row != c.row && edges > 0 {
		x.row = c.row
		x.raw += weight
		x.distinct++
	}
	x.rawEdges += edges * weight
	x.distinctEdges += edges
}

func (x *contact) add(other *contact) {
	x.raw += other.raw
	x.rawEdges += other.rawEdges
	x.distinct += other.distinct
	x.distinctEdges += other.distinctEdges
}

// Merge implements [enumerate.RowCounts].
func (c *contacts) Merge(other enumerate.RowCounts) {
	o := other.(*contacts)
	for k := range c.counts {
		c.counts[k].add(&o.counts[k])
	}
}

// Tables implements [enumerate.RowCounts]. Rows show one image of each class,
// so pairs of pieces that a symmetry exchanges (mirror twins) are counted
// together, under the first of them.
func (c *contacts) Tables() ([]enumerate.Table, error) {
	words := measure.Wording(&c.puzzle.Board.Board)
	edge, edges, unit := words.Replace("in which they share {an edge}"),
		words.Replace("unit {edges} that they share in all "), words.Replace("{edges}")
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece_1", Type: enumerate.String, Meaning: "name of a piece"},
		{Name: "piece_2", Type: enumerate.String, Meaning: "name of another, or of the same where it has copies"},
		{Name: "pairs", Type: enumerate.Int32,
			Meaning: "pairs of pieces that symmetry makes of these two; the counts are of all of them together",
			Unit:    "pairs"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw solutions, or draws, " + edge, Unit: "solutions"},
		{Name: "distinct", Type: enumerate.Int64, Meaning: "solutions up to symmetry " + edge, Unit: "solutions"},
		{Name: "raw_edges", Type: enumerate.Int64, Meaning: edges + "raw solutions, or draws", Unit: unit},
		{Name: "distinct_edges", Type: enumerate.Int64, Meaning: edges + "solutions up to symmetry", Unit: unit},
	})
	least := c.pairOrbits()
	for p := range c.puzzle.Pieces {
		for q := range p + 1 {
			k := pair(int32(p), int32(q))
			if least[k] != k || p == q && c.puzzle.copies(p) < 2 {
				continue
			}
			var sum contact
			pairs := int32(0)
			for j, l := range least {
				if l == k {
					pairs++
					sum.add(&c.counts[j])
				}
			}
			b.AppendValues(0, c.puzzle.Pieces[q].Name, c.puzzle.Pieces[p].Name, pairs, sum.raw, sum.distinct,
				sum.rawEdges, sum.distinctEdges)
		}
	}
	return []enumerate.Table{{Name: enumerate.ContactsTable, Rows: b}}, nil
}

// pairOrbits gives every pair of pieces the least of its images.
func (c *contacts) pairOrbits() []int32 {
	z := c.puzzle
	least := make([]int32, len(c.counts)-1)
	for p := range z.Pieces {
		for q := range p + 1 {
			k := pair(int32(p), int32(q))
			least[k] = k
			for _, x := range z.exchanges {
				least[k] = min(least[k], pair(int32(x.To[p]), int32(x.To[q])))
			}
		}
	}
	return least
}
