package polyform

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// chosenTable counts, for each piece of the list, the sets with the piece, and how many of
// them have a solution, or exactly one; it implements [enumerate.RowCounts].
type chosenTable struct {
	survey *instances
	counts []chosenCount // by piece; the last for all sets
	images []subsets.Instance
}

// chosenCount are numbers of sets; all images of a set count, unless sets are drawn.
type chosenCount struct{ sets, solvable, unique int64 }

// Add implements [enumerate.RowCounts].
func (c *chosenTable) Add(b *enumerate.Batch) error {
	in, err := readInstances(b.Columns, c.survey.boards != nil, true)
	if err != nil {
		return err
	}
	count, capped := enumerate.ColumnIndex(b.Columns, enumerate.DistinctSolutionsColumn), enumerate.ColumnIndex(b.Columns, enumerate.CappedColumn)
	if count < 0 {
		return fmt.Errorf("rows of sets: expected the column %s", enumerate.DistinctSolutionsColumn)
	}
	for row := range b.Len() {
		one := chosenCount{sets: 1}
		if n := b.IntAt(count, row); n > 0 {
			one.solvable = 1
			if n == 1 && (capped < 0 || b.IntAt(capped, row) == 0) {
				one.unique = 1
			}
		}
		c.images = c.survey.space.Images(c.images[:0], in(b, row))
		if c.survey.draws > 0 {
			c.images = c.images[:1]
		}
		for k, image := range c.images {
			if slices.Contains(c.images[:k], image) {
				continue
			}
			for i := range c.survey.list {
				if image.Set>>i&1 != 0 {
					c.counts[i].add(one)
				}
			}
			c.counts[len(c.survey.list)].add(one)
		}
	}
	return nil
}

func (n *chosenCount) add(o chosenCount) {
	n.sets += o.sets
	n.solvable += o.solvable
	n.unique += o.unique
}

// Merge implements [enumerate.RowCounts].
func (c *chosenTable) Merge(other enumerate.RowCounts) {
	o := other.(*chosenTable)
	for i := range c.counts {
		c.counts[i].add(o.counts[i])
	}
}

// Tables implements [enumerate.RowCounts].
func (c *chosenTable) Tables() ([]enumerate.Table, error) {
	things := c.survey.thing() + "s"
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "sets", Type: enumerate.Int64, Meaning: things + " with the piece", Unit: things},
		{Name: "solvable", Type: enumerate.Int64, Meaning: things + " with the piece that have a solution", Unit: things},
		{Name: "unique", Type: enumerate.Int64, Meaning: things + " with the piece that have one solution, up to symmetry", Unit: things},
		{Name: "sets_without", Type: enumerate.Int64, Meaning: things + " without the piece", Unit: things},
		{Name: "solvable_without", Type: enumerate.Int64, Meaning: things + " without the piece that have a solution", Unit: things},
		{Name: "unique_without", Type: enumerate.Int64, Meaning: things + " without the piece that have one solution, up to symmetry", Unit: things},
	})
	all := c.counts[len(c.survey.list)]
	for i, p := range c.survey.list {
		n := c.counts[i]
		b.AppendString(0, []byte(p.Name))
		for k, v := range []int64{n.sets, n.solvable, n.unique, all.sets - n.sets, all.solvable - n.solvable, all.unique - n.unique} {
			b.AppendInt64(1+k, v)
		}
	}
	return []enumerate.Table{{Name: enumerate.ChosenTable, Rows: b}}, nil
}
