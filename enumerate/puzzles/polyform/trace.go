package polyform

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/subsets"
)

// A tracer writes what a [cellSearch] does.
type tracer struct {
	survey   *pairs
	search   *cellSearch
	recorder *recorder
	in       subsets.Instance
	out      *bufio.Writer
	nodes    int64
}

// solveInstance prints the solutions of the instance that has a name in the rows, in the order in which the search by
// the rule finds them, and their number; with trace also every node of that search.
func (s *pairs) solveInstance(out io.Writer, name string, trace bool) error {
	in, err := s.named(name)
	if err != nil {
		return err
	}
	if s.layout.symbols == nil {
		return enumerate.Errorf("the pieces and their copies are more than the %d symbols of a picture", maxSymbols)
	}
	_, meets, err := s.puzzle(&answer{blocked: int64(in.Blocked), set: int64(in.Set)})
	if err != nil {
		return err
	}
	t := &tracer{survey: s, search: newCellSearch(s.all, len(s.pieces), nil),
		recorder: s.layout.newRecorder(nil), in: in,
		out: bufio.NewWriter(out)}
	t.search.solved = t.solution
	if trace {
		t.search.node = t.node
	}
	found := t.search.search(in, 0, new(atomic.Bool), meets)
	fmt.Fprintln(t.out, enumerate.Plural(found.solutions, "solution"))
	if trace {
		fmt.Fprintf(t.out, "nodes %d, guesses %d, forced %d: to the end, not to the second solution as in rows\n",
			found.nodes, found.guesses, found.forced)
	}
	return t.out.Flush()
}

// named returns the instance with a name.
func (s *pairs) named(name string) (in subsets.Instance, err error) {
	wrong := func(problem string) error {
		example := ""
		s.visit(0, min(s.count(), 1<<10), new(atomic.Bool), func(a *answer) bool {
			example = strconv.Quote(string(s.appendName(nil, a.instance())))
			return false
		})
		return &enumerate.InputError{Problem: fmt.Sprintf("--instance %q: %s", name, problem),
			Expected: "a text of the column instance, such as " + example +
				": coverstat cat --columns instance prints them"}
	}
	words := strings.Fields(name)
	if s.boards != nil {
		if len(words) == 0 || len(words[0]) != len(s.board.Blocked) {
			return in, wrong(enumerate.Plural(len(s.board.Blocked), "character") + " of a board begin a name")
		}
		var blocked []int
		for i, c := range []byte(words[0]) {
			switch {
			case c == '#' && !s.board.Blocked[i]:
				blocked = append(blocked, i)
			case (c == '#') != s.board.Blocked[i] || c != '#' && c != '.':
				return in, wrong("no board of this survey has " + strconv.Quote(string(c)) + " at " +
					s.board.CellName(i))
			}
		}
		in.Blocked, words = s.numbering.mask(blocked), words[1:]
	}
	for _, word := range words {
		i := slices.IndexFunc(s.list, func(p Piece) bool { return p.Name == word })
		if i < 0 || s.sets == nil {
			return in, wrong("no piece " + word + " to choose")
		}
		in.Set |= 1 << i
	}
	if !s.space.Contains(in) {
		return in, wrong("no " + s.thing() + " of this survey")
	}
	return in, nil
}

// picture draws the placements on the path of the search.
func (t *tracer) picture() string {
	var placed []enumerate.OptionID
	for _, k := range t.search.path {
		placed = append(placed, t.search.laid[t.search.fit[k]].placement)
	}
	slices.Sort(placed)
	t.recorder.paint(placed)
	p := t.survey.board.Picture()
	p.Chars = t.recorder.draw(placed)
	for cell := range t.survey.numbering.each(t.in.Blocked) {
		p.Chars[cell] = '#'
	}
	return p.String()
}

// node writes a node: the picture of what is placed, and the item that is taken next; item is negative if none is open.
func (t *tracer) node(item, options int) {
	t.nodes++
	rows := strings.ReplaceAll(strings.TrimSpace(t.picture()), "\n", "/")
	what, cells := "nothing is open", len(t.survey.board.Blocked)
	switch {
	case item >= cells:
		what = "piece " + t.survey.all.Pieces[item-cells].Name
	case item >= 0:
		what = "cell " + t.survey.board.CellName(item)
	}
	if item >= 0 {
		what += " has " + enumerate.Plural(options, "option")
	}
	fmt.Fprintf(t.out, "node %d: %s %s\n", t.nodes, rows, what)
}

// solution writes a solution.
func (t *tracer) solution() {
	fmt.Fprintf(t.out, "%s\n\n", t.picture())
}
