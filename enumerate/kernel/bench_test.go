package kernel_test

import (
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
)

// Run these with -bench. Nodes, updates and solutions are exact, so benchstat warns
// if they vary. The long ones, chessboard and sudoku6x6, take up to half a minute.
func BenchmarkDLX(b *testing.B) {
	benchmark(b, func(p *enumerate.Problem) enumerate.Kernel { return kernel.NewDLX(p) })
}

func BenchmarkDLXTails(b *testing.B) {
	benchmark(b, func(p *enumerate.Problem) enumerate.Kernel { return kernel.NewDLX(p).CacheTails() })
}

func BenchmarkBits(b *testing.B) {
	benchmark(b, func(p *enumerate.Problem) enumerate.Kernel {
		k, err := kernel.NewBits(p)
		if err != nil {
			b.Fatal(err)
		}
		return k
	})
}

func benchmark(b *testing.B, kernel func(p *enumerate.Problem) enumerate.Kernel) {
	for _, x := range []struct {
		name    string
		problem func() *enumerate.Problem
	}{
		{"queens12", func() *enumerate.Problem { return queens(12) }},
		{"langford11", func() *enumerate.Problem { return langford(11) }},
		{"dominoes8x8", func() *enumerate.Problem { return dominoes(8, 8) }},
		{"pentominoes3x20", func() *enumerate.Problem { return pentominoes(3, 20, false) }},
		{"sudoku6x6", func() *enumerate.Problem { return grids(6, 2, 3) }},
		{"chessboard", func() *enumerate.Problem { return pentominoes(8, 8, true) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			k := kernel(x.problem())
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
