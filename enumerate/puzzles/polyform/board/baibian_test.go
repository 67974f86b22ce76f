package board

import (
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

const baibian = "S4 T4 O4 L4 V3 I2 I4 I3"

// BenchmarkBaibian solves random 6x6 boards with 8 blocked cells, one after
// another with the same kernel.
func BenchmarkBaibian(b *testing.B) {
	k, err := newCorner(newPuzzle(blank(6, 6), baibian, false))
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	boards := make([][]bool, 1000)
	for i := range boards {
		boards[i] = make([]bool, 36)
		for _, c := range r.Perm(36)[8:] {
			boards[i][c] = true
		}
	}
	task := enumerate.Task{Case: &enumerate.Case{}}
	var effort enumerate.Effort
	i := 0
	for b.Loop() {
		k.Retarget(boards[i%len(boards)])
		e, _ := k.Search(task, nil, func([]enumerate.OptionID) bool { return true })
		effort.Add(e)
		i++
	}
	b.ReportMetric(float64(effort.Nodes)/float64(i), "nodes/op")
	b.ReportMetric(float64(effort.Solutions)/float64(i), "solutions/op")
}
