package main

import (
	"fmt"
	"slices"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
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
	return withFlags(&cobra.Command{
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
			s, err := flags.open(c, args[0], toRun)
			if err != nil {
				return err
			}
			ctx := c.Context()
			progress.Doing(ctx, "cutting the search into tasks")
			if err := s.CutTasks(); err != nil {
				return err
			}
			further := forecast.Facts(ctx, s)
			facts := append(s.Facts(), further...)
			if asJSON {
				return printJSON(c, described(s.Plan, facts))
			}
			if !verbose {
				facts = brief(facts)
			}
			for _, f := range facts {
				fmt.Fprintln(forPeople(c), f.Text)
			}
			return printPuzzle(c, s)
		},
	}, slices.Concat(flags.ofConfig(), []flag{
		{"verbose", &verbose,
			"also print the exact cover, its symmetry group, and how its search is made shorter and cut into tasks"},
		{"json", &asJSON, "print one JSON object"},
	}))
}

// described is what facts say of a config, for programs. The values of facts with the same key are a list.
func described(p *configs.Plan, facts []enumerate.Fact) map[string]any {
	out := map[string]any{"name": p.Name, "family": p.Family}
	for _, f := range facts {
		switch old := out[f.Key].(type) {
		case nil:
			out[f.Key] = f.Value
		case []any:
			out[f.Key] = append(old, f.Value)
		default:
			out[f.Key] = []any{old, f.Value}
		}
	}
	return out
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
