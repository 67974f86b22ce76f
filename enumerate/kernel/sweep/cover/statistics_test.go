package cover_test

import (
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/kernel/sweep/cover"
)

// solutions lists all solutions by dancing links, their options ascending.
func solutions(p *enumerate.Problem) (all [][]enumerate.OptionID) {
	kernel.NewDLX(p).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func(s []enumerate.OptionID) bool {
		s = slices.Clone(s)
		slices.Sort(s)
		all = append(all, s)
		return true
	})
	return all
}

// randomSums makes one or two sums of random values and marks.
func randomSums(r *rand.Rand, p *enumerate.Problem) (sums []enumerate.Sum) {
	for range 1 + r.IntN(2) {
		s := enumerate.Sum{Base: int64(r.IntN(5) - 2)}
		if r.IntN(3) > 0 {
			s.Values = make([]int32, p.Options())
			for o := range s.Values {
				s.Values[o] = max(0, r.Int32N(5)-1)
			}
		}
		for range r.IntN(4) {
			var m []enumerate.OptionID
			for o := range enumerate.OptionID(p.Options()) {
				if r.IntN(4) == 0 {
					m = append(m, o)
				}
			}
			s.Marks = append(s.Marks, m)
		}
		if r.IntN(2) == 0 {
			s.Contacts = randomContacts(r, p)
		}
		sums = append(sums, s)
	}
	return sums
}

// randomContacts puts items side by side that at most one option of a solution has.
func randomContacts(r *rand.Rand, p *enumerate.Problem) *enumerate.Contacts {
	c := &enumerate.Contacts{Problem: p, Beside: make([][]enumerate.Item, p.Items()), Kinds: make([]enumerate.ContactKind, p.Options())}
	coloured := map[enumerate.Item]bool{}
	for o := range enumerate.OptionID(p.Options()) {
		c.Kinds[o] = enumerate.ContactKind(r.IntN(4))
		for _, m := range p.Option(o) {
			coloured[m.Item] = coloured[m.Item] || m.Colour != 0
		}
	}
	var single []enumerate.Item
	for i := range enumerate.Item(p.Items()) {
		if p.Item(i).Max == 1 && !coloured[i] {
			single = append(single, i)
		}
	}
	for range 2 * len(single) {
		i, j := single[r.IntN(len(single))], single[r.IntN(len(single))]
		c.Beside[i], c.Beside[j] = append(c.Beside[i], j), append(c.Beside[j], i)
	}
	return c
}

// TestStatistics compares groups, uses and draws with lists of all solutions, for random
// problems, sums, orders and numbers of workers.
func TestStatistics(t *testing.T) {
	fitted := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := kerneltest.Random(r)
		order := primaries(p)
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		sums := randomSums(r, p)
		plan, err := cover.NewPlan(p, nil, order, nil, sums...)
		if err != nil {
			continue
		}
		fitted++
		all := solutions(p)
		if r.IntN(2) == 0 { // only those whose first sum is even
			plan = plan.Only(func(values []int64) bool { return values[0]%2 == 0 })
			all = slices.DeleteFunc(all, func(s []enumerate.OptionID) bool { return sums[0].Of(s)%2 != 0 })
		}
		limits := sweep.Limits{Workers: r.IntN(3)}
		groups, uses := map[string]int64{}, make([]int64, p.Options())
		for _, s := range all {
			var values []int64
			for i := range sums {
				values = append(values, sums[i].Of(s))
			}
			groups[fmt.Sprint(values)]++
			for _, o := range s {
				uses[o]++
			}
		}
		c := sweep.NewCounter(plan, limits)
		if c.Run(nil) != sweep.Done || len(c.Groups) != len(groups) {
			t.Fatalf("seed %d: groups %v, expected %v", seed, c.Groups, groups)
		}
		for _, g := range c.Groups {
			if groups[fmt.Sprint(g.Values)] != g.Raw.Int64() {
				t.Fatalf("seed %d: groups %v, expected %v", seed, c.Groups, groups)
			}
		}
		x, outcome := sweep.Complete(plan, true, limits, nil)
		if outcome != sweep.Done || x.Total().Int64() != int64(len(all)) {
			t.Fatalf("seed %d: outcome %d, total %v, expected %d", seed, outcome, x.Total(), len(all))
		}
		for o, n := range uses {
			if got := x.Uses[o].Int64(); got != n {
				t.Fatalf("seed %d: option %d is used %d times, expected %d", seed, o, got, n)
			}
		}
		for range min(3, len(all)) {
			s := x.Draw(nil, rand.NewPCG(seed, 3))
			slices.Sort(s)
			if !slices.ContainsFunc(all, func(other []enumerate.OptionID) bool { return slices.Equal(s, other) }) {
				t.Fatalf("seed %d: drew %v, which is no solution", seed, s)
			}
		}
	}
	if fitted < 1500 {
		t.Errorf("only %d of the problems fitted", fitted)
	}
}

