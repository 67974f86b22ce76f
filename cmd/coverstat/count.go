package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newCount() *cobra.Command {
	var flags configFlags
	var asJSON bool
	var memory string
	var format, by string
	c := &cobra.Command{
		Use:   "count CONFIG",
		Short: "print the number of solutions",
		Long: `count prints the number of solutions, all of them and up to symmetry. It writes no
files but temporary ones. With --kernel, or a kernel in the config, it lists the solutions one by one
with that kernel; kernel sweep counts them without a list. With neither, a list and sweeps take
turns until one of them ends; coverstat check says which begins. The number up to symmetry is left
out where it would take much longer than the other. Where it is known without a search that there
is no solution, stderr says why.

--by options prints for each option how many solutions have it, and which share of all that is: tables/options
with the columns raw and share.

Of a survey over sizes of boards it prints the table of all numbers: with --json, an object a line.`,
		Example: "  coverstat count pent-6x10\n  coverstat count dominoes-8x8 --by options --format csv",
		Args:    exactly(1, aConfig), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) (err error) {
			defer func() { err = ofMemory(err) }()
			if err := mayPrint(format, by); err != nil {
				return err
			}
			if memory != "" {
				flags.set = append(flags.set, memoryKey+"="+memory)
			}
			s, err := flags.open(c, args[0], true)
			if err != nil {
				return err
			}
			if by != "" {
				return printOptions(c, s, flags.searches(), format, asJSON)
			}
			if s.Job.Sequence != nil && format != "jsonl" {
				return printBoards(c, s, flags.searches(), format, asJSON)
			}
			if format != "text" {
				return usage("--format %s: expected --by options, or of text and csv a survey over sizes of boards",
					format)
			}
			n, err := forecast.Count(c.Context(), s, flags.searches(),
				c.Flags().Changed("kernel") && s.Plan.Kernel != study.SweepKernel)
			progress.Doing(c.Context(), "")
			if asJSON && err == nil {
				return printJSON(c, n)
			}
			return printLine(c, fmt.Sprint(n), err)
		},
	}
	flags.add(c)
	flags.addWorkers(c)
	c.Flags().StringVar(&memory, "memory", "",
		"memory for the states of sweeps, such as 4GiB; what it does not hold goes to temporary files (default: output.memory_limit of the config, or 1GiB)")
	c.Flags().StringVar(&format, "format", "text",
		"how a table is printed: text, csv or jsonl; that of a survey over sizes of boards as text or csv")
	c.Flags().StringVar(&by, "by", "", "also count by `options`: in how many solutions each is")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	excludes(c, "json", "format")
	return c
}

// mayPrint returns an error if the numbers have no such format, or are not counted by this.
func mayPrint(format, by string) error {
	if formats := []string{"text", "csv", "jsonl"}; !slices.Contains(formats, format) {
		return usageError{enumerate.Unknown("no format", format, formats, "")}
	}
	if by != "" && by != "options" {
		return usageError{enumerate.Unknown("no numbers by", by, []string{"options"}, "")}
	}
	return nil
}

// printBoards counts the solutions of a survey over sizes of boards and prints the numbers.
func printBoards(c *cobra.Command, s *study.Study, workers int, format string, asJSON bool) error {
	boards, err := forecast.CountBoards(c.Context(), s, workers)
	progress.Doing(c.Context(), "")
	if err != nil {
		return err
	}
	if asJSON {
		format = "json"
	}
	return show.Boards(c.OutOrStdout(), boards, format)
}

// memoryKey is the key of a config that --memory stands for.
const memoryKey = "output.memory_limit"

// ofMemory makes an error of the key one of the flag.
func ofMemory(err error) error {
	var input *enumerate.InputError
	if errors.As(err, &input) {
		flag := strings.NewReplacer("--set "+memoryKey+"=", "--memory ", memoryKey+": ", "", memoryKey, "--memory")
		input.File, input.Problem, input.Expected = flag.Replace(input.File), flag.Replace(input.Problem),
			flag.Replace(input.Expected)
	}
	return err
}

// printOptions counts how many solutions have each option and prints that.
func printOptions(c *cobra.Command, s *study.Study, workers int, format string, asJSON bool) error {
	all, options, err := forecast.CountOptions(c.Context(), s, workers)
	progress.Doing(c.Context(), "")
	if err != nil {
		return err
	}
	if !asJSON {
		return show.Table(forPeople(c), options, format)
	}
	var lines bytes.Buffer
	raw, err := all.MarshalJSON()
	if err == nil {
		err = show.Table(&lines, options, "json")
	}
	return printLine(c, fmt.Sprintf("{\"raw\": %s, \"options\": %s}", raw, &lines), err)
}
