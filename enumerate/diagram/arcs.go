package diagram

import (
	"slices"

	"coverstat/enumerate"
)

// arc leads from a node to another one.
type arc struct{ source, target int32 }

// bundle are arcs with the same choice at the same place to nodes of the same place, by their sources. What is given
// and forbidden leaves out whole bundles, so the loops over arcs ask nothing.
type bundle struct {
	choice, place, target int32 // target is a place
	arcs                  []arc
}

// targetOf returns the node that the arc from a node leads to, -1 if there is none.
func (g *bundle) targetOf(node int32) int32 {
	at, found := slices.BinarySearchFunc(g.arcs, node, func(a arc, node int32) int { return int(a.source) - int(node) })
	if !found {
		return -1
	}
	return g.arcs[at].target
}

// bundlesOf sorts the arcs of a diagram. The bundles stand by places; first has the first bundle of each place, and
// their number.
func bundlesOf(d *enumerate.Diagram) (bundles []bundle, first []int32) {
	arcs := make([]arc, len(d.Targets))
	numbers := make([]int32, len(d.Targets)) // by arc: its bundle
	of := make([][]int32, len(d.Options))    // by choice: its bundles
	var sizes []int32
	for p := range int32(len(d.Layers) - 2) {
		first = append(first, int32(len(bundles)))
		for a := d.First[d.Layers[p]]; a < d.First[d.Layers[p+1]]; a++ {
			target := p + 1
			for d.Layers[target+1] <= d.Targets[a] {
				target++
			}
			c := d.Choices[a]
			i := 0
			for i < len(of[c]) && bundles[of[c][i]].target != target {
				i++
			}
			if i == len(of[c]) {
				of[c] = append(of[c], int32(len(bundles)))
				bundles, sizes = append(bundles, bundle{choice: c, place: p, target: target}), append(sizes, 0)
			}
			numbers[a] = of[c][i]
			sizes[numbers[a]]++
		}
	}
	rest := arcs
	for g, n := range sizes {
		bundles[g].arcs, rest = rest[:0:n], rest[n:]
	}
	for node := range int32(len(d.First) - 1) {
		for a := d.First[node]; a < d.First[node+1]; a++ {
			g := &bundles[numbers[a]]
			g.arcs = append(g.arcs, arc{node, d.Targets[a]})
		}
	}
	return bundles, append(first, int32(len(bundles)))
}
