package main

import (
	"slices"
	"strings"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/export/findings"
	"coverstat/export/report"

	"github.com/spf13/cobra"
)

func newStats() *cobra.Command {
	var against string
	var cross []string
	var asJSON, partial bool
	return withFlags(&cobra.Command{
		Use:   "stats DIR",
		Short: "compute the statistics of a dataset again from its rows",
		Long: `stats reads the rows of a dataset and prints their statistics as JSON; on a terminal it
prints a short table, unless --json is given. Of a dataset without rows it prints those
of stats.json. With --against it compares a sample with a complete census of the same
puzzle: the number of classes seen and the number that uniform draws would have seen, and
the values of every measure, sampled and exact. With --cross it counts rows by pairs of
values of two measures.`,
		Example: "  coverstat stats runs/chessboard --cross crossroads,border_pieces\n  coverstat stats runs/chessboard\n  coverstat stats runs/chessboard-shuffled --against runs/chessboard",
		Args:    exactly(1, aDataset), ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			progress.Doing(c.Context(), "reading the rows")
			if against != "" {
				return printComparison(c, study.Folder(args[0]), study.Folder(against), asJSON)
			}
			set, err := study.OpenView(c.Context(), study.Folder(args[0]), study.ViewOptions{Partial: partial})
			if err != nil {
				return err
			}
			defer set.Close()
			if c.Flags().Changed("cross") {
				if len(cross) != 2 {
					return usage("--cross %s: expected two columns, separated by a comma", strings.Join(cross, ","))
				}
				t, err := inspect.CrossTabulate(set, cross[0], cross[1])
				if err != nil {
					return err
				}
				return printJSON(c, t)
			}
			d, err := inspect.Statistics(set)
			if err != nil {
				return err
			}
			if _, terminal := progress.Terminal(c.OutOrStdout()); terminal && !asJSON {
				return report.Text(forPeople(c), findings.Summary(d),
					findings.Section{Notes: []string{"--json prints all statistics, with histograms"}})
			}
			data, err := d.Encode()
			if err != nil {
				return err
			}
			_, err = c.OutOrStdout().Write(data)
			return err
		},
	}, []flag{
		{"partial", &partial, partialRows},
		{"against", &against, "compare the sample with the census of this dataset folder"},
		{"cross", columnNames(&cross), "count rows by the values of two columns, such as crossroads,border_pieces"},
		{"json", &asJSON, "print one JSON object, also on a terminal, and of a comparison"},
	}, excludes{"against", "partial", "cross"})
}

// printComparison compares a sample with a census.
func printComparison(c *cobra.Command, sample, census string, asJSON bool) error {
	a, _, err := inspect.Against(sample, census)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c, a)
	}
	s := findings.Against(a)
	return report.Text(forPeople(c), slices.Concat([]findings.Section{s}, s.Folded)...)
}
