package sudoku

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// deepStack is the depth that the stack of the program which coverstat
// continues was thought never to pass.
const deepStack = 20

// analysis compares the ways of solving by singles, if there are any.
func (s *puzzleSurvey) analysis() enumerate.Analysis {
	a := enumerate.Analysis{Drawn: s.source.drawn()}
	if len(s.policies) == 0 {
		return a
	}
	deep := int64(deepStack)
	c := enumerate.Ways{
		Title: "Is the stack ever deeper than 20?",
		Text: "The same puzzles, solved by singles and guesses. A guess is one candidate tried in a cell that has several; " +
			"each fills in one more board, so that the nodes of the search are the guesses and one. " +
			"The stack is as deep as the number of guesses that a board rests on. " +
			"Searches that were stopped at the limit count with what they had done: their means and greatest values are at least these.",
		Quantities: []enumerate.Quantity{
			{Name: "guesses", Log: true},
			{Name: "stack depth", Threshold: &deep},
			{Name: "no guess needed", Share: true},
			{Name: "stopped at the limit", Share: true},
		},
	}
	if len(s.policies) > 1 {
		c.Title = "Does the choice of the guess cell matter, and is the stack ever deeper than 20?"
	}
	for _, way := range s.policies {
		c.Names = append(c.Names, way.name())
		for i, suffix := range []string{"guesses", "depth", "alone", "stopped"} {
			q := &c.Quantities[i]
			q.Columns = append(q.Columns, way.prefix()+"_"+suffix)
		}
	}
	a.Ways = []enumerate.Ways{c}
	return a
}

// name is the policy for readers.
func (p policy) name() string {
	name := map[singles.Guess]string{singles.Fewest: "fewest candidates", singles.First: "first open cell", singles.Most: "most candidates"}[p.guess]
	if p.hidden {
		return name + ", hidden singles"
	}
	return name
}
