package nonogram

import (
	"fmt"

	"coverstat/enumerate"
)

// maxCoverOptions bounds an exact cover of a nonogram.
const maxCoverOptions = 4_000_000

// cover returns the puzzle as an exact cover with as many solutions. A line is read cell by
// cell by the automaton of its clue, whose state says how many runs and which part of the
// present run have been seen. Each cell of each line is an item, R3.5 for row 3 and C5.3 for
// column 5, and its options are the steps of the automaton: the state before is the
// colour of the secondary item R3-4, the state after that of R3-5, and the picture's cell
// r3c5 has the colour 1 if it is black, or else 0. There is one way to read a line, so a
// picture is one solution.
func (p *Puzzle) cover() (*enumerate.Cover, error) {
	x := &lineCover{}
	cells := make([]enumerate.Item, p.Height()*p.Width())
	for i := range cells {
		cells[i] = x.builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf("r%dc%d", i/p.Width()+1, i%p.Width()+1), Max: 1})
	}
	line := make([]enumerate.Item, 0, max(p.Height(), p.Width()))
	for r, clue := range p.Rows {
		if err := x.add(fmt.Sprintf("R%d", r+1), clue, cells[r*p.Width():][:p.Width()]); err != nil {
			return nil, err
		}
	}
	for c, clue := range p.Cols {
		line = line[:0]
		for r := range p.Rows {
			line = append(line, cells[r*p.Width()+c])
		}
		if err := x.add(fmt.Sprintf("C%d", c+1), clue, line); err != nil {
			return nil, err
		}
	}
	problem, err := x.builder.Build()
	colours := []string{"0", "1"}
	for s := range x.states {
		colours = append(colours, fmt.Sprint(s))
	}
	return &enumerate.Cover{Problem: problem, Colours: colours}, err
}

// A lineCover collects the lines of a puzzle.
type lineCover struct {
	builder enumerate.ProblemBuilder
	states  int // of the largest automaton
	options int
}

// Colours: those of cells, then one for each state.
const (
	whiteCell  enumerate.Colour = 1
	blackCell  enumerate.Colour = 2
	firstState enumerate.Colour = 3
)

// add adds a line. States are the cells of the clue written out: 0 before the first run,
// one for each black cell and one for the gap behind each run.
func (x *lineCover) add(name string, clue []int, cells []enumerate.Item) error {
	isBlack := []bool{false} // the last cell read, by state
	for _, n := range clue {
		for range n {
			isBlack = append(isBlack, true)
		}
		isBlack = append(isBlack, false)
	}
	last := len(isBlack) - 1
	x.states = max(x.states, last+1)
	// step is the state after a cell, -1 if there is none.
	step := func(s int, black bool) int {
		switch {
		case s < last && isBlack[s+1] == black:
			return s + 1
		case !black && !isBlack[s]:
			return s
		}
		return -1
	}
	var before enumerate.Item
	for i, cell := range cells {
		item := x.builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf("%s.%d", name, i+1), Min: 1, Max: 1})
		var after enumerate.Item
		if i+1 < len(cells) {
			after = x.builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf("%s-%d", name, i+1), Max: 1})
		}
		// A cell leads at most one state up. So i cells lead to the first i+1 states, and
		// the cells behind must be enough to come from state t to one of the last two.
		for s := range min(i, last) + 1 {
			for _, colour := range []enumerate.Colour{whiteCell, blackCell} {
				t := step(s, colour == blackCell)
				if t < 0 || last-1-t > len(cells)-i-1 {
					continue
				}
				if x.options++; x.options > maxCoverOptions {
					return enumerate.Errorf("the nonogram is too large for an exact cover: more than %d options", maxCoverOptions)
				}
				members := []enumerate.Member{{Item: item}, {Item: cell, Colour: colour}}
				if i > 0 {
					members = append(members, enumerate.Member{Item: before, Colour: firstState + enumerate.Colour(s)})
				}
				if i+1 < len(cells) {
					members = append(members, enumerate.Member{Item: after, Colour: firstState + enumerate.Colour(t)})
				}
				x.builder.AddOption(members...)
			}
		}
		before = after
	}
	return nil
}
