package show

import (
	"fmt"
	"io"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/findings"
)

// PrintFindings prints for people what a run found.
func PrintFindings(w io.Writer, r *produce.Outcome) error {
	set, err := study.OpenDataset(r.Dir)
	if err != nil {
		return err
	}
	m, f := r.Manifest, findings.New(set, r.Document)
	if r.Forecast != nil && r.Forecast.Rows.Estimate > 0 {
		f.Whole = "about " + enumerate.Rough(r.Forecast.Rows.Estimate)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", m.Name, strings.Join(append(f.Headline(), f.Sentences...), "\n  "))
	for _, warning := range f.Warnings {
		fmt.Fprintf(&b, "  warning: %s\n", warning)
	}
	printMeasures(&b, f)
	switch {
	case f.Partial == "":
		fmt.Fprintf(&b, "%s\n", f.Complete)
	case m.Extent != "":
		fmt.Fprintf(&b, "complete as far as asked: %s\n", f.Partial)
	case m.Complete:
		fmt.Fprintf(&b, "complete: %s\n", f.Partial)
	default:
		fmt.Fprintf(&b, "not complete: %s\n", f.Partial)
	}
	if len(r.Repaired) > 0 {
		fmt.Fprintf(&b, "made again because they were damaged: %s\n", strings.Join(r.Repaired, ", "))
	}
	verb := "dataset"
	if !r.New {
		verb = "dataset (already complete)"
	}
	rows := fmt.Sprintf("%s in %s", enumerate.Plural(m.Rows, "row"), enumerate.Plural(len(m.Parts), "part"))
	if m.CountedBy != "" {
		rows = "without rows"
	}
	fmt.Fprintf(&b, "%s: %s, %s\n", verb, r.Dir, rows)
	_, err = io.WriteString(w, b.String())
	return err
}

// printMeasures prints a line for each measure; for weighted draws two, named. Measures
// that are the same everywhere share a line.
func printMeasures(b *strings.Builder, f *findings.Findings) {
	width := 18
	var constant []string
	for _, m := range f.Measures {
		width = max(width, len(m.Name))
		if m.Only != "" {
			constant = append(constant, m.Name+" "+m.Only)
		}
	}
	line := func(name, text string) { fmt.Fprintf(b, "  %-*s %s\n", width, name, text) }
	drawn := f.Statistics.Samples != nil && len(f.Measures) > 0
	if drawn {
		fmt.Fprintf(b, "  in the draws:\n")
	}
	for _, m := range f.Measures {
		if m.Only == "" {
			line(m.Name, m.Text)
		}
	}
	if constant != nil {
		line("always the same", strings.Join(constant, ", "))
	}
	if !drawn || f.Estimated == "" {
		return
	}
	fmt.Fprintf(b, "  %s:\n", f.Estimated)
	for _, m := range f.Measures {
		if m.Estimated != "" && m.Only == "" {
			line(m.Name, m.Estimated)
		}
	}
}
