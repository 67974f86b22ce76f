package cover_test

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/cover"
)

func TestDLXKnown(t *testing.T) {
	for _, k := range known {
		t.Run(k.name, func(t *testing.T) {
			d := cover.NewDLX(k.problem)
			var sum cover.Checksum
			e, done := d.Search(enumerate.Task{}, nil, sum.Visit)
			t.Log(e)
			if !done || sum.Solutions != k.solutions {
				t.Errorf("%d solutions, want %d", sum.Solutions, k.solutions)
			}
		})
	}
}

func BenchmarkDLX(b *testing.B) {
	bench(b, func(p *enumerate.Problem) enumerate.Kernel { return cover.NewDLX(p) })
}

func bench(b *testing.B, kernel func(p *enumerate.Problem) enumerate.Kernel) {
	for _, x := range []struct {
		name    string
		problem *enumerate.Problem
	}{{"dominoes8x8", dominoes(8, 8)}, {"queens12", queens(12)}, {"sudoku6x6", grids(6, 2, 3)}, {"pentominoes3x20", pentominoes(3, 20, false)}, {"chessboard", pentominoes(8, 8, true)}} {
		b.Run(x.name, func(b *testing.B) {
			k := kernel(x.problem)
			var e enumerate.Effort
			for b.Loop() {
				e, _ = k.Search(enumerate.Task{}, nil, func([]enumerate.OptionID) bool { return true })
			}
			b.ReportMetric(float64(e.Nodes), "nodes/op")
			b.ReportMetric(float64(e.Updates), "updates/op")
			b.ReportMetric(float64(e.Solutions), "solutions/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(e.Nodes), "ns/node")
		})
	}
}
