package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// Grouped writes a number for people, with a comma at every third digit.
func (n Number) Grouped() string { return enumerate.GroupDigits(n.String()) }

// Rounded writes a mean or a probability for people.
func Rounded(x float64) string { return Decimal(x, 4) }

// About writes an estimated number of things for people: a whole number from 100 on.
func About(x float64) string {
	if math.Abs(x) < 1000 {
		return Decimal(x, 3)
	}
	return Decimal(x, 4)
}

// Known reports whether the interval has an end.
func (i Interval) Known() bool { return !math.IsNaN(i.Low) || !math.IsNaN(i.High) }

// Written writes an estimate for people with the words that belong to it, and then its
// interval if that is known: "128,302 solutions (120,144 to 136,459)".
func (i Interval) Written(write func(float64) string, words string) string {
	text := write(i.Estimate)
	if words != "" {
		text += " " + words
	}
	if i.Known() {
		text += fmt.Sprintf(" (%s to %s)", write(i.Low), write(i.High))
	}
	return text
}

// Whole writes a number for people, rounded to a whole one.
func Whole(x float64) string {
	return enumerate.GroupDigits(strconv.FormatFloat(math.Round(x)+0, 'f', 0, 64)) // -0 and 0 make 0
}

// Decimal writes a number for people: so many significant digits, all digits before
// the point with commas, no power of ten below 10^15.
func Decimal(x float64, digits int) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "unknown"
	case x == 0:
		return "0"
	case math.Abs(x) >= 1e15:
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	after := min(max(0, digits-1-int(math.Floor(math.Log10(math.Abs(x))))), 9)
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', after, 64), ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return enumerate.GroupDigits(whole) + "." + fraction
	}
	return enumerate.GroupDigits(whole)
}

// Rough writes a number for people with two digits, the others 0.
func Rough(x float64) string {
	if unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1); unit > 1 && !math.IsInf(unit, 0) {
		x = math.Round(x/unit) * unit
	}
	return Decimal(x, 2)
}

// Duration writes seconds for people, with two digits.
func Duration(seconds float64) string { return Exactly(seconds).Duration() }

// Duration writes an interval of seconds for people: "14 hours (8 to 25)". The ends are left
// out where they say no more.
func (i Interval) Duration() string {
	unit, name := 1.0, "s"
	for _, u := range []struct {
		seconds, from float64
		name          string
	}{{60, 120, "minutes"}, {3600, 2 * 3600, "hours"}, {86400, 2 * 86400, "days"}, {365.25 * 86400, 2 * 365.25 * 86400, "years"}} {
		if i.Estimate >= u.from {
			unit, name = u.seconds, u.name
		}
	}
	text := Rough(i.Estimate/unit) + " " + name
	switch {
	case math.IsNaN(i.Estimate) || math.IsInf(i.Estimate, 0):
		return "unknown"
	case math.IsInf(i.High, 0):
		return text + " or more"
	case i.High > 1.2*i.Low:
		return fmt.Sprintf("%s (%s to %s)", text, Rough(i.Low/unit), Rough(i.High/unit))
	}
	return text
}

// Percent writes a share for people. Only none and all are 0% and 100%.
func Percent(share float64) string {
	after := 1
	if rest := 100 * min(share, 1-share); rest > 0 && rest < 0.1 {
		after = min(1-int(math.Floor(math.Log10(rest))), 12)
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(100*share, 'f', after, 64), "0"), ".") + "%"
}
