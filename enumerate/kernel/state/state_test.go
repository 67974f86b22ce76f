package state_test

import (
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/state"
)

var (
	primary   = enumerate.ItemInfo{Min: 1, Max: 1}
	secondary = enumerate.ItemInfo{Min: 0, Max: 1}
)

// problem makes a problem of items, and options given as lists of items.
func problem(t *testing.T, items []enumerate.ItemInfo, options ...[]enumerate.Item) *enumerate.Problem {
	t.Helper()
	var b enumerate.ProblemBuilder
	for _, i := range items {
		b.AddItem(i)
	}
	for _, o := range options {
		var members []enumerate.Member
		for _, i := range o {
			members = append(members, enumerate.Member{Item: i})
		}
		b.AddOption(members...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func repeat(info enumerate.ItemInfo, n int) []enumerate.ItemInfo {
	var all []enumerate.ItemInfo
	for range n {
		all = append(all, info)
	}
	return all
}

func TestProblemsThatDoNotFit(t *testing.T) {
	two := enumerate.ItemInfo{Min: 2, Max: 2}
	for want, p := range map[string]*enumerate.Problem{
		"256 items":         problem(t, repeat(primary, 257)),
		"192 bits":          problem(t, append(repeat(primary, 1), repeat(two, 97)...)),
		"without a primary": problem(t, []enumerate.ItemInfo{primary, two}, []enumerate.Item{1}),
	} {
		if _, err := state.New(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected an error with %q", err, want)
		}
	}
	for _, p := range []*enumerate.Problem{
		problem(t, repeat(primary, 256)),
		problem(t, append(repeat(primary, 200), repeat(secondary, 56)...)),
		problem(t, append(repeat(primary, 256), enumerate.ItemInfo{Max: enumerate.Unbounded})),
		problem(t, append(repeat(primary, 1), repeat(two, 96)...)),
		problem(t, []enumerate.ItemInfo{primary, {Min: 300, Max: 300}}),
	} {
		if _, err := state.New(p); err != nil {
			t.Error(err)
		}
	}
}

// TestEqualKeys: two ways to cover the same items lead to one key. This holds
// even if they used up a secondary item that no other option needs, or used a
// stock that can no longer run short.
func TestEqualKeys(t *testing.T) {
	items := []enumerate.ItemInfo{primary, primary, primary, primary, secondary, {Min: 0, Max: 2}}
	p := problem(t, items,
		[]enumerate.Item{0, 1, 4}, []enumerate.Item{0}, []enumerate.Item{1, 5}, // two ways to cover 0 and 1
		[]enumerate.Item{2, 3}, []enumerate.Item{2}, []enumerate.Item{3})
	var a, b state.Node
	s, v := chosen(t, p, &a, 0)
	if v != state.Open {
		t.Fatal(v)
	}
	if _, v := chosen(t, p, &b, 1, 2); v != state.Open {
		t.Fatal(v)
	}
	if a.Key != b.Key {
		t.Errorf("keys %v and %v", a.Key, b.Key)
	}
	if n := s.Remaining(&a); n != 2 || s.Nth(&a, 0) != 2 || s.Nth(&a, 1) != 3 || s.Fewest(&a) != 2 {
		t.Errorf("%d items remain, %d and %d; fewest %d", n, s.Nth(&a, 0), s.Nth(&a, 1), s.Fewest(&a))
	}
	if _, v := chosen(t, p, &a, 0, 3); v != state.Solved {
		t.Errorf("with all covered: %v", v)
	}
	if _, v := chosen(t, problem(t, items[:2], []enumerate.Item{0, 1}, []enumerate.Item{0}), &a, 1); v != state.Dead {
		t.Errorf("without an option for an item: %v", v)
	}
}

// chosen makes n the state of a problem in which these options are chosen.
func chosen(t *testing.T, p *enumerate.Problem, n *state.Node, options ...int32) (*state.Space, state.Verdict) {
	t.Helper()
	s, err := state.New(p)
	if err != nil {
		t.Fatal(err)
	}
	n.List = make([]int32, 0, s.Options)
	v := s.Root(n)
	for _, o := range options {
		n.Key = s.Take(n.Key, o)
		v = s.Refine(n, n)
	}
	return s, v
}
