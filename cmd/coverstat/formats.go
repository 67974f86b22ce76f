package main

import (
	_ "embed"
	"strings"
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

// shown is an example as a page shows it, "" if it is no text.
func shown(example string) string {
	control := func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }
	if !utf8.ValidString(example) || strings.ContainsFunc(example, control) {
		return ""
	}
	return strings.TrimSuffix(example, "\n")
}

const formatsList = `{{range .}}{{.Family}}: files of a {{.Puzzle}}
{{range .Formats}}    {{.Name}}	{{uses .}}	{{.About}}
{{end}}{{end}}`

// formatsPage is the template of docs/formats.md.
//
//go:embed formats.tmpl
var formatsPage string
