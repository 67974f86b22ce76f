package polyform

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/subsets"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
)

// setRow is what a survey of sets says of one set.
type setRow struct {
	orbit, solutions, raw int64
	capped                bool
}

// setRows does a survey of sets and checks its rows.
func setRows(t *testing.T, p params, b *Board, fixed, list []Piece) (map[uint64]setRow, error) {
	t.Helper()
	job, err := openPairs(enumerate.Spec{}, p, b, fixed, list)
	if err != nil {
		return nil, err
	}
	batch, _ := puzzletest.Rows(t, job)
	if n, how := job.CountRows(); n.Int64() != int64(batch.Len()) {
		t.Errorf("%d rows, expected %d by %s", batch.Len(), n, how)
	}
	rows := map[uint64]setRow{}
	at := func(name string, row int) int64 {
		if i := enumerate.ColumnIndex(batch.Columns, name); i >= 0 {
			return batch.IntAt(i, row)
		}
		return 0
	}
	for row := range batch.Len() {
		rows[uint64(at("mask", row))] = setRow{at("orbit_size", row), at("solutions_distinct", row), at("solutions", row), at("solutions_capped", row) == 1}
	}
	return rows, nil
}

// TestRandomSets compares surveys of sets on small boards of every lattice, on
// cylinders and tori, with a brute force that shares no code with them: which sets are
// rows, and what each says. Both methods are tried.
func TestRandomSets(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 16))
	kinds, exchanged, refused := map[string]int{}, 0, 0
	for done := 0; done < 60; {
		b := randomBrute(r)
		for len(b.pieces) < 4 {
			b.pieces = append(b.pieces, randomBrute(r).pieces[0])
			b.pieces[len(b.pieces)-1].drawn = b.randomPiece(r, 1+r.IntN(6))
		}
		if r.IntN(2) == 0 {
			b.addTwin(len(b.pieces) - 1)
		}
		fixed := r.IntN(3) / 2
		for i := range b.pieces {
			b.pieces[i].name = string(rune('A' + i))
			b.pieces[i].low, b.pieces[i].high = 0, 1
			if i < fixed {
				b.pieces[i].low = 1
			}
		}
		if len(b.free) == 0 || len(b.free) > 16 {
			continue
		}
		z, err := b.puzzle()
		if err != nil || !reachable(z.Pieces, z.area, 0, nil) {
			continue // no set fits
		}
		low := int32(r.IntN(3))
		p := params{Choose: &chooseParam{Pieces: CountParam{true, low, low + 1 + int32(r.IntN(4))}}}
		of := map[string]map[uint64]setRow{}
		for _, p.Method = range []string{"scatter", "each", "auto"} {
			of[p.Method], err = setRows(t, p, z.Board, z.Pieces[:fixed], z.Pieces[fixed:])
			if p.Method == "scatter" && err != nil && strings.Contains(err.Error(), "symmetries of the board") {
				refused++
				delete(of, p.Method)
				continue
			}
			if err != nil {
				break
			}
		}
		if err != nil {
			continue // no set fits
		}
		any := b.checkSets(t, of, fixed, p)
		if !any && r.IntN(4) > 0 {
			continue
		}
		for _, row := range of["each"] {
			if row.orbit > 1 {
				exchanged++
			}
		}
		done++
		kinds[fmt.Sprint(b.kind, b.wrap[1], b.wrap[2])]++
	}
	t.Log(kinds, "with orbits of sets", exchanged, "scatter refused", refused)
	if len(kinds) < 6 || exchanged == 0 || refused == 0 {
		t.Error("too few kinds of puzzles")
	}
}

// checkSets compares rows with the brute force, set by set. It reports whether a set
// has a solution.
func (b *brute) checkSets(t *testing.T, of map[string]map[uint64]setRow, fixed int, p params) (any bool) {
	t.Helper()
	want := map[uint64]setRow{}
	for mask := range uint64(1) << (len(b.pieces) - fixed) {
		n, area := int32(bits.OnesCount64(mask)), 0
		set := *b
		set.pieces = nil
		for i, q := range b.pieces {
			if i < fixed || mask>>(i-fixed)&1 != 0 {
				q.low, q.high = 1, 1
				set.pieces = append(set.pieces, q)
				area += len(q.drawn)
			}
		}
		if n < p.Choose.Pieces.min || n > p.Choose.Pieces.max || area != len(b.free) {
			continue
		}
		options, cells := set.options()
		solutions, _ := set.solutions(options, cells, 1<<30)
		orbits, err := set.orbits(solutions, set.images(options, cells))
		if err != nil {
			t.Fatal(err)
		}
		classes := 0
		for _, n := range orbits {
			classes += n
		}
		any = any || classes > 0
		want[mask] = setRow{solutions: int64(classes), raw: int64(len(solutions))}
	}
	for method, rows := range of {
		sum := int64(0)
		for mask, row := range rows {
			sum += row.orbit
			if w, ok := want[mask]; !ok || row.solutions != w.solutions || row.raw != w.raw {
				t.Fatalf("%v\n%s: set %b has %+v, brute force %+v, %v", b, method, mask, row, w, ok)
			}
		}
		if sum != int64(len(want)) {
			t.Fatalf("%v\n%s: %d sets, brute force %d", b, method, sum, len(want))
		}
	}
	return any
}

