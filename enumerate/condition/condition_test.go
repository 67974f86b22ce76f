package condition

import (
	"fmt"
	"math"
	"testing"

	"coverstat/enumerate"
)

// TestRange: values that meet a condition lie within its range, and an exact condition is met by
// all values within it, whatever the constant. The ends of the integers stand for no limit.
func TestRange(t *testing.T) {
	find := func(string) (int, enumerate.Column, error) {
		return 0, enumerate.Column{Name: "n", Type: enumerate.Int64}, nil
	}
	const limit = "9223372036854775807"
	texts := []string{"n in (1, 2)", "n in (1, 2.5)", "n>1.5", "n>0 and n<3", "n<1 or n>2", "(n>0 or n<-1) and n!=2"}
	for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
		for _, value := range []string{"2", limit, "-" + limit, "-9223372036854775808"} {
			texts = append(texts, "n"+op+value)
		}
	}
	exact := 0
	for _, text := range texts {
		c, err := Parse(text, find)
		if err != nil {
			t.Fatal(err)
		}
		if c.Exact() {
			exact++
		}
		least, most := c.Range(0)
		for _, n := range []int64{math.MinInt64 + 1, -2, -1, 0, 1, 2, 3, 4, math.MaxInt64 - 1} {
			within, met := n >= least && n <= most, c.Holds([]int64{n})
			if met && !within || c.Exact() && within && !met {
				t.Errorf("%s: %d is within %d to %d: %v; it is met: %v", text, n, least, most, within, met)
			}
		}
		if text == "n>2" && fmt.Sprint(least, most, c.Exact()) != fmt.Sprint(3, int64(math.MaxInt64), true) {
			t.Errorf("%s: %d to %d, exact %v", text, least, most, c.Exact())
		}
	}
	if exact < 15 {
		t.Errorf("%d conditions are exact", exact)
	}
}
