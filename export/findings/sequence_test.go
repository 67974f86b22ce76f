package findings

import (
	"fmt"
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
