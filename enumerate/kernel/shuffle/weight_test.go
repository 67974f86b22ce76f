package shuffle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/shuffle"
)

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
			if x, result := inOrder(p, order).search(nil); result == shuffle.Found {
				found[textOf(x)]++
			}
		})
		s := shuffle.New(space(t, p), shuffle.Settings{Seed: 3, Weights: true})
		seen := map[string]bool{}
		for d := range uint64(200) {
			x, _, result := s.Draw(d, &stop)
			if result != shuffle.Found {
				break
			}
			w, result := s.Weight(&stop)
			if text := textOf(x); result != shuffle.Found || float64(found[text])*w != float64(total) {
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
		if _, result := r.search(chosen); result == shuffle.Found {
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
		plain := shuffle.New(space(t, p), shuffle.Settings{Seed: 9})
		s := shuffle.New(space(t, p), shuffle.Settings{Seed: 9, Weights: true})
		limit := int64(r.IntN(12))
		a := shuffle.New(space(t, p), shuffle.Settings{Seed: 9, Weights: true, ProbeLimit: 1 + limit})
		b := shuffle.New(space(t, p), shuffle.Settings{Seed: 9, Weights: true, ProbeLimit: 1 + limit})
		const draws = 500
		seen := map[string]float64{}
		results := make([]shuffle.Result, draws)
		for d := range draws {
			want, wantNodes, wanted := plain.Draw(uint64(d), &stop)
			x, nodes, result := s.Draw(uint64(d), &stop)
			if result != wanted || nodes != wantNodes || !slices.Equal(x, want) {
				t.Fatalf("draw %d: %v after %d nodes, without weights %v after %d", d, x, nodes, want, wantNodes)
			}
			if result != shuffle.Found {
				break
			}
			text := textOf(x)
			w, _ := s.Weight(&stop)
			if math.Abs(w*exact[text]-1) > 1e-12 {
				t.Fatalf("draw %d: weight %v, expected 1/%v", d, w, exact[text])
			}
			seen[text]++
			a.Draw(uint64(d), &stop)
			if w2, result := a.Weight(&stop); result == shuffle.Found && w2 != w {
				t.Fatalf("weight %v, with a limit %v", w, w2)
			} else if results[d] = result; result == shuffle.Limited {
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

// TestWeightOfRandomItem: over all draws, every solution of the queens has the
// total weight of one for each draw. So the weights count all solutions alike.
func TestWeightOfRandomItem(t *testing.T) {
	var stop atomic.Bool
	p := shipped(t, "queens-8")
	s := shuffle.New(space(t, p), shuffle.Settings{Seed: 1, RandomItem: true, Weights: true})
	plain := shuffle.New(space(t, p), shuffle.Settings{Seed: 1, RandomItem: true})
	type sum struct{ w, squares float64 }
	sums := map[string]sum{}
	total, squares := 0.0, 0.0
	const draws = 6000
	for d := range uint64(draws) {
		x, nodes, _ := s.Draw(d, &stop)
		if y, n, _ := plain.Draw(d, &stop); n != nodes || !slices.Equal(x, y) {
			t.Fatalf("draw %d: %v after %d nodes, without weights %v after %d", d, x, nodes, y, n)
		}
		w, result := s.Weight(&stop)
		if result != shuffle.Found || w < 1 {
			t.Fatalf("weight %v, %v", w, result)
		}
		one := sums[textOf(x)]
		sums[textOf(x)] = sum{one.w + w, one.squares + w*w}
		total, squares = total+w, squares+w*w
	}
	if len(sums) != 92 {
		t.Errorf("%d solutions, expected 92", len(sums))
	}
	chi := 0.0
	for _, one := range sums {
		mean := one.w / draws
		z := (mean - 1) / math.Sqrt((one.squares/draws-mean*mean)/draws)
		chi += z * z
	}
	if chi < 50 || chi > 145 { // 92 degrees; four standard deviations are 54
		t.Errorf("chi square of the solutions' weights %.1f, expected about 92", chi)
	}
	mean := total / draws
	if z := (mean - 92) / math.Sqrt((squares/draws-mean*mean)/draws); math.Abs(z) > 3.5 {
		t.Errorf("estimated number of solutions %.2f, %.1f standard errors from 92", mean, z)
	}
}

// TestWeightOfColours tests weights with secondary items, where a key is final
// only after Refine. For 8 queens by rows the weights add up to 92.
func TestWeightOfColours(t *testing.T) {
	var stop atomic.Bool
	s := shuffle.New(space(t, shipped(t, "queens-8")), shuffle.Settings{Seed: 2, Weights: true})
	total, squares := 0.0, 0.0
	const draws = 4000
	for d := range uint64(draws) {
		s.Draw(d, &stop)
		w, result := s.Weight(&stop)
		if result != shuffle.Found {
			t.Fatal(result)
		}
		total, squares = total+w, squares+w*w
	}
	mean := total / draws
	if z := (mean - 92) / math.Sqrt((squares/draws-mean*mean)/draws); math.Abs(z) > 3.5 {
		t.Errorf("estimated number of solutions %.2f, %.1f standard errors from 92", mean, z)
	}
}
