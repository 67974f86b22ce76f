package symmetry_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// torusOf returns a torus as a cover by dominoes and by straight trominoes, and the factors of its group: what turns and
// mirrors the lattice and takes the torus to itself, the shifts of rows, and those of columns. There are at least three of
// both.
func torusOf(t *testing.T, rows, cols int) (*enumerate.Problem, [][][]enumerate.Item) {
	at := func(r, c int) enumerate.Item {
		return enumerate.Item((r%rows+rows)%rows*cols + (c%cols+cols)%cols)
	}
	var b enumerate.ProblemBuilder
	for range rows * cols {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	for r := range rows {
		for c := range cols {
			b.AddOption(enumerate.Member{Item: at(r, c)}, enumerate.Member{Item: at(r, c+1)})
			b.AddOption(enumerate.Member{Item: at(r, c)}, enumerate.Member{Item: at(r+1, c)})
			if rows > 3 && cols > 3 {
				b.AddOption(enumerate.Member{Item: at(r, c)}, enumerate.Member{Item: at(r, c+1)}, enumerate.Member{Item: at(r, c+2)})
				b.AddOption(enumerate.Member{Item: at(r, c)}, enumerate.Member{Item: at(r+1, c)}, enumerate.Member{Item: at(r+2, c)})
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	image := func(of func(r, c int) enumerate.Item) (perm []enumerate.Item) {
		for i := range rows * cols {
			perm = append(perm, of(i/cols, i%cols))
		}
		return perm
	}
	factors := make([][][]enumerate.Item, 3)
	for _, a := range []int{1, -1} {
		for _, b := range []int{1, -1} {
			factors[0] = append(factors[0], image(func(r, c int) enumerate.Item { return at(a*r, b*c) }))
			if rows == cols {
				factors[0] = append(factors[0], image(func(r, c int) enumerate.Item { return at(a*c, b*r) }))
			}
		}
	}
	for k := range rows {
		factors[1] = append(factors[1], image(func(r, c int) enumerate.Item { return at(r+k, c) }))
	}
	for k := range cols {
		factors[2] = append(factors[2], image(func(r, c int) enumerate.Item { return at(r, c+k) }))
	}
	return p, factors
}

// TestFactors: a group that knows its factors does the same as one that lists their products.
func TestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 29))
	for _, size := range [][2]int{{3, 3}, {3, 4}, {4, 4}, {4, 5}, {5, 3}, {6, 6}} {
		p, factors := torusOf(t, size[0], size[1])
		g, err := symmetry.FromFactors(p, factors...)
		if err != nil {
			t.Fatal(err)
		}
		var all [][]enumerate.Item
		for _, first := range factors[0] {
			for _, rows := range factors[1] {
				for _, cols := range factors[2] {
					perm := make([]enumerate.Item, len(first))
					for i, image := range first {
						perm[i] = cols[rows[image]]
					}
					all = append(all, perm)
				}
			}
		}
		list, err := symmetry.FromItems(p, all)
		if err != nil || g.Order() != list.Order() {
			t.Fatalf("%v: %d elements, expected %d: %v", size, g.Order(), list.Order(), err)
		}
		for k := range list.Order() {
			for o := range enumerate.OptionID(p.Options()) {
				if g.Image(k, o) != list.Image(k, o) {
					t.Fatalf("%v: element %d takes option %d to %d, expected %d", size, k, o, g.Image(k, o), list.Image(k, o))
				}
			}
			for i := range enumerate.Item(p.Items()) {
				if g.ItemImage(k, i) != list.ItemImage(k, i) {
					t.Fatalf("%v: element %d takes item %d to %d, expected %d", size, k, i, g.ItemImage(k, i), list.ItemImage(k, i))
				}
			}
		}
		if !slices.Equal(g.Orbits(), list.Orbits()) || !reflect.DeepEqual(g.RationalClasses(), list.RationalClasses()) {
			t.Errorf("%v: other orbits or classes", size)
		}
		compareConsumers(t, rng, p, g, list)
	}
	p, factors := torusOf(t, 4, 4)
	one := factors[1][:1]
	for _, c := range []struct {
		factors [][][]enumerate.Item
		want    string
	}{
		{[][][]enumerate.Item{factors[0], factors[1]}, "no group"}, // a quarter turn takes rows to columns
		{[][][]enumerate.Item{factors[1], factors[1]}, "the same"},
		{[][][]enumerate.Item{factors[0], factors[1], factors[2][1:]}, "identity"},
		{[][][]enumerate.Item{factors[1], factors[0]}, "no group"},
		{[][][]enumerate.Item{one, factors[1], factors[2][:3]}, "no group"},
	} {
		if _, err := symmetry.FromFactors(p, c.factors...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, expected %s", err, c.want)
		}
	}
}

// compareConsumers compares what is made of two groups, of which the second is a list of the elements of the first.
func compareConsumers(t *testing.T, rng *rand.Rand, p *enumerate.Problem, g, list *symmetry.Group) {
	t.Helper()
	a, b := symmetry.NewCanonicaliser(g), symmetry.NewCanonicaliser(list)
	for range 200 {
		var solution []enumerate.OptionID
		for range 1 + rng.IntN(6) {
			if o := enumerate.OptionID(rng.IntN(p.Options())); !slices.Contains(solution, o) {
				solution = append(solution, o)
			}
		}
		form, orbit := a.Canonical(solution)
		want, size := b.Canonical(solution)
		if !slices.Equal(form, want) || orbit != size {
			t.Fatalf("%v: %v, orbit of %d: expected %v, %d", solution, form, orbit, want, size)
		}
	}
	x, y := symmetry.Reduce(p, g), symmetry.Reduce(p, list)
	for k := range y.Cases {
		if len(x.Cases) != len(y.Cases) || !reflect.DeepEqual(x.Cases[k].Case, y.Cases[k].Case) ||
			x.Cases[k].Weight != y.Cases[k].Weight || !slices.Equal(x.Cases[k].Test(), y.Cases[k].Test()) {
			t.Fatalf("the cases of a search differ: %+v, %+v", x, y)
		}
	}
	for range 10 {
		elements := []int{rng.IntN(g.Order()), rng.IntN(g.Order())}
		q, err := symmetry.NewQuotient(p, g, elements...)
		other, otherErr := symmetry.NewQuotient(p, list, elements...)
		if err != nil || otherErr != nil || !reflect.DeepEqual(q.Members, other.Members) || !slices.Equal(q.Orbit, other.Orbit) {
			t.Fatalf("the quotients by %v differ: %v, %v", elements, err, otherErr)
		}
	}
	s, err := symmetry.NewSubgroups(g)
	other, otherErr := symmetry.NewSubgroups(list)
	if (err == nil) != (otherErr == nil) || err == nil && !reflect.DeepEqual(s, other) {
		t.Fatalf("the subgroups differ: %v, %v", err, otherErr)
	}
}
