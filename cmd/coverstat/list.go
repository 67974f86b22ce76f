package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"coverstat/cmd/internal/show"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	var pieces string
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "list families of puzzles with their shipped runs, piece sets and measures",
		Long: `list lists the families of puzzles, and for each the runs that come with the program,
the sets of pieces and the measures. With --pieces it draws the pieces of a set, or a
piece.`,
		Example: "  coverstat list\n  coverstat list --pieces pentominoes",
		Args:    exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			out := c.OutOrStdout()
			switch {
			case pieces != "" && asJSON:
				return usageError{fmt.Errorf("--pieces draws pieces and cannot be used with --json")}
			case pieces != "":
				return show.ListPieces(out, show.TerminalOf(out), pieces)
			}
			all, err := listed()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(out, map[string]any{"families": all})
			}
			return printList(out, all)
		},
	}
	c.Flags().StringVar(&pieces, "pieces", "", "draw the pieces of this set, or this piece, such as pentominoes or X5")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// A listedFamily is a family and what belongs to it.
type listedFamily struct {
	Name     string          `json:"name"`
	Help     string          `json:"help"`
	Runs     []listedRun     `json:"runs"`
	Sets     []listedSet     `json:"sets"`
	Measures []listedMeasure `json:"measures"`
}

type listedRun struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

type listedSet struct {
	Name   string   `json:"name"`
	Pieces []string `json:"pieces"`
}

type listedMeasure struct {
	Name    string          `json:"name"`
	Scale   enumerate.Scale `json:"scale"`
	Meaning string          `json:"meaning"`
	Unit    string          `json:"unit,omitempty"`
	Source  string          `json:"source,omitempty"`
}

func listed() ([]listedFamily, error) {
	runs := map[string][]listedRun{}
	for _, r := range configs.Shipped() {
		plan, err := configs.Load(r.Name, nil)
		if err != nil {
			return nil, err
		}
		runs[plan.Family] = append(runs[plan.Family], listedRun{r.Name, r.Summary})
	}
	var all []listedFamily
	for _, f := range puzzles.Families() {
		// Lists that are empty are [] in JSON, not null.
		l := listedFamily{Name: f.Name, Help: f.Help, Runs: append([]listedRun{}, runs[f.Name]...), Sets: []listedSet{}, Measures: []listedMeasure{}}
		if f.Sets != nil {
			for _, s := range f.Sets() {
				l.Sets = append(l.Sets, listedSet{s.Name, s.Members})
			}
		}
		for _, m := range f.Measures() {
			l.Measures = append(l.Measures, listedMeasure{m.Name, m.Scale, m.Meaning, m.Unit, m.Source})
		}
		all = append(all, l)
	}
	return all, nil
}

// printList prints the families for people.
func printList(out io.Writer, all []listedFamily) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for i, f := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n", f.Name, f.Help)
		if len(f.Runs) > 0 {
			fmt.Fprintln(w, "  runs (coverstat run NAME)")
		}
		for _, r := range f.Runs {
			fmt.Fprintf(w, "    %s\t%s\n", r.Name, r.Summary)
		}
		if len(f.Sets) > 0 {
			fmt.Fprintln(w, "  sets of pieces (coverstat list --pieces NAME)")
		}
		for _, s := range f.Sets {
			fmt.Fprintf(w, "    %s\t%s\n", s.Name, strings.Join(s.Pieces, " "))
		}
		if len(f.Measures) > 0 {
			fmt.Fprintln(w, "  measures")
		}
		for _, m := range f.Measures {
			fmt.Fprintf(w, "    %s\t%s\n", m.Name, m.Meaning)
		}
	}
	return w.Flush()
}