// snapshots is a checkpoint that keeps all snapshots, up to some moment if until is not nil. A count
// goes on from the bytes of from.
type snapshots struct {
	t     *testing.T
	all   *[][]byte
	until func() bool
	from  []byte
}

func (s *snapshots) Save(_ int, snapshot func(put func([]byte) error) error) {
	if s.until != nil && s.until() {
		return
	}
	var bytes []byte
	if err := snapshot(func(b []byte) error { bytes = append(bytes, b...); return nil }); err != nil {
		s.t.Fatal(err)
	}
	*s.all = append(*s.all, bytes)
}

func (s *snapshots) Load(int) (get func([]byte) error, done func()) {
	if s.from == nil {
		return nil, func() {}
	}
	get = func(b []byte) error {
		if len(b) > len(s.from) {
			return io.EOF
		}
		s.from = s.from[copy(b, s.from):]
		return nil
	}
	return get, func() {}
}

// TestCheckpoint: a count that goes on from what was kept before any layer finds the same, with
// another number of workers, too; bytes that were cut off or of another plan are ignored.
func TestCheckpoint(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, x := range []struct {
		problem *enumerate.Problem
		sum     enumerate.Sum
	}{
		{kerneltest.Dominoes(5, 6), enumerate.Sum{}},
		{kerneltest.Dominoes(6, 5), enumerate.Sum{Contacts: &enumerate.Contacts{Beside: grid(6, 5), Kinds: slices.Repeat([]enumerate.ContactKind{enumerate.First | enumerate.Second}, 49)}}},
		{squares(300), enumerate.Sum{}},
	} {
		if x.sum.Contacts != nil {
			x.sum.Contacts.Problem = x.problem
		}
		p := plan(t, x.problem, primaries(x.problem), x.sum)
		var kept [][]byte
		c := sweep.NewCounter(p, sweep.Limits{Checkpoint: &snapshots{t: t, all: &kept}})
		c.Run(nil)
		want := fmt.Sprint(c.Groups, c.Nodes)
		for k := 0; k < 2*len(kept); k += 1 + len(kept)/16 {
			from := kept[k%len(kept)]
			if k >= len(kept) {
				from = from[:len(from)*k/2/len(kept)/8*8]
			}
			c := sweep.NewCounter(p, sweep.Limits{Workers: 1 + k%3, Checkpoint: &snapshots{t: t, all: new([][]byte), from: from}})
			if c.Run(nil) != sweep.Done || fmt.Sprint(c.Groups, c.Nodes) != want {
				t.Fatalf("going on from snapshot %d of %d: %v, %d nodes, expected %s", k, len(kept), c.Groups, c.Nodes, want)
			}
		}
	}
}

