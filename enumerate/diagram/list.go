package diagram

import (
	"cmp"
	"slices"

	"coverstat/enumerate"
)

// FromList makes the diagram of solutions that are listed. It sorts them, and the options of each. Two solutions share
// a node if they agree in all choices before it. placeOf has the place of each option, of so many: choices that agree
// up to a place must have the next one at the same place.
func FromList(solutions [][]enumerate.OptionID, placeOf []int32, places int) *enumerate.Diagram {
	d := &enumerate.Diagram{Layers: make([]int32, places+2), First: []int32{0}, Places: placeOf}
	for o := range placeOf {
		d.Options = append(d.Options, []enumerate.OptionID{enumerate.OptionID(o)})
	}
	if len(solutions) == 0 {
		return d
	}
	for _, s := range solutions {
		slices.SortFunc(s, func(a, b enumerate.OptionID) int { return cmp.Compare(placeOf[a], placeOf[b]) })
	}
	slices.SortFunc(solutions, func(a, b []enumerate.OptionID) int { return slices.Compare(a, b) })
	layers := make([][]group, places+1) // the nodes of each place
	layers[0], layers[places] = []group{{0, len(solutions), 0}}, []group{{}}
	var layerOf []int // of the targets, which are numbers within their layers until all layers are known
	for p := range places {
		d.Layers[p+1] = d.Layers[p] + int32(len(layers[p]))
		for _, g := range layers[p] {
			for from := g.from; from < g.to; {
				o, to := solutions[from][g.depth], from+1
				for to < g.to && solutions[to][g.depth] == o {
					to++
				}
				next := places
				if g.depth+1 < len(solutions[from]) {
					next = int(placeOf[solutions[from][g.depth+1]])
				}
				if next < places {
					layers[next] = append(layers[next], group{from, to, g.depth + 1})
				}
				d.Targets, d.Choices = append(d.Targets, int32(len(layers[next]))-1), append(d.Choices, int32(o))
				layerOf = append(layerOf, next)
				from = to
			}
			d.First = append(d.First, int32(len(d.Targets)))
		}
	}
	d.First = append(d.First, int32(len(d.Targets))) // the end has no arcs
	d.Layers[places+1] = d.Layers[places] + 1
	for a, p := range layerOf {
		d.Targets[a] += d.Layers[p]
	}
	return d
}

// group is a node: the solutions that agree in their first options.
type group struct{ from, to, depth int }
