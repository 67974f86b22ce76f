package main

import (
	"fmt"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"

	"github.com/spf13/cobra"
)

func newCount() *cobra.Command {
	var flags configFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "count CONFIG",
		Short: "print the number of solutions",
		Long: `count prints the number of solutions, all of them and up to symmetry. It writes no
files. With --kernel, or a kernel in the config, it lists the solutions one by one with
that kernel; without, it may use a method that counts them without listing. The number up to symmetry is left
out where it would take much longer than the other; coverstat check says so. Where it is
known without a search that there is no solution, stderr says why.`,
		Example: "  coverstat count pent-6x10",
		Args:    exactly(1, "a config file or the name of a shipped run"),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := flags.open(args[0], true)
			if err != nil {
				return err
			}
			n, err := forecast.Count(c.Context(), s, flags.searches(), c.Flags().Changed("kernel"), func(text string) { fmt.Fprintln(c.ErrOrStderr(), "coverstat:", text) })
			progress.Doing(c.Context(), "")
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), n)
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
