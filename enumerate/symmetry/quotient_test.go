package symmetry_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// checkFixed compares the solutions of each quotient with the solutions that the symmetry
// maps to themselves, and the orbits with Burnside's lemma. It returns the number of fixed
// solutions that use a bounded item several times in one orbit of options.
func checkFixed(t *testing.T, name string, p *enumerate.Problem, perms [][]enumerate.Item) (stocks int) {
	t.Helper()
	g, err := symmetry.FromItems(p, perms)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := solutions(p)
	canon := symmetry.NewCanonicaliser(g)
	orbits := map[string]bool{}
	for _, s := range all {
		form, _ := canon.Canonical(s)
		orbits[sprint(form)] = true
	}
	fixedBy := make([]int, g.Order())
	for k := range g.Order() {
		q, err := symmetry.NewQuotient(p, g, k)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := map[string]bool{}
		for _, s := range all {
			if slices.Equal(imageOf(g, k, s), s) {
				want[sprint(s)] = true
			}
		}
		kerneltest.Solutions(q.Problem, enumerate.Case{}, func(chosen []enumerate.OptionID) {
			fixedBy[k]++
			var s []enumerate.OptionID
			for _, o := range chosen {
				s = append(s, q.Members[o]...)
				met := map[enumerate.Item]bool{}
				for _, m := range q.Problem.Option(o) {
					if met[m.Item] {
						stocks++
					}
					met[m.Item] = true
				}
			}
			slices.Sort(s)
			if !want[sprint(s)] {
				t.Fatalf("%s, symmetry %d: the quotient has %v, which is no fixed solution or was there before", name, k, s)
			}
			delete(want, sprint(s))
		})
		if len(want) > 0 {
			t.Fatalf("%s, symmetry %d: the quotient lacks %v", name, k, want)
		}
		order := make([]enumerate.Item, p.Items())
		for i := range order {
			order[i] = enumerate.Item(len(order) - 1 - i)
		}
		order = q.Order(order)
		slices.Sort(order)
		if len(order) != q.Problem.Items() || len(q.Items) != len(order) || len(slices.Compact(order)) != len(q.Items) {
			t.Fatalf("%s, symmetry %d: order %v of %d items", name, k, order, len(q.Items))
		}
	}
	elements, sum := 0, 0
	for _, c := range g.RationalClasses() {
		elements += c.Size
		sum += c.Size * fixedBy[c.Element]
	}
	if elements != g.Order() || sum != len(orbits)*g.Order() {
		t.Fatalf("%s: %v with %v fixed solutions: %d orbits, expected %d", name, g.RationalClasses(), fixedBy, sum/g.Order(), len(orbits))
	}
	return stocks
}

func sprint(s []enumerate.OptionID) string {
	b := make([]byte, len(s))
	for i, o := range s {
		b[i] = byte(o)
	}
	return string(b)
}

// TestQuotients: in small and random problems with all kinds of items.
func TestQuotients(t *testing.T) {
	for _, s := range samples(t) {
		checkFixed(t, s.name, s.problem, s.perms)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	stocks := 0
	for done := 0; done < 1500; {
		s := randomSample(rng)
		if s == nil {
			continue
		}
		done++
		stocks += checkFixed(t, s.name, s.problem, s.perms)
	}
	if stocks < 100 {
		t.Errorf("a stock was used several times by an option in %d cases", stocks)
	}
}

// TestQuotientColours: an option and its image that give an item different colours are not
// together in a solution, those that give it the same are.
func TestQuotientColours(t *testing.T) {
	var b enumerate.ProblemBuilder
	kerneltest.AddItems(&b, 2)
	for range 2 {
		b.AddItem(enumerate.ItemInfo{Max: 1})
	}
	for i := range enumerate.Item(2) {
		for _, other := range []enumerate.Colour{1, 2} {
			b.AddOption(enumerate.Member{Item: i}, enumerate.Member{Item: 2 + i, Colour: 1}, enumerate.Member{Item: 3 - i, Colour: other})
		}
	}
	p, swap := kerneltest.Build(&b), [][]enumerate.Item{{0, 1, 2, 3}, {1, 0, 3, 2}}
	checkFixed(t, "colours", p, swap)
	g, err := symmetry.FromItems(p, swap)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := symmetry.NewQuotient(p, g, 1); err != nil || q.Problem.Options() != 1 {
		t.Errorf("%d options, %v: expected one", q.Problem.Options(), err)
	}
}

// TestClasses compares the classes of groups with their definition.
func TestClasses(t *testing.T) {
	ring := func(n int) [][]enumerate.Item { // turns of a ring of n items and of one of 3
		perm := make([]enumerate.Item, n+3)
		for i := range n {
			perm[i] = enumerate.Item((i + 1) % n)
		}
		for i := range 3 {
			perm[n+i] = enumerate.Item(n + i)
		}
		other := make([]enumerate.Item, n+3)
		for i := range n {
			other[i] = enumerate.Item(i)
		}
		copy(other[n:], []enumerate.Item{enumerate.Item(n + 1), enumerate.Item(n + 2), enumerate.Item(n)})
		swap := slices.Clone(other)
		copy(swap[n:], []enumerate.Item{enumerate.Item(n + 1), enumerate.Item(n), enumerate.Item(n + 2)})
		return [][]enumerate.Item{perm, other, swap}
	}
	for _, c := range []struct {
		n, order int
		sizes    []int
	}{
		// S3 has classes of 1, 2, 3 elements; the turns of a ring of 4 fall into 1, 1, 2
		// by their order, those of 5 into 1 and 4. The elements of order 12, 15 are products.
		{1, 6, []int{1, 2, 3}},
		{4, 24, []int{1, 1, 2, 2, 2, 3, 3, 4, 6}},
		{5, 30, []int{1, 2, 3, 4, 8, 12}},
		// In a ring of 3 a turn of both rings generates another subgroup than one of both
		// in opposite directions, but they are conjugate.
		{3, 18, []int{1, 2, 2, 3, 4, 6}},
	} {
		var b enumerate.ProblemBuilder
		for range c.n + 3 {
			b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
		}
		p := kerneltest.Build(&b)
		g, err := symmetry.Generate(p, ring(c.n), 100)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []int
		for _, class := range g.RationalClasses() {
			sizes = append(sizes, class.Size)
		}
		if slices.Sort(sizes); g.Order() != c.order || !slices.Equal(sizes, c.sizes) || g.RationalClasses()[0] != (symmetry.RationalClass{Element: 0, Size: 1}) {
			t.Errorf("a group of order %d with classes of %v elements, expected %v", g.Order(), sizes, c.sizes)
		}
	}
}
