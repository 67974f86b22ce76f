package regions

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/regions/partition"
	"coverstat/enumerate/symmetry"
)

// weightParam says what solutions are weighed by.
type weightParam struct{ trees, cutEdges bool }

// The weights, as configs name them.
const (
	byTrees    = "spanning_trees"
	byCutEdges = "cut_edges"
)

// UnmarshalYAML accepts spanning_trees, or a list of it and cut_edges.
func (w *weightParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&enumerate.OneOf{Texts: []string{byTrees}}) == nil {
		w.trees = true
		return nil
	}
	var names []string
	if err := decode(&names); err != nil {
		return err
	}
	w.trees, w.cutEdges = slices.Contains(names, byTrees), slices.Contains(names, byCutEdges)
	if !w.trees {
		return enumerate.Errorf("cut_edges alone: expected spanning_trees, or [spanning_trees, cut_edges]")
	}
	return nil
}

// measures are those whose product a solution weighs.
func (w weightParam) measures() []string {
	if w.cutEdges {
		return []string{byTrees, byCutEdges}
	}
	return []string{byTrees}
}

// weighed returns the instance whose solutions are those of x, each as often as it weighs. It has the measures that a
// sweep of forests knows, and no symmetries: images have the same weight.
func (g *graph) weighed(x *exact.Instance, byCut bool) *exact.Instance {
	w := *x
	w.Space, w.Group, w.Kernels = partition.Forests{Problem: &g.Problem, ByCut: byCut}, symmetry.Trivial(x.Problem), nil
	w.Measures, w.Sums = nil, nil
	var sums []*enumerate.Sum
	for i, sum := range x.Sums() {
		if sum != nil {
			w.Measures, sums = append(w.Measures, x.Measures[i]), append(sums, sum)
		}
	}
	w.Sums = func() []*enumerate.Sum { return sums }
	return &w
}