// piecesNamed returns pieces and sets of a family by name.
func piecesNamed(t *testing.T, f *form, names ...string) []Piece {
	t.Helper()
	var list []pieceParam
	for _, name := range names {
		list = append(list, pieceParam{Name: name})
	}
	pieces, err := f.resolvePieces(list)
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// TestSetsAddUp: the solutions of all sets are those of the puzzle in which every piece
// is optional, raw and up to symmetry.
func TestSetsAddUp(t *testing.T) {
	for k, c := range []struct {
		family string
		board  boardParam
		wrap   []string
		fixed  []string
		from   []string
		rows   int // 0: not known beforehand
	}{
		{"polyomino", boardParam{Rows: 5, Cols: 5}, nil, nil, []string{"pentominoes"}, 792},
		{"polyomino", boardParam{Rows: 4, Cols: 5}, nil, nil, []string{"one-sided-pentominoes"}, 0},
		{"polyomino", boardParam{Rows: 4, Cols: 5}, []string{"cols"}, []string{"O4"}, []string{"trominoes", "I4", "T4", "S4", "L4", "pentominoes"}, 0},
		{"polycube", boardParam{Layers: 2, Rows: 3, Cols: 4}, nil, nil, []string{"tricubes", "tetracubes"}, 0},
		{"polyhex", boardParam{Rhombus: []int{3, 5}}, nil, nil, []string{"trihexes", "tetrahexes"}, 0},
		{"polyiamond", boardParam{Hexagon: 2}, nil, nil, []string{"tetriamonds", "pentiamonds", "hexiamonds"}, 0},
	} {
		if testing.Short() && k != 3 {
			continue
		}
		f := formOf(t, c.family)
		b, err := f.board(BoardParams{Board: c.board, Wrap: c.wrap})
		if err != nil {
			t.Fatal(err)
		}
		var fixed []Piece
		if c.fixed != nil {
			fixed = piecesNamed(t, f, c.fixed...)
		}
		list := piecesNamed(t, f, c.from...)
		all, err := plainPuzzle(b, slices.Concat(fixed, optional(list)))
		if err != nil {
			t.Fatal(err)
		}
		raw, classes := all.countAll(all.Group, 0, func([]enumerate.OptionID) bool { return true })
		rows, err := setRows(t, params{Choose: &chooseParam{Pieces: CountParam{true, 0, enumerate.Unbounded}}}, b, fixed, list)
		if err != nil {
			t.Fatal(err)
		}
		sumRaw, sum := int64(0), int64(0)
		for _, row := range rows {
			sumRaw += row.orbit * row.raw
			sum += row.solutions
		}
		if raw == 0 || sumRaw != raw || sum != classes || c.rows > 0 && len(rows) != c.rows {
			t.Errorf("%s %+v: %d rows with %d solutions, %d up to symmetry: expected %d, %d", c.family, c.board, len(rows), sumRaw, sum, raw, classes)
		}
	}
}

// TestSetLimit: with a limit, both methods say the same, and what they say follows from
// the numbers without one.
func TestSetLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	f := formOf(t, "polyomino")
	b, err := f.board(BoardParams{Board: boardParam{Rows: 5, Cols: 6}})
	if err != nil {
		t.Fatal(err)
	}
	list := piecesNamed(t, f, "pentominoes")[:9]
	p := params{Choose: &chooseParam{Pieces: CountParam{true, 6, 6}}}
	whole, err := setRows(t, p, b, nil, list)
	if err != nil {
		t.Fatal(err)
	}
	capped := 0
	for p.Limit = range int64(4) {
		for _, p.Method = range []string{"scatter", "each"} {
			rows, err := setRows(t, p, b, nil, list)
			if err != nil {
				t.Fatal(err)
			}
			for mask, want := range whole {
				if p.Limit > 0 && want.solutions > p.Limit {
					want.solutions, want.raw, want.capped = p.Limit, 0, true
					capped++
				}
				if rows[mask] != want {
					t.Fatalf("limit %d, %s, set %b: %+v, expected %+v", p.Limit, p.Method, mask, rows[mask], want)
				}
			}
		}
	}
	if capped == 0 {
		t.Error("no count was capped")
	}
}

