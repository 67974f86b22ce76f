package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"coverstat/configs"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list families of puzzles, shipped runs, piece sets and measures",
		Args:  exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return printJSON(c.OutOrStdout(), vocabulary())
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 4, 2, ' ', 0)
			listFamilies(w)
			listRuns(w)
			listVocabulary(w)
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the list as one JSON object")
	return cmd
}

// vocabulary is the list for programs.
func vocabulary() map[string]any {
	var families, runs []map[string]any
	for _, f := range puzzles.Families() {
		sets, measures := []map[string]any{}, []map[string]any{}
		for _, s := range f.Sets {
			sets = append(sets, map[string]any{"name": s.Name, "pieces": s.Members})
		}
		for _, m := range f.Measures {
			measures = append(measures, map[string]any{"name": m.Name, "scale": m.Scale, "meaning": m.Meaning, "unit": m.Unit, "source": m.Source})
		}
		families = append(families, map[string]any{"name": f.Name, "help": f.Help, "sets": sets, "measures": measures})
	}
	for _, r := range configs.Shipped() {
		runs = append(runs, map[string]any{"name": r.Name, "summary": r.Summary})
	}
	return map[string]any{"families": families, "runs": runs}
}

func listFamilies(w io.Writer) {
	fmt.Fprintln(w, "FAMILIES")
	for _, f := range puzzles.Families() {
		fmt.Fprintf(w, "  %s\t%s\n", f.Name, f.Help)
	}
}

func listRuns(w io.Writer) {
	fmt.Fprintln(w, "\nSHIPPED RUNS (coverstat run NAME)")
	for _, r := range configs.Shipped() {
		fmt.Fprintf(w, "  %s\t%s\n", r.Name, r.Summary)
	}
}

func listVocabulary(w io.Writer) {
	for _, f := range puzzles.Families() {
		if len(f.Sets) > 0 {
			fmt.Fprintf(w, "\nPIECE SETS (%s)\n", f.Name)
			for _, s := range f.Sets {
				fmt.Fprintf(w, "  %s\t%s\n", s.Name, strings.Join(s.Members, " "))
			}
		}
		if len(f.Measures) == 0 {
			continue
		}
		fmt.Fprintf(w, "\nMEASURES (%s)\n", f.Name)
		for _, m := range f.Measures {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", m.Name, strings.ReplaceAll(m.Scale.String(), "_", "/"), m.Meaning)
		}
	}
}
