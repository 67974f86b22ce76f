package puzzletest

import (
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/symmetry"
)

// mostListed and mostSwept are the numbers of solutions, and of a sweep's nodes, up to
// which statistics are compared; the second not in the slow suites.
const (
	mostListed = 50_000
	mostSwept  = 4e6
)

// testStatistics compares the statistics that sweeps find with those of all solutions: by
// each measure that adds up, by pairs of them, and by options; raw and up to symmetry.
func testStatistics(t *testing.T, x *exact.Instance, found *listing) {
	t.Helper()
	if found.raw > mostListed || x.Impossible != "" {
		return
	}
	y, sums := onlySums(x)
	c, err := jobs.NewCensus(y, "", 0, true)
	if err != nil {
		t.Fatal(err)
	}
	var together [][]string
	for i := range min(3, len(sums)-1) {
		together = append(together, []string{y.Measures[i].Name, y.Measures[len(sums)-1].Name})
	}
	var uses *exact.OptionUse
	y.Occupancy = func(u *exact.OptionUse) []enumerate.Table { uses = u; return nil }
	methods, _, err := c.Job().Methods(enumerate.Question{Statistics: true, SweepOnly: true, Together: together,
		Joint: mostListed})
	if err != nil {
		t.Logf("no sweep: %v", err)
		return
	}
	job := methods[0].Job
	if _, nodes := job.Counting.Size(); nodes > mostSwept && os.Getenv("COVERSTAT_SOAK") == "" {
		t.Logf("sweeps have about %.2g nodes: set COVERSTAT_SOAK=1", nodes)
		return
	}
	var rows []*enumerate.Batch
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	for task := range job.Tasks() {
		b := enumerate.NewBatch(job.Columns)
		if _, done, err := w(task, new(atomic.Bool), b, func() error { return nil }); !done || err != nil {
			t.Fatalf("sweep %d: done %v, %v", task, done, err)
		}
		rows = append(rows, b)
	}
	totals, err := job.Counting.Totals(rows)
	if err != nil {
		t.Fatal(err)
	}
	compareTotals(t, y, sums, c, totals, uses)
}

// onlySums is an instance without the measures that do not add up.
func onlySums(x *exact.Instance) (*exact.Instance, []*enumerate.Sum) {
	y := *x
	y.Measures, y.Sums = nil, nil
	y.NewRecorder = func() exact.Recorder { return &sumRecorder{Recorder: x.NewRecorder()} }
	if x.Sums == nil {
		return &y, nil
	}
	var sums []*enumerate.Sum
	for i, s := range x.Sums() {
		if s != nil {
			y.Measures, sums = append(y.Measures, x.Measures[i]), append(sums, s)
		}
	}
	y.Sums = func() []*enumerate.Sum { return sums }
	y.NewRecorder = func() exact.Recorder { return &sumRecorder{Recorder: x.NewRecorder(), sums: sums} }
	return &y, sums
}

// sumRecorder records the measures that add up alone.
type sumRecorder struct {
	exact.Recorder
	sums []*enumerate.Sum
}

func (r *sumRecorder) Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, _ int64) {
	for i, s := range r.sums {
		b.AppendInt32(first+i, int32(s.Of(solution)))
	}
}

