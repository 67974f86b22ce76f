package inspect

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"coverstat/enumerate"
	"coverstat/stats"
)

// PrintStatistics prints a table of the measures for people: each with its least, middle
// and greatest values, over all rows as often as they count, and up to symmetry.
func PrintStatistics(w io.Writer, d *stats.Document) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "measure\tnumber\tleast\tmedian\tmean\tgreatest\tup to symmetry\tmedian\tmean\t")
	for _, m := range d.Measures {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", m.Name,
			m.Raw.N.Grouped(), orDash(m.Raw.Min, stats.Number.Grouped), orDash(m.Raw.Median, stats.Number.Grouped), orDash(m.Raw.Mean, enumerate.Rounded), orDash(m.Raw.Max, stats.Number.Grouped),
			m.Distinct.N.Grouped(), orDash(m.Distinct.Median, stats.Number.Grouped), orDash(m.Distinct.Mean, enumerate.Rounded))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	b.WriteString("--json prints all statistics, with histograms\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// orDash writes a number that may be missing.
func orDash[T any](x *T, write func(T) string) string {
	if x == nil {
		return "-"
	}
	return write(*x)
}
