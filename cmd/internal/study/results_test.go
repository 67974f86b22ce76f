package study

import (
	"sync"
	"testing"

	"coverstat/enumerate"
	"coverstat/stats"
)

// TestObservers: rows that several goroutines add are counted once each; with one
// combination of values too many there is no joint histogram, and a fact says so.
func TestObservers(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "a", Type: enumerate.Int32, Role: enumerate.Measured}, {Name: "b", Type: enumerate.Int32, Role: enumerate.Measured}}
	for extra, rows := range []int{5000, stats.MaxCombinations + 1} {
		o := NewObservers(columns, enumerate.Census, enumerate.Analysis{}, enumerate.RowCounters{})
		var group sync.WaitGroup
		const batches = 8
		for i := range batches {
			group.Go(func() {
				b := enumerate.NewBatch(columns)
				for n := i; n < rows; n += batches {
					b.AppendInt32(0, int32(n/1000))
					b.AppendInt32(1, int32(n%1000))
				}
				if err := o.Add(b); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		found, err := o.Merge()
		if err != nil {
			t.Fatal(err)
		}
		var d stats.Document
		tables, facts, err := found(&d)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := d.Solutions.Raw.Int64(); n != int64(rows) {
			t.Errorf("%d rows: expected %d", n, rows)
		}
		facts = facts[1:] // without why there are no classes by symmetry
		if len(tables) != 1-extra || len(facts) != extra {
			t.Errorf("%d combinations: tables %d, facts %v", rows, len(tables), facts)
		}
		if want := "no table joint: the measures have more than 1,000,000 combinations of values"; extra > 0 && (facts[0].Key != "no_joint" || facts[0].Text != want) {
			t.Errorf("fact %+v: expected %q", facts[0], want)
		}
	}
}