// compareTotals lists all solutions.
func compareTotals(t *testing.T, x *exact.Instance, sums []*enumerate.Sum, c *jobs.Census, got *enumerate.Totals,
	uses *exact.OptionUse) {
	t.Helper()
	type counts struct{ raw, distinct int64 }
	var all counts
	groups := make([]map[string]counts, len(got.Groups))
	for g := range groups {
		groups[g] = map[string]counts{}
	}
	options := make([]counts, x.Problem.Options())
	stabilisers, classes := map[string][]int{}, map[string]int64{} // elements and classes, by their text
	least := x.Group.Orbits()
	listed, err := jobs.NewCensus(x, "auto", 0, false) // c may have no rows, and so no counters of them
	if err != nil {
		t.Fatal(err)
	}
	ofRows, recorder, row := listed.Job().Counters.NewStabilisers(x.Columns(enumerate.Weight)), x.NewRecorder(),
		enumerate.NewBatch(x.Columns(enumerate.Weight))
	_, err = c.EachClass(1, new(atomic.Bool), func(float64) {},
		func(_ int, form []enumerate.OptionID, orbit int64) error {
			all.raw += orbit
			all.distinct++
			row.Reset()
			x.AppendRow(recorder, row, form, orbit)
			if err := ofRows.Add(row); err != nil {
				return err
			}
			elements := stabiliser(x.Group, form)
			stabilisers[fmt.Sprint(elements)] = elements
			classes[fmt.Sprint(elements)]++
			var values []int64
			for _, s := range sums {
				values = append(values, s.Of(form))
			}
			for g := range groups {
				key := fmt.Sprint(values[min(g, len(values)-1)])
				if pair := g - len(sums); pair >= 0 {
					key = fmt.Sprint(values[pair], values[len(values)-1])
				}
				n := groups[g][key]
				groups[g][key] = counts{n.raw + orbit, n.distinct + 1}
			}
			for _, o := range form {
				n := &options[least[o]]
				n.raw += orbit
				n.distinct++
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if got.Raw.Int64() != all.raw || got.Distinct.Int64() != all.distinct {
		t.Errorf("sweeps find %v and %v solutions, expected %+v", got.Raw, got.Distinct, all)
	}
	for g, want := range groups {
		if len(got.Groups[g]) != len(want) {
			t.Errorf("group %d: sweeps find %v, expected %v", g, got.Groups[g], want)
		}
		for _, n := range got.Groups[g] {
			key := fmt.Sprint(n.Values)
			if w := want[key[1:len(key)-1]]; n.Raw.Int64() != w.raw || n.Distinct.Int64() != w.distinct {
				t.Errorf("group %d: sweeps find %v and %v solutions with values %v, expected %+v", g, n.Raw, n.Distinct,
					n.Values, w)
			}
		}
	}
	checkStabilisers(t, x, c, ofRows, got.BySymmetry, stabilisers, classes)
	for o, want := range options {
		if slices.Index(least, enumerate.OptionID(o)) == o &&
			(uses.Raw[o].Int64() != want.raw || uses.Distinct[o].Int64() != want.distinct) {
			t.Errorf("sweeps find option %d and its images %v and %v times, expected %+v", o, uses.Raw[o],
				uses.Distinct[o], want)
		}
	}
}

// checkStabilisers compares the classes by stabiliser that sweeps find with those that a count by
// list does, with those of rows, and with the stabilisers of all classes, found element by element.
func checkStabilisers(t *testing.T, x *exact.Instance, c *jobs.Census, ofRows enumerate.StabiliserCounts,
	got []enumerate.Stabiliser, stabilisers map[string][]int, classes map[string]int64) {
	t.Helper()
	if len(got) == 0 && (got == nil || len(classes) == 0) {
		return
	}
	named, err := symmetry.NewSubgroups(x.Group)
	if err != nil {
		t.Fatal(err)
	}
	counts, all := map[symmetry.Subgroup]int64{}, int64(0)
	for key, n := range classes {
		counts[named.Generate(stabilisers[key]...)] = n
		all += n
	}
	want := fmt.Sprint(named.Stabilisers(symmetry.BigCounts(counts)))
	count := c.Job()
	w, err := count.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	for task := range count.Tasks() {
		if _, done, err := w(task, new(atomic.Bool), nil, nil); !done || err != nil {
			t.Fatalf("task %d: done %v, %v", task, done, err)
		}
	}
	if rows, err := ofRows.Stabilisers(); err != nil || fmt.Sprint(rows) != want {
		t.Errorf("stabilisers of rows: %v (%v), expected %s", rows, err, want)
	}
	listed, err := count.Stabilisers(all)
	if err != nil || fmt.Sprint(listed) != want || fmt.Sprint(got) != want {
		t.Errorf("stabilisers: by sweeps %v, by list %v (%v), expected %s", got, listed, err, want)
	}
}

// stabiliser lists the symmetries that map a solution to itself.
func stabiliser(g *symmetry.Group, solution []enumerate.OptionID) (elements []int) {
	for k := range g.Order() {
		var image []enumerate.OptionID
		for _, o := range solution {
			image = append(image, g.Image(k, o))
		}
		if slices.Sort(image); slices.Equal(image, solution) {
			elements = append(elements, k)
		}
	}
	return elements
}
