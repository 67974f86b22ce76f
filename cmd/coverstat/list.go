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
	return &cobra.Command{
		Use:   "list",
		Short: "list families of puzzles, shipped runs, piece sets and measures",
		Args:  exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 4, 2, ' ', 0)
			listFamilies(w)
			listRuns(w)
			listVocabulary(w)
			return w.Flush()
		},
	}
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
			fmt.Fprintf(w, "  %s\t%s\n", m.Name, m.Meaning)
		}
	}
}
