package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	var pieces string
	var asJSON, markdown bool
	return withFlags(&cobra.Command{
		Use:   "list [FAMILY | formats]",
		Short: "list families of puzzles with their shipped runs, piece sets and measures",
		Long: `list names the families of puzzles, the runs that come with the program, the sets of
pieces and the measures. With a family it also says what each of them is. With --pieces
it draws the pieces of a set, or a piece. list formats names the formats of files of puzzles;
with --json or --markdown there is an example of each.`,
		Example: "  coverstat list\n  coverstat list polyomino\n  coverstat list --pieces pentominoes\n  coverstat list formats",
		Args:    between(0, 1, "at most one family, or formats"),
		RunE: func(c *cobra.Command, args []string) error {
			out := c.OutOrStdout()
			if pieces != "" {
				return show.ListPieces(out, pieces)
			}
			switch formats := len(args) > 0 && args[0] == "formats"; {
			case formats && asJSON:
				return printJSON(c, map[string]any{"families": allFormats()})
			case formats && markdown:
				return fill(out, formatsPage, allFormats())
			case formats:
				return fillColumns(out, formatsList, allFormats())
			case markdown:
				return usage("--markdown: expected coverstat list formats --markdown")
			}
			all, err := familyEntries()
			if err != nil {
				return err
			}
			if len(args) > 0 {
				if _, err := puzzles.Find(args[0]); err != nil {
					return noFamily(args[0], all, err)
				}
				all = slices.DeleteFunc(all, func(f familyEntry) bool { return f.Name != args[0] })
			}
			if asJSON {
				return printJSON(c, map[string]any{"families": all})
			}
			if len(args) > 0 {
				return fillColumns(out, aFamily, all[0])
			}
			width, _ := progress.Terminal(out)
			return printNames(out, cmp.Or(width, 80), all)
		},
	}, []flag{
		{"pieces", &pieces, "draw the pieces of this set, or this piece, such as pentominoes or X5"},
		{"json", &asJSON, "print one JSON object"},
		{"markdown", &markdown, "list formats: print the page docs/formats.md"},
	}, excludes{"pieces", "json", "markdown"}, excludes{"json", "markdown"})
}

// noFamily returns the error for a name that is no family, but that of a set of pieces or of
// a run: it says which command shows that. Of other names it returns err.
func noFamily(name string, all []familyEntry, err error) error {
	for _, f := range all {
		switch {
		case slices.ContainsFunc(f.Sets, func(s enumerate.NamedSet) bool { return s.Name == name }):
			return &enumerate.InputError{Problem: name + " is a set of pieces and no family",
				Expected: "coverstat list --pieces " + name}
		case slices.ContainsFunc(f.Runs, func(r configs.Run) bool { return r.Name == name }):
			return &enumerate.InputError{Problem: name + " is a run and no family", Expected: "coverstat check " + name}
		}
	}
	return err
}

// A familyEntry is a family and what belongs to it.
type familyEntry struct {
	Name     string                  `json:"name"`
	Help     string                  `json:"help"`
	Runs     []configs.Run           `json:"runs"`
	Sets     []enumerate.NamedSet    `json:"sets"`
	Measures []enumerate.MeasureInfo `json:"measures"`
}

func familyEntries() ([]familyEntry, error) {
	runs := map[string][]configs.Run{}
	for _, r := range configs.Shipped() {
		plan, err := configs.Load(r.Name, nil)
		if err != nil {
			return nil, err
		}
		runs[plan.Family] = append(runs[plan.Family], r)
	}
	var all []familyEntry
	for _, f := range puzzles.Families() {
		// Lists that are empty are [] in JSON, not null.
		l := familyEntry{Name: f.Name, Help: f.Help, Runs: append([]configs.Run{}, runs[f.Name]...),
			Sets: []enumerate.NamedSet{}, Measures: append([]enumerate.MeasureInfo{}, f.Measures()...)}
		if f.Sets != nil {
			l.Sets = append(l.Sets, f.Sets()...)
		}
		all = append(all, l)
	}
	return all, nil
}

// aFamily is the template of a family with all that belongs to it.
const aFamily = `{{.Name}}: {{.Help}}
{{- with .Runs}}
  runs (coverstat run NAME)
{{- range .}}
    {{.Name}}	{{.Summary}}
{{- end}}{{end}}
{{- with .Sets}}
  sets of pieces (coverstat list --pieces NAME)
{{- range .}}
    {{.Name}}	{{join .Members " "}}
{{- end}}{{end}}
{{- with .Measures}}
  measures
{{- if ofPieces .}} (P, Q: a piece; its copies, and several pieces, as in F5+F5m, are added up; * for each){{end}}
{{- range .}}
    {{.Name}}	{{.Meaning}}
{{- end}}{{end}}
`

// ofPieces reports whether some of the measures are of pieces.
func ofPieces(measures []enumerate.MeasureInfo) bool {
	return slices.ContainsFunc(measures, func(m enumerate.MeasureInfo) bool { return strings.HasSuffix(m.Name, "(P)") })
}

// printNames prints the names of all that belongs to the families, each measure once.
func printNames(out io.Writer, width int, all []familyEntry) error {
	var b strings.Builder
	having := map[string][]string{} // families by measure
	for _, f := range all {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Help)
		var runs, sets []string
		for _, r := range f.Runs {
			runs = append(runs, r.Name)
		}
		for _, s := range f.Sets {
			sets = append(sets, s.Name)
		}
		wrap(&b, width, "  runs: ", runs)
		wrap(&b, width, "  sets of pieces: ", sets)
		for _, m := range f.Measures {
			having[m.Name] = append(having[m.Name], f.Name)
		}
	}
	b.WriteString("measures\n")
	for _, f := range all { // each says which measures it is the first to have
		var owners []string
		owned := map[string][]string{}
		for _, m := range f.Measures {
			families := strings.Join(having[m.Name], ", ")
			if having[m.Name][0] == f.Name && owned[families] == nil {
				owners = append(owners, families)
			}
			owned[families] = append(owned[families], m.Name)
		}
		for _, families := range owners {
			wrap(&b, width, "  of "+families+": ", owned[families])
		}
	}
	b.WriteString("coverstat list FAMILY says what each of them is.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// wrap prints names behind a title, in lines of at most this many characters.
func wrap(b *strings.Builder, width int, title string, names []string) {
	if len(names) == 0 {
		return
	}
	line := strings.TrimSuffix(title, " ")
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if len(line)+1+len(name) > width {
			fmt.Fprintln(b, line)
			line = "   "
		}
		line += " " + name
	}
	fmt.Fprintln(b, line)
}
