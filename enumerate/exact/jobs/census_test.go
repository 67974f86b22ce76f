package jobs_test

import (
	"os"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
)

func tree(t testing.TB, name string, set ...string) *enumerate.Tree {
	t.Helper()
	x, err := configstest.Open(t, name, set...).Tree()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func estimate(t testing.TB, x *enumerate.Tree, nodes int64, seed uint64) *probe.Size {
	t.Helper()
	var stop atomic.Bool
	return probe.Tree(x, probe.Budget{Nodes: nodes, Precision: 0.001, Seed: seed}, &stop)
}

// TestEstimateWhole: a budget above the whole tree finds all of it.
func TestEstimateWhole(t *testing.T) {
	for name, raw := range map[string]float64{"chessboard": 129168, "queens-8": 92, "tetro2-5x8": 3106} {
		e := estimate(t, tree(t, name), 1<<24, 1)
		if !e.Exact || e.Raw.Estimate != raw || e.Raw.Low != raw || e.Raw.High != raw {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// additive says which kernels have the same nodes however the search is cut.
var additive = map[string]bool{"dlx": true, "bits": true}

// TestEstimateCoverage: over many seeds the intervals of 95% contain the truth
// nearly that often, and the estimates are right on average.
func TestEstimateCoverage(t *testing.T) {
	runs := 40
	if os.Getenv("COVERSTAT_SOAK") != "" {
		runs = 300
	}
	if testing.Short() {
		runs = 20
	}
	for _, c := range []struct {
		name string
		set  []string
		raw  float64
	}{
		{"chessboard", nil, 129168},
		{"pent-6x10", nil, 9356},
		{"queens-12", nil, 14200},
		{"queens-12", []string{"kernel=dlx"}, 14200},
	} {
		job := configstest.Open(t, c.name, c.set...)
		x, err := job.Tree()
		if err != nil {
			t.Fatal(err)
		}
		whole := estimate(t, x, 1<<30, 1)
		if !whole.Exact || whole.Raw.Estimate != c.raw {
			t.Fatalf("%s: %+v", c.name, whole)
		}
		raws, nodes, sum, sumNodes := 0, 0, 0.0, 0.0
		for seed := range uint64(runs) {
			e := estimate(t, x, int64(whole.Nodes.Estimate)/4, seed)
			if e.Exact {
				t.Fatalf("%s: a quarter of the tree was enough for all of it", c.name)
			}
			sum += e.Raw.Estimate / c.raw
			sumNodes += e.Nodes.Estimate / whole.Nodes.Estimate
			if e.Raw.Low <= c.raw && c.raw <= e.Raw.High {
				raws++
			}
			if e.Nodes.Low <= whole.Nodes.Estimate && whole.Nodes.Estimate <= e.Nodes.High {
				nodes++
			}
		}
		n := float64(runs)
		t.Logf("%s: of %d intervals %d contain the solutions, %d the nodes; mean estimates %.3f and %.3f of the truth",
			c.name, runs, raws, nodes, sum/n, sumNodes/n)
		if float64(raws) < 0.85*n || sum/n < 0.9 || sum/n > 1.1 || sumNodes/n < 0.9 || sumNodes/n > 1.1 {
			t.Errorf("%s: intervals or estimates are off", c.name)
		}
		if additive[job.Kernel] && (float64(nodes) < 0.85*n || sumNodes/n < 0.95 || sumNodes/n > 1.05) {
			t.Errorf("%s: intervals or estimates of nodes are off", c.name)
		}
	}
}

// TestFullBatch: a batch that is passed on has no rows that were not begun, also where
// some of its rows are of tasks before.
func TestFullBatch(t *testing.T) {
	job := configstest.Open(t, "chessboard")
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	out, full := enumerate.NewBatch(job.Columns), 0
	flush := func() error {
		full++
		for i, c := range out.Columns {
			if n := len(out.Vectors[i].Int32s); c.Type == enumerate.Int32 && n != out.Len() {
				t.Errorf("column %s has %d values, expected %d", c.Name, n, out.Len())
			}
		}
		out.Reset()
		return nil
	}
	for task := range job.Tasks() {
		if _, _, err := w(task, &stop, out, flush); err != nil {
			t.Fatal(err)
		}
	}
	if full == 0 {
		t.Error("no batch was full")
	}
}

// TestShortListFirst: where the list is short, its first turn is longer than it is expected to
// take; no sweep is planned before.
func TestShortListFirst(t *testing.T) {
	for _, c := range [][]string{{"pent-6x10"}, {"queens-12", "puzzle.symmetry=[]"}} {
		methods, why, err := configstest.Open(t, c[0], c[1:]...).Methods(enumerate.Question{})
		if err != nil {
			t.Fatal(err)
		}
		if len(methods) != 2 || why != "by listing: the search is short" || methods[0].Time() > methods[1].Time() {
			t.Errorf("%s: %s, %d methods, expected a list that is as long as a sweep", c, why, len(methods))
		}
	}
}
