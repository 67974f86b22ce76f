package shuffle_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/shuffle"
)

// reference is a plain sampler for problems of primary items. It sorts all
// options and looks for the first solution, without any memory.
type reference struct {
	problem *enumerate.Problem
	order   []enumerate.OptionID
	covered []bool
	limit   int64
	nodes   int64
}

func newReference(p *enumerate.Problem, seed, draw uint64, limit int64) *reference {
	r := &reference{problem: p, covered: make([]bool, p.Items()), limit: limit}
	source := rand.NewPCG(seed, draw)
	priority := make([]uint64, p.Options())
	for o := range priority {
		priority[o] = source.Uint64()
		r.order = append(r.order, enumerate.OptionID(o))
	}
	slices.SortFunc(r.order, func(a, b enumerate.OptionID) int {
		if priority[a] < priority[b] {
			return -1
		}
		return 1
	})
	return r
}

func (r *reference) fits(o enumerate.OptionID) bool {
	for _, m := range r.problem.Option(o) {
		if r.covered[m.Item] {
			return false
		}
	}
	return true
}

func (r *reference) cover(o enumerate.OptionID, to bool) {
	for _, m := range r.problem.Option(o) {
		r.covered[m.Item] = to
	}
}

// fewest returns the options of the item that has the fewest, in order.
func (r *reference) fewest() (best []enumerate.OptionID, found bool) {
	for i := range r.problem.Items() {
		if r.covered[i] {
			continue
		}
		var options []enumerate.OptionID
		for _, o := range r.order {
			if r.fits(o) && slices.ContainsFunc(r.problem.Option(o), func(m enumerate.Member) bool { return int(m.Item) == i }) {
				options = append(options, o)
			}
		}
		if !found || len(options) < len(best) {
			best, found = options, true
		}
	}
	return best, found
}

func (r *reference) search(chosen []enumerate.OptionID) ([]enumerate.OptionID, shuffle.Result) {
	best, found := r.fewest()
	if !found {
		return chosen, shuffle.Found
	}
	for _, o := range best {
		if r.limit > 0 && r.nodes >= r.limit {
			return nil, shuffle.Limited
		}
		r.nodes++
		r.cover(o, true)
		if x, result := r.search(append(chosen, o)); result != shuffle.None {
			return x, result
		}
		r.cover(o, false)
	}
	return nil, shuffle.None
}

// TestReference: solutions, nodes and limits are those of a search without
// memory, for each draw and in any order of draws.
func TestReference(t *testing.T) {
	var stop atomic.Bool
	results := map[shuffle.Result]int{}
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		p := triples(r, 6+3*r.IntN(4), 10+r.IntN(40))
		limit := int64(r.IntN(3)) * int64(1+r.IntN(40))
		s := shuffle.New(space(t, p), shuffle.Settings{Seed: 9, NodeLimit: limit})
		for range 60 {
			d := uint64(r.IntN(50))
			got, nodes, result := s.Draw(d, &stop)
			ref := newReference(p, 9, d, limit)
			want, wanted := ref.search(nil)
			results[wanted]++
			if result != wanted || nodes != ref.nodes || wanted == shuffle.Found && !slices.Equal(got, want) {
				t.Fatalf("draw %d with limit %d: %v after %d nodes (%d), expected %v after %d (%d)", d, limit, got, nodes, result, want, ref.nodes, wanted)
			}
		}
	}
	if len(results) != 3 {
		t.Errorf("results %v: expected some of every kind", results)
	}
}

// triples makes a problem of options with three items or fewer.
func triples(r *rand.Rand, items, options int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	for range items {
		b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	for range options {
		var o []enumerate.Member
		for _, i := range r.Perm(items)[:1+r.IntN(3)] {
			o = append(o, enumerate.Member{Item: enumerate.Item(i)})
		}
		b.AddOption(o...)
	}
	p, err := b.Build()
	if err != nil {
		panic(err) // the problems are ours
	}
	return p
}

// TestRandomItem: every draw gives a solution, and each solution is drawn; with
// a low limit draws fail.
func TestRandomItem(t *testing.T) {
	var stop atomic.Bool
	p := shipped(t, "queens-8")
	s := shuffle.New(space(t, p), shuffle.Settings{Seed: 1, RandomItem: true})
	seen := map[string]bool{}
	for d := range uint64(3000) {
		x, _, result := s.Draw(d, &stop)
		if result != shuffle.Found {
			t.Fatalf("draw %d: %d", d, result)
		}
		x = slices.Sorted(slices.Values(x))
		text := ""
		for _, o := range x {
			text += string(rune(o + 64))
		}
		seen[text] = true
	}
	if len(seen) != 92 {
		t.Errorf("%d different solutions, expected 92 (OEIS A000170)", len(seen))
	}
	s = shuffle.New(space(t, p), shuffle.Settings{Seed: 1, RandomItem: true, NodeLimit: 7})
	if _, nodes, result := s.Draw(0, &stop); result != shuffle.Limited || nodes != 7 {
		t.Errorf("with a limit of 7: %d after %d nodes", result, nodes)
	}
}
