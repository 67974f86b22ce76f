package polyform

import (
	"fmt"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestSurveysOfLattices: on boards of every lattice, cylinders and tori, both
// methods give the same rows, the checker takes them, and the orbits add up to all
// boards.
func TestSurveysOfLattices(t *testing.T) {
	cell := func(picture string, n int32) pieceParam {
		return pieceParam{Name: fmt.Sprintf("P%d", n), Picture: picture, Count: CountParam{true, n, n}}
	}
	choice := func(low, high int32, from ...pieceParam) *chooseParam {
		c := &chooseParam{Pieces: CountParam{true, low, high}}
		for _, p := range from {
			c.From = append(c.From, chosenParam{Name: p.Name, Set: p.Set, Picture: p.Picture, Flip: p.Flip, Turn: p.Turn})
		}
		return c
	}
	for _, c := range []struct {
		family  string
		p       params
		boards  int
		classes int // of boards; 0: not known beforehand
	}{
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 2, Rows: 2, Cols: 3}}, Blocked: []blockedParam{{Choose: 3}},
			Pieces: []pieceParam{cell("##\n#.", 1), cell("##", 3)}}, 220, 0},
		// A chiral pair of tetracubes: mirror images of a board are one.
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 2, Rows: 2, Cols: 3}}, Blocked: []blockedParam{{Choose: 4}},
			Pieces: []pieceParam{{Name: "A", Picture: "##\n#.\n\n..\n#."}, {Name: "B", Picture: "##\n#.\n\n.#\n.."}}}, 495, 49},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 2}}, Blocked: []blockedParam{{Choose: 1}},
			Pieces: []pieceParam{cell("##", 3)}}, 7, 2},
		{"polyhex", params{BoardParams: BoardParams{Board: boardParam{Triangle: 4}}, Blocked: []blockedParam{{OneOf: [][]int{{0, 3}, {3, 0}, {3, 3}, {2, 2}}}},
			Pieces: []pieceParam{cell("##\n#.", 3)}}, 4, 2},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 2}}, Blocked: []blockedParam{{Choose: 2}},
			Pieces: []pieceParam{cell("##", 2), cell("###", 6)}}, 276, 0},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}, Wrap: []string{"cols"}}, Blocked: []blockedParam{{Choose: 2}},
			Pieces: []pieceParam{cell("##", 5)}}, 66, 0},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 4, Cols: 4}, Wrap: []string{"rows", "cols"}}, Blocked: []blockedParam{{Choose: 2}},
			Pieces: []pieceParam{cell("##\n#.", 2), cell("##", 4)}}, 120, 5},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}, Symmetry: "rotations"}, Blocked: []blockedParam{{Choose: 2}},
			Pieces: []pieceParam{cell("##", 5)}}, 66, 36},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}, Symmetry: "none"}, Blocked: []blockedParam{{Choose: 2}},
			Pieces: []pieceParam{cell("##", 5)}}, 66, 66},
		// A quarter turn exchanges two dominoes that do not turn; the holes lie in all ways.
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 3}}, Blocked: []blockedParam{{Choose: 1}},
			Choose: choice(2, 3, pieceParam{Name: "V", Picture: "#\n#", Turn: new(bool)}, pieceParam{Name: "H", Picture: "##", Turn: new(bool)}, pieceParam{Name: "L4"}, pieceParam{Name: "I3"}, pieceParam{Name: "V3"}, pieceParam{Name: "O4"})}, 45, 13},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 2}}, Blocked: []blockedParam{{OneOf: [][]int{{0, 2}, {0, 3}, {0, 4}}}, {OneOf: [][]int{{3, 4}, {3, 5}}}},
			Pieces: []pieceParam{cell("##", 3)}, Choose: choice(3, 4, pieceParam{Set: "tetriamonds"}, pieceParam{Set: "pentiamonds"}, pieceParam{Name: "bar", Picture: "######"})}, 36, 0},
	} {
		f := forms[slices.IndexFunc(forms, func(f *form) bool { return f.family == c.family })]
		var of [2]*enumerate.Batch
		for i, method := range []string{"scatter", "each"} {
			p := c.p
			p.Method = method
			name := fmt.Sprintf("%s %+v", c.family, p.Board)
			job, err := f.open(enumerate.Spec{Kind: enumerate.Survey, Puzzle: func(into any) error { *into.(*params) = p; return nil },
				Measures: []string{"nodes", "guesses", "forced", "forced_items", "certain_pieces", "certain_rounds", "board_symmetry"}, Solution: true})
			if p.Choose != nil && i == 0 && err != nil {
				continue // there is no pass over boards and sets
			}
			if err != nil {
				t.Fatal(name, err)
			}
			of[i], _ = puzzletest.Rows(t, job)
			if n, how := job.CountRows(); n.Int64() != int64(of[i].Len()) {
				t.Errorf("%s: %d rows, expected %d by %s", name, of[i].Len(), n, how)
			}
			orbits, solvable := 0, false
			size, solutions := enumerate.ColumnIndex(of[i].Columns, enumerate.OrbitSizeColumn), enumerate.ColumnIndex(of[i].Columns, enumerate.SolutionsColumn)
			for row := range of[i].Len() {
				orbits += int(of[i].IntAt(size, row))
				solvable = solvable || of[i].IntAt(solutions, row) > 0
				if i == 1 && p.Choose == nil {
					if err := enumerate.SameRow(of[0], row, of[1], row); err != nil {
						t.Fatalf("%s, row %d: scatter and each differ: %v", name, row, err)
					}
				}
			}
			if orbits != c.boards || c.classes > 0 && of[i].Len() != c.classes || !solvable {
				t.Errorf("%s: %d boards, %d up to symmetry, solvable %v: expected %d, %d", name, orbits, of[i].Len(), solvable, c.boards, c.classes)
			}
		}
	}
}

