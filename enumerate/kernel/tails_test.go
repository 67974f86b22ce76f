package kernel

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
)

// TestTailsOverflow: a cache that overflows all the time, even while it
// records, still finds every solution with the same effort.
func TestTailsOverflow(t *testing.T) {
	var b enumerate.ProblemBuilder
	for range 36 {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	at := func(i int) enumerate.Member { return enumerate.Member{Item: enumerate.Item(i)} }
	for i := range 36 {
		if i%6 < 5 {
			b.AddOption(at(i), at(i+1))
		}
		if i < 30 {
			b.AddOption(at(i), at(i+6))
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	var want kerneltest.Checksum
	effort, _ := NewDLX(p).Search(enumerate.Task{}, nil, want.Visit)
	for _, size := range []int{16, 100, 1000, 10000} {
		d := NewDLX(p).CacheTails()
		if d.tails == nil {
			t.Fatal("no cache")
		}
		d.tails.open()
		d.tails.pool = d.tails.pool[:size]
		var got kerneltest.Checksum
		if e, _ := d.Search(enumerate.Task{}, nil, got.Visit); e != effort || !got.Equal(&want) {
			t.Errorf("pool of %d: %d solutions, %+v, want %d, %+v", size, got.Solutions, e, want.Solutions, effort)
		}
	}
}
