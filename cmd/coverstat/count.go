package main

import (
	"fmt"

	"coverstat/cmd/internal/pipeline"

	"github.com/spf13/cobra"
)

func newCount() *cobra.Command {
	var flags configFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "count CONFIG",
		Short: "the number of solutions, nothing written",
		Long: `count prints how many solutions there are, all and up to symmetry. It writes
nothing. With --kernel the solutions are listed one by one by that kernel.`,
		Example: "  coverstat count pent-6x10",
		Args:    exactly(1, "a config file or the name of a shipped run"),
		RunE: func(c *cobra.Command, args []string) error {
			study, err := flags.open(args[0], true)
			if err != nil {
				return err
			}
			n, err := pipeline.Count(c.Context(), study, flags.workers, c.Flags().Changed("kernel"))
			if err != nil {
				return err
			}
			if asJSON {
				return pipeline.PrintJSON(c.OutOrStdout(), n)
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), n)
			return err
		},
	}
	flags.add(c)
	flags.addWorkers(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
