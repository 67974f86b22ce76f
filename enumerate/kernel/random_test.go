package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/kernel/kerneltest"
)

// A draft is a problem whose parts can be removed. The fuzz target shrinks and prints it.
type draft struct {
	items   []enumerate.ItemInfo
	options [][]enumerate.Member
	fixed   []int
	banned  []int
}

// draw makes a small random problem. kinds is a set of 1 secondary, 2 coloured,
// 4 bounded items, 8 fixed and banned options, 16 all options of the same size.
func draw(r *rand.Rand, kinds int) draft {
	var d draft
	for range 1 + r.IntN(7) {
		info := primary
		switch k := r.IntN(10); {
		case k < 3 && kinds&3 != 0:
			info = secondary
		case k < 6 && kinds&4 != 0:
			info.Min = int32(r.IntN(3))
			info.Max = info.Min + int32(r.IntN(3))
			if r.IntN(4) == 0 {
				info.Max = enumerate.Unbounded
			}
		}
		d.items = append(d.items, info)
	}
	for range r.IntN(12) {
		var o []enumerate.Member
		for i, info := range d.items {
			if r.IntN(3) == 0 {
				m := enumerate.Member{Item: enumerate.Item(i)}
				if info.Secondary() && kinds&2 != 0 {
					m.Colour = enumerate.Colour(r.IntN(3))
				}
				o = append(o, m)
			}
		}
		d.options = append(d.options, o)
	}
	if kinds&16 != 0 {
		d.trim(2)
	}
	if kinds&8 != 0 && len(d.options) > 0 {
		for range r.IntN(3) {
			d.fixed = append(d.fixed, r.IntN(len(d.options)))
		}
		for range r.IntN(3) {
			d.banned = append(d.banned, r.IntN(len(d.options)))
		}
	}
	return d
}

// trim cuts the options to n items that must be covered, and drops shorter ones.
func (d *draft) trim(n int) {
	whole := d.options[:0]
	for _, o := range d.options {
		var cut []enumerate.Member
		k := 0
		for _, m := range o {
			if d.items[m.Item].Min > 0 {
				if k++; k > n {
					continue
				}
			}
			cut = append(cut, m)
		}
		if k >= n {
			whole = append(whole, cut, slices.Clone(cut))
		}
	}
	if len(whole) > 14 {
		whole = whole[:14]
	}
	d.options = whole
}

// problem builds the problem of the draft, without options that a problem may not have.
func (d draft) problem() (*enumerate.Problem, enumerate.Case) {
	var b enumerate.ProblemBuilder
	for _, i := range d.items {
		b.AddItem(i)
	}
	var c enumerate.Case
	for k, o := range d.options {
		if slices.ContainsFunc(o, func(m enumerate.Member) bool { return d.items[m.Item].Min > 0 }) {
			id := b.AddOption(o...)
			if slices.Contains(d.fixed, k) {
				c.Fixed = append(c.Fixed, id)
			}
			if slices.Contains(d.banned, k) {
				c.Banned = append(c.Banned, id)
			}
		}
	}
	return build(&b), c
}

func (d draft) String() string {
	var s strings.Builder
	for i, info := range d.items {
		fmt.Fprintf(&s, "item %d: %d..%d\n", i, info.Min, info.Max)
	}
	for k, o := range d.options {
		fmt.Fprintf(&s, "option %d: %v fixed %v banned %v\n", k, o, slices.Contains(d.fixed, k), slices.Contains(d.banned, k))
	}
	return s.String()
}

// brute is the checksum of all solutions, found without a kernel.
func brute(p *enumerate.Problem, c enumerate.Case) (sum kerneltest.Checksum) {
	kerneltest.Solutions(p, c, sum.Add)
	return sum
}

// kernels returns all kernels that take the problem.
func kernels(p *enumerate.Problem) map[string]enumerate.Kernel {
	k := map[string]enumerate.Kernel{
		"dlx":       kernel.NewDLX(p),
		"dlx tails": kernel.NewDLX(p).CacheTails(),
	}
	if b, err := kernel.NewBits(p); err == nil {
		k["bits"] = b
	}
	return k
}

// wrong says what the kernels do wrong with a problem, or returns "".
func (d draft) wrong() string {
	p, c := d.problem()
	want := brute(p, c)
	efforts := map[string]enumerate.Effort{}
	for name, k := range kernels(p) {
		var sum kerneltest.Checksum
		whole, done := k.Search(enumerate.Task{Case: &c}, nil, sum.Visit)
		if !done || !sum.Equal(&want) || whole.Solutions != sum.Solutions {
			return fmt.Sprintf("%s: %d solutions, want %d", name, sum.Solutions, want.Solutions)
		}
		efforts[name] = whole
		for _, cut := range []float64{1, 0.4, 0.1, 0.001} {
			if s := cutWrong(k, c, cut, whole, want); s != "" {
				return fmt.Sprintf("%s cut at %v: %s", name, cut, s)
			}
		}
	}
	bounded := slices.ContainsFunc(d.items, enumerate.ItemInfo.Bounded) // dlx may branch on these
	if b, ok := efforts["bits"]; ok && !bounded && b.Nodes != efforts["dlx"].Nodes {
		return fmt.Sprintf("bits: %d nodes, dlx %d", b.Nodes, efforts["dlx"].Nodes)
	}
	return ""
}

