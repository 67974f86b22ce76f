package symmetry_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// TestFind: of random problems that a random group maps to themselves, the generators
// give every symmetry that a trial of all permutations finds, but for exchanges of twins.
// The search that they reduce has one solution of every orbit.
func TestFind(t *testing.T) {
	orders := map[int]int{}
	seeds := uint64(3000)
	if testing.Short() {
		seeds = 600
	}
	for seed := range seeds {
		s := randomSample(rand.New(rand.NewPCG(seed, 7)))
		if s == nil {
			continue
		}
		generators, order, err := symmetry.Find(s.problem)
		if err != nil {
			t.Fatal(err)
		}
		g, err := symmetry.Generate(s.problem, generators, 1<<20)
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, s.name, err)
		}
		want := allSymmetries(s.problem) / twinExchanges(s.problem)
		if g.Order() != want || order != float64(want) {
			t.Errorf("seed %d, %s: order %g, generators of %d symmetries, expected %d", seed, s.name, order, g.Order(), want)
		}
		checkReduction(t, s.name, s.problem, g, symmetry.Reduce(s.problem, g), solutions(s.problem))
		orders[want]++
	}
	if len(orders) < 15 {
		t.Errorf("only these orders were seen: %v; the test shows little", orders)
	}
}

// allSymmetries counts the permutations of items that map the options onto themselves.
func allSymmetries(p *enumerate.Problem) (count int) {
	perm := make([]enumerate.Item, 0, p.Items())
	mapped := func(o []enumerate.Member) []enumerate.Member {
		image := slices.Clone(o)
		for k := range image {
			image[k].Item = perm[image[k].Item]
		}
		slices.SortFunc(image, func(a, b enumerate.Member) int { return int(a.Item - b.Item) })
		return image
	}
	var try func()
	try = func() {
		for o := range p.Options() {
			option := p.Option(enumerate.OptionID(o))
			if slices.ContainsFunc(option, func(m enumerate.Member) bool { return int(m.Item) >= len(perm) }) {
				continue
			}
			image, found := mapped(option), false
			for q := range p.Options() {
				found = found || slices.Equal(image, p.Option(enumerate.OptionID(q)))
			}
			if !found {
				return
			}
		}
		if len(perm) == p.Items() {
			count++
			return
		}
		from := p.Item(enumerate.Item(len(perm)))
		for i := range enumerate.Item(p.Items()) {
			if to := p.Item(i); to.Min == from.Min && to.Max == from.Max && !slices.Contains(perm, i) {
				perm = append(perm, i)
				try()
				perm = perm[:len(perm)-1]
			}
		}
	}
	try()
	return count
}

// twinExchanges counts the permutations among items that are in the same options, with the
// same colours and bounds.
func twinExchanges(p *enumerate.Problem) int {
	type claim struct {
		o      int
		colour enumerate.Colour
	}
	claims := make([][]claim, p.Items())
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			claims[m.Item] = append(claims[m.Item], claim{o, m.Colour})
		}
	}
	count := 1
	for i := range claims {
		twins := 1
		for j := range i {
			a, b := p.Item(enumerate.Item(i)), p.Item(enumerate.Item(j))
			if a.Min == b.Min && a.Max == b.Max && slices.Equal(claims[i], claims[j]) {
				twins++
			}
		}
		count *= twins
	}
	return count
}

// TestFindPlane: the lines of the projective planes of prime order q are mapped onto
// themselves by PGL(3, q) and nothing else. Refinement alone tells none of their points
// apart.
func TestFindPlane(t *testing.T) {
	for _, q := range []int{2, 3, 5, 7} {
		points := [][3]int{{0, 0, 1}}
		for a := range q {
			points = append(points, [3]int{0, 1, a})
			for b := range q {
				points = append(points, [3]int{1, a, b})
			}
		}
		var b enumerate.ProblemBuilder
		for range points {
			b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
		}
		for _, line := range points {
			var members []enumerate.Member
			for i, x := range points {
				if (line[0]*x[0]+line[1]*x[1]+line[2]*x[2])%q == 0 {
					members = append(members, enumerate.Member{Item: enumerate.Item(i)})
				}
			}
			b.AddOption(members...)
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		want := q * q * q * (q*q - 1) * (q*q*q - 1)
		if _, order, err := symmetry.Find(p); err != nil || order != float64(want) {
			t.Errorf("order %d: %g symmetries, %v, expected %d", q, order, err, want)
		}
	}
}

// TestFindGivesUp: a search for symmetries that takes too long is an error, not a smaller
// group.
func TestFindGivesUp(t *testing.T) {
	var b enumerate.ProblemBuilder
	for range 30 {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	for i := range enumerate.Item(30) {
		b.AddOption(enumerate.Member{Item: i}, enumerate.Member{Item: (i + 1) % 30})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range []int64{0, 100, 1000} {
		if generators, _, err := symmetry.FindWithin(p, work); err == nil {
			t.Errorf("within %d: %d generators and no error", work, len(generators))
		}
	}
	if _, order, err := symmetry.Find(p); err != nil || order != 60 {
		t.Errorf("order %g, %v, expected 60", order, err)
	}
}
