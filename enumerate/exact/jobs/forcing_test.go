package jobs_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/symmetry"
)

// forcingByTrial lists the solutions of an exact cover with items 0 to n-1, a bit each, by taking each option or not, and
// counts those with each value: for each set of options of a solution, from the smallest on, all solutions are asked.
func forcingByTrial(n int, options []uint32) map[int64]int64 {
	var solutions []uint32 // sets of options
	var list func(at int, covered, chosen uint32)
	list = func(at int, covered, chosen uint32) {
		if at == len(options) {
			if covered == 1<<n-1 {
				solutions = append(solutions, chosen)
			}
			return
		}
		list(at+1, covered, chosen)
		if covered&options[at] == 0 {
			list(at+1, covered|options[at], chosen|1<<at)
		}
	}
	list(0, 0, 0)
	values := map[int64]int64{}
	for _, s := range solutions {
		least := bits.OnesCount32(s)
		for set := s; ; set = (set - 1) & s {
			have := 0
			for _, t := range solutions {
				if t&set == set {
					have++
				}
			}
			if have == 1 {
				least = min(least, bits.OnesCount32(set))
			}
			if set == 0 {
				break
			}
		}
		values[int64(least)]++
	}
	return values
}

// listed does the tasks of a job.
func listed(t *testing.T, job *enumerate.Job) *enumerate.Batch {
	t.Helper()
	var stop atomic.Bool
	if err := job.Preparation.Do(2, &stop, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	w, err := job.NewWorker()
	rows, batch := enumerate.NewBatch(job.Columns), enumerate.NewBatch(job.Columns)
	for task := 0; err == nil && task < job.Tasks(); task++ {
		_, _, err = enumerate.DoTask(w, task, &stop, batch, func() error {
			rows.AppendRows(batch, 0, batch.Len())
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestForcing compares the measure with trials on random exact covers, half of them with a symmetry, and lets the checker
// look at every row.
func TestForcing(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	seen := map[string]int{}
	for range 150 {
		n := 2 * (2 + random.IntN(3))
		var builder enumerate.ProblemBuilder
		for i := range n {
			builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprint(i), Min: 1, Max: 1})
		}
		// The symmetry exchanges items 0 and 1, 2 and 3, and so on.
		var options []uint32
		met := map[uint32]bool{0: true}
		symmetric := random.IntN(2) == 0
		for len(options) < 17 && len(met) < 1<<n-2 {
			o := random.Uint32N(1 << n)
			if o = o & random.Uint32(); met[o] {
				continue
			}
			for _, image := range []uint32{o, o&0x55555555<<1 | o&0xaaaaaaaa>>1} {
				if !met[image] && (image == o || symmetric) {
					met[image] = true
					options = append(options, image)
				}
			}
		}
		for _, o := range options {
			var members []enumerate.Member
			for i := range n {
				if o>>i&1 == 1 {
					members = append(members, enumerate.Member{Item: enumerate.Item(i)})
				}
			}
			builder.AddOption(members...)
		}
		p, err := builder.Build()
		if err != nil {
			t.Fatal(err)
		}
		group := symmetry.Trivial(p)
		if symmetric {
			var swap []enumerate.Item
			for i := range n {
				swap = append(swap, enumerate.Item(i^1))
			}
			if group, err = symmetry.Generate(p, [][]enumerate.Item{swap}, 10); err != nil {
				t.Fatal(err)
			}
		}
		x := &exact.Instance{Problem: p, Group: group}
		x.ListOptions(nil)
		x.Forcing = &exact.Forcing{Of: "options"}
		c, err := jobs.NewCensus(x, "auto", 0, false)
		if err != nil {
			t.Fatal(err)
		}
		job := c.Job()
		rows := listed(t, job)
		got := map[int64]int64{}
		orbit, value := enumerate.ColumnIndex(rows.Columns, "orbit_size"), enumerate.ColumnIndex(rows.Columns, "forcing")
		for row := range rows.Len() {
			got[rows.IntAt(value, row)] += rows.IntAt(orbit, row)
		}
		want := forcingByTrial(n, options)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%d items, options %b, symmetric %v: %v, by trial %v", n, options, symmetric, got, want)
		}
		for v := range want {
			seen[fmt.Sprint(v)]++
		}
		checker, err := job.NewChecker()
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows.Len() {
			if err := checker(rows, row); err != nil {
				t.Fatalf("row %d: %v", row, err)
			}
			rows.Vectors[value].Int32s[row]++
			if checker(rows, row) == nil {
				t.Fatalf("row %d: a wrong value passes", row)
			}
		}
	}
	if t.Log(seen); len(seen) < 4 {
		t.Errorf("values %v: expected 0 to 3 at least", seen)
	}
}
