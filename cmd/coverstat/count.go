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
	o := countOptions{format: "text"}
	return withFlags(&cobra.Command{
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
		RunE: func(c *cobra.Command, args []string) error { return ofMemory(o.print(c, args[0])) },
	}, slices.Concat(o.ofSearch(), []flag{
		{"memory", &o.memory,
			"memory for the states of sweeps, such as 4GiB; what it does not hold goes to temporary files (default: output.memory_limit of the config, or 1GiB)"},
		{"format", &o.format,
			"how a table is printed: text, csv or jsonl; that of a survey over sizes of boards as text or csv"},
		{"by", &o.by, "also count by `options`: in how many solutions each is"},
		{"json", &o.asJSON, "print one JSON object"},
	}), excludes{"json", "format"})
}

type countOptions struct {
	configFlags
	memory, format, by string
	asJSON             bool
}

// print counts the solutions of a config and prints what is asked for.
func (o *countOptions) print(c *cobra.Command, config string) error {
	if formats := []string{"text", "csv", "jsonl"}; !slices.Contains(formats, o.format) {
		return usageError{enumerate.Unknown("no format", o.format, formats, "")}
	}
	if o.by != "" && o.by != "options" {
		return usageError{enumerate.Unknown("no numbers by", o.by, []string{"options"}, "")}
	}
	if o.memory != "" {
		o.set = append(o.set, memoryKey+"="+o.memory)
	}
	s, err := o.open(c, config, toCount)
	if err != nil {
		return err
	}
	if o.by != "" {
		return o.printOptions(c, s)
	}
	if s.Job.Sequence != nil && o.format != "jsonl" {
		return o.printBoards(c, s)
	}
	if o.format != "text" {
		return usage("--format %s: expected --by options, or of text and csv a survey over sizes of boards", o.format)
	}
	n, err := forecast.Count(c.Context(), s, o.searches(),
		c.Flags().Changed("kernel") && s.Plan.Kernel != study.SweepKernel)
	progress.Doing(c.Context(), "")
	if o.asJSON && err == nil {
		return printJSON(c, n)
	}
	return printLine(c, fmt.Sprint(n), err)
}

// printBoards counts the solutions of a survey over sizes of boards and prints the numbers.
func (o *countOptions) printBoards(c *cobra.Command, s *study.Study) error {
	boards, err := forecast.CountBoards(c.Context(), s, o.searches())
	progress.Doing(c.Context(), "")
	if err != nil {
		return err
	}
	format := o.format
	if o.asJSON {
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
func (o *countOptions) printOptions(c *cobra.Command, s *study.Study) error {
	all, options, err := forecast.CountOptions(c.Context(), s, o.searches())
	progress.Doing(c.Context(), "")
	if err != nil {
		return err
	}
	if !o.asJSON {
		return show.Table(forPeople(c), options, o.format)
	}
	var lines bytes.Buffer
	raw, err := all.MarshalJSON()
	if err == nil {
		err = show.Table(&lines, options, "json")
	}
	return printLine(c, fmt.Sprintf("{\"raw\": %s, \"options\": %s}", raw, &lines), err)
}
