package kerneltest

import (
	"slices"

	"coverstat/enumerate"
)

// Solutions calls visit with every solution of a case, found without any kernel: it tries
// each option in turn, once left out and once chosen. visit must not keep the slice.
func Solutions(p *enumerate.Problem, c enumerate.Case, visit func(solution []enumerate.OptionID)) {
	var chosen []enumerate.OptionID
	count := make([]int32, p.Items())
	colour := make([]enumerate.Colour, p.Items())
	ends := make([][]enumerate.Item, p.Options()+1) // the items that no option from here on has
	last := make([]int, p.Items())
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			last[m.Item] = o + 1
		}
	}
	for i, o := range last {
		ends[o] = append(ends[o], enumerate.Item(i))
	}
	var try func(o int)
	try = func(o int) {
		for _, i := range ends[o] {
			if count[i] < p.Item(i).Min {
				return
			}
		}
		if o == p.Options() {
			visit(chosen)
			return
		}
		id := enumerate.OptionID(o)
		if !slices.Contains(c.Fixed, id) {
			try(o + 1)
		}
		if slices.Contains(c.Banned, id) {
			return
		}
		kept, fits := slices.Clone(colour), true
		for _, m := range p.Option(id) { // an option may have an item several times
			shared := m.Colour != 0 && colour[m.Item] == m.Colour
			fits = fits && (count[m.Item] < p.Item(m.Item).Max || shared)
			count[m.Item]++
			colour[m.Item] = m.Colour
		}
		if fits {
			chosen = append(chosen, id)
			try(o + 1)
			chosen = chosen[:len(chosen)-1]
		}
		copy(colour, kept)
		for _, m := range p.Option(id) {
			count[m.Item]--
		}
	}
	try(0)
}
