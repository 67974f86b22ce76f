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
	search, r, w := newCellSearch(s.all, len(s.pieces), nil), s.layout.newRecorder(nil), bufio.NewWriter(out)
	picture := func() string { // of the placements on the path of the search
		var placed []enumerate.OptionID
		for _, k := range search.path {
			placed = append(placed, search.laid[search.fit[k]].placement)
		}
		p := s.board.Picture()
		p.Chars = s.picture(r, in, placed)
		return p.String()
	}
	search.solved = func() { fmt.Fprintf(w, "%s\n\n", picture()) }
	if trace {
		search.node = func(item, options int) {
			rows := strings.ReplaceAll(strings.TrimSpace(picture()), "\n", "/")
			fmt.Fprintf(w, "node %d: %s %s\n", search.found.nodes, rows, s.taken(item, options))
		}
	}
	found := search.search(in, 0, new(atomic.Bool), meets)
	fmt.Fprintln(w, enumerate.Plural(found.solutions, "solution"))
	if trace {
		fmt.Fprintf(w, "nodes %d, guesses %d, forced %d: to the end, not to the second solution as in rows\n",
			found.nodes, found.guesses, found.forced)
	}
	return w.Flush()
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

// taken says in words which item a search takes next, and how many options that has; the item is negative if none is
// open.
func (s *pairs) taken(item, options int) string {
	what, cells := "", len(s.board.Blocked)
	switch {
	case item < 0:
		return "nothing is open"
	case item >= cells:
		what = "piece " + s.all.Pieces[item-cells].Name
	default:
		what = "cell " + s.board.CellName(item)
	}
	return what + " has " + enumerate.Plural(options, "option")
}
