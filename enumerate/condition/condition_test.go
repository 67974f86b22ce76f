package condition

import (
	"fmt"
	"math"
	"math/big"
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

// TestConstants: constants are compared as they are written, those beyond the integers of columns and those between two
// integers, too.
func TestConstants(t *testing.T) {
	find := func(string) (int, enumerate.Column, error) {
		return 0, enumerate.Column{Name: "n", Type: enumerate.Int64}, nil
	}
	values := []int64{math.MinInt64, math.MinInt64 + 1, -1<<53 - 1, -2, -1, 0, 1, 1 << 53, 1<<53 + 1, math.MaxInt64 - 1, math.MaxInt64}
	constants := []string{"9223372036854775808", "-9223372036854775809", "9223372036854775807", "-9223372036854775808",
		"9223372036854775806.5", "9007199254740993.0", "9007199254740992.5", "-1.5", "-1e0", "0.5", "-0.5", "1e-300", "1e300", "-1e300", "9.223372036854775807e18"}
	for _, constant := range constants {
		exact, _ := new(big.Rat).SetString(constant)
		for _, left := range []string{"n", "n+0"} {
			for op, holds := range map[string][3]bool{"=": {1: true}, "!=": {0: true, 2: true}, "<": {0: true}, "<=": {0: true, 1: true}, ">": {2: true}, ">=": {1: true, 2: true}} {
				c, err := Parse(left+op+constant, find)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range values {
					if want := holds[1+new(big.Rat).SetInt64(n).Cmp(exact)]; c.Holds([]int64{n}) != want {
						t.Errorf("%s%s%s of %d: expected %v", left, op, constant, n, want)
					}
				}
			}
		}
	}
}
