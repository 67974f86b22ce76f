package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

// newSolve makes solve, with a subcommand for every family that can solve puzzles.
func newSolve() *cobra.Command {
	var flags configFlags
	var instance string
	var trace bool
	c := withFlags(&cobra.Command{
		Use:   "solve FAMILY [FILE | LINK] | solve CONFIG --instance NAME",
		Short: "solve puzzles from a file or standard input, or one of a survey, and print the solutions",
		Long: `solve reads puzzles from a file, a link or standard input and prints their solutions. A link holds its
puzzle: nothing is fetched. solve makes no dataset. coverstat solve FAMILY --help says how puzzles of a family are written.

With --instance, solve prints the solutions of one instance of a survey of boards or of sets of pieces, named as in
the column instance; --trace shows how the search that measures its difficulty finds them, node by node.`,
		Example: "  coverstat solve sudoku puzzles.txt\n  coverstat solve polyomino board.txt --pieces pentominoes\n" +
			"  coverstat solve pentomino-subsets-5x5 --instance 'F5 L5 P5 T5 V5' --trace",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return c.Help()
			case !c.Flags().Changed("instance"):
				return noSolver(args[0])
			case len(args) > 1:
				return usage("expected one config with --instance, got %q", args)
			}
			s, err := flags.open(c, args[0], toRun)
			if err != nil {
				return err
			}
			solve := s.Job.SolveInstance
			if solve == nil {
				return usage("%s is no survey of boards or of sets of pieces: --instance names one of these", args[0])
			}
			return solve(c.OutOrStdout(), instance, trace)
		},
	}, []flag{
		flags.change(),
		{"instance", &instance,
			"solve the instance of a survey of boards or of sets with this name, as in the column instance"},
		{"trace", &trace, "with --instance, print every node of the search by the rule of docs/difficulty.md"},
	})
	// Each family has its own flags. If the family does not exist, its flags are
	// unknown, and the error must name the family, not the flag.
	c.SetFlagErrorFunc(func(at *cobra.Command, err error) error {
		if family := at.Flags().Arg(0); at == c && family != "" {
			return noSolver(family)
		}
		return flagError(at, err)
	})
	for _, f := range puzzles.Families() {
		if f.Solve != nil {
			c.AddCommand(newSolveFamily(f))
		}
	}
	return c
}

// noSolver is the error for a family that does not exist or cannot solve puzzles.
func noSolver(family string) error {
	if _, err := puzzles.Find(family); err != nil {
		return err
	}
	return usage("puzzles of the family %s are not solved one by one: see coverstat run", family)
}

func newSolveFamily(f enumerate.Family) *cobra.Command {
	var request enumerate.SolveRequest
	values := make([]string, len(f.SolveFlags))
	var flags []flag
	for i, x := range f.SolveFlags {
		values[i] = x.Default
		flags = append(flags, flag{x.Name, &values[i], x.Help})
	}
	if f.Trace != "" {
		flags = append(flags, flag{"trace", &request.Trace, f.Trace})
	}
	if f.SolveMethods != nil {
		flags = append(flags, flag{"method", &request.Method,
			"a way to solve: " + strings.Join(f.SolveMethods, ", ") + " (default: the best)"})
	}
	return withFlags(&cobra.Command{
		Use:   f.Name + " [FILE]",
		Short: f.Help,
		Long:  strings.TrimSpace(f.Help + "\n\n" + f.SolveInput),
		Args:  between(0, 1, "at most one file"),
		RunE: func(c *cobra.Command, args []string) error {
			request.Out, request.Flags = c.OutOrStdout(), map[string]string{}
			request.Say = func(text string) { progress.Notice(c.Context(), "%s", text) }
			if request.Method != "" && !slices.Contains(f.SolveMethods, request.Method) {
				return enumerate.Unknown("--method", request.Method, f.SolveMethods, "")
			}
			for i, x := range f.SolveFlags {
				if x.Values != nil && !slices.Contains(x.Values, values[i]) {
					return enumerate.Unknown("--"+x.Name, values[i], x.Values, "")
				}
				request.Flags[x.Name] = values[i]
			}
			if f.ReadPieces != nil {
				var err error
				if request.Pieces, err = drawnPieces(f, request.Flags["pieces"]); err != nil {
					return err
				}
			}
			return withInput(c.InOrStdin(), args, func(name string, in io.Reader) error {
				request.Name, request.In = name, in
				return f.Solve(request)
			})
		},
	}, flags)
}

// drawnPieces reads pieces from a file with pictures; it returns nil if there is no file of that name.
func drawnPieces(f enumerate.Family, name string) ([]enumerate.PiecePicture, error) {
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, enumerate.Errorf("%v", err)
	}
	return f.ReadPieces(name, string(text))
}

// withInput calls use with the named file, with a link, which holds its puzzle, or with stdin.
func withInput(stdin io.Reader, args []string, use func(name string, in io.Reader) error) error {
	if len(args) == 0 || args[0] == "-" {
		return use("stdin", stdin)
	}
	if strings.HasPrefix(args[0], "https://") || strings.HasPrefix(args[0], "http://") {
		return use("link", strings.NewReader(args[0]))
	}
	f, err := os.Open(args[0])
	if err != nil {
		var at *fs.PathError // which names the file once more
		if errors.As(err, &at) {
			err = at.Err
		}
		return &enumerate.InputError{File: args[0], Problem: "cannot be read: " + err.Error()}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return &enumerate.InputError{File: args[0], Problem: "is a directory", Expected: "a file"}
	}
	return use(args[0], f)
}
