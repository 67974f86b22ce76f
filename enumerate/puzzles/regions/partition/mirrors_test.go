package partition

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// TestMirrors: sweeps in which images are one state, and sweeps in which they are not, find the same numbers of partitions,
// also by sums and within filters; and a sum that images differ in keeps them apart.
func TestMirrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	fewer := 0
	for range 60 {
		rows, cols := 2+rng.IntN(3), 2+rng.IntN(3)
		r := gridOf(rows, cols, false)
		r.Least, r.Fewest = int64(rng.IntN(3)), int64(rng.IntN(3))
		r.Most, r.Greatest = r.Least+2+int64(rng.IntN(8)), r.Fewest+int64(1+rng.IntN(5))
		var images [][]int32
		for kind := range 4 {
			image := make([]int32, rows*cols)
			for v := range image {
				row, col := v/cols, v%cols
				if kind&1 != 0 {
					col = cols - 1 - col
				}
				if kind&2 != 0 {
					row = rows - 1 - row
				}
				image[v] = int32(row*cols + col)
			}
			images = append(images, image)
		}
		r.Images = symmetry.NewPermutations(images)
		sums := []enumerate.Sum{cutEdges(r), {Own: &numberSum{r, regionCount}}, {Own: &numberSum{r, leastWeight}}, {Own: &numberSum{r, greatestWeight}}}
		if rng.IntN(3) == 0 {
			uneven := cutEdges(r)
			uneven.Values = slices.Clone(uneven.Values)
			uneven.Values[1] = 2
			sums = append(sums, uneven)
		}
		most := int64(rng.IntN(2 * len(r.Edges)))
		filter := &sweep.Filter{Sums: sums[:1], Most: []int64{most}, Accept: func(values []int64) bool { return values[0] <= most }}
		for k, by := range [][]enumerate.Sum{nil, sums[:1], sums, nil} {
			f := filter
			if k < 3 {
				f = nil
			}
			plan, err := r.Plan(nil, orderOf(rows*cols), f, by...)
			if err != nil {
				t.Fatal(err)
			}
			var texts [2]string
			var nodes [2]int64
			for i, whole := range []bool{false, true} {
				c := sweep.NewCounter(plan, sweep.Limits{Whole: whole})
				c.Run(nil)
				texts[i], nodes[i] = fmt.Sprint(c.Groups, c.Total()), c.Nodes
			}
			if texts[0] != texts[1] || nodes[0] > nodes[1] {
				t.Fatalf("%d x %d, %+v, by %d sums: %s in %d nodes, without images %s in %d", rows, cols, r, len(by), texts[0], nodes[0], texts[1], nodes[1])
			}
			if nodes[0] < nodes[1] {
				fewer++
			}
		}
	}
	if fewer < 100 {
		t.Errorf("%d sweeps took fewer nodes: expected more", fewer)
	}
}
