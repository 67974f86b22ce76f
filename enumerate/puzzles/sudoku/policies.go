package sudoku

import (
	"slices"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/singles"
	"coverstat/enumerate/survey"
)

// policy says how puzzles are solved by singles: where to guess, and whether hidden singles are
// placed.
type policy struct {
	guess  singles.Guess
	hidden bool
}

// UnmarshalYAML reads "fewest" or "fewest+hidden".
func (p *policy) UnmarshalYAML(decode func(any) error) error {
	var one enumerate.OneOf
	for _, name := range singles.Policies {
		one.Texts = append(one.Texts, name, name+"+hidden")
	}
	if err := decode(&one); err != nil {
		return err
	}
	name, hidden := strings.CutSuffix(one.Text, "+hidden")
	*p = policy{singles.Guess(slices.Index(singles.Policies[:], name)), hidden}
	return nil
}

// prefix begins the names of the policy's columns.
func (p policy) prefix() string {
	if p.hidden {
		return singles.Policies[p.guess] + "_with_hidden"
	}
	return singles.Policies[p.guess]
}

// columns are those of the policy.
func (p policy) columns(stats func(*answer) *singles.Counters) []survey.Column[answer] {
	name := func(suffix string) string { return p.prefix() + "_" + suffix }
	meaning := func(text string) string { return "singles, policy " + p.prefix() + ": " + text }
	hiddens := survey.Value(name("hiddens"), meaning("hidden singles placed, on all branches"),
		func(a *answer) int64 { return stats(a).Hidden }).Measured("placements")
	if p.hidden { // else they are 0, whether the search is stopped or not
		hiddens = hiddens.AtLeastIf(name("stopped"))
	}
	return []survey.Column[answer]{
		survey.Value(name("guesses"), meaning("candidates tried"),
			func(a *answer) int64 { return stats(a).Guesses }).Measured("guesses").AtLeastIf(name("stopped")),
		survey.Value(name("depth"), meaning("largest depth of the stack"),
			func(a *answer) int32 { return int32(stats(a).Deepest) }).Measured("frames").AtLeastIf(name("stopped")),
		survey.Value(name("nakeds"), meaning("naked singles placed, on all branches"),
			func(a *answer) int64 { return stats(a).Naked }).Measured("placements").AtLeastIf(name("stopped")),
		hiddens,
		survey.Value(name("alone"), meaning("singles reached a solution without a guess"),
			func(a *answer) bool { return stats(a).BySingles }).Measured(""),
		survey.Value(name("stopped"),
			meaning("the search ended at the node limit: guesses and depth are of what was done"),
			func(a *answer) bool { return stats(a).Unfinished }).Measured(""),
	}
}

// solveBySingles solves a puzzle by every policy that was asked for.
func (s *puzzleSurvey) solveBySingles(a *answer, solver *singles.Solver, stop *atomic.Bool) {
	a.bySingles = a.bySingles[:0]
	for _, p := range s.Singles {
		_, stats := solver.Solve(a.cells, singles.Settings{Guess: p.guess, Hidden: p.hidden, Limit: int(s.limit),
			NodeLimit: s.NodeLimit, Stop: stop}, nil)
		a.bySingles = append(a.bySingles, stats)
	}
}
