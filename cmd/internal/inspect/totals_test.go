package inspect

import (
	"math/big"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/stats"
)

// TestTotalsDisagree: a wrong number in statistics of all solutions is found, whichever it is.
func TestTotalsDisagree(t *testing.T) {
	group := func(distinct int64, values ...int64) enumerate.Group {
		return enumerate.Group{Values: values, Raw: big.NewInt(2 * distinct), Distinct: big.NewInt(distinct)}
	}
	disagree := func(change func(*enumerate.Totals)) string {
		totals := &enumerate.Totals{Raw: big.NewInt(6), Distinct: big.NewInt(3), ByOrbitSize: []enumerate.Group{group(3, 2)}, Groups: [][]enumerate.Group{
			{group(1, 0), group(2, 1)},        // x
			{group(3, 5)},                     // y
			{group(1, 0), group(2, 1)},        // the breakdown by x
			{group(1, 0, 5), group(2, 1, 5)}}} // the same with y
		change(totals)
		var doc stats.Document
		doc.FillTotals(totals, []enumerate.Column{{Name: "x", Role: enumerate.Measured}, {Name: "y", Role: enumerate.Measured}},
			[]enumerate.Breakdown{{By: []string{"x"}, Of: []string{"y"}}})
		found, err := TotalsDisagree(&doc, nil)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(found, "; ")
	}
	if got := disagree(func(*enumerate.Totals) {}); got != "" {
		t.Errorf("right numbers: %s", got)
	}
	for want, change := range map[string]func(*enumerate.Totals){
		"the orbits of each size":       func(x *enumerate.Totals) { x.ByOrbitSize = []enumerate.Group{group(2, 2)} },
		"x has values of":               func(x *enumerate.Totals) { x.Groups[0] = x.Groups[0][:1] },
		"the groups by x have":          func(x *enumerate.Totals) { x.Groups[2] = x.Groups[2][:1] },
		"y has 2 values where x is [1]": func(x *enumerate.Totals) { x.Groups[3] = []enumerate.Group{group(1, 0, 5), group(1, 1, 5)} },
	} {
		if got := disagree(change); !strings.HasPrefix(got, want) {
			t.Errorf("%q, expected %s", got, want)
		}
	}
}
