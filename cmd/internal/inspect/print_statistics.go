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
			digits(&m.Raw.N), digits(m.Raw.Min), digits(m.Raw.Median), mean(m.Raw.Mean), digits(m.Raw.Max),
			digits(&m.Distinct.N), digits(m.Distinct.Median), mean(m.Distinct.Mean))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	b.WriteString("--json prints all statistics, with histograms\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func digits(n *stats.Number) string {
	if n == nil {
		return "-"
	}
	return enumerate.GroupDigits(n.String())
}

func mean(x *float64) string {
	if x == nil {
		return "-"
	}
	return stats.Rounded(*x)
}
