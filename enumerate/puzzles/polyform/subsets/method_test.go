package subsets

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
)

// TestChooseMethod: the cheaper method is chosen, or the one that the config names, and
// the facts say why.
func TestChooseMethod(t *testing.T) {
	cost := func(nodes float64) func(float64) (PassCost, error) {
		return func(enough float64) (PassCost, error) { return PassCost{nodes, nodes < enough}, nil }
	}
	failed := errors.New("failed")
	for _, c := range []struct {
		wanted string
		pass   Pass
		cost   float64 // of a search, besides its 100 nodes
		method string
		why    string // or the error, if there is no method
	}{
		{"scatter", Pass{Bytes: 1}, 0, "scatter", "as the config says; its table has 1 MB"},
		{"each", Pass{}, 0, "each", "as the config says"},
		{"scatter", Pass{Unfit: failed}, 0, "", "method scatter does not fit: failed"},
		{"each", Pass{Unfit: failed}, 0, "each", "as the config says"},
		{"auto", Pass{Unfit: failed}, 0, "each", "a search of each pair, as method scatter does not fit: failed"},
		{"", Pass{Cost: func(float64) (PassCost, error) { return PassCost{}, failed }}, 0, "", "failed"},
		{"", Pass{Cost: func(float64) (PassCost, error) { return PassCost{}, fmt.Errorf("%w: too large", ErrUnfit) }}, 0, "each", "a search of each pair, as method scatter does not fit: too large"},
		{"", Pass{Over: "tours", Bytes: 3 << 20, Cost: cost(999)}, 0, "scatter", "one pass over all tours is worth about 999 nodes with a table of 3 MB, a search of each pair 1e+03"},
		{"auto", Pass{Over: "tours", Cost: cost(1001)}, 0, "each", "one pass over all tours is worth about 1e+03 nodes with a table of 0 MB, a search of each pair 1e+03"},
		{"auto", Pass{Over: "tours", Cost: cost(1001)}, 1, "scatter", "one pass over all tours is worth about 1e+03 nodes with a table of 0 MB, a search of each pair 1.01e+03"},
		{"auto", Pass{Over: "tours", Cost: cost(1001)}, 101, "scatter", "one pass over all tours is worth at most about 1e+03 nodes with a table of 0 MB, a search of each pair at least 1.01e+03"},
	} {
		space, err := NewSpace(nil, NewChoices([]int{1, 1, 1, 1, 1}, 2, 2, 2), []Symmetry{{Pieces: []uint8{0, 1, 2, 3, 4}}})
		if err != nil {
			t.Fatal(err)
		}
		s := &Survey{Thing: "pair", Space: space, Pass: c.pass, SearchCost: c.cost,
			NewCounter: func() Counter {
				return func(Instance, *atomic.Bool) (Found, enumerate.Effort, error) {
					return Found{}, enumerate.Effort{Nodes: 100}, nil
				}
			}}
		method, why, err := s.chooseMethod(c.wanted)
		if c.method == "" {
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%q: %v, expected %s", c.wanted, err, c.why)
			}
			continue
		}
		if err != nil || method != c.method || why != c.why {
			t.Errorf("%q: %v, method %s: %s\nexpected %s: %s", c.wanted, err, method, why, c.method, c.why)
		}
	}
}
