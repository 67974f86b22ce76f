package symmetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// randomSample makes a problem that a random group maps to itself: primary,
// secondary, coloured and bounded items, and random options with all their
// images. It returns nil if the group or the problem became too large.
func randomSample(rng *rand.Rand) *sample {
	kinds := []enumerate.ItemInfo{{Min: 1, Max: 1}, {Min: 0, Max: 1}, {Min: 0, Max: 1}, {Min: 1, Max: 3}}
	counts := []int{4 + rng.IntN(4), rng.IntN(3), rng.IntN(3), rng.IntN(3)}
	var b enumerate.ProblemBuilder
	var kind []int
	for k, n := range counts {
		for range n {
			info := kinds[k]
			info.Name = fmt.Sprint(len(kind))
			b.AddItem(info)
			kind = append(kind, k)
		}
	}
	var group [][]enumerate.Item
	generators := make([][]enumerate.Item, 1+rng.IntN(2))
	for i := range generators {
		generators[i] = shuffledWithin(rng, kind)
	}
	if group = closure(generators, 24); group == nil || len(group) == 1 {
		return nil
	}
	var options [][]enumerate.Member
	for range 2 + rng.IntN(4) {
		var members []enumerate.Member
		for _, i := range rng.Perm(len(kind))[:1+rng.IntN(4)] {
			m := enumerate.Member{Item: enumerate.Item(i)}
			if kind[i] == 2 {
				m.Colour = enumerate.Colour(rng.IntN(3))
			}
			members = append(members, m)
		}
		if !slices.ContainsFunc(members, func(m enumerate.Member) bool { return kinds[kind[m.Item]].Min > 0 }) {
			continue
		}
		for _, perm := range group {
			image := slices.Clone(members)
			for k := range image {
				image[k].Item = perm[image[k].Item]
			}
			slices.SortFunc(image, func(a, b enumerate.Member) int { return int(a.Item - b.Item) })
			if !slices.ContainsFunc(options, func(o []enumerate.Member) bool { return slices.Equal(o, image) }) {
				options = append(options, image)
			}
		}
	}
	if len(options) > 24 {
		return nil
	}
	rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	for _, o := range options {
		b.AddOption(o...)
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return &sample{fmt.Sprint(kind, options), p, group}
}

// shuffledWithin returns a random permutation that maps items to items of the same kind.
func shuffledWithin(rng *rand.Rand, kind []int) []enumerate.Item {
	perm := make([]enumerate.Item, len(kind))
	for i := range perm {
		perm[i] = enumerate.Item(i)
	}
	for range rng.IntN(2 * len(kind)) {
		i, j := rng.IntN(len(kind)), rng.IntN(len(kind))
		if kind[i] == kind[j] {
			perm[i], perm[j] = perm[j], perm[i]
		}
	}
	return perm
}

// closure returns the group of some permutations, nil if it is too large.
func closure(generators [][]enumerate.Item, limit int) [][]enumerate.Item {
	one := make([]enumerate.Item, len(generators[0]))
	for i := range one {
		one[i] = enumerate.Item(i)
	}
	all := [][]enumerate.Item{one}
	for k := 0; k < len(all); k++ {
		for _, gen := range generators {
			product := make([]enumerate.Item, len(one))
			for i, m := range all[k] {
				product[i] = gen[m]
			}
			if !slices.ContainsFunc(all, func(q []enumerate.Item) bool { return slices.Equal(q, product) }) {
				all = append(all, product)
			}
		}
		if len(all) > limit {
			return nil
		}
	}
	return all
}

// TestRandomReductions checks reductions of random problems against their
// definition, with pivots of several items and without.
func TestRandomReductions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	several, part, listed := 0, 0, 0
	for done := 0; done < 1500; {
		s := randomSample(rng)
		if s == nil {
			continue
		}
		done++
		g, err := symmetry.FromItems(s.problem, s.perms)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		all := solutions(s.problem)
		for _, choices := range []int{1 << 15, 0} {
			r := symmetry.ReduceWithin(s.problem, g, choices)
			checkReduction(t, fmt.Sprint(s.name, " choices ", choices), s.problem, g, r, all)
			switch {
			case len(all) == 0:
			case len(r.Pivots) == 0:
				listed++
			case len(r.Pivots[0]) > 1:
				several++
			case slices.ContainsFunc(s.perms, func(q []enumerate.Item) bool { return q[r.Pivots[0][0]] != r.Pivots[0][0] }):
				part++
			}
		}
		checkReduction(t, s.name, s.problem, g, symmetry.Unreduced(g), all)
	}
	t.Logf("%d reductions by several items, %d by a subgroup, %d by none", several, part, listed)
	if several == 0 || part == 0 || listed == 0 {
		t.Error("some kind of reduction was not met")
	}
}

// checkReduction checks on all solutions that the weights of the cases add up
// to the raw count, that exactly one solution of every orbit is kept, and that
// Keep agrees with its definition.
func checkReduction(t *testing.T, name string, p *enumerate.Problem, g *symmetry.Group, r *symmetry.Reduction, all [][]enumerate.OptionID) {
	t.Helper()
	c := symmetry.NewCanonicaliser(g)
	in := func(sol []enumerate.OptionID, cs symmetry.Case) bool {
		return contains(sol, cs.Fixed) && !slices.ContainsFunc(sol, func(o enumerate.OptionID) bool { return slices.Contains(cs.Banned, o) })
	}
	visited := func(sol []enumerate.OptionID) bool {
		return slices.ContainsFunc(r.Cases, func(cs symmetry.Case) bool { return in(sol, cs) })
	}
	var raw, orbits int64
	kept := map[string]int{}
	forms := map[string]int64{}
	for _, sol := range all {
		form, orbit := c.Canonical(sol)
		class := fmt.Sprint(form)
		forms[class] = orbit
		for k, cs := range r.Cases {
			if !in(sol, cs) {
				continue
			}
			raw += cs.Weight
			want := true
			for _, e := range cs.Test() {
				image := imageOf(g, int(e), sol)
				want = want && (slices.Compare(image, sol) >= 0 || !visited(image))
			}
			got := r.Keep(c, k, sol)
			if got != want {
				t.Errorf("%s: case %d, solution %v: kept %v, expected %v", name, k, sol, got, want)
			}
			if got {
				kept[class]++
			}
		}
	}
	for _, n := range forms {
		orbits += n
	}
	if raw != int64(len(all)) || orbits != raw {
		t.Errorf("%s: cases weigh %d, orbits %d, expected %d", name, raw, orbits, len(all))
	}
	if len(kept) != len(forms) {
		t.Errorf("%s: %d orbits kept, expected %d", name, len(kept), len(forms))
	}
	for form, n := range kept {
		if n != 1 {
			t.Errorf("%s: %s kept %d times", name, form, n)
		}
	}
}

func imageOf(g *symmetry.Group, k int, solution []enumerate.OptionID) []enumerate.OptionID {
	image := make([]enumerate.OptionID, len(solution))
	for i, o := range solution {
		image[i] = g.Image(k, o)
	}
	slices.Sort(image)
	return image
}
