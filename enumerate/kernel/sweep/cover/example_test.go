package cover

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
	plan, err := NewPlan(problem, nil, order, nil)
	if err != nil {
		panic(err)
	}
	spec := plan.Specs.Of1(false, nil)
	gates := spec.(*spec1).gates
	layers := make([]map[[1]uint64]int, plan.Places+1) // by place: the partial solutions that lead to each state
	for p := range layers {
		layers[p] = map[[1]uint64]int{}
	}
	layers[0][[1]uint64{}] = 1
	for p, layer := range layers {
		var lines []string
		for k, count := range layer {
			cells := []byte("........")
			for q := range cells {
				if own := gates[q].own; q < p || q > p && touches(own, gates[p].live) && touches(own, k) {
					cells[q] = '#'
				}
			}
			lines = append(lines, fmt.Sprintf("place %d  %s %s  %d", p, cells[:4], cells[4:], count))
			if p < plan.Places {
				children, _ := spec.Children(p, k, nil)
				for _, c := range children {
					layers[c.Place][c.Key] += count
				}
			}
		}
		slices.Sort(lines)
		for _, line := range lines {
			fmt.Println(line)
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

type spec1 = spec[[1]uint64]
