package findings

import (
	"math"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// ends writes the ends of an interval, "" if they are unknown.
func ends(i stats.Interval, write func(float64) string) string {
	if !i.Known() {
		return ""
	}
	low, high := write(i.Low), write(i.High)
	if math.IsInf(i.Low, -1) {
		low = "-∞"
	}
	if math.IsInf(i.High, 1) {
		high = "∞"
	}
	return low + " to " + high
}

// value writes a value of a column.
func (f *Findings) value(column string, v int64) string {
	if f.column(column).Type == enumerate.Bool {
		return [...]string{"no", "yes"}[v&1]
	}
	return enumerate.Grouped(v)
}

// column returns a column of the rows, empty if there is none of that name.
func (f *Findings) column(name string) enumerate.Column {
	if i := enumerate.ColumnIndex(f.columns, name); i >= 0 {
		return f.columns[i]
	}
	return enumerate.Column{}
}

// plainName writes the name of a column as words.
func plainName(s string) string { return strings.ReplaceAll(s, "_", " ") }

// Sentence begins with a capital and ends with a full stop.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// paragraphs is one paragraph, or none without text.
func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}
