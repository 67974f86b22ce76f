package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

// brief returns the facts that all users need: not how a search is made shorter and cut, and not the exact cover
// behind a puzzle, unless the puzzle is nothing else.
func brief(facts []enumerate.Fact) []enumerate.Fact {
	hidden := []enumerate.Subject{enumerate.AboutTasks}
	if slices.ContainsFunc(facts, func(f enumerate.Fact) bool { return f.Subject() == enumerate.AboutBoard }) {
		hidden = append(hidden, enumerate.AboutCover)
	}
	return slices.DeleteFunc(facts, func(f enumerate.Fact) bool { return slices.Contains(hidden, f.Subject()) })
}

func newCheck() *cobra.Command {
	var flags configFlags
	var asJSON, verbose bool
	c := &cobra.Command{
		Use:   "check CONFIG",
		Short: "check a config and print what a run would do",
		Long: `check reads a config as run does. It prints how large the puzzle is, what is required of
solutions, how they are searched, counted and drawn at random, and the time of a long run. It
draws the pieces. --verbose and --json add the items and options of the exact cover, its
symmetry group, why a better kernel does not fit, how symmetry makes the search shorter, and
the number of tasks.`,
		Example: "  coverstat check chessboard",
		Args:    exactly(1, aConfig), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			s, err := flags.open(c, args[0], false)
			if err != nil {
				return err
			}
			ctx := c.Context()
			progress.Doing(ctx, "cutting the search into tasks")
			if err := s.CutTasks(); err != nil {
				return err
			}
			progress.Doing(ctx, "trying to count without listing")
			forecast.WatchList(ctx, s)
			further := s.CheckFacts()
			progress.Doing(ctx, "estimating the time of a run")
			if f := forecast.Before(ctx, s, runtime.GOMAXPROCS(0), 1); f != nil {
				room, _ := forecast.Room(f, filepath.Join(study.RunsDir, s.Plan.Name), 0)
				if line := forecast.Line(s, f, 1, room); f.Hopeless != "" {
					further = append(further,
						enumerate.Fact{Key: "advice", Text: forecast.Advice(s), Value: forecast.Advice(s)})
				} else if line != "" {
					further = append(further, enumerate.Fact{Key: "run", Text: "a run takes " + line, Value: f})
				}
			}
			progress.Doing(ctx, "")
			if asJSON {
				return printJSON(c, s.Describe(further...))
			}
			facts := append(s.Facts(), further...)
			if !verbose {
				facts = brief(facts)
			}
			for _, f := range facts {
				fmt.Fprintln(forPeople(c), f.Text)
			}
			return printPuzzle(c, s)
		},
	}
	flags.add(c)
	addFlags(c,
		flag{"verbose", &verbose,
			"also print the exact cover, its symmetry group, and how its search is made shorter and cut into tasks"},
		flag{"json", &asJSON, "print one JSON object"})
	return c
}

// printPuzzle draws the board and the pieces.
func printPuzzle(c *cobra.Command, s *study.Study) error {
	out := c.OutOrStdout()
	if s.Family.Board != nil {
		board, err := s.Family.Board(s.Plan.Spec().Puzzle)
		if err != nil {
			return err
		}
		if board != "" {
			fmt.Fprintf(out, "\n%s", board)
		}
	}
	if s.Family.Pieces != nil {
		fmt.Fprintln(out)
	}
	return show.PrintPieces(out, s.Family, s.Plan.Spec().Puzzle)
}
