package shuffle_test

import (
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/exact/census"
	"coverstat/enumerate/kernel/shuffle"
	"coverstat/enumerate/kernel/state"
)

func shipped(t testing.TB, name string) *enumerate.Problem {
	t.Helper()
	return configstest.Open(t, name).(*census.Census).Instance.Problem
}

func space(t testing.TB, p *enumerate.Problem) *state.Space {
	t.Helper()
	s, err := state.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func BenchmarkDraw(b *testing.B)        { benchmarkDraw(b, false) }
func BenchmarkWeighedDraw(b *testing.B) { benchmarkDraw(b, true) }

func benchmarkDraw(b *testing.B, weights bool) {
	s := shuffle.New(space(b, shipped(b, "chessboard")), shuffle.Settings{Seed: 1, Weights: weights})
	var stop atomic.Bool
	var total int64
	d := uint64(0)
	for b.Loop() {
		_, nodes, r := s.Draw(d, &stop)
		if r == shuffle.Found && weights {
			_, r = s.Weight(&stop)
		}
		if r != shuffle.Found {
			b.Fatal(r)
		}
		total += nodes
		d++
	}
	b.ReportMetric(float64(total)/float64(d), "nodes/draw")
	b.ReportMetric(float64(s.Work())/float64(d), "work/draw")
}
