package polyform

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// puzzleOf makes a puzzle of any family.
func puzzleOf(t *testing.T, family string, p params, list ...pieceParam) *Puzzle {
	t.Helper()
	f := formOf(t, family)
	b, err := f.board(p.BoardParams)
	if err != nil {
		t.Fatal(err)
	}
	return puzzleOn(t, f, b, list)
}

// puzzleOn is the puzzle of these pieces on a board.
func puzzleOn(t testing.TB, f *form, b *Board, list []pieceParam) *Puzzle {
	t.Helper()
	pieces, err := f.resolvePieces(list)
	if err != nil {
		t.Fatal(err)
	}
	z, err := plainPuzzle(b, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// eachSolution visits all solutions with the owners of the cells, as
// [measure.Evaluator.Evaluate] takes them.
func (z *Puzzle) eachSolution(visit func(owner []int16, solution []enumerate.OptionID)) {
	owner := make([]int16, len(z.Board.Blocked))
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		clear(owner)
		for n, o := range solution {
			for _, i := range z.Placements[o].Cells {
				owner[i] = int16(n + 1)
			}
		}
		visit(owner, solution)
		return true
	})
}

// TestCornersOfSoma: in the Soma cube the T covers two corners of the cube, the L one
// or two, all others none or one, and exactly one piece covers fewer than it can
// (Berlekamp, Conway, Guy, Winning Ways, 1982, chapter 24). A hidden piece would have
// to be the cube in the middle alone.
func TestCornersOfSoma(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	z := puzzleOf(t, "polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 3, Rows: 3, Cols: 3}}}, pieceParam{Set: "soma"})
	most := map[string]int32{"V3": 1, "L4": 2, "T4": 2, "Z4": 1, "A4": 1, "B4": 1, "P4": 1}
	var corners []string
	for _, p := range z.Pieces {
		corners = append(corners, "corners("+p.Name+")")
	}
	// Without symmetry, so that the twins A4 and B4 are measured one by one.
	puzzle := z.measurePuzzle()
	puzzle.Orbits, puzzle.Exchanges, puzzle.Order = nil, nil, 1
	set, err := measure.Compile(puzzle, append(corners, "hidden"))
	if err != nil {
		t.Fatal(err)
	}
	e, solutions := set.NewEvaluator(), 0
	z.eachSolution(func(owner []int16, solution []enumerate.OptionID) {
		solutions++
		deficient := 0
		values := e.Evaluate(owner, solution, 1)
		for i, p := range z.Pieces {
			if deficient += int(most[p.Name] - values[i]); values[i] > most[p.Name] || p.Name == "T4" && values[i] != 2 {
				t.Fatalf("%s covers %d corners", p.Name, values[i])
			}
		}
		if deficient != 1 || values[len(z.Pieces)] != 0 {
			t.Fatalf("%d corners fewer than possible, %d pieces hidden", deficient, values[len(z.Pieces)])
		}
	})
	if solutions != 11520 {
		t.Errorf("%d solutions, expected 11520", solutions)
	}
}

// TestMeasuresOfFamilies: a family lists the measures that have a meaning on its
// lattice, in its words.
func TestMeasuresOfFamilies(t *testing.T) {
	not := map[string][]string{"polyhex": {"crossroads", "fault_lines", "imbalance", "surplus"}, "polyiamond": {"corners(P)"}}
	for _, f := range forms {
		var missing []string
		for _, square := range forms[0].measureInfos() {
			if !slices.ContainsFunc(f.measureInfos(), func(m enumerate.MeasureInfo) bool { return m.Name == square.Name }) {
				missing = append(missing, square.Name)
			}
		}
		if !reflect.DeepEqual(missing, not[f.family]) {
			t.Errorf("%s: not listed are %q, expected %q", f.family, missing, not[f.family])
		}
		for _, m := range f.measureInfos() {
			text := m.Meaning + " " + m.Unit
			if strings.ContainsAny(text, "{}") || f.family != "polyomino" && strings.Contains(text, "rectangle") ||
				f.family == "polycube" && m.Name != "colours_corners" && strings.Contains(text, "edge") {
				t.Errorf("%s: %s: %s", f.family, m.Name, text)
			}
		}
	}
	ring := puzzleOf(t, "polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 4, Cols: 5}, Wrap: []string{"cols"}}}, pieceParam{Set: "tetrominoes"})
	set, err := measure.Compile(ring.measurePuzzle(), []string{"border_pieces", "fault_lines"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"pieces with a cell in the first or last row", "straight lines between rows or between columns, from end to end or round the ring, that cut no piece"} {
		if got := set.Columns[i].Meaning; got != want {
			t.Errorf("on a cylinder: %s: expected %s", got, want)
		}
	}
}

// TestLayers: in solids, and there alone, tables say in which layer a cell lies.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		family string
		board  boardParam
		want   []string
	}{
		{"polycube", boardParam{Layers: 2, Rows: 3, Cols: 4}, []string{"layer", "row", "col"}},
		{"polyomino", boardParam{Rows: 3, Cols: 4}, []string{"row", "col"}},
		{"polyhex", boardParam{Rows: 3, Cols: 4}, []string{"row", "col"}},
	} {
		z := puzzleOf(t, c.family, params{BoardParams: BoardParams{Board: c.board}}, some("I3", 0, enumerate.Unbounded))
		l := newLayout(z, false)
		dimension, err := l.tables()
		if err != nil {
			t.Fatal(err)
		}
		n := z.Problem.Options()
		use := &exact.OptionUse{Orbit: make([]enumerate.OptionID, n), Size: slices.Repeat([]int64{1}, n), Raw: slices.Repeat([]*big.Int{new(big.Int)}, n), All: new(big.Int), Order: 1}
		occupancy := z.cellTable(use)
		options := dimension[1].Rows
		for _, table := range []struct {
			rows *enumerate.Batch
			cell func(row int) int // whose place it is
		}{
			{options, func(o int) int { return z.Placements[o].Cells[0] }},
			{occupancy, func(row int) int { return z.Board.FreeCells()[row] }},
		} {
			var names []string
			var places []int
			for i, column := range table.rows.Columns {
				if slices.Contains([]string{"layer", "row", "col"}, column.Name) {
					names, places = append(names, column.Name), append(places, i)
				}
			}
			if !reflect.DeepEqual(names, c.want) {
				t.Fatalf("%s: columns %q, expected %q", c.family, names, c.want)
			}
			for row := range table.rows.Len() {
				number := 0
				for k, size := range []int{z.Board.Layers, z.Board.Rows, z.Board.Cols}[3-len(places):] {
					number = number*size + int(table.rows.IntAt(places[k], row))
				}
				if number != table.cell(row) {
					t.Fatalf("%s: row %d names cell %d, expected %d", c.family, row, number, table.cell(row))
				}
			}
		}
	}
}

// TestContactsOfLattices compares the table of contacts with neighbours as the
// pictures of each family have them.
func TestContactsOfLattices(t *testing.T) {
	for _, c := range []struct {
		family string
		params params
		pieces []pieceParam
		beside func(r, c int) [][3]int
	}{
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 2, Rows: 2, Cols: 3}}}, []pieceParam{some("I3", 0, 2), some("V3", 0, enumerate.Unbounded), some("A4", 0, 1)},
			func(int, int) [][3]int { return [][3]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} }},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Rows: 4, Cols: 3}}}, []pieceParam{some("I3", 0, 2), some("V3", 0, enumerate.Unbounded), some("A3", 0, 1)},
			func(int, int) [][3]int { return [][3]int{{0, 1, 0}, {0, 1, -1}, {0, 0, 1}} }},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 2}}}, []pieceParam{{Set: "hexiamonds", Count: CountParam{true, 0, 1}}},
			func(r, c int) [][3]int {
				if (r+c)%2 == 0 { // it points up
					return [][3]int{{0, 0, 1}, {0, 1, 0}}
				}
				return [][3]int{{0, 0, 1}}
			}},
	} {
		z := puzzleOf(t, c.family, c.params, c.pieces...)
		l := newLayout(z, false)
		counts := contactCounts(l)().(*contacts)
		rows, recorder := enumerate.NewBatch(l.columns), l.newRecorder(nil)
		want := map[string]int64{} // edges by pair of pieces
		z.eachSolution(func(owner []int16, solution []enumerate.OptionID) {
			for _, i := range z.Board.FreeCells() {
				at := z.Board.Cell(i)
				for _, d := range c.beside(at.Row, at.Col) {
					to := [3]int{at.Layer + d[0], at.Row + d[1], at.Col + d[2]}
					if to[0] >= z.Board.Layers || to[1] >= z.Board.Rows || min(to[1], to[2]) < 0 || to[2] >= z.Board.Cols {
						continue
					}
					j := (to[0]*z.Board.Rows+to[1])*z.Board.Cols + to[2]
					if t, u := owner[i], owner[j]; t != u && t > 0 && u > 0 {
						p, q := z.Placements[solution[t-1]].Piece, z.Placements[solution[u-1]].Piece
						want[fmt.Sprint(min(p, q), max(p, q))]++
					}
				}
			}
			solution = slices.Clone(solution)
			slices.Sort(solution)
			recorder.Solution(rows, solution)
		})
		if err := counts.Add(rows); err != nil {
			t.Fatal(err)
		}
		for q := range z.Pieces {
			for p := range q + 1 {
				if got := counts.counts[pair(int32(p), int32(q))].rawEdges; int64(got) != want[fmt.Sprint(p, q)] {
					t.Errorf("%s: %s and %s share %d edges, expected %d", c.family, z.Pieces[p].Name, z.Pieces[q].Name, got, want[fmt.Sprint(p, q)])
				}
			}
		}
		if len(want) < 3 {
			t.Errorf("%s: only %d pairs touch", c.family, len(want))
		}
	}
}
