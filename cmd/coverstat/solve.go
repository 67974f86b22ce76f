package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

// newSolve makes solve with a subcommand for every family that can.
func newSolve() *cobra.Command {
	c := &cobra.Command{
		Use:   "solve FAMILY [FILE]",
		Short: "one puzzle, or many, from a file or stdin; answers on stdout",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return noSolver(args[0])
		},
	}
	// Flags are a family's, so of a family that there is not they are unknown:
	// it is the family that is wrong.
	c.SetFlagErrorFunc(func(at *cobra.Command, err error) error {
		if family := at.Flags().Arg(0); at == c && family != "" {
			return noSolver(family)
		}
		return usageError{err}
	})
	for _, f := range puzzles.Families() {
		if f.Solve != nil {
			c.AddCommand(newSolveFamily(f))
		}
	}
	return c
}

// noSolver says that a family is none, or none whose puzzles are solved here.
func noSolver(family string) error {
	if _, err := puzzles.Find(family); err != nil {
		return err
	}
	return usageError{fmt.Errorf("puzzles of the family %s are not solved one by one: see coverstat run", family)}
}

func newSolveFamily(f enumerate.Family) *cobra.Command {
	var request enumerate.SolveRequest
	values := map[string]*string{}
	c := &cobra.Command{
		Use:   f.Name + " [FILE]",
		Short: f.Help,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("got %d arguments: expected at most one file", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			request.Out, request.Flags = c.OutOrStdout(), map[string]string{}
			for name, v := range values {
				request.Flags[name] = *v
			}
			return withInput(c.InOrStdin(), args, func(name string, in io.Reader) error {
				request.Name, request.In = name, in
				return f.Solve(request)
			})
		},
	}
	c.Flags().BoolVar(&request.Trace, "trace", false, "show every step")
	c.Flags().StringVar(&request.Method, "method", "", "one of the family's methods (default its best)")
	for _, flag := range f.SolveFlags {
		values[flag.Name] = c.Flags().String(flag.Name, flag.Default, flag.Help)
	}
	return c
}

// withInput opens the named file, or takes stdin.
func withInput(stdin io.Reader, args []string, use func(name string, in io.Reader) error) error {
	if len(args) == 0 || args[0] == "-" {
		return use("stdin", stdin)
	}
	f, err := os.Open(args[0])
	if err != nil {
		return &enumerate.InputError{File: args[0], Problem: "cannot be read: " + strings.TrimPrefix(err.Error(), "open "+args[0]+": ")}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return &enumerate.InputError{File: args[0], Problem: "is a directory", Expected: "a file"}
	}
	return use(args[0], f)
}
