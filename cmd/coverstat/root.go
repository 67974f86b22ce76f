package main

import (
	"errors"
	"fmt"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "coverstat",
		Short: "lists all solutions of tiling and exact-cover puzzles",
		Long: `coverstat lists all solutions of a tiling or exact-cover puzzle, one of each set of
symmetric solutions, or draws random solutions. It writes them to a dataset of
Parquet files with measured columns and statistics.

  coverstat run chessboard      write the 16,146 ways to fill a chessboard with
                                the 12 pentominoes and the 2x2 square
  coverstat browse runs/chessboard
                                explore them on a page in the browser
  coverstat list                name all runs, piece sets and measures
  coverstat new                 write a config for a board and pieces of yours`,
		Version:       study.Version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          onlyCommands,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("coverstat {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Find solutions:", []*cobra.Command{
			newRun(), newCount(), newExplore(), newEstimate(), newCheck(), newSolve(),
		}},
		{"Look at datasets:", []*cobra.Command{
			newBrowse(), newReport(), newDraw(), newCat(), newStats(), newStatus(),
		}},
		{"Check, join and publish datasets:", []*cobra.Command{
			newVerify(), newMerge(), newCard(),
		}},
		{"Write configs:", []*cobra.Command{
			newList(), newNew(), newSchema(), newConvert(),
		}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, c := range group.commands {
			c.GroupID = group.title
			root.AddCommand(c)
		}
	}
	root.AddCommand(&cobra.Command{
		Use:    "version",
		Hidden: true, // as the flag --version; scripts call it
		Short:  "print the program's version",
		Args:   exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			return printLine(c, "coverstat "+study.Version(), nil)
		},
	})
	return root
}

// refuseUnknown makes an error of unknown names behind help and completion, which the
// library answers by a page of help.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Short = "explain a command"
	help.Args = func(_ *cobra.Command, args []string) error {
		c, rest, _ := root.Find(args)
		return onlyCommands(c, rest)
	}
	completion, _, _ := root.Find([]string{"completion"})
	completion.Short = "print what a shell needs to complete commands, flags and names of runs"
	completion.Args = onlyCommands
	completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
}

// onlyCommands is the error for the first argument of a command that has nothing but commands below it.
func onlyCommands(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return usage("%s has no command %q: expected none", c.CommandPath(), args[0])
	}
	var names []string
	for _, below := range c.Commands() {
		names = append(names, below.Name())
	}
	return usageError{enumerate.Unknown("no command", args[0], names, "")}
}

// together is what cobra says of flags that exclude each other.
var together = enumerate.Pattern(`\[(\S+) (\S+)\] were all set$`)

// checkFlags returns an error if two flags exclude each other, or if a flag is given an empty
// text, as by an unset variable of a shell: it would be taken for a flag that is not given. An
// empty condition is one that all rows meet.
func checkFlags(c *cobra.Command) error {
	if err := c.ValidateFlagGroups(); err != nil {
		if flags := together().FindStringSubmatch(err.Error()); flags != nil {
			err = usage("--%s cannot be used with --%s: expected one of them", flags[1], flags[2])
		}
		return err
	}
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && f.Name != "where" {
			err = usage("--%s is empty: expected a value, or no --%s", f.Name, f.Name)
		}
	})
	return err
}

// flagError says which flags a command has, and what a flag expects where the library
// names a function of Go.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usageError{enumerate.Unknown(c.CommandPath()+" has no flag", "--"+unknown.GetSpecifiedName(), names, "")}
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		expected := map[string]string{"bool": "true or false", "duration": "a time with its unit, such as 30s",
			"float64":    "a number",
			"uint64":     "a whole number of at least 0",
			"int64Slice": "whole numbers, separated by commas"}[wrong.GetFlag().Value.Type()]
		if expected == "" { // a type of flags.go
			expected = wrong.Unwrap().Error()
		}
		err = fmt.Errorf("--%s %q: expected %s", wrong.GetFlag().Name, wrong.GetValue(), expected)
	}
	return usageError{err}
}