// TestSetLimitIsQuick: a search ends when there are more solutions than the limit.
func TestSetLimitIsQuick(t *testing.T) {
	nodes := func(limit survey.Limit) int64 {
		f := formOf(t, "polyomino")
		b, _ := f.board(BoardParams{Board: boardParam{Rows: 6, Cols: 10}})
		s := &pairs{board: b, numbering: b.numbering(nil), list: piecesNamed(t, f, "pentominoes"), limit: limit}
		var stop atomic.Bool
		_, effort, err := s.countOne(subsets.Instance{Set: 1<<12 - 1}, &stop)
		if err != nil {
			t.Fatal(err)
		}
		return effort.Nodes
	}
	if few, all := nodes(2), nodes(0); few*100 > all {
		t.Errorf("%d nodes with limit 2, %d without", few, all)
	}
}

// TestSetMeasures compares measures of sets with those counted by hand.
func TestSetMeasures(t *testing.T) {
	for _, c := range []struct {
		family string
		board  boardParam
		fixed  string
		list   []string
		mask   uint64
		want   string // set_pieces, largest_piece, chiral_pieces, surface, orientations, surplus
	}{
		{"polyomino", boardParam{Rows: 4, Cols: 4}, "O4", []string{"L4", "V3", "X5", "F5"}, 0b1101, "4 5 2 42 18 4"},
		{"polycube", boardParam{Layers: 2, Rows: 2, Cols: 2}, "I2", []string{"V3", "T4"}, 0b11, "3 4 0 42 27 3"},
		{"polyiamond", boardParam{Hexagon: 2}, "I2", []string{"I3"}, 0b1, "2 3 0 9 9 1"},
	} {
		f := formOf(t, c.family)
		b, err := f.board(BoardParams{Board: c.board})
		if err != nil {
			t.Fatal(err)
		}
		s := &pairs{board: b, pieces: piecesNamed(t, f, c.fixed), list: piecesNamed(t, f, c.list...)}
		var got []string
		for _, m := range s.setMeasures() {
			got = append(got, fmt.Sprint(m.value(&answer{set: int64(c.mask)})))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, expected %s", c.family, text, c.want)
		}
	}
}

// TestSetErrors: what is wrong with a survey of sets is said at its key.
func TestSetErrors(t *testing.T) {
	pieces := func(n int32, from ...string) *chooseParam {
		c := &chooseParam{Pieces: CountParam{true, n, n}}
		for _, name := range from {
			c.From = append(c.From, chosenParam{Name: name})
		}
		return c
	}
	board := boardParam{Rows: 6, Cols: 6}
	for _, c := range []struct {
		p    params
		kind enumerate.Kind
		key  string
		text string
	}{
		{params{BoardParams: BoardParams{Board: board}, Choose: &chooseParam{}}, enumerate.Survey, "puzzle.choose", "has no from"},
		{params{BoardParams: BoardParams{Board: board}, Choose: &chooseParam{From: []chosenParam{{Name: "I5"}}}}, enumerate.Survey, "puzzle.choose", "how many to choose"},
		{params{BoardParams: BoardParams{Board: board}, Choose: pieces(6, "hexominoes")}, enumerate.Census, "puzzle.choose", "expected job: survey"},
		{params{BoardParams: BoardParams{Board: board}, Choose: pieces(6, "hexominos")}, enumerate.Survey, "puzzle.choose.from.0.name", "did you mean hexominoes"},
		{params{BoardParams: BoardParams{Board: board}, Choose: pieces(6, "one-sided-hexominoes", "pentominoes")}, enumerate.Survey, "puzzle.choose.from", "72 pieces to choose from: expected at most 63"},
		{params{BoardParams: BoardParams{Board: board}, Choose: pieces(5, "hexominoes")}, enumerate.Survey, "puzzle.choose", "no choice of 5 of the 35 pieces has the 36 cells"},
		{params{BoardParams: BoardParams{Board: board}, Choose: pieces(36, "hexominoes")}, enumerate.Survey, "puzzle.choose.pieces", "expected at most 35"},
		{params{BoardParams: BoardParams{Board: boardParam{Rows: 6, Cols: 12}}, Choose: pieces(12, "hexominoes")}, enumerate.Survey, "puzzle.choose", "834451800 sets of pieces: expected at most 100000000"},
		{params{BoardParams: BoardParams{Board: board}, Pieces: []pieceParam{{Name: "I5"}}, Choose: pieces(6, "pentominoes")}, enumerate.Survey, "puzzle.choose.from", "I5 is given twice"},
		{params{BoardParams: BoardParams{Board: board}, Pieces: []pieceParam{some("I5", 0, 2)}, Choose: pieces(6, "hexominoes")}, enumerate.Survey, "puzzle.pieces", "the number of I5 varies"},
		{params{BoardParams: BoardParams{Board: boardParam{Rows: 5, Cols: 5}}, Method: "scatter", Choose: pieces(5, "F5m", "I5", "L5", "P5", "T5", "U5", "V5")}, enumerate.Survey, "puzzle.method", "more symmetries than the list"},
	} {
		_, err := formOf(t, "polyomino").open(enumerate.Spec{Kind: c.kind, Puzzle: func(into any) error { *into.(*params) = c.p; return nil }})
		var input *enumerate.InputError
		if !errors.As(err, &input) || input.Key != c.key || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%+v: %v\nexpected %q at %s", c.p.Choose, err, c.text, c.key)
		}
	}
}

