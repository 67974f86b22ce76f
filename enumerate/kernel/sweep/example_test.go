package sweep

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// The layers of a sweep over dominoes on 2x4 cells, row by row: the covered cells of each state, and
// the number of ways to cover them.
func Example() {
	var b enumerate.ProblemBuilder
	var order []enumerate.Item
	for range 8 {
		order = append(order, b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1}))
	}
	for _, cells := range [][2]enumerate.Item{{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {6, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}} {
		b.AddOption(enumerate.Member{Item: cells[0]}, enumerate.Member{Item: cells[1]})
	}
	problem, err := b.Build()
	if err != nil {
		panic(err)
	}
	plan, err := NewPlan(problem, order, nil)
	if err != nil {
		panic(err)
	}
	a := newPass[[1]uint64](plan, Limits{}, nil)
	a.begin(1)
	for p := range plan.steps {
		a.settle(p)
		l := &a.shards[0].layers[p]
		var lines []string
		for at := range l.room() {
			k, used := l.key(at)
			if !used {
				continue
			}
			cells := []byte("........")
			for q := range cells {
				if own := clip[[1]uint64](plan.steps[q].own); q < p || q > p && touches(own, clip[[1]uint64](plan.steps[p].live)) && touches(own, k) {
					cells[q] = '#'
				}
			}
			lines = append(lines, fmt.Sprintf("place %d  %s %s  %d", p, cells[:4], cells[4:], l.countAt(at)[0]))
		}
		slices.Sort(lines)
		for _, line := range lines {
			fmt.Println(line)
		}
		if p < len(order) {
			a.workers[0].expand(p, l, 0, l.room())
		}
	}
	// Output:
	// place 0  .... ....  1
	// place 1  #... #...  1
	// place 2  ##.. ##..  1
	// place 2  ##.. ....  1
	// place 3  ###. ###.  1
	// place 3  ###. #...  1
	// place 3  ###. ..#.  1
	// place 4  #### ..##  1
	// place 4  #### ....  1
	// place 5  #### #..#  1
	// place 6  #### ##..  2
	// place 8  #### ####  5
}

// Frontier returns the largest number of bits of a state.
func (p *Plan) Frontier() int { return p.slots }
