package main

import (
	"fmt"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newCount() *cobra.Command {
	var flags configFlags
	var asJSON bool
	var memory string
	var format string
	c := &cobra.Command{
		Use:   "count CONFIG",
		Short: "print the number of solutions",
		Long: `count prints the number of solutions, all of them and up to symmetry. It writes no
files but temporary ones. With --kernel, or a kernel in the config, it lists the solutions one by one
with that kernel; kernel sweep counts them without a list. With neither, a list and sweeps take
turns until one of them ends; coverstat check says which begins. The number up to symmetry is left
out where it would take much longer than the other. Where it is known without a search that there
is no solution, stderr says why.

Of a survey over sizes of boards it prints the table of all numbers: with --json, an object a line.`,
		Example: "  coverstat count pent-6x10",
		Args:    exactly(1, aConfig), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			if format != "text" && format != "csv" {
				return usageError{enumerate.Unknown("no format", format, []string{"text", "csv"}, "")}
			}
			if memory != "" {
				flags.set = append(flags.set, "output.memory_limit="+memory)
			}
			s, err := flags.open(c, args[0], true)
			if err != nil {
				return err
			}
			if s.Job.Features().Sequence != nil {
				counts, err := forecast.CountBoards(c.Context(), s, flags.searches())
				progress.Doing(c.Context(), "")
				switch {
				case err != nil:
					return err
				case asJSON:
					return counts.WriteJSON(c.OutOrStdout())
				case format == "csv":
					return counts.WriteCSV(c.OutOrStdout())
				}
				return counts.WriteText(c.OutOrStdout())
			}
			if format != "text" {
				return usage("--format %s: expected a survey over sizes of boards", format)
			}
			n, err := forecast.Count(c.Context(), s, flags.searches(), c.Flags().Changed("kernel") && s.Plan.Kernel != study.SweepKernel)
			progress.Doing(c.Context(), "")
			if asJSON && err == nil {
				return printJSON(c, n)
			}
			return printLine(c, fmt.Sprint(n), err)
		},
	}
	flags.add(c)
	flags.addWorkers(c)
	c.Flags().StringVar(&memory, "memory", "", "memory for the states of sweeps, such as 4GiB; what it does not hold goes to temporary files (default: output.memory_limit of the config, or 1GiB)")
	c.Flags().StringVar(&format, "format", "text", "how the table of a survey over sizes of boards is printed: text or csv")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
