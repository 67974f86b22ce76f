package report

import (
	"math"
	"regexp"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// commas writes a count with a comma at every third digit.
func commas(n stats.Number) string { return minus(n.Grouped()) }

// count writes a count with a comma at every third digit.
func count(n int64) string { return commas(stats.Int(n)) }

var negative = regexp.MustCompile(`(^| )-([0-9])`)

// minus gives negative numbers the minus sign of a page, for the hyphen of a console.
func minus(s string) string { return negative.ReplaceAllString(s, "$1−$2") }

// whole writes a number rounded to a whole one.
func whole(x float64) string { return minus(enumerate.Whole(x)) }

// percent writes a share.
func percent(x float64) string { return minus(enumerate.Percent(x)) }

// digits writes a number with so many significant digits.
func digits(x float64, n int) string { return minus(enumerate.Decimal(x, n)) }

// rounded writes an estimate or a mean.
func rounded(x float64) string { return minus(enumerate.Rounded(x)) }

// about writes an estimated number of things.
func about(x float64) string { return minus(enumerate.About(x)) }

// ends writes the ends of an interval, "" if they are unknown.
func ends(i stats.Interval, write func(float64) string) string {
	if !i.Known() {
		return ""
	}
	low, high := write(i.Low), write(i.High)
	if math.IsInf(i.Low, -1) {
		low = "−∞"
	}
	if math.IsInf(i.High, 1) {
		high = "∞"
	}
	return low + " to " + high
}

// valueName returns how the values of a column are written.
func valueName(columns []enumerate.Column, name string) func(int64) string {
	i := enumerate.ColumnIndex(columns, name)
	return func(v int64) string {
		if i >= 0 && columns[i].Type == enumerate.Bool {
			return [...]string{"no", "yes"}[v&1]
		}
		return count(v)
	}
}

// plainName writes the name of a column as words.
func plainName(s string) string { return strings.ReplaceAll(s, "_", " ") }

// sentence begins with a capital and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
