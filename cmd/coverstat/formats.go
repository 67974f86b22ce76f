package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// familyFormats are the formats of the files of a family.
type familyFormats struct {
	Family  string                 `json:"family"`
	Puzzle  string                 `json:"puzzle"` // what a puzzle is called
	Formats []enumerate.FormatInfo `json:"formats"`
}

func allFormats() (all []familyFormats) {
	for _, k := range study.Kinds() {
		all = append(all, familyFormats{k.Name, k.Noun, k.List})
	}
	return all
}

// uses says what is done with a format.
func uses(f enumerate.FormatInfo) string {
	switch {
	case f.Reads && f.Writes:
		return "read, written"
	case f.Reads:
		return "read"
	case f.Writes:
		return "written"
	}
	return "refused"
}

func printFormats(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, family := range allFormats() {
		fmt.Fprintf(w, "%s: files of a %s\n", family.Family, family.Puzzle)
		for _, f := range family.Formats {
			fmt.Fprintf(w, "    %s\t%s\t%s\n", f.Name, uses(f), f.About)
		}
	}
	return w.Flush()
}

// formatsPage writes docs/formats.md.
func formatsPage(out io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Formats of files

The program writes this page: ` + "`coverstat list formats --markdown`" + `. The content of a file says which format it is
in; where a family has the key ` + "`puzzle.format`" + `, a config may name one. A reader uses all of a file, or says what it leaves out. A format that is
refused is recognised, and the error says what to do instead. A byte order mark and packing by gzip make no difference.

All commands that take a config also take such a file (` + "`coverstat count FILE`" + `). Where it may be of two kinds,
` + "`--set family=NAME`" + ` says of which; ` + "`coverstat convert FILE`" + ` prints the config that it becomes.
`)
	for _, family := range allFormats() {
		fmt.Fprintf(&b, "\n## %s: files of a %s\n\n| name | | a file is |\n|---|---|---|\n", family.Family,
			family.Puzzle)
		for _, f := range family.Formats {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Name, uses(f), f.About)
		}
		for _, f := range family.Formats {
			fmt.Fprintf(&b, "\n### %s\n\n%s.", f.Name, strings.ToUpper(f.About[:1])+f.About[1:])
			if f.Source != "" {
				fmt.Fprintf(&b, " Source: %s.", f.Source)
			}
			if f.Instead != "" {
				fmt.Fprintf(&b, " Refused: %s.", f.Instead)
			}
			b.WriteByte('\n')
			if utf8.ValidString(f.Example) && !strings.ContainsFunc(f.Example, func(r rune) bool {
				return r < ' ' && r != '\n' && r != '\t'
			}) {
				fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.TrimSuffix(f.Example, "\n"))
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
