package findings

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Against says how many classes a sample saw beside a census, and, for weighted draws, a
// heading and what the draws estimate.
func Against(a *stats.Against) (seen string, corrected []string) {
	seen = fmt.Sprintf("%s saw %s; as many uniform draws would see %s, give or take %s (z %.1f)",
		enumerate.Counted(a.Drawn.Grouped(), "draw"), enumerate.Counted(a.Classes.Grouped(), "class"), enumerate.Whole(float64(a.Expected)), enumerate.Whole(float64(a.Deviation)), float64(a.Z))
	c := a.Corrected
	if c == nil {
		return seen, nil
	}
	head := "corrected by weights, worth " + worth(float64(c.EffectiveDraws))
	if c.EffectiveDraws < stats.FewEffectiveDraws {
		head += ", too few for intervals that could be trusted"
	}
	corrected = []string{head}
	for _, line := range []struct {
		what string
		of   *stats.Checked
	}{{"solutions", c.Solutions}, {"classes", c.Classes}, {"classes that as many uniform draws would see", c.UniformClasses}} {
		text, exact, inside := enumerate.About(line.of.Estimate.Estimate), enumerate.About(float64(line.of.Exact)), Inside(a, line.of)
		if inside != "" {
			text, inside = line.of.Estimate.Written(enumerate.About, ""), ": "+inside
		}
		corrected = append(corrected, fmt.Sprintf("%s %s, exact %s%s", line.what, text, exact, inside))
	}
	return seen, corrected
}

// Inside says whether the interval of an estimate from weighted draws holds the exact
// number; "" if the interval is not to be trusted.
func Inside(a *stats.Against, c *stats.Checked) string {
	switch {
	case a.Corrected.EffectiveDraws < stats.FewEffectiveDraws:
		return ""
	case c.Inside:
		return "inside"
	}
	return "outside"
}
