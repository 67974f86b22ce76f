// Package text writes numbers for people.
package text

import (
	"math"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Number writes an integer with a comma at every third digit.
func Number(n int) string { return stats.Int(int64(n)).Grouped() }

// Counted writes an integer with a comma at every third digit, and what is counted.
func Counted(n int, noun string) string { return enumerate.Counted(Number(n), noun) }

// Round writes an estimate for people: three digits below 1000, a whole number
// with commas below 10^15, four digits above. An infinite estimate is unknown.
func Round(x float64) string {
	switch {
	case math.IsInf(x, 0):
		return "unknown"
	case x < 1000:
		return stats.Decimal(x, 3)
	}
	return stats.Decimal(x, 4)
}

// Worth says how many uniform draws would give as much information as weighted
// ones, and whether they are too few.
func Worth(draws float64) string {
	text := Round(draws) + " uniform draws"
	if draws < stats.FewEffectiveDraws {
		text += ", too few for intervals to be trusted"
	}
	return text
}
