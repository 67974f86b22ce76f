package kernel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
)

func sampler(t testing.TB, p *enumerate.Problem, seed uint64, weights bool, draw, probe int64) *kernel.Sampler {
	t.Helper()
	s, err := kernel.NewSampler(p, seed, weights, draw, probe)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reference is a plain sampler for problems of primary and secondary items. It sorts all
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
		if r.covered[i] || !r.problem.Item(enumerate.Item(i)).Primary() {
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

func (r *reference) search(chosen []enumerate.OptionID) ([]enumerate.OptionID, kernel.Result) {
	best, found := r.fewest()
	if !found {
		return chosen, kernel.Found
	}
	for _, o := range best {
		if r.limit > 0 && r.nodes >= r.limit {
			return nil, kernel.Limited
		}
		r.nodes++
		r.cover(o, true)
		if x, result := r.search(append(chosen, o)); result != kernel.None {
			return x, result
		}
		r.cover(o, false)
	}
	return nil, kernel.None
}

// TestReference: solutions, nodes and limits are those of a search without
// memory, for each draw and in any order of draws.
func TestReference(t *testing.T) {
	var stop atomic.Bool
	results := map[kernel.Result]int{}
	r := rand.New(rand.NewPCG(5, 5))
	for i := range 300 {
		p := triples(r, 6+3*r.IntN(4), 10+r.IntN(40))
		limit := int64(r.IntN(3)) * int64(1+r.IntN(40))
		if i%30 == 0 {
			p, limit = dominoes(5, 5), int64(20+i) // has no solution, and many nodes that are met again
		}
		s := sampler(t, p, 9, false, limit, 0)
		for range 60 {
			d := uint64(r.IntN(50))
			got, nodes, result := s.Draw(d, &stop)
			ref := newReference(p, 9, d, limit)
			want, wanted := ref.search(nil)
			results[wanted]++
			if result != wanted || nodes != ref.nodes || wanted == kernel.Found && !slices.Equal(got, want) {
				t.Fatalf("draw %d with limit %d: %v after %d nodes (%d), expected %v after %d (%d)", d, limit, got, nodes, result, want, ref.nodes, wanted)
			}
		}
	}
	if len(results) != 3 {
		t.Errorf("results %v: expected some of every kind", results)
	}
}

// triples makes a problem of options with three primary items or fewer. A third of them have
// one of two secondary items, too.
func triples(r *rand.Rand, items, options int) *enumerate.Problem {
	var b enumerate.ProblemBuilder
	addItems(&b, items, enumerate.ItemInfo{Min: 1, Max: 1})
	second := addItems(&b, 2, enumerate.ItemInfo{Min: 0, Max: 1})
	for range options {
		var o []enumerate.Item
		for _, i := range r.Perm(items)[:1+r.IntN(3)] {
			o = append(o, enumerate.Item(i))
		}
		if k := r.IntN(6); k < 2 {
			o = append(o, second+enumerate.Item(k))
		}
		b.AddOption(option(o...)...)
	}
	return build(&b)
}

func textOf(solution []enumerate.OptionID) string {
	text := ""
	for _, o := range slices.Sorted(slices.Values(solution)) {
		text += string(rune(o + 64))
	}
	return text
}

// inOrder is a reference whose options are tried in a given order.
func inOrder(p *enumerate.Problem, order []enumerate.OptionID) *reference {
	return &reference{problem: p, order: order, covered: make([]bool, p.Items())}
}

// permutations calls visit with every order of the options.
func permutations(order []enumerate.OptionID, k int, visit func()) {
	if k == len(order) {
		visit()
		return
	}
	for i := k; i < len(order); i++ {
		order[k], order[i] = order[i], order[k]
		permutations(order, k+1, visit)
		order[k], order[i] = order[i], order[k]
	}
}

// TestWeightAllOrders makes the plain search in every order of the options. The
// share of orders that end at a solution is exactly one over its weight.
func TestWeightAllOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var stop atomic.Bool
	r := rand.New(rand.NewPCG(6, 6))
	solutions := 0
	for range 60 {
		p := triples(r, 4, 7)
		found, total := map[string]int{}, 0
		order := make([]enumerate.OptionID, p.Options())
		for o := range order {
			order[o] = enumerate.OptionID(o)
		}
		permutations(order, 0, func() {
			total++
			if x, result := inOrder(p, order).search(nil); result == kernel.Found {
				found[textOf(x)]++
			}
		})
		s := sampler(t, p, 3, true, 0, 0)
		seen := map[string]bool{}
		for d := range uint64(200) {
			x, _, result := s.Draw(d, &stop)
			if result != kernel.Found {
				break
			}
			w, result := s.Weight(&stop)
			if text := textOf(x); result != kernel.Found || float64(found[text])*w != float64(total) {
				t.Fatalf("weight %v, %v: expected %d/%d", w, result, total, found[text])
			} else {
				seen[text] = true
			}
		}
		if len(seen) != len(found) {
			t.Errorf("%d solutions drawn, %d in all orders", len(seen), len(found))
		}
		solutions += len(seen)
	}
	if solutions < 100 {
		t.Errorf("only %d solutions: the test tests little", solutions)
	}
}

// probabilities of the solutions below a node, by recursion over all children,
// without any memory.
func (r *reference) probabilities(chosen []enumerate.OptionID, p float64, into map[string]float64) bool {
	best, found := r.fewest()
	if !found {
		into[textOf(chosen)] += p
		return true
	}
	var live []enumerate.OptionID
	for _, o := range best {
		r.cover(o, true)
		if _, result := r.search(chosen); result == kernel.Found {
			live = append(live, o)
		}
		r.uncoverAllBut(append(chosen, o))
		r.cover(o, false)
	}
	for _, o := range live {
		r.cover(o, true)
		r.probabilities(append(slices.Clone(chosen), o), p/float64(len(live)), into)
		r.cover(o, false)
	}
	return len(live) > 0
}

// uncoverAllBut uncovers what a search that found a solution left covered.
func (r *reference) uncoverAllBut(chosen []enumerate.OptionID) {
	clear(r.covered)
	for _, o := range chosen {
		r.cover(o, true)
	}
}

// TestWeight compares weights with probabilities by recursion, and the
// frequencies of the draws with both. The draws are the same as without
// weights, whatever was probed between them. A limit of probes gives the same
// answer in every order of draws.
func TestWeight(t *testing.T) {
	var stop atomic.Bool
	r := rand.New(rand.NewPCG(7, 7))
	chi, degrees, limited := 0.0, 0, 0
	for range 80 {
		p := triples(r, 6+3*r.IntN(3), 10+r.IntN(40))
		exact := map[string]float64{}
		inOrder(p, newReference(p, 1, 1, 0).order).probabilities(nil, 1, exact)
		plain := sampler(t, p, 9, false, 0, 0)
		s := sampler(t, p, 9, true, 0, 0)
		limit := int64(r.IntN(12))
		a := sampler(t, p, 9, true, 0, 1+limit)
		b := sampler(t, p, 9, true, 0, 1+limit)
		const draws = 500
		seen := map[string]float64{}
		results := make([]kernel.Result, draws)
		for d := range draws {
			want, wantNodes, wanted := plain.Draw(uint64(d), &stop)
			x, nodes, result := s.Draw(uint64(d), &stop)
			if result != wanted || nodes != wantNodes || !slices.Equal(x, want) {
				t.Fatalf("draw %d: %v after %d nodes, without weights %v after %d", d, x, nodes, want, wantNodes)
			}
			if result != kernel.Found {
				break
			}
			text := textOf(x)
			w, _ := s.Weight(&stop)
			if math.Abs(w*exact[text]-1) > 1e-12 {
				t.Fatalf("draw %d: weight %v, expected 1/%v", d, w, exact[text])
			}
			seen[text]++
			a.Draw(uint64(d), &stop)
			if w2, result := a.Weight(&stop); result == kernel.Found && w2 != w {
				t.Fatalf("weight %v, with a limit %v", w, w2)
			} else if results[d] = result; result == kernel.Limited {
				limited++
			}
		}
		for d := draws - 1; d >= 0 && len(seen) > 0; d-- {
			b.Draw(uint64(d), &stop)
			if _, result := b.Weight(&stop); result != results[d] {
				t.Fatalf("draw %d with probes of %d nodes: %v, the other way round %v", d, 1+limit, result, results[d])
			}
		}
		for text, p := range exact {
			if e := p * draws; e >= 5 {
				chi += (seen[text] - e) * (seen[text] - e) / e
				degrees++
			}
		}
	}
	// Chi-square of so many degrees is nearly normal.
	z := (chi - float64(degrees)) / math.Sqrt(2*float64(degrees))
	t.Logf("chi square %.1f in %d cells, %d weights limited", chi, degrees, limited)
	if math.Abs(z) > 4 || degrees < 100 || limited < 100 {
		t.Errorf("chi square %.1f in %d cells, %d weights limited", chi, degrees, limited)
	}
}

// TestWeightOfSecondary: the weights of 8 queens by rows add up to 92. Their diagonals are
// secondary items.
func TestWeightOfSecondary(t *testing.T) {
	var stop atomic.Bool
	s := sampler(t, queens(8), 2, true, 0, 0)
	total, squares := 0.0, 0.0
	const draws = 4000
	for d := range uint64(draws) {
		s.Draw(d, &stop)
		w, result := s.Weight(&stop)
		if result != kernel.Found {
			t.Fatal(result)
		}
		total, squares = total+w, squares+w*w
	}
	mean := total / draws
	if z := (mean - 92) / math.Sqrt((squares/draws-mean*mean)/draws); math.Abs(z) > 3.5 {
		t.Errorf("estimated number of solutions %.2f, %.1f standard errors from 92", mean, z)
	}
}

func BenchmarkDraw(b *testing.B)        { benchmarkDraw(b, false) }
func BenchmarkWeighedDraw(b *testing.B) { benchmarkDraw(b, true) }

func benchmarkDraw(b *testing.B, weights bool) {
	s := sampler(b, pentominoes(8, 8, true), 1, weights, 0, 0)
	var stop atomic.Bool
	var total int64
	d := uint64(0)
	for b.Loop() {
		_, nodes, r := s.Draw(d, &stop)
		if r == kernel.Found && weights {
			_, r = s.Weight(&stop)
		}
		if r != kernel.Found {
			b.Fatal(r)
		}
		total += nodes
		d++
	}
	b.ReportMetric(float64(total)/float64(d), "nodes/draw")
}
