package main

import (
	"fmt"
	"io"
	"slices"
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
	Name     string              `json:"name"`
	Help     string              `json:"help"`
	Runs     []listedItem        `json:"runs"`
	Sets     map[string][]string `json:"sets,omitempty"`
	Measures []listedItem        `json:"measures"`

	sets []enumerate.NamedSet // in order
}

type listedItem struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

func listed() ([]listedFamily, error) {
	runs := map[string][]listedItem{}
	for _, r := range configs.Shipped() {
		plan, err := configs.Load(r.Name, nil)
		if err != nil {
			return nil, err
		}
		runs[plan.Family] = append(runs[plan.Family], listedItem{r.Name, r.Summary})
	}
	var all []listedFamily
	for _, f := range puzzles.Families() {
		l := listedFamily{Name: f.Name, Help: f.Help, Runs: runs[f.Name], sets: f.Sets, Sets: map[string][]string{}}
		for _, s := range f.Sets {
			l.Sets[s.Name] = s.Members
		}
		for _, m := range f.Measures {
			l.Measures = append(l.Measures, listedItem{m.Name, m.Meaning})
		}
		all = append(all, l)
	}
	return all, nil
}

// printList prints the families for people. Families with the same measures share
// one table of them.
func printList(out io.Writer, all []listedFamily) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	items := func(title string, list []listedItem) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(w, "  %s\n", title)
		for _, i := range list {
			fmt.Fprintf(w, "    %s\t%s\n", i.Name, i.Help)
		}
	}
	for i, f := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n", f.Name, f.Help)
		items("runs (coverstat run NAME)", f.Runs)
		if len(f.sets) > 0 {
			fmt.Fprintln(w, "  sets of pieces (coverstat list --pieces NAME)")
		}
		for _, s := range f.sets {
			fmt.Fprintf(w, "    %s\t%s\n", s.Name, strings.Join(s.Members, " "))
		}
		if i > 0 && len(f.Measures) > 0 && slices.Equal(f.Measures, all[i-1].Measures) {
			fmt.Fprintf(w, "  measures: those of %s\n", all[i-1].Name)
			continue
		}
		items("measures", f.Measures)
	}
	return w.Flush()
}