// TestSetsOfAnOpenList: a set of pieces that are their own mirror images has all
// symmetries of the board, also where the list has one twin of a pair alone.
func TestSetsOfAnOpenList(t *testing.T) {
	f := formOf(t, "polyomino")
	b := &Board{lattice.NewBoard(lattice.Square, 1, 5, 5)}
	free := piecesNamed(t, f, "I5", "L5", "P5", "U5", "V5", "W5", "Y5")
	open := append(piecesNamed(t, f, "F5m"), free...)
	p := params{Choose: &chooseParam{Pieces: CountParam{true, 5, 5}}}
	want, err := setRows(t, p, b, nil, free)
	if err != nil {
		t.Fatal(err)
	}
	got, err := setRows(t, p, b, nil, open)
	if err != nil {
		t.Fatal(err)
	}
	for mask, row := range want {
		if got[mask<<1] != row {
			t.Errorf("set %b: %+v, expected %+v as without the twin", mask, got[mask<<1], row)
		}
	}
}

// TestPublishedSets reproduces the counts that P. M. Hamlyn published in 1999. Those of
// five hexominoes and both trominoes are the sets with a solution in which the
// trominoes do not meet, not even in a corner; 10,175 more have other solutions alone.
func TestPublishedSets(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	f := formOf(t, "polyomino")
	b := &Board{lattice.NewBoard(lattice.Square, 1, 6, 6)}
	for _, c := range []struct {
		fixed           []Piece
		chosen          int32
		solvable, apart int
	}{
		{nil, 6, 13710, 13710},
		{piecesNamed(t, f, "trominoes"), 5, 70904, 60729},
	} {
		list := piecesNamed(t, f, "hexominoes")
		s := &pairs{board: b, pieces: c.fixed, list: list}
		var err error
		if s.sets, err = s.newSets(CountParam{true, c.chosen, c.chosen}, maxChosenSets); err != nil {
			t.Fatal(err)
		}
		if s.all, err = plainPuzzle(b, slices.Concat(c.fixed, optional(list))); err != nil {
			t.Fatal(err)
		}
		census, err := s.all.census(0)
		if err != nil {
			t.Fatal(err)
		}
		solvable, apart := map[uint64]bool{}, map[uint64]bool{}
		var stop atomic.Bool
		_, err = census.EachClass(1, &stop, func(float64) {}, func(_ int, solution []enumerate.OptionID, _ int64) error {
			mask := s.maskOf(solution)
			solvable[mask] = true
			meet := false
			for _, i := range s.all.Placements[solution[0]].Cells {
				for _, j := range s.all.Placements[solution[1]].Cells {
					p, q := b.Cell(i), b.Cell(j)
					meet = meet || max(p.Row-q.Row, q.Row-p.Row) <= 1 && max(p.Col-q.Col, q.Col-p.Col) <= 1
				}
			}
			if !meet || c.fixed == nil {
				apart[mask] = true
			}
			return nil
		})
		if err != nil || len(solvable) != c.solvable || len(apart) != c.apart {
			t.Errorf("%d of %d sets solvable, %d with the first pieces apart, %v: expected %d, %d", len(solvable), s.sets.Len(), len(apart), err, c.solvable, c.apart)
		}
	}
}

// TestMostSets: as many sets as allowed are taken, and no set more.
func TestMostSets(t *testing.T) {
	f := formOf(t, "polyomino")
	s := &pairs{board: &Board{lattice.NewBoard(lattice.Square, 1, 5, 5)}, list: piecesNamed(t, f, "pentominoes")}
	five := CountParam{true, 5, 5}
	const all = 12 * 11 * 10 * 9 * 8 / 120
	if sets, err := s.newSets(five, all); err != nil || sets.Len() != all {
		t.Errorf("%d sets allowed: %v", all, err)
	}
	if _, err := s.newSets(five, all-1); err == nil || !strings.Contains(err.Error(), "792 sets of pieces: expected at most 791") {
		t.Errorf("%d sets allowed: %v", all-1, err)
	}
}
