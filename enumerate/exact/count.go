package exact

import (
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/cover/memo"
	"coverstat/enumerate/cover/state"
)

// Counting by memory is tried before it is chosen, and judged by its saving:
// the number of nodes of a plain search that each of its own has stood for. A
// node costs some twenty times as much as one of the best kernels, and listing
// tells the number up to symmetry as well, so a small saving is none.
//
// After a short trial 12 different pentominoes show savings of 1.1 to 1.4,
// Latin squares of 4.5, 6x6 Sudoku grids of 6, dominoes of thousands, and it
// only grows from there: the threshold is not delicate. Puzzles whose plain
// search is short are listed anyway.
const (
	shortTrial   = 1 << 14
	longTrial    = 1 << 17
	leastSaving  = 4
	hopeful      = 2 // saving after the short trial
	listedAnyway = 1 << 22
)

// remembered is what the trials said.
type remembered struct {
	pays  bool
	why   string
	space *state.Space
	rule  memo.Rule
}

// tryMemory tries the orders in which a count by memory may cover the items.
func tryMemory(p *enumerate.Problem) *remembered {
	best := &remembered{}
	saving, hope := 0.0, 0.0
	var nodes int64
	for _, way := range []struct {
		name  string
		order []enumerate.Item
		rule  memo.Rule
	}{
		{"item by item", nil, memo.First},
		{"item by item along a narrow band", band(p), memo.First},
		{"the item with fewest options first", nil, memo.Fewest},
	} {
		space, err := state.New(p, way.order)
		if err != nil {
			return &remembered{why: "counting by memory does not fit: " + err.Error()}
		}
		c := memo.NewCounter(space, memo.Options{Rule: way.rule, Nodes: shortTrial})
		outcome := c.Run(nil, nil)
		hope = max(hope, c.Saving())
		if outcome == memo.Exhausted && c.Saving() >= hopeful {
			c = memo.NewCounter(space, memo.Options{Rule: way.rule, Nodes: longTrial})
			outcome = c.Run(nil, nil)
		}
		if outcome == memo.Done && c.Covered < listedAnyway {
			return &remembered{why: fmt.Sprintf("counting by listing: a plain search has %.0f nodes", c.Covered)}
		}
		// Of two that are finished the shorter is better, of others the one
		// that saves more.
		better := c.Saving() > saving
		if outcome == memo.Done {
			better = nodes == 0 || c.Nodes < nodes
		} else if nodes > 0 {
			better = false
		}
		if better && (outcome == memo.Done || c.Saving() >= leastSaving) {
			if outcome == memo.Done {
				nodes = c.Nodes
			}
			saving = c.Saving()
			*best = remembered{pays: true, space: space, rule: way.rule,
				why: fmt.Sprintf("counting by memory of sub-problems, %s: a node stands for %.3g in a trial", way.name, c.Saving())}
		}
	}
	if !best.pays {
		best.why = fmt.Sprintf("counting by listing: sub-problems seldom repeat (a remembered node stands for %.2f in a trial)", hope)
	}
	return best
}

// band orders the primary items so that those of one option stand close
// together: breadth first from an item with few neighbours, their neighbours
// by their own number of neighbours (E. Cuthill and J. McKee, Reducing the
// bandwidth of sparse symmetric matrices, 1969).
func band(p *enumerate.Problem) []enumerate.Item {
	near := make([]map[enumerate.Item]bool, p.Items())
	for o := range p.Options() {
		members := p.Option(enumerate.OptionID(o))
		for _, a := range members {
			if near[a.Item] == nil {
				near[a.Item] = map[enumerate.Item]bool{}
			}
			for _, b := range members {
				near[a.Item][b.Item] = true
			}
		}
	}
	var all, order []enumerate.Item
	for i := range p.Items() {
		if p.Item(enumerate.Item(i)).Primary() {
			all = append(all, enumerate.Item(i))
		}
	}
	byDegree := func(a, b enumerate.Item) int {
		if d := len(near[a]) - len(near[b]); d != 0 {
			return d
		}
		return int(a - b)
	}
	slices.SortFunc(all, byDegree)
	taken := make([]bool, p.Items())
	for _, start := range all {
		if taken[start] {
			continue
		}
		taken[start] = true
		queue := []enumerate.Item{start}
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			order = append(order, i)
			from := len(queue)
			for j := range near[i] {
				if !taken[j] && p.Item(j).Primary() {
					taken[j] = true
					queue = append(queue, j)
				}
			}
			slices.SortFunc(queue[from:], byDegree)
		}
	}
	return order
}

// CountRaw implements [enumerate.Counter].
func (c *Census) CountRaw(stop <-chan struct{}) (raw *big.Int, nodes int64, how string, err error) {
	if c.Instance.Impossible != "" {
		return nil, 0, "", nil // listing is as quick
	}
	m := c.memory()
	if !m.pays {
		return nil, 0, "", nil
	}
	flag, release := flagOf(stop)
	defer release()
	counter := memo.NewCounter(m.space, memo.Options{Rule: m.rule})
	switch counter.Run(nil, flag) {
	case memo.Done:
		return counter.Total(), counter.Nodes, "memo", nil
	case memo.Overflow:
		return nil, 0, "", fmt.Errorf("more than 2^2048 solutions")
	}
	return nil, 0, "", ErrCountStopped
}

// ErrCountStopped says that a count was stopped before its end.
var ErrCountStopped = fmt.Errorf("stopped before the end")

// CountingFacts says how solutions are counted without being listed, or why
// not. It costs a trial of some hundredths of a second.
func (c *Census) CountingFacts() []enumerate.Fact {
	if c.Instance.Impossible != "" {
		return nil
	}
	m := c.memory()
	how := "listing"
	if m.pays {
		how = "memo"
	}
	return []enumerate.Fact{{Key: "count", Text: m.why, Value: how}}
}

// flagOf makes a flag of a channel.
func flagOf(stop <-chan struct{}) (flag *atomic.Bool, release func()) {
	flag = new(atomic.Bool)
	if stop == nil {
		return flag, func() {}
	}
	done := make(chan struct{})
	go func() {
		select {
		case <-stop:
			flag.Store(true)
		case <-done:
		}
	}()
	return flag, func() { close(done) }
}