// cutWrong says what is wrong if the tasks of a cut are not the whole search,
// or returns "".
func cutWrong(k enumerate.Kernel, c enumerate.Case, cut float64, whole enumerate.Effort, want kerneltest.Checksum) string {
	tasks, total := k.Split([]enumerate.Case{c}, cut)
	var sum kerneltest.Checksum
	share := 0.0
	for _, t := range tasks {
		e, done := k.Search(t, nil, sum.Visit)
		if !done {
			return "stopped"
		}
		total.Add(e)
		share += t.Share
	}
	switch {
	case !sum.Equal(&want):
		return fmt.Sprintf("%d solutions, want %d", sum.Solutions, want.Solutions)
	case total != whole:
		return fmt.Sprintf("effort %+v, whole %+v", total, whole)
	case share > 1+1e-9:
		return fmt.Sprintf("shares sum to %v", share)
	}
	return ""
}

// TestLongLists has items in hundreds of options, in more than one word of items.
func TestLongLists(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		var b enumerate.ProblemBuilder
		const items, apart = 6, 64 // half of the items of the options on either side of item 64
		addItems(&b, apart, primary)
		addItems(&b, items, primary)
		for i := range enumerate.Item(apart) {
			b.AddOption(option(i)...)
		}
		for range 100 + r.IntN(400) {
			var o []enumerate.Item
			for _, i := range r.Perm(items)[:2+r.IntN(2)] {
				o = append(o, apart-items/2+enumerate.Item(i))
			}
			slices.Sort(o)
			b.AddOption(option(o...)...)
		}
		for i := range enumerate.Item(items / 2) {
			b.AddOption(option(apart + items/2 + i)...)
		}
		p := build(&b)
		bits, err := kernel.NewBits(p)
		if err != nil {
			t.Fatal(err)
		}
		var got, want kerneltest.Checksum
		found, _ := bits.Search(enumerate.Task{}, nil, got.Visit)
		wanted, _ := kernel.NewDLX(p).Search(enumerate.Task{}, nil, want.Visit)
		if !got.Equal(&want) || found.Nodes != wanted.Nodes {
			t.Fatalf("bits: %d solutions and %d nodes, dlx %d and %d", got.Solutions, found.Nodes, want.Solutions, wanted.Nodes)
		}
	}
}

// shrink removes bounds, options and members as long as the result is still wrong.
func (d draft) shrink() draft {
	for again := true; again; {
		again = false
		for k := range d.options {
			e := d
			e.options = slices.Clone(d.options)
			e.options[k] = nil
			if d.options[k] != nil && e.wrong() != "" {
				d, again = e, true
			}
		}
		for _, drop := range []func(*draft){
			func(e *draft) { e.fixed = e.fixed[:max(0, len(e.fixed)-1)] },
			func(e *draft) { e.banned = e.banned[:max(0, len(e.banned)-1)] },
		} {
			e := d
			if drop(&e); len(e.fixed)+len(e.banned) < len(d.fixed)+len(d.banned) && e.wrong() != "" {
				d, again = e, true
			}
		}
	}
	return d
}

func checkDraft(t *testing.T, d draft) {
	t.Helper()
	if d.wrong() != "" {
		d = d.shrink()
		t.Fatalf("%s\n%v", d.wrong(), d)
	}
}

func TestRandomProblems(t *testing.T) {
	solvable := make([]int, 32)
	seeds, least := uint64(80000), 20
	if testing.Short() {
		seeds, least = 16000, 4
	}
	for seed := range seeds {
		d := draw(rand.New(rand.NewPCG(seed, 1)), int(seed%32))
		checkDraft(t, d)
		if want := brute(d.problem()); want.Solutions > 1 {
			solvable[seed%32]++
		}
	}
	for kinds, n := range solvable {
		if n < least {
			t.Errorf("kinds %05b: only %d problems with several solutions; the test shows little", kinds, n)
		}
	}
}

func FuzzKernels(f *testing.F) {
	for kinds := range 32 {
		f.Add(uint64(kinds), kinds)
	}
	f.Fuzz(func(t *testing.T, seed uint64, kinds int) {
		checkDraft(t, draw(rand.New(rand.NewPCG(seed, 2)), kinds))
	})
}
