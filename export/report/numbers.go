package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// commas writes a count with a comma at every third digit.
func commas(n stats.Number) string { return groups(n.String()) }

// count writes a count with a comma at every third digit.
func count(n int64) string { return commas(stats.Int(n)) }

func groups(s string) string { return strings.Replace(enumerate.GroupDigits(s), "-", "−", 1) }

// whole writes a number without what is behind its point.
func whole(x float64) string { return groups(strconv.FormatFloat(math.Round(x), 'f', 0, 64)) }

// percent writes a share.
func percent(x float64) string {
	switch {
	case x == 0:
		return "0%"
	case x < 0.001:
		return fmt.Sprintf("%.2g%%", 100*x)
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

// digits writes a number with so many significant digits, and no power of ten.
func digits(x float64, n int) string {
	if x == 0 {
		return "0"
	}
	after := max(0, n-1-int(math.Floor(math.Log10(math.Abs(x)))))
	text, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', min(after, 9), 64), ".")
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return groups(text) + "." + fraction
	}
	return groups(text)
}

// decimal writes an estimate with five digits; missing stands for nil.
func decimal(x *float64, missing string) string {
	if x == nil {
		return missing
	}
	return digits(*x, 5)
}

// ends writes the ends of an interval.
func ends(low, high *float64) string { return decimal(low, "−∞") + " to " + decimal(high, "∞") }

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