// TestUniform draws solutions of a small problem, by a chi-square test with 279 degrees of
// freedom that fails once in a million runs: but the draws are always the same.
func TestUniform(t *testing.T) {
	p := kerneltest.Dominoes(5, 6) // 1,183 tilings
	x, _ := sweep.Complete(plan(t, p, cover.NarrowOrder(p)), false, sweep.Limits{}, nil)
	seen := map[string]int{}
	source := rand.NewPCG(1, 1)
	const draws = 50_000
	for range draws {
		seen[fmt.Sprint(x.Draw(nil, source))]++
	}
	expected, sum := draws/1183.0, 0.0
	for _, n := range seen {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	if len(seen) != 1183 || sum > 1423 {
		t.Errorf("%d solutions, chi-square %.0f, expected 1183 and at most 1423", len(seen), sum)
	}
}

// grid lists the cells beside each cell.
func grid(rows, cols int) [][]enumerate.Item {
	beside := make([][]enumerate.Item, rows*cols)
	for i := range beside {
		for _, j := range []int{i - cols, i + cols, i - 1, i + 1} {
			if j >= 0 && j < len(beside) && (i/cols == j/cols || i%cols == j%cols) {
				beside[i] = append(beside[i], enumerate.Item(j))
			}
		}
	}
	return beside
}

// TestWorkers: several workers find what one finds, where layers are large.
func TestWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	p := kerneltest.Dominoes(14, 14)
	short := enumerate.Sum{Values: make([]int32, p.Options())}
	for o := range p.Options() / 3 {
		short.Values[o] = 1
	}
	small := kerneltest.Dominoes(8, 10)
	meeting := enumerate.Sum{Contacts: &enumerate.Contacts{Problem: small, Beside: grid(8, 10), Kinds: slices.Repeat([]enumerate.ContactKind{enumerate.First | enumerate.Second}, small.Options())}}
	for k, one := range []*sweep.Plan{plan(t, p, primaries(p), short), plan(t, small, primaries(small), meeting)} {
		var want []enumerate.Group
		for _, workers := range []int{1, 2, 5} {
			c := sweep.NewCounter(one, sweep.Limits{Workers: workers})
			if c.Run(nil) != sweep.Done {
				t.Fatal("not done")
			}
			if want == nil {
				want = c.Groups
			} else if fmt.Sprint(c.Groups) != fmt.Sprint(want) {
				t.Errorf("plan %d: %d workers find other groups than one", k, workers)
			}
		}
	}
	// Kasteleyn's number for 14 x 14 cells, OEIS A004003.
	x, _ := sweep.Complete(plan(t, p, primaries(p)), true, sweep.Limits{Workers: 2}, nil)
	if x.Total().String() != "112202208776036178000000" {
		t.Errorf("%v tilings", x.Total())
	}
	all := new(big.Int)
	for o := range enumerate.OptionID(p.Options()) {
		all.Add(all, x.Uses[o])
	}
	if all.Cmp(new(big.Int).Mul(x.Total(), big.NewInt(98))) != 0 {
		t.Errorf("the options are used %v times, expected 98 times the number of tilings", all)
	}
}

func BenchmarkUses(b *testing.B) {
	p := kerneltest.Dominoes(12, 12)
	for b.Loop() {
		sweep.Complete(plan(b, p, cover.NarrowOrder(p)), true, sweep.Limits{}, nil)
	}
}

// TestManyContacts: the pieces of two dominoes in a row meet, which the last of many sums counts.
// Up to 64 sums may have contacts, whatever other sums there are.
func TestManyContacts(t *testing.T) {
	p := kerneltest.Dominoes(1, 4)
	meeting := func(second enumerate.ContactKind) enumerate.Sum {
		kinds := []enumerate.ContactKind{enumerate.First, 0, second}
		return enumerate.Sum{Contacts: &enumerate.Contacts{Problem: p, Beside: [][]enumerate.Item{{1}, {0, 2}, {1, 3}, {2}}, Kinds: kinds}}
	}
	for _, c := range []struct {
		others, contacts int
		fits             bool
	}{{0, 1, true}, {0, 64, true}, {70, 1, true}, {0, 65, false}, {1, 66, false}} {
		sums := slices.Concat(make([]enumerate.Sum, c.others), slices.Repeat([]enumerate.Sum{meeting(enumerate.First)}, c.contacts-1), []enumerate.Sum{meeting(enumerate.Second)})
		plan, err := cover.NewPlan(p, nil, primaries(p), nil, sums...)
		if (err == nil) != c.fits {
			t.Fatalf("%+v: %v", c, err)
		}
		if !c.fits {
			continue
		}
		want := append(make([]int64, len(sums)-1), 1)
		counter := sweep.NewCounter(plan, sweep.Limits{})
		if counter.Run(nil) != sweep.Done || len(counter.Groups) != 1 || !slices.Equal(counter.Groups[0].Values, want) {
			t.Errorf("%+v: groups %v, expected one with the values %v", c, counter.Groups, want)
		}
	}
}
