package nonogram

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// maxCoverOptions bounds an exact cover of a nonogram.
const maxCoverOptions = 4_000_000

// cover returns the puzzle as an exact cover with as many solutions. A line is read cell by
// cell by the automaton of its clue, whose state says how many runs and which part of the
// present run have been seen. Each cell of each line is an item, R3.5 for row 3 and C5.3 for
// column 5, and its options are the steps of the automaton: the state before is the
// colour of the secondary item R3-4, the state after that of R3-5, and the picture's cell
// r3c5 has the colour 1 if it is black, or else 0; of several colours the numbers from 1. There is one way to read a
// line, so a picture is one solution.
func (p *puzzle) cover() (*enumerate.Cover, error) {
	x := &lineCover{inks: enumerate.Colour(p.colours())}
	cells := make([]enumerate.Item, p.height()*p.width())
	for i := range cells {
		cells[i] = x.builder.AddItem(
			enumerate.ItemInfo{Name: fmt.Sprintf("r%dc%d", i/p.width()+1, i%p.width()+1), Max: 1})
	}
	column := make([]enumerate.Item, 0, p.height())
	for r, clue := range p.Rows {
		if err := x.add(fmt.Sprintf("R%d", r+1), clue, cells[r*p.width():][:p.width()]); err != nil {
			return nil, err
		}
	}
	for c, clue := range p.Cols {
		column = column[:0]
		for r := range p.Rows {
			column = append(column, cells[r*p.width()+c])
		}
		if err := x.add(fmt.Sprintf("C%d", c+1), clue, column); err != nil {
			return nil, err
		}
	}
	problem, err := x.builder.Build()
	var colours []string
	for v := range x.inks + 1 {
		colours = append(colours, fmt.Sprint(v))
	}
	for s := range x.states {
		colours = append(colours, fmt.Sprint(s))
	}
	return &enumerate.Cover{Problem: problem, Colours: colours}, err
}

// A lineCover collects the lines of a puzzle.
type lineCover struct {
	builder enumerate.ProblemBuilder
	inks    enumerate.Colour // how many colours the picture has
	states  int              // of the largest automaton
	options int
}

// whiteCell is the colour of white cells; those of other cells come next, then one for
// each state.
const whiteCell enumerate.Colour = 1

// A clueWalk is the automaton of a clue. States are the cells of the clue written out: 0
// before the first run, one for each cell of a run and one for the gap behind each run.
type clueWalk struct {
	cells    []enumerate.Colour // the last cell read, by state
	up, down []int              // least number of cells to the state from the first, and from it to the end
}

func newClueWalk(clue []int) *clueWalk {
	x := &clueWalk{cells: []enumerate.Colour{whiteCell}}
	for _, run := range clue {
		for range line.Length(run) {
			x.cells = append(x.cells, whiteCell+1+enumerate.Colour(line.Colour(run)))
		}
		x.cells = append(x.cells, whiteCell)
	}
	last := x.last()
	x.up, x.down = make([]int, last+1), make([]int, last+1)
	for s := 1; s <= last; s++ {
		x.up[s] = x.up[s-1] + 1
		if s > 1 && x.jumps(s-2) {
			x.up[s] = x.up[s-2] + 1
		}
	}
	for s := last - 2; s >= 0; s-- {
		x.down[s] = x.down[s+1] + 1
		if x.jumps(s) {
			x.down[s] = x.down[s+2] + 1
		}
	}
	return x
}

func (x *clueWalk) last() int { return len(x.cells) - 1 }

// jumps reports whether a run that ends in state s and the next one have different
// colours, so that there may be no gap.
func (x *clueWalk) jumps(s int) bool {
	return s+2 < len(x.cells) && x.cells[s] != whiteCell && x.cells[s+1] == whiteCell && x.cells[s] != x.cells[s+2]
}

// step is the state after a cell, -1 if there is none.
func (x *clueWalk) step(s int, cell enumerate.Colour) int {
	switch {
	case s < x.last() && x.cells[s+1] == cell:
		return s + 1
	case cell == whiteCell && x.cells[s] == cell:
		return s
	case x.jumps(s) && x.cells[s+2] == cell:
		return s + 2
	}
	return -1
}

// add adds a line.
func (x *lineCover) add(name string, clue []int, cells []enumerate.Item) error {
	walk := newClueWalk(clue)
	x.states = max(x.states, len(walk.cells))
	firstState := whiteCell + x.inks + 1
	var before enumerate.Item
	for i, cell := range cells {
		item := x.builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf("%s.%d", name, i+1), Min: 1, Max: 1})
		var after enumerate.Item
		if i+1 < len(cells) {
			after = x.builder.AddItem(enumerate.ItemInfo{Name: fmt.Sprintf("%s-%d", name, i+1), Max: 1})
		}
		for s := range walk.cells {
			if walk.up[s] > i {
				continue
			}
			for colour := whiteCell; colour < firstState; colour++ {
				t := walk.step(s, colour)
				if t < 0 || walk.down[t] > len(cells)-i-1 {
					continue
				}
				if x.options++; x.options > maxCoverOptions {
					return enumerate.Errorf("the nonogram is too large for an exact cover: more than %d options",
						maxCoverOptions)
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
