package measure

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
)

// Limits of what can be asked for.
const (
	maxColumns    = 2000
	maxColoured   = 63   // tiles of colours and colours_corners: with bit 0, one word a set
	maxHalved     = 32   // tiles of two_halves: a symmetric tiling may split in 2^(tiles/2) ways
	maxHalvedArea = 1024 // cells of two_halves: its preparation is quadratic in them
)

// A Set is a list of measures of one puzzle, ready to be evaluated. It never
// changes and may be shared.
type Set struct {
	columns []enumerate.Column
	wanted  []wanted // by column

	rows, cols int
	box        extent
	order      int64
	options    []option
	classOf    []int
	classes    [][]int // pieces by class
	tiles      int     // at most so many in a solution

	needs  [stabiliser + 1]bool
	halves *halves // nil unless needed
}

// wanted is one column: a measure and the classes of its pieces.
type wanted struct {
	op   op
	p, q int
}

// Compile turns measures as written in a config into a set. A measure that
// does not exist or a piece that the puzzle does not have is an
// [enumerate.InputError] with the nearest name. A measure that is asked for
// twice, as by a * and by name, is one column.
func Compile(b *Board, written []string) (*Set, error) {
	s := &Set{rows: b.Rows, cols: b.Cols, box: b.extent(), order: int64(max(1, b.Order)), tiles: b.maxTiles()}
	s.classOf, s.classes = b.classes()
	columns := map[string]int{}
	for i, w := range written {
		d, args, err := parse(w)
		if err == nil {
			err = s.expand(b, w, d, args, columns)
		}
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("measures.%d", i), err)
		}
	}
	s.options = b.options(s.classOf)
	if s.needs[twoHalves] {
		s.halves = newHalves(b)
	}
	return s, nil
}

// Columns describes the values of [Evaluator.Evaluate].
func (s *Set) Columns() []enumerate.Column { return s.columns }

// parse splits "name(arg,arg)".
func parse(w string) (*definition, []string, error) {
	name, rest, open := strings.Cut(strings.TrimSpace(w), "(")
	name = strings.TrimSpace(name)
	var args []string
	if open {
		inner, ok := strings.CutSuffix(rest, ")")
		if !ok {
			return nil, nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: the parenthesis is not closed", w), Expected: "a measure such as on_edge(P)"}
		}
		for _, a := range strings.Split(inner, ",") {
			args = append(args, strings.TrimSpace(a))
		}
	}
	var names, all []string
	for i := range definitions {
		d := &definitions[i]
		names, all = append(names, d.name), append(all, d.written())
		if d.name != name {
			continue
		}
		if len(args) != d.pieces {
			what := [...]string{"", ", P a piece or *", ", P and Q pieces or *"}[d.pieces]
			return nil, nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: got %s", w, count(len(args), "piece")), Expected: d.written() + what}
		}
		return d, args, nil
	}
	return nil, nil, &enumerate.InputError{
		Problem:  fmt.Sprintf("unknown measure %q; the nearest is %q", w, enumerate.Nearest(name, names)),
		Expected: "one of " + strings.Join(all, ", "),
	}
}

