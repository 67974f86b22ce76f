package findings

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		factors []string
		want    string
	}{
		{[]string{"1", "0", "-1", "2"}, "1 - x^2 + 2 x^3"},
		{[]string{"-3", "1"}, "-3 + x"},
		{[]string{"0"}, "0"},
	} {
		if got := terms(c.factors, power); got != c.want {
			t.Errorf("%v: %s, expected %s", c.factors, got, c.want)
		}
	}
	if got := terms([]string{"1", "-2"}, func(i int) string { return fmt.Sprintf("a(n-%d)", i+1) }); got != "a(n-1) - 2 a(n-2)" {
		t.Error(got)
	}
}

func bigs(numbers ...int64) (list []*big.Int) {
	for _, n := range numbers {
		list = append(list, big.NewInt(n))
	}
	return list
}

// TestPoints: terms that are 0 have no point, nor have the ratios beside them.
func TestPoints(t *testing.T) {
	// 1/(1-x-x^2), of which the terms are 1, 1, 2, 3, 5, and 1/(1-10x^2), with every second term 0.
	logs, ratios := points(bigs(1, 1), bigs(1, 0), 4)
	if len(logs) != 5 || len(ratios) != 4 || math.Abs(logs[4].Y-math.Log10(5)) > 1e-12 || ratios[3].Y != 5.0/3 {
		t.Errorf("logarithms %v, ratios %v", logs, ratios)
	}
	logs, ratios = points(bigs(0, 10), bigs(1, 0), 801)
	if last := logs[len(logs)-1]; len(logs) != 401 || ratios != nil || last.N != 800 || math.Abs(last.Y-400) > 1e-9 {
		t.Errorf("logarithms %v, ratios %v", logs, ratios)
	}
}
