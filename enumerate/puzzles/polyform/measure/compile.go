package measure

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// maxColumns bounds the columns of measures: adjacent(*, *) has one for each pair of pieces.
const maxColumns = 2000

// A Set is a list of measures of one puzzle, ready to be evaluated. It may be shared.
type Set struct {
	Columns  []enumerate.Column // describe the values of [Evaluator.Evaluate]
	measures []pieceMeasure     // by column
	names    map[string]string  // of columns, by [pieceMeasure.key]
	words    *strings.Replacer

	order int64
	tiles int // at most so many in a solution

	subject *Subject
	summed  []summand // that columns ask for
	needs   needs

	// prepare fills in what follows, once, when a value is first asked for: counting
	// solutions needs none of it.
	prepare func()
	options []option

	cuts      []uint64 // by placement: the lines between strips that it cuts, lineWords words each
	lines     int      // between strips, of all axes
	lineWords int

	// By placement: the corners of at least four cells at which it has a cell, as
	// cornerWidth words of the cornerWords for all corners, from word cornerFirst on.
	corners                  []uint64
	cornerFirst              []int32
	cornerWords, cornerWidth int

	// The neighbours of placements by an edge; by an edge or a corner. Nil unless needed.
	byEdge, byCorner [][]int32
}

// pieceMeasure is a measure, one column, and the pieces P and Q that it is of. One that names no
// pieces is of all.
type pieceMeasure struct {
	*definition
	p, q []int
}

// key tells a column from all others.
func (w *pieceMeasure) key() string { return fmt.Sprint(w.name, w.p, w.q) }

// Compile turns measures as written in a config into a set. A measure that does not exist, has
// no meaning or may differ between images of a solution, or a piece that the puzzle does not
// have is an [enumerate.InputError], with the nearest name. A measure that is asked for twice,
// as by a * and by name, is one column.
func Compile(z *Subject, written []string) (*Set, error) {
	s := &Set{subject: z, words: Wording(z.Board), order: int64(max(1, z.Order)), tiles: z.maxTiles(),
		names: map[string]string{}}
	for i, w := range written {
		if w == enumerate.Taken {
			continue
		}
		if err := s.expand(w); err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("measures.%d", i), err)
		}
	}
	s.prepare = sync.OnceFunc(s.makeTables)
	return s, nil
}

// Find returns the name of the column of a measure as written in a config, "" if it has none. The
// errors are those of [Compile].
func (s *Set) Find(written string) (column string, err error) {
	one := &Set{subject: s.subject, words: s.words, tiles: s.tiles, names: map[string]string{}}
	if err := one.expand(written); err != nil || len(one.measures) != 1 {
		return "", err
	}
	return s.names[one.measures[0].key()], nil
}

func (s *Set) makeTables() {
	z := s.subject
	s.options = z.options()
	s.cuts, s.lineWords, s.lines = z.cuts()
	if s.needs&contactSets != 0 {
		s.byEdge = z.neighbours(z.Board.Sides())
	}
	if s.needs&cornerSets != 0 {
		s.byCorner = z.neighbours(touching(z.Board.CornerCells(), z.Board.Sides()))
	}
	if s.needs&crossings != 0 {
		s.addCorners()
	}
}

func (s *Set) addCorners() {
	z := s.subject
	of, n, _ := z.crossings()
	s.cornerWords, s.cornerFirst = (n+63)/64, make([]int32, len(z.Placements))
	for o, p := range z.Placements {
		first, last := int32(n), int32(0)
		for _, i := range p.Cells {
			for _, c := range of[i] {
				first, last = min(first, c), max(last, c)
			}
		}
		s.cornerFirst[o] = first / 64
		s.cornerWidth = max(s.cornerWidth, int(last/64-first/64)+1)
	}
	s.corners = make([]uint64, s.cornerWidth*len(z.Placements))
	for o, p := range z.Placements {
		for _, i := range p.Cells {
			for _, c := range of[i] {
				s.corners[o*s.cornerWidth+int(c/64-s.cornerFirst[o])] |= 1 << (c % 64)
			}
		}
	}
}

// crossings numbers the corners at which at least four cells meet. It returns, by cell, those of
// its corners, ascending; how many there are; and the most cells that meet at one.
func (z *Subject) crossings() (of [][]int32, n, most int) {
	of = make([][]int32, len(z.Board.Blocked))
	for _, cells := range z.Board.CornerCells() {
		if len(cells) < 4 {
			continue
		}
		for _, i := range cells {
			of[i] = append(of[i], int32(n))
		}
		n, most = n+1, max(most, len(cells))
	}
	return of, n, most
}

