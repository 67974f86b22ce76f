package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"coverstat/export/findings"
)

// Text writes sections for a console. What stands below a title is indented.
func Text(w io.Writer, sections ...findings.Section) error {
	var b strings.Builder
	for _, s := range sections {
		writeText(&b, "", s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// leastWidth is the width of names, so that the numbers of most datasets stand at the same place.
const leastWidth = 18

func writeText(b *strings.Builder, indent string, s findings.Section) {
	line := func(format string, args ...any) { fmt.Fprintf(b, indent+format+"\n", args...) }
	if s.Title != "" {
		line("%s", s.Title)
		indent += "  "
	}
	for _, text := range s.Notes {
		line("%s", text)
	}
	for _, text := range s.Warnings {
		line("warning: %s", text)
	}
	for _, p := range s.Points {
		line("%s", strings.TrimSpace(p.Lead+" "+p.Text))
	}
	width := leastWidth
	for _, n := range s.Numbers {
		width = max(width, utf8.RuneCountInString(n.Name))
	}
	for _, n := range s.Numbers {
		line("%-*s %s", width, n.Name, n.Value)
	}
	if s.Table != nil {
		writeTable(b, indent, s.Table)
	}
	if s.Code != "" {
		line("  %s", strings.ReplaceAll(s.Code, "\n", "\n  "+indent))
	}
	for _, part := range s.Parts {
		writeText(b, indent, part)
	}
}

// writeTable aligns the columns of a table to the right.
func writeTable(b *strings.Builder, indent string, t *findings.Table) {
	columns := 0
	for _, row := range t.Rows {
		columns = max(columns, len(row))
	}
	out := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range t.Rows {
		fmt.Fprint(out, indent)
		for i := range columns { // a row that ends early would end the columns of those above it
			if i < len(row) {
				fmt.Fprint(out, cellText(row[i]))
			}
			fmt.Fprint(out, "\t")
		}
		fmt.Fprintln(out)
	}
	_ = out.Flush() // a builder takes all
}

// cellText is a cell in one line.
func cellText(c findings.Cell) string {
	if c.Small != "" {
		return strings.TrimSpace(c.Text + " (" + c.Small + ")")
	}
	return c.Text
}
