package report

import (
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/stats"
)

func TestSummary(t *testing.T) {
	least, greatest, median, mean := stats.Int(0), stats.Int(12345), stats.Int(7), 7.25
	full := stats.Distribution{N: stats.Int(1000), Min: &least, Max: &greatest, Median: &median, Mean: &mean}
	var out strings.Builder
	d := &stats.Document{Measures: stats.Measures{
		{Name: "crossroads", Raw: full, Distinct: full},
		{Name: "place_O4", Scale: enumerate.Nominal, Raw: stats.Distribution{N: stats.Int(1000)}, Distinct: stats.Distribution{N: stats.Int(9)}},
	}}
	if err := Text(&out, findings.Summary(d)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"measure number least median mean greatest up to symmetry median mean",
		"crossroads 1,000 0 7 7.25 12,345 1,000 7 7.25", "place_O4 1,000 - - - - 9 - -"}
	if got, want := strings.Join(lines, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// TestText: what stands below a title is indented, and rows of a table that end early do not
// break its columns.
func TestText(t *testing.T) {
	var out strings.Builder
	s := findings.Section{Title: "one: 2 things", Notes: []string{"a note"}, Warnings: []string{"a warning"}, Numbers: []findings.NamedNumber{{Name: "mean", Value: "2.5"}},
		Table: &findings.Table{Rows: [][]findings.Cell{{{Text: "a", Head: true}, {Text: "b", Head: true}}, {{Text: "long", Small: "x"}}, {{Text: "c"}, {Text: "12"}}}},
		Parts: []findings.Section{{Title: "part", Code: "run"}}, Folded: []findings.Section{{Title: "left out"}}}
	if err := Text(&out, s); err != nil {
		t.Fatal(err)
	}
	want := "one: 2 things\n  a note\n  warning: a warning\n  mean               2.5\n           a   b\n    long (x)    \n           c  12\n  part\n      run\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%q\nexpected\n%q", got, want)
	}
}

// TestMarkdown: texts are shown as they are, and every table has a row of heads.
func TestMarkdown(t *testing.T) {
	s := findings.Section{Title: "a_b", Notes: []string{"# *x*"}, Points: []findings.Point{{Lead: "So.", Text: "it is"}},
		Table: &findings.Table{Rows: [][]findings.Cell{{{Text: "a|b", Class: "code"}, {Text: "1", Class: "n"}}}},
		Parts: []findings.Section{{Title: "part", Code: "```", Language: "yaml"}}}
	want := "\n## a\\_b\n\n\\# \\*x\\*\n\n- **So.** it is\n\n|  |  |\n|---|---|\n| `a\\|b` | 1 |\n\n### part\n\n````yaml\n```\n````\n"
	if got := Markdown(s); got != want {
		t.Errorf("got\n%q\nexpected\n%q", got, want)
	}
}
