package inspect

import (
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/stats"
)

func TestPrintStatistics(t *testing.T) {
	least, greatest, median, mean := stats.Int(0), stats.Int(12345), stats.Int(7), 7.25
	full := stats.Distribution{N: stats.Int(1000), Min: &least, Max: &greatest, Median: &median, Mean: &mean}
	var out strings.Builder
	d := &stats.Document{Summary: stats.Summary{Measures: stats.Measures{
		{Name: "crossroads", Raw: full, Distinct: full},
		{Name: "place_O4", Scale: enumerate.Nominal, Raw: stats.Distribution{N: stats.Int(1000)}, Distinct: stats.Distribution{N: stats.Int(9)}},
	}}}
	if err := PrintStatistics(&out, d); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"measure number least median mean greatest up to symmetry median mean",
		"crossroads 1,000 0 7 7.25 12,345 1,000 7 7.25", "place_O4 1,000 - - - - 9 - -", "--json prints all statistics, with histograms"}
	if got, want := strings.Join(lines, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}
