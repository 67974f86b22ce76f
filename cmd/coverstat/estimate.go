package main

import (
	"fmt"

	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newEstimate() *cobra.Command {
	var flags configFlags
	var asJSON bool
	var o pipeline.EstimateOptions
	c := &cobra.Command{
		Use:   "estimate CONFIG",
		Short: "estimated solutions and search cost, before a run",
		Long: `estimate says how many solutions a puzzle may have, how many nodes the search for
them, and how many CPU seconds, with 95% intervals. It probes the search at random
and stops when the intervals are narrow enough or its budget is spent; it says
which. A search that fits the budget is done whole, and a number that can be
counted without listing is exact. Seconds are nodes times what a node costs here,
timed on a third of a second of the run's own tasks; writing the dataset comes on
top. Of a survey it does some tasks, and speaks of instances.`,
		Example: "  coverstat estimate onesided-9x10\n  coverstat estimate onesided-9x10 --budget 200000000 --precision 0.02",
		Args:    exactly(1, "a config file or the name of a shipped run"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.Nodes < 1 || !(o.Precision > 0) {
				return usageError{fmt.Errorf("--budget %d --precision %v: expected both above 0", o.Nodes, o.Precision)}
			}
			study, err := flags.open(args[0], false)
			if err != nil {
				return err
			}
			e, err := pipeline.Estimate(c.Context(), study, o)
			if err != nil {
				return err
			}
			if asJSON {
				return pipeline.PrintJSON(c.OutOrStdout(), e)
			}
			return e.Print(c.OutOrStdout())
		},
	}
	flags.add(c)
	c.Flags().Int64Var(&o.Nodes, "budget", 1<<24, "search about so many nodes")
	c.Flags().Float64Var(&o.Precision, "precision", 0.02, "stop when both intervals are within this part of their estimates")
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "seed of the probes")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
