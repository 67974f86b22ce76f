package symmetry_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// TestFromItems: of all the shifts, turns and reflections of a ring of 12 cells, in
// any order, each option has the image that its cells have.
func TestFromItems(t *testing.T) {
	const n = 12
	var b enumerate.ProblemBuilder
	for range n {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	for i := range enumerate.Item(n) { // some options twice: equal ones are mapped in their order
		for range 2 {
			b.AddOption(enumerate.Member{Item: i}, enumerate.Member{Item: (i + 1) % n}, enumerate.Member{Item: (i + 3) % n})
		}
		b.AddOption(enumerate.Member{Item: (i + 3) % n}, enumerate.Member{Item: i}, enumerate.Member{Item: (i + 2) % n})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	var all [][]enumerate.Item
	for shift := range n {
		for _, sign := range []int{1, -1} {
			perm := make([]enumerate.Item, n)
			for i := range perm {
				perm[i] = enumerate.Item(((sign*i+shift)%n + n) % n)
			}
			all = append(all, perm)
		}
	}
	// The reflections map no triple i, i+1, i+3 to another one but to i, i+2, i+3.
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		rng.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
		if _, err := symmetry.FromItems(p, all); err == nil {
			t.Fatal("the options given twice have images that are there once: not noticed")
		}
		shifts := slices.DeleteFunc(slices.Clone(all), func(perm []enumerate.Item) bool { return (perm[1]-perm[0]+n)%n != 1 })
		g, err := symmetry.FromItems(p, shifts)
		if err != nil || g.Order() != n {
			t.Fatal(g, err)
		}
		for k, perm := range shifts {
			for o := range enumerate.OptionID(p.Options()) {
				if want := (o + 3*enumerate.OptionID(perm[0])) % (3 * n); g.Image(k, o) != want {
					t.Fatalf("shift by %d maps option %d to %d, expected %d", perm[0], o, g.Image(k, o), want)
				}
			}
		}
		for _, c := range []struct {
			list [][]enumerate.Item
			want string
		}{
			{slices.Delete(slices.Clone(shifts), 5, 6), "no group"},
			{append(slices.Clone(shifts), shifts[3]), "twice"},
			{shifts[1:], "identity"},
		} {
			if _, err := symmetry.FromItems(p, c.list); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected %s", err, c.want)
			}
		}
	}
}
