package census_test

import (
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/probe"
	"coverstat/enumerate/symmetry"
)

// cost searches all cases of a reduction.
func cost(k enumerate.Kernel, r *symmetry.Reduction) float64 {
	return nodes(k, r) + probe.CaseCost*float64(len(r.Cases))
}

// nodes searches all cases of a reduction.
func nodes(k enumerate.Kernel, r *symmetry.Reduction) float64 {
	var cases []enumerate.Case
	for _, c := range r.Cases {
		cases = append(cases, c.Case)
	}
	tasks, effort := k.Split(cases, 1)
	var stop atomic.Bool
	for _, t := range tasks {
		e, _ := k.Search(t, &stop, func([]enumerate.OptionID) bool { return true })
		effort.Add(e)
	}
	return float64(effort.Nodes)
}

// TestTrials: the pivots that trials choose cost little more than the best of
// those tried, found by searching all, and are the same each time.
func TestTrials(t *testing.T) {
	for _, c := range []struct{ name, kernel string }{
		{"pent-6x10", "board"}, {"pent-4x15", "board"}, {"scott", "bits"}, {"tetro2-5x8", "board"},
		{"queens-8", "bits"}, {"queens-12", "bits"}, {"queens-12", "dlx"}, {"langford-8", "bits"},
	} {
		x := configstest.Open(t, c.name).(*census.Census).Instance
		pool, _, err := exact.Choose(x.Kernels, c.kernel)
		if err != nil {
			t.Fatal(err)
		}
		k, err := pool.Get()
		if err != nil {
			t.Fatal(err)
		}
		trials := census.Trials(x, k)
		if len(trials) == 0 {
			t.Errorf("%s: no trials", c.name)
		}
		for step, all := range trials {
			won := cost(k, all[0].Reduction)
			for _, other := range all[1:] {
				if n := cost(k, other.Reduction); won > 1.2*n {
					t.Errorf("%s, kernel %s, step %d: the pivots chosen cost %.0f nodes, others %.0f", c.name, c.kernel, step, won, n)
				}
			}
		}
		if again := census.Trials(x, k); !reflect.DeepEqual(figures(again), figures(trials)) {
			t.Errorf("%s, kernel %s: trials again differ", c.name, c.kernel)
		}
	}
}

func figures(trials [][]census.Trial) (all []float64) {
	for _, step := range trials {
		for _, x := range step {
			all = append(all, x.Nodes, x.Error)
		}
	}
	return all
}

// TestTrialEstimates: with many probes estimates are near the truth, where
// nodes do not depend on the cut.
func TestTrialEstimates(t *testing.T) {
	for _, name := range []string{"scott", "pent-4x15", "queens-12", "tetro2-5x8"} {
		x := configstest.Open(t, name).(*census.Census).Instance
		pool, _, err := exact.Choose(x.Kernels, "bits")
		if name == "tetro2-5x8" {
			pool, _, err = exact.Choose(x.Kernels, "dlx")
		}
		if err != nil {
			t.Fatal(err)
		}
		k, err := pool.Get()
		if err != nil {
			t.Fatal(err)
		}
		r := symmetry.Reduce(x.Problem, x.Group)
		var cases []enumerate.Case
		for _, c := range r.Cases {
			cases = append(cases, c.Case)
		}
		s := probe.NewSearch(k, cases, 1.0/64)
		s.Probe(5000)
		estimate, deviation := s.Nodes()-probe.CaseCost*float64(len(cases)), s.Error()
		if want := nodes(k, r); math.Abs(estimate-want) > 4*deviation || deviation > want/5 {
			t.Errorf("%s: estimated %.0f nodes ± %.0f, there are %.0f", name, estimate, deviation, want)
		} else {
			t.Logf("%s: estimated %.0f nodes ± %.0f, there are %.0f", name, estimate, deviation, want)
		}
	}
}
