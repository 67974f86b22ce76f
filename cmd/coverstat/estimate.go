package main

import (
	"math"
	"slices"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"
	"coverstat/export/report"

	"github.com/spf13/cobra"
)

func newEstimate() *cobra.Command {
	var flags configFlags
	var asJSON bool
	o := forecast.EstimateOptions{Nodes: 1 << 24, Precision: 0.02, Seed: 1}
	return withFlags(&cobra.Command{
		Use:   "estimate CONFIG",
		Short: "estimate the number of solutions and the cost of a run",
		Long: `estimate estimates the number of solutions of a puzzle, the number of nodes of the
search for them, and the CPU seconds of this search, with 95% intervals. It follows
random paths of the search tree. It stops when the intervals are narrow enough or when
its budget is spent, and says which. If the whole search fits the budget, or if the
solutions can be counted without listing them, the number is exact. The CPU seconds are
the nodes times the time of one node, which is measured for a third of a second on tasks
of the run, and the time to count and write its rows. From them and --workers it says how
long a run would take, and from the rows of these tasks how much disk space; a run says the
same before it begins. For a survey it does some of the tasks and counts instances.`,
		Example: "  coverstat estimate onesided-9x10\n  coverstat estimate onesided-9x10 --budget 200000000 --precision 0.02",
		Args:    exactly(1, aConfig), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			if !(o.Precision > 0) {
				return usage("--precision %v: expected more than 0", o.Precision)
			}
			s, err := flags.open(c, args[0], toRun)
			if err != nil {
				return err
			}
			o.Workers = flags.workers
			e, err := forecast.Estimate(c.Context(), s, o)
			progress.Doing(c.Context(), "")
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c, e)
			}
			return report.Text(c.OutOrStdout(), e.Section())
		},
	}, slices.Concat(flags.ofSearch(), []flag{
		{"budget", wholeNumber(&o.Nodes, 1, math.MaxInt),
			"search about this many nodes; where they are costly, fewer"},
		{"precision", &o.Precision,
			"stop when half the width of both intervals is below this part of the estimate"},
		{"seed", &o.Seed, "seed of the random paths"},
		{"json", &asJSON, "print one JSON object"},
	}))
}
