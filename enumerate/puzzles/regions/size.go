package regions

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform"
)

// sizeParam is a count of cells, a range of it, or a deviation from the mean size.
type sizeParam struct {
	polyform.CountParam
	deviation *big.Rat // as a part of 1; nil if the config has none
}

// UnmarshalYAML accepts a number, "any" or a mapping.
func (s *sizeParam) UnmarshalYAML(decode func(any) error) error {
	var n int32
	var m struct {
		Min       *int32 `yaml:"min" default:"0" help:"at least so much" example:"4"`
		Max       *int32 `yaml:"max" default:"as much as fits" help:"at most so much" example:"6"`
		Deviation string `yaml:"deviation" help:"instead of bounds, how far a region may be from the mean: the sum of the weights over the total, which must be one number; the bounds are whole" example:"1%"`
	}
	switch {
	case decode(&n) == nil:
		return s.Set(n, n)
	case decode(&enumerate.OneOf{Texts: []string{"any"}}) == nil:
		return s.Set(0, enumerate.Unbounded)
	}
	if err := decode(&m); err != nil {
		return err
	}
	if m.Deviation == "" {
		return s.Set(*cmp.Or(m.Min, new(int32)), *cmp.Or(m.Max, new(int32(enumerate.Unbounded))))
	}
	number, percent := strings.CutSuffix(m.Deviation, "%")
	share, ok := new(big.Rat).SetString(strings.TrimSpace(number))
	switch {
	case m.Min != nil || m.Max != nil:
		return enumerate.Errorf("a deviation beside min or max: expected one of them")
	case !percent || !ok || share.Sign() < 0 || share.Cmp(big.NewRat(100, 1)) > 0:
		return enumerate.Errorf("deviation %q: expected a percentage such as 1%% or 0.5%%", m.Deviation)
	}
	s.deviation = share.Mul(share, big.NewRat(1, 100))
	return nil
}

// deviate bounds the weight of regions by the greatest deviation from the mean, as whole numbers.
func (g *graph) deviate(deviation *big.Rat, fewest, greatest int64, given bool) error {
	if !given || fewest != greatest {
		return enumerate.KeyErrorf("puzzle.total",
			"puzzle.size has a deviation from the mean of all regions: expected puzzle.total with one number")
	}
	sum, err := g.sum()
	if err != nil {
		return err
	}
	mean, one := big.NewRat(sum, greatest), big.NewRat(1, 1)
	low := new(big.Rat).Mul(mean, new(big.Rat).Sub(one, deviation))
	high := new(big.Rat).Mul(mean, new(big.Rat).Add(one, deviation))
	least, most := new(big.Int).Neg(floor(low.Neg(low))), floor(high)
	if least.Cmp(most) > 0 {
		return enumerate.KeyErrorf("puzzle.size",
			"puzzle.size: no whole number is within %s%% of %s, the mean of %d regions: expected more deviation, or a smaller puzzle.unit",
			new(big.Rat).Mul(deviation, big.NewRat(100, 1)).FloatString(3), mean.FloatString(2), greatest)
	}
	g.Fewest, g.Greatest, g.Least, g.Most = fewest, greatest, least.Int64(), most.Int64()
	return nil
}

// floor is the greatest whole number that is at most x.
// Euclidean: down, as the divisor is positive
func floor(x *big.Rat) *big.Int { return new(big.Int).Div(x.Num(), x.Denom()) }

// misfit says that no number of regions of the sizes asked for adds up to the sum of the weights; else it is empty.
func (g *graph) misfit(units int64) string {
	sum, err := g.sum()
	if err != nil {
		return ""
	}
	for k := max(1, g.Fewest); k <= min(g.Greatest, int64(len(g.names))); k++ {
		if g.Least <= sum/k && (sum-1)/k < g.Most { // sum <= k x Most, which may overflow
			return ""
		}
	}
	unit := ""
	if units > 1 {
		unit = " units of " + enumerate.Grouped(units)
	}
	return fmt.Sprintf("regions of size %s, %s of them, cannot add up to the whole, %s%s: there is no partition",
		fromTo(g.Least, max(g.Least, g.Most)), fromTo(max(1, g.Fewest), g.Greatest), enumerate.Grouped(sum), unit)
}