// touching lists the pairs of cells that share a side or meet in a corner.
func touching(corners [][]int32, sides [][2]int32) [][2]int32 {
	pairs := slices.Clone(sides)
	for _, cells := range corners {
		for _, i := range cells {
			for _, j := range cells {
				if i < j {
					pairs = append(pairs, [2]int32{i, j})
				}
			}
		}
	}
	return pairs
}

func parse(l *lattice.Lattice, w string) (*definition, []string, error) {
	name, args, closed := enumerate.ParseMeasure(w)
	if !closed {
		return nil, nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: the parenthesis is not closed", w),
			Expected: "a measure such as on_edge(P)"}
	}
	var names []string
	for i := range definitions {
		d := &definitions[i]
		names = append(names, d.name)
		if d.name != name {
			continue
		}
		if len(args) != d.pieces {
			what := [...]string{"", ", P a piece or *", ", P and Q pieces or *"}[d.pieces]
			return nil, nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: got %s", w,
				enumerate.Plural(len(args), "piece")), Expected: d.written() + what}
		}
		return d, args, nil
	}
	var all []string
	for _, info := range Infos(l) {
		all = append(all, info.Name)
	}
	return nil, nil, &enumerate.InputError{Problem: fmt.Sprintf("no measure %q%s", w,
		enumerate.DidYouMean(name, names)), Expected: "one of " + strings.Join(all, ", ")}
}

// expand adds the columns of one measure, with * replaced by every piece. Those that symmetries
// exchange are added up.
func (s *Set) expand(w string) error {
	d, args, err := parse(s.subject.Board.Lattice, w)
	if err == nil {
		err = d.refusal(s.subject, w, s.tiles)
	}
	if err != nil {
		return err
	}
	lists := [2][][]int{{nil}, {nil}} // pieces that are added up, by argument
	for i, a := range args {
		sums, err := s.resolve(w, d, a)
		if err != nil {
			return err
		}
		lists[i] = sums
	}
	pairs := 0
	for i, p := range lists[0] {
		for j, q := range lists[1] {
			// Each pair once where * names it; a piece touches itself only if there are
			// several of it.
			bothStars := d.pieces == 2 && args[0] == "*" && args[1] == "*"
			if bothStars && i > j || d.pieces == 2 && slices.Equal(ascending(p), ascending(q)) && s.copies(p) < 2 {
				continue
			}
			if err := s.refuseExchanged(w, d, args, p, q); err != nil {
				return err
			}
			pairs++
			s.add(d, p, q)
			if len(s.Columns) > maxColumns {
				return &enumerate.InputError{Problem: fmt.Sprintf("measure %q makes more than %d columns", w,
					maxColumns), Expected: "fewer measures"}
			}
		}
	}
	if pairs == 0 {
		return &enumerate.InputError{Problem: fmt.Sprintf("measure %q has nothing to measure in this puzzle", w),
			Expected: d.written()}
	}
	return nil
}

// resolve returns the pieces that an argument adds up; several lists of *.
func (s *Set) resolve(w string, d *definition, arg string) ([][]int, error) {
	if arg == "*" {
		return slices.DeleteFunc(s.subject.exchanged(),
			func(pieces []int) bool { return d.once && s.copies(pieces) != 1 }), nil
	}
	names := s.subject.names()
	terms := enumerate.Terms(arg)
	if slices.Contains(names, arg) {
		terms = []string{arg}
	}
	var pieces []int
	for _, name := range terms {
		p := slices.Index(names, name)
		if p < 0 {
			return nil, enumerate.Unknown(fmt.Sprintf("measure %q: the puzzle has no piece", w), name, names,
				"one of "+strings.Join(names, ", ")+" or *")
		}
		if slices.Contains(pieces, p) {
			return nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: %s is there twice", w, name),
				Expected: "each piece once"}
		}
		pieces = append(pieces, p)
	}
	switch n := s.copies(pieces); {
	case d.once && len(pieces) > 1:
		return nil, &enumerate.InputError{Problem: fmt.Sprintf("measure %q: the places of several pieces do not add up",
			w), Expected: "one piece"}
	case d.once && n > 1:
		return nil, &enumerate.InputError{
			Problem:  fmt.Sprintf("measure %q: %s may be there %d times, so that it has no one place", w, arg, n),
			Expected: "a piece that is used at most once",
		}
	}
	return [][]int{pieces}, nil
}

// copies is the largest number of tiles of some pieces in a solution.
func (s *Set) copies(pieces []int) int {
	n := 0
	for _, p := range pieces {
		n += s.subject.Pieces[p].Copies
	}
	return n
}

