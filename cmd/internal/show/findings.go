package show

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/report"
)

// PrintFindings prints for people what a run found.
func PrintFindings(w io.Writer, r *produce.Outcome) error {
	m, f := r.Manifest, findings.New(r.Dataset.Dataset, r.Document)
	if r.Forecast != nil && r.Forecast.Rows.Estimate > 0 {
		f.Whole = "about " + enumerate.Rough(r.Forecast.Rows.Estimate)
	}
	head := f.Headline()
	found := findings.Section{Title: m.Name + ": " + head[0], Notes: slices.Concat(head[1:], f.Sentences, f.Formulas),
		Warnings: f.Warnings, Parts: f.Lines(true)}

	var end findings.Section
	say := func(format string, args ...any) { end.Notes = append(end.Notes, fmt.Sprintf(format, args...)) }
	switch {
	case f.Partial == "":
		say("%s", f.Complete)
	case m.Extent != "":
		say("complete as far as asked: %s", f.Partial)
	case m.Complete:
		say("complete: %s", f.Partial)
	default:
		say("not complete: %s", f.Partial)
	}
	if len(r.Repaired) > 0 {
		say("made again because they were damaged: %s", strings.Join(r.Repaired, ", "))
	}
	verb := "dataset"
	if !r.New {
		verb = "dataset (already complete)"
	}
	rows := "without rows"
	if m.How.HasRows() {
		rows = fmt.Sprintf("%s in %s", enumerate.Plural(m.Rows, "row"), enumerate.Plural(len(m.Parts), "part"))
	}
	if len(m.Parts) > 0 {
		rows += "; pandas and polars read " + filepath.Join(r.Dir(), export.RowsDir)
	}
	say("%s: %s, %s", verb, r.Dir(), rows)
	return report.Text(w, found, end)
}