// TestBoardMeasures compares the measures of boards with those counted by hand.
func TestBoardMeasures(t *testing.T) {
	for _, c := range []struct {
		family  string
		p       params
		blocked []int // cells
		want    [6]int64
	}{
		// blocked_border, components, smallest_component, isolated, dead_ends, imbalance
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 3}}}, []int{1, 3}, [6]int64{2, 2, 1, 1, 2, 3}},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 4, Cols: 4}, Wrap: []string{"cols"}}}, []int{1, 4, 5}, [6]int64{1, 1, 13, 0, 1, 1}},
		{"polyomino", params{BoardParams: BoardParams{Board: boardParam{Rows: 2, Cols: 2}, Wrap: []string{"rows", "cols"}}}, []int{0}, [6]int64{0, 1, 3, 0, 2, 1}},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 3, Rows: 3, Cols: 3}}}, []int{13}, [6]int64{0, 1, 26, 0, 0, 2}},
		{"polycube", params{BoardParams: BoardParams{Board: boardParam{Layers: 2, Rows: 2, Cols: 2}}}, []int{1, 2, 4}, [6]int64{3, 2, 1, 1, 3, 3}},
		{"polyiamond", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 1}}}, []int{0, 5}, [6]int64{2, 2, 2, 0, 4, 0}},
	} {
		b, err := formOf(t, c.family).board(c.p.BoardParams)
		if err != nil {
			t.Fatal(err)
		}
		n := b.numbering(nil)
		s, free := newBoardShape(n), n.free()&^n.mask(c.blocked)
		var got [6]int64
		for i, m := range boardMeasures {
			got[i] = m.value(s, free)
		}
		if got != c.want {
			t.Errorf("%s %+v without %v: %v, expected %v", c.family, c.p.Board, c.blocked, got, c.want)
		}
	}
	for _, c := range []struct {
		family, measure string
		p               params
		want            string
	}{
		{"polyhex", "imbalance", params{BoardParams: BoardParams{Board: boardParam{Hexagon: 2}}}, "the cells of this board have no two colours such that neighbours differ"},
		{"polyomino", "imbalance", params{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 3}, Wrap: []string{"rows"}}}, "the cells of this board have no two colours such that neighbours differ"},
		{"polyomino", "blocked_border", params{BoardParams: BoardParams{Board: boardParam{Rows: 4, Cols: 4}, Wrap: []string{"rows", "cols"}}}, "a torus has no border"},
	} {
		f := formOf(t, c.family)
		b, err := f.board(c.p.BoardParams)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := f.resolvePieces([]pieceParam{{Name: "dot", Picture: "#", Count: CountParam{true, 0, 1}}, {Name: "bar", Picture: "##", Count: CountParam{true, 0, enumerate.Unbounded}}})
		if err != nil {
			t.Fatal(err)
		}
		c.p.Blocked, c.p.Method = []blockedParam{{Choose: 1}}, "each"
		want := fmt.Sprintf("measure %q: %s: expected other measures", c.measure, c.want)
		if _, err := openPairs(enumerate.Spec{Kind: enumerate.Survey, Measures: []string{"isolated", c.measure}}, c.p, b, pieces, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, expected %s", c.family, err, want)
		}
	}
}
