package sweep_test

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// matchings are those of a path: a choice at a vertex joins it with the next one, or not. The key is 1 if the vertex is
// joined with the one before.
type matchings struct{ vertices int }

func (s matchings) Children(p int, from [1]uint64, dst []sweep.Child[[1]uint64]) ([]sweep.Child[[1]uint64], int64) {
	next := int32(p + 1)
	dst = append(dst, sweep.Child[[1]uint64]{Place: next, Choice: 0})
	if from[0] == 0 && p+1 < s.vertices {
		dst = append(dst, sweep.Child[[1]uint64]{Key: [1]uint64{1}, Place: next, Choice: 1})
	}
	return dst, int64(len(dst))
}

func (s matchings) Options(dst []enumerate.OptionID, place, choice int) []enumerate.OptionID {
	if choice == 1 {
		dst = append(dst, enumerate.OptionID(place)) // the edge from this vertex to the next
	}
	return dst
}

// A spec of matchings of a path: their numbers are Fibonacci's.
func ExampleSpec() {
	for _, n := range []int{1, 2, 3, 4, 90} {
		plan := &sweep.Plan{Places: n, Options: n - 1, Bits: 1}
		plan.Specs.Of1 = func(bool, []sweep.Lists) sweep.Spec[[1]uint64] { return matchings{n} }
		c := sweep.NewCounter(plan, sweep.Limits{})
		if c.Run(nil) == sweep.Done {
			fmt.Print(c.Total(), " ")
		}
		x, outcome := sweep.Complete(plan, true, sweep.Limits{}, nil)
		fmt.Println(outcome == sweep.Done && x.Total().Cmp(c.Total()) == 0, x.Uses[:min(3, n-1)])
	}
	// Output:
	// 1 true []
	// 2 true [1]
	// 3 true [1 1]
	// 5 true [2 1 2]
	// 4660046610375530309 true [1779979416004714189 1100087778366101931 1359783275277224516]
}