// add adds a column, unless it is there already.
func (s *Set) add(d *definition, p, q []int) {
	w := pieceMeasure{definition: d, p: ascending(p), q: ascending(q)}
	if s.names[w.key()] != "" {
		return
	}
	meaning, scale := s.words.Replace(d.meaning), d.scale
	var sums []string
	for i, pieces := range [][]int{p, q}[:d.pieces] {
		sums = append(sums, s.join(pieces, "+"))
		meaning = nameFor(meaning, "PQ"[i], s.join(pieces, " or "))
	}
	if max(s.copies(p), s.copies(q)) > 1 {
		meaning += "; summed over all of them"
		scale = enumerate.Count
	}
	name := enumerate.MeasureColumn(d.name, sums...)
	// Two pieces may spell alike once odd characters are gone.
	unique := name
	for k := 2; enumerate.ColumnIndex(s.Columns, unique) >= 0; k++ {
		unique = fmt.Sprintf("%s_%d", name, k)
	}
	s.names[w.key()] = unique
	s.measures = append(s.measures, w)
	s.needs |= d.needs
	if d.sum != noSummand && !slices.Contains(s.summed, d.sum) {
		s.summed = append(s.summed, d.sum)
	}
	column := enumerate.Column{Name: unique, Type: enumerate.Int32, Role: enumerate.Measured, Scale: scale,
		Meaning: meaning, Unit: s.words.Replace(d.unit)}
	if len(sums) > 0 {
		column.Measure = enumerate.WriteMeasure(d.name, sums...)
	}
	s.Columns = append(s.Columns, column)
}

// nameFor puts a name for a letter that stands alone.
func nameFor(meaning string, letter byte, name string) string {
	words := strings.Split(meaning, " ")
	for i, w := range words {
		if strings.TrimRight(w, ",;") == string(letter) {
			words[i] = name + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// Exchange is what a symmetry of the puzzle does to its pieces: piece p becomes To[p]. Pieces
// beyond To stay.
type Exchange struct {
	Isometry lattice.Isometry
	To       []int
}

// image returns what becomes of pieces, ascending.
func (x *Exchange) image(pieces []int) []int {
	var image []int
	for _, p := range pieces {
		if p < len(x.To) {
			p = x.To[p]
		}
		image = append(image, p)
	}
	return ascending(image)
}

// exchanged returns each piece together with those that symmetries exchange it with.
func (z *Subject) exchanged() (classes [][]int) {
	for p := range z.Pieces {
		if !slices.ContainsFunc(classes, func(class []int) bool { return slices.Contains(class, p) }) {
			classes = append(classes, z.with([]int{p}))
		}
	}
	return classes
}

// with adds to pieces, behind them, those that symmetries exchange them with.
func (z *Subject) with(pieces []int) []int {
	all := slices.Clone(pieces)
	for i := 0; i < len(all); i++ {
		for _, x := range z.Exchanges {
			if q := x.image(all[i : i+1])[0]; !slices.Contains(all, q) {
				all = append(all, q)
			}
		}
	}
	return all
}

// refuseExchanged returns an error if images of a solution may differ in a measure, written w,
// of the pieces p and q that args name, because a symmetry exchanges some of them with others.
func (s *Set) refuseExchanged(w string, d *definition, args []string, p, q []int) error {
	var first *Exchange
	enough := "rotations" // the symmetries that may stay
	sortedP, sortedQ := ascending(p), ascending(q)
	for i := range s.subject.Exchanges {
		x := &s.subject.Exchanges[i]
		toP, toQ := x.image(p), x.image(q)
		if slices.Equal(toP, sortedP) && slices.Equal(toQ, sortedQ) ||
			slices.Equal(toP, sortedQ) && slices.Equal(toQ, sortedP) {
			continue
		}
		if first == nil {
			first = x
		}
		if !x.Isometry.Mirrors {
			enough = "none"
		}
	}
	if first == nil {
		return nil
	}
	var from []int // pieces that become others, and not one of their sum
	var sums []string
	for i, pieces := range [][]int{p, q}[:d.pieces] {
		for _, piece := range pieces {
			if !slices.Contains(pieces, first.image([]int{piece})[0]) {
				from = append(from, piece)
			}
		}
		if sums = append(sums, s.join(s.subject.with(pieces), "+")); args[i] == "*" {
			sums[i] = "*"
		}
	}
	expected := "puzzle.symmetry: " + enough
	if !d.once {
		expected = enumerate.WriteMeasure(d.name, sums...) + ", or " + expected
	}
	return &enumerate.InputError{
		Problem: fmt.Sprintf(
			"measure %q: %s of the board takes %s to %s, so that solutions that count as the same may differ in it",
			w, s.subject.Board.Lattice.Describe(first.Isometry), s.join(from[:1], ""),
			s.join(first.image(from[:1]), "")),
		Expected: expected,
	}
}

// join names pieces, with a word between them.
func (s *Set) join(pieces []int, word string) string {
	var names []string
	for _, p := range pieces {
		names = append(names, s.subject.Pieces[p].Name)
	}
	return strings.Join(names, word)
}

func ascending(pieces []int) []int { return slices.Sorted(slices.Values(pieces)) }
