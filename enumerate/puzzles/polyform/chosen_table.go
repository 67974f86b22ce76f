package polyform

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// chosenTable counts, for each piece of the list, the sets with the piece, and how many of
// them have a solution, or exactly one; it implements [enumerate.RowCounts].
type chosenTable struct {
	survey *pairs
	read   func(b *enumerate.Batch, row int, a *answer) error
	// counts are the numbers of sets with a piece, the last of all sets: all, those with a solution, and those with
	// one. All images of a set count, unless sets are drawn.
	counts [][3]int64
	images []subsets.Instance
}

// Add implements [enumerate.RowCounts].
func (c *chosenTable) Add(b *enumerate.Batch) error {
	var a answer
	for row := range b.Len() {
		if err := c.read(b, row, &a); err != nil {
			return err
		}
		one := [3]int64{1, min(1, a.count.Solutions), 0}
		if a.count.One() {
			one[2] = 1
		}
		c.images = c.survey.space.Images(c.images[:0], a.instance())
		if c.survey.draw.Number > 0 {
			c.images = c.images[:1]
		}
		for k, image := range c.images {
			if slices.Contains(c.images[:k], image) {
				continue
			}
			for i := range c.survey.list {
				if image.Set>>i&1 != 0 {
					add(&c.counts[i], &one)
				}
			}
			add(&c.counts[len(c.survey.list)], &one)
		}
	}
	return nil
}

func add(sum, n *[3]int64) {
	for k, x := range n {
		sum[k] += x
	}
}

// Merge implements [enumerate.RowCounts].
func (c *chosenTable) Merge(other enumerate.RowCounts) {
	o := other.(*chosenTable)
	for i := range c.counts {
		add(&c.counts[i], &o.counts[i])
	}
}

// Tables implements [enumerate.RowCounts].
func (c *chosenTable) Tables() ([]enumerate.Table, error) {
	things := c.survey.thing() + "s"
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "piece", Type: enumerate.String, Meaning: "name of the piece"},
		{Name: "sets", Type: enumerate.Int64, Meaning: things + " with the piece", Unit: things},
		{Name: "solvable", Type: enumerate.Int64, Meaning: things + " with the piece that have a solution",
			Unit: things},
		{Name: "unique", Type: enumerate.Int64,
			Meaning: things + " with the piece that have one solution, up to symmetry", Unit: things},
		{Name: "sets_without", Type: enumerate.Int64, Meaning: things + " without the piece", Unit: things},
		{Name: "solvable_without", Type: enumerate.Int64, Meaning: things + " without the piece that have a solution",
			Unit: things},
		{Name: "unique_without", Type: enumerate.Int64,
			Meaning: things + " without the piece that have one solution, up to symmetry", Unit: things},
	})
	all := c.counts[len(c.survey.list)]
	for i, p := range c.survey.list {
		n := c.counts[i]
		b.AppendValues(0, p.Name, n[0], n[1], n[2], all[0]-n[0], all[1]-n[1], all[2]-n[2])
	}
	return []enumerate.Table{{Name: enumerate.ChosenTable, Rows: b}}, nil
}