func count(n int, word string) string {
	switch n {
	case 0:
		return "no " + word
	case 1:
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// expand adds the columns of one measure, with * replaced by every class.
func (s *Set) expand(b *Board, w string, d *definition, args []string, columns map[string]int) error {
	if err := s.limits(b, w, d); err != nil {
		return err
	}
	lists := [2][]int{{-1}, {-1}} // pieces by argument
	for i, a := range args {
		pieces, err := s.resolve(b, w, d, a)
		if err != nil {
			return err
		}
		lists[i] = pieces
	}
	pairs := 0
	for _, p := range lists[0] {
		for _, q := range lists[1] {
			if d.op == adjacent {
				// Each pair once where * names it; a piece touches itself
				// only if there are several of it.
				x, y := s.classOf[p], s.classOf[q]
				bothStars := args[0] == "*" && args[1] == "*"
				if bothStars && x > y || x == y && s.copies(b, x) < 2 {
					continue
				}
			}
			pairs++
			s.add(b, d, p, q, columns)
			if len(s.columns) > maxColumns {
				return &enumerate.InputError{Problem: fmt.Sprintf("measure %q makes more than %d columns", w, maxColumns), Expected: "fewer measures"}
			}
		}
	}
	if pairs == 0 {
		return &enumerate.InputError{Problem: fmt.Sprintf("measure %q has nothing to measure in this puzzle", w), Expected: d.written()}
	}
	return nil
}

// limits refuses measures that would be too slow for the puzzle.
func (s *Set) limits(b *Board, w string, d *definition) error {
	most := 0
	switch d.op {
	case colours, coloursCorners:
		most = maxColoured
	case twoHalves:
		most = maxHalved
		if len(b.Blocked) > maxHalvedArea {
			return &enumerate.InputError{Problem: fmt.Sprintf("measure %q: the board has %d cells", w, len(b.Blocked)), Expected: fmt.Sprintf("at most %d", maxHalvedArea)}
		}
		for _, p := range b.Pieces {
			if p.Separate {
				return &enumerate.InputError{Problem: fmt.Sprintf("measure %q: the cells of piece %s do not hang together", w, p.Name), Expected: "pieces of one part: halves are regions"}
			}
		}
	}
	if most > 0 && s.tiles > most {
		return &enumerate.InputError{Problem: fmt.Sprintf("measure %q: a tiling of this board may have %d pieces", w, s.tiles), Expected: fmt.Sprintf("at most %d", most)}
	}
	return nil
}

// resolve returns the pieces that an argument names.
func (s *Set) resolve(b *Board, w string, d *definition, arg string) ([]int, error) {
	if arg == "*" {
		var out []int
		for c, pieces := range s.classes {
			if d.op != place || s.copies(b, c) == 1 {
				out = append(out, pieces[0])
			}
		}
		return out, nil
	}
	for p, piece := range b.Pieces {
		if piece.Name != arg {
			continue
		}
		if n := s.copies(b, s.classOf[p]); d.op == place && n > 1 {
			return nil, &enumerate.InputError{
				Problem:  fmt.Sprintf("measure %q: %s may be there %d times, so that it has no one place", w, s.label(b, p), n),
				Expected: "a piece that is used at most once",
			}
		}
		return []int{p}, nil
	}
	names := b.names()
	return nil, &enumerate.InputError{
		Problem:  fmt.Sprintf("measure %q: the puzzle has no piece %q; the nearest is %q", w, arg, enumerate.Nearest(arg, names)),
		Expected: "one of " + strings.Join(names, ", ") + " or *",
	}
}

// copies is the largest number of tiles of a class in a solution.
func (s *Set) copies(b *Board, class int) int {
	n := 0
	for _, p := range s.classes[class] {
		n += b.Pieces[p].Copies
	}
	return n
}

// label names a piece in a meaning, with those that it cannot be told from.
func (s *Set) label(b *Board, p int) string {
	label := b.Pieces[p].Name
	for _, m := range s.classes[s.classOf[p]] {
		if m != p {
			label += " or " + b.Pieces[m].Name
		}
	}
	return label
}

func (s *Set) add(b *Board, d *definition, p, q int, columns map[string]int) {
	name, meaning := d.name, d.meaning
	w := wanted{op: d.op, p: -1, q: -1}
	several := 0
	if p >= 0 {
		w.p = s.classOf[p]
		name += "_" + identifier(b.Pieces[p].Name)
		several = s.copies(b, w.p)
	}
	if q >= 0 {
		w.q = s.classOf[q]
		name += "_" + identifier(b.Pieces[q].Name)
		several = max(several, s.copies(b, w.q))
	}
	meaning = replaceLetter(meaning, 'P', p, s, b)
	meaning = replaceLetter(meaning, 'Q', q, s, b)
	if several > 1 {
		meaning += "; summed over all of them"
	}
	// Two pieces may spell alike once odd characters are gone.
	unique := name
	for k := 2; ; k++ {
		i, ok := columns[unique]
		if !ok {
			break
		}
		if s.wanted[i] == w {
			return
		}
		unique = fmt.Sprintf("%s_%d", name, k)
	}
	columns[unique] = len(s.columns)
	s.wanted = append(s.wanted, w)
	s.needs[d.op] = true
	s.columns = append(s.columns, enumerate.Column{Name: unique, Type: enumerate.Int32, Role: enumerate.Measured, Meaning: meaning, Unit: d.unit})
}

// replaceLetter puts a piece's name for a letter that stands alone.
func replaceLetter(meaning string, letter byte, p int, s *Set, b *Board) string {
	if p < 0 {
		return meaning
	}
	words := strings.Split(meaning, " ")
	for i, w := range words {
		if strings.TrimRight(w, ",;") == string(letter) {
			words[i] = s.label(b, p) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// identifier makes a name that needs no quotes in SQL.
func identifier(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
}
