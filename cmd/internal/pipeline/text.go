package pipeline

import (
	"fmt"
	"math"

	"coverstat/stats"
)

// commas writes a count with a comma at every third digit.
func commas(n stats.Number) string { return n.Grouped() }

// number writes an integer with a comma at every third digit.
func number(n int) string { return commas(stats.Int(int64(n))) }

// round writes an estimate for people: three digits below 1000, a whole number
// with commas below 10^15, four digits above. An infinite estimate is unknown.
func round(x float64) string {
	switch {
	case math.IsInf(x, 0):
		return "unknown"
	case x < 1000:
		return fmt.Sprintf("%.3g", x)
	case x < 1e15:
		return commas(stats.Int(int64(math.Round(x))))
	}
	return fmt.Sprintf("%.4g", x)
}

// worth says how many uniform draws would give as much information.
func worth(draws float64) string {
	text := round(draws) + " uniform draws"
	if draws < stats.FewEffectiveDraws {
		text += ", too few for intervals to be trusted"
	}
	return text
}
