package enumerate

import (
	"math"
	"strconv"
	"strings"
)

// This file has all writers of numbers for people: whole ones, estimates, shares, bytes and
// times. Package stats adds those of its own types.

// Grouped writes a whole number for people, with a comma at every third digit.
func Grouped[T ~int | ~int64](n T) string { return GroupDigits(strconv.FormatInt(int64(n), 10)) }

// Plural returns a number with a noun: "1 cell", "2,000 cells", "3 guesses".
func Plural[T ~int | ~int64](n T, noun string) string { return Counted(Grouped(n), noun) }

// Counted returns a written number with a noun: "1 row", "16,146 rows".
func Counted(number, noun string) string {
	switch {
	case number == "1":
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		return number + " " + noun + "es"
	}
	return number + " " + noun + "s"
}

// GroupDigits puts a comma at every third of some decimal digits, which a minus
// sign may precede.
func GroupDigits(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bytes writes a number of bytes for people, with two digits.
func Bytes(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	for ; n >= 995 && len(units) > 1; units = units[1:] {
		n /= 1000
	}
	switch {
	case n >= 1000:
		return "more than 1,000 " + units[0]
	case n >= 99.5:
		n = 10 * math.Round(n/10)
	}
	return GroupDigits(strconv.FormatFloat(n, 'g', max(2, len(strconv.Itoa(int(n)))), 64)) + " " + units[0]
}

// Rounded writes a mean or a probability for people.
func Rounded(x float64) string { return Decimal(x, 4) }

// About writes an estimated number of things for people: a whole number from 100 on.
func About(x float64) string {
	if math.Abs(x) < 1000 {
		return Decimal(x, 3)
	}
	return Decimal(x, 4)
}

// Whole writes a number for people, rounded to a whole one.
func Whole(x float64) string {
	return GroupDigits(strconv.FormatFloat(math.Round(x)+0, 'f', 0, 64)) // -0 and 0 make 0
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
		return GroupDigits(whole) + "." + fraction
	}
	return GroupDigits(whole)
}

// Rough writes a number for people with two digits, the others 0.
func Rough(x float64) string {
	if unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1); unit > 1 && !math.IsInf(unit, 0) {
		x = math.Round(x/unit) * unit
	}
	return Decimal(x, 2)
}

// Duration writes seconds for people, with two digits.
func Duration(seconds float64) string {
	if math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return "unknown"
	}
	unit, name := TimeUnit(seconds)
	return Rough(seconds/unit) + " " + name
}

// TimeUnit returns the unit in which people say so many seconds, and its name.
func TimeUnit(seconds float64) (unit float64, name string) {
	unit, name = 1, "s"
	for _, u := range []struct {
		seconds float64
		name    string
	}{{60, "minutes"}, {3600, "hours"}, {86400, "days"}, {365.25 * 86400, "years"}} {
		if seconds >= 2*u.seconds {
			unit, name = u.seconds, u.name
		}
	}
	return unit, name
}

// Percent writes a share for people. Only none and all are 0% and 100%.
func Percent(share float64) string {
	after := 1
	if rest := 100 * min(share, 1-share); rest > 0 && rest < 0.1 {
		after = min(1-int(math.Floor(math.Log10(rest))), 12)
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(100*share, 'f', after, 64), "0"), ".") + "%"
}
