package stats

import (
	"math/big"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// totalsOf returns a document of made-up sweeps, changed before it is filled.
func totalsOf(change func(*enumerate.Totals)) *Document {
	group := func(distinct int64, values ...int64) enumerate.Group {
		return enumerate.Group{Values: values, Raw: big.NewInt(2 * distinct), Distinct: big.NewInt(distinct)}
	}
	totals := &enumerate.Totals{Raw: big.NewInt(6), Distinct: big.NewInt(3), BySymmetry: []enumerate.Stabiliser{{Name: "none", Order: 1, OrbitSize: 2, Classes: big.NewInt(3)}}, Groups: [][]enumerate.Group{
		{group(1, 0), group(2, 1)},        // x
		{group(3, 5)},                     // y
		{group(1, 0), group(2, 1)},        // the breakdown by x
		{group(1, 0, 5), group(2, 1, 5)}}} // the same with y
	change(totals)
	d := &Document{Job: enumerate.Census, Complete: true}
	d.FillTotals(totals, []enumerate.Column{{Name: "x", Role: enumerate.Measured}, {Name: "y", Role: enumerate.Measured}},
		[]enumerate.Breakdown{{By: []string{"x"}, Of: []string{"y"}}})
	return d
}

// TestContradictions: a wrong number in statistics of all solutions is found, whichever it is.
func TestContradictions(t *testing.T) {
	group := func(distinct int64, values ...int64) enumerate.Group {
		return enumerate.Group{Values: values, Raw: big.NewInt(2 * distinct), Distinct: big.NewInt(distinct)}
	}
	if got := totalsOf(func(*enumerate.Totals) {}).Contradictions(); got != nil {
		t.Errorf("right numbers: %s", got)
	}
	for want, change := range map[string]func(*enumerate.Totals){
		"the orbits of each size":           func(x *enumerate.Totals) { x.BySymmetry[0].Classes = big.NewInt(2) },
		"the stabilisers have 2 classes":    func(x *enumerate.Totals) { x.BySymmetry[0].Classes = big.NewInt(2) },
		"3 solutions up to symmetry and 12": func(x *enumerate.Totals) { x.BySymmetry[0].OrbitSize = 4 },
		"x has values of":                   func(x *enumerate.Totals) { x.Groups[0] = x.Groups[0][:1] },
		"the groups by x have 2":            func(x *enumerate.Totals) { x.Groups[2] = x.Groups[2][:1] },
		"the groups by x have other":        func(x *enumerate.Totals) { x.Groups[2] = []enumerate.Group{group(2, 0), group(1, 1)} },
		"6 solutions and 2 up to symmetry":  func(x *enumerate.Totals) { x.Groups[2][1].Distinct = big.NewInt(1) },
		"y has 2 values where x is [1]":     func(x *enumerate.Totals) { x.Groups[3] = []enumerate.Group{group(1, 0, 5), group(1, 1, 5)} },
		"y has other values in the group":   func(x *enumerate.Totals) { x.Groups[3] = []enumerate.Group{group(1, 0, 5), group(2, 1, 6)} },
		"x have other values of x": func(x *enumerate.Totals) {
			x.Groups[2][0].Distinct, x.Groups[2][1].Distinct = x.Groups[2][1].Distinct, x.Groups[2][0].Distinct
		},
	} {
		if got := strings.Join(totalsOf(change).Contradictions(), "; "); !strings.Contains(got, want) {
			t.Errorf("%q, expected %s", got, want)
		}
	}
}

// TestDerived: what follows from other numbers is computed again, whatever it was.
func TestDerived(t *testing.T) {
	want, err := totalsOf(func(*enumerate.Totals) {}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(*Document){
		func(*Document) {},
		func(d *Document) { *d.Measures[0].Raw.Mean = 7 },
		func(d *Document) { *d.Measures[0].Raw.Median = Int(7) },
		func(d *Document) { *d.Measures[1].Distinct.Entropy = 7 },
		func(d *Document) { d.Measures[1].Raw.Bounds.Max = Int(7) },
		func(d *Document) { d.Measures[0].Raw.N = Int(7) },
		func(d *Document) { *d.Breakdowns[0].Groups[0].Parts[0].Raw.Mean = 7 },
		func(d *Document) { d.Breakdowns[0].DistinctN = Int(7) },
	} {
		d := totalsOf(func(*enumerate.Totals) {})
		change(d)
		if got, err := d.Derived().Encode(); err != nil || string(got) != string(want) {
			t.Errorf("change %d: %v\n%s\nexpected\n%s", i, err, got, want)
		}
	}
}
