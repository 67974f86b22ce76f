package polyform

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestSurveyLimit: by both methods and whatever the limit, rows say min(count,
// limit) and whether there are more, and the checker notices when they say
// otherwise.
func TestSurveyLimit(t *testing.T) {
	b, err := forms[0].newBoard(boardParam{Rows: 4, Cols: 4})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 7, 7)})
	if err != nil {
		t.Fatal(err)
	}
	run := func(method string, limit int64) (*enumerate.Job, *enumerate.Batch) {
		job, err := openPairs(enumerate.Spec{Kind: enumerate.Survey}, params{Blocked: []blockedParam{{Choose: 2}}, Method: method, Limit: limit}, b, pieces, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		return job, rows
	}
	_, all := run("scatter", 0)
	solutions := enumerate.ColumnIndex(all.Columns, enumerate.SolutionsColumn)
	equal := 0
	for _, method := range []string{"scatter", "each"} {
		for _, limit := range []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, math.MaxInt64} {
			job, rows := run(method, limit)
			cap := enumerate.ColumnIndex(rows.Columns, enumerate.CappedColumn)
			if rows.Len() != all.Len() {
				t.Fatalf("%s, limit %d: %d rows, expected %d", method, limit, rows.Len(), all.Len())
			}
			checker, err := job.NewChecker()
			if err != nil {
				t.Fatal(err)
			}
			for row := range rows.Len() {
				n := all.IntAt(solutions, row)
				if got, capped := rows.IntAt(solutions, row), rows.IntAt(cap, row) == 1; got != min(n, limit) || capped != (n > limit) {
					t.Errorf("%s, limit %d, %d solutions: row says %d, capped %v", method, limit, n, got, capped)
				}
				capped := &rows.Vectors[cap].Bools[row]
				if *capped = !*capped; checker(rows, row) == nil {
					t.Errorf("%s, limit %d, %d solutions: changed solutions_capped not noticed", method, limit, n)
				}
				if n == limit {
					equal++
				}
			}
		}
	}
	if equal < 10 {
		t.Errorf("%d counts equal to the limit: the test tests little", equal)
	}
}

// TestSurveyRowsAreChecked: a checker notices a change of any value of a row.
func TestSurveyRowsAreChecked(t *testing.T) {
	b, err := forms[0].newBoard(boardParam{Rows: 3, Cols: 4})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I2", 5, 5)})
	if err != nil {
		t.Fatal(err)
	}
	measures := []string{"nodes", "guesses", "forced", "forced_items", "certain_pieces", "certain_rounds", "board_symmetry"}
	for _, m := range boardMeasures {
		measures = append(measures, m.info.Name)
	}
	for _, blocked := range [][]blockedParam{{{Choose: 2}}, {{OneOf: [][]int{{0, 0}, {1, 1}, {2, 3}}}, {OneOf: [][]int{{0, 3}, {2, 0}, {1, 2}}}}} {
		job, err := openPairs(enumerate.Spec{Kind: enumerate.Survey, Measures: measures, Solution: true},
			params{Blocked: blocked, Method: "each", Limit: 3, Flags: []flagParam{{Name: "flag", Except: [][][]int{{{0, 0}}}}}}, b, pieces, nil)
		if err != nil {
			t.Fatal(err)
		}
		puzzletest.RowsAreChecked(t, job)
	}
}

// TestDrawnInstances: the rows of drawn boards, sets and pairs are those of all of them, in other orders and without
// sizes of orbits; no two are images of each other, and many draws give each class.
func TestDrawnInstances(t *testing.T) {
	f := formOf(t, "polyomino")
	blocked := []blockedParam{{Choose: 2}}
	choose := &chooseParam{Pieces: CountParam{true, 2, 4}, From: []chosenParam{{Set: "tetrominoes"}, {Set: "trominoes"}, {Name: "I2"}}}
	twos := []pieceParam{some("I2", 5, 5)}
	for _, p := range []params{
		{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}}, Blocked: blocked, Pieces: twos},
		{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}}, Choose: choose},
		{BoardParams: BoardParams{Board: boardParam{Rows: 3, Cols: 4}}, Blocked: blocked, Choose: choose},
	} {
		rows := func() *enumerate.Batch {
			job, err := f.open(enumerate.Spec{Kind: enumerate.Survey, Puzzle: func(into any) error { *into.(*params) = p; return nil },
				Measures: []string{"nodes"}, Solution: true})
			if err != nil {
				t.Fatal(err)
			}
			rows, _ := puzzletest.Rows(t, job)
			if n, _ := job.CountRows(); n.Int64() != int64(rows.Len()) {
				t.Errorf("%d rows, expected %v", rows.Len(), n)
			}
			return rows
		}
		p.Method = "each"
		all := rows()
		at := map[string]int{}
		for row := range all.Len() {
			at[string(all.StringAt(0, row))] = row
		}
		orbit := enumerate.ColumnIndex(all.Columns, enumerate.OrbitSizeColumn)
		for p.Seed, p.Draw.Number = range map[uint64]int64{1: 10, 2: 20_000} {
			drawn := rows()
			seen := map[string]bool{}
			for row := range drawn.Len() {
				name := string(drawn.StringAt(0, row))
				from, ok := at[name]
				if !ok || seen[name] {
					t.Fatalf("instance %s was drawn before, or is none", name)
				}
				seen[name] = true
				for c := range drawn.Columns {
					k := c
					if c >= orbit {
						k++
					}
					if drawn.Columns[c].Name != all.Columns[k].Name {
						t.Fatalf("column %s, expected %s", drawn.Columns[c].Name, all.Columns[k].Name)
					}
					if drawn.IsNull(c, row) != all.IsNull(k, from) || drawn.Columns[c].Type == enumerate.Int64 && !drawn.IsNull(c, row) && drawn.IntAt(c, row) != all.IntAt(k, from) {
						t.Errorf("%s: %s differs from that among all instances", name, drawn.Columns[c].Name)
					}
				}
			}
			if p.Draw.Number > 1000 && drawn.Len() != all.Len() {
				t.Errorf("%d of %d classes were drawn", drawn.Len(), all.Len())
			}
		}
	}
}

// TestDistinctSolutions: a board's solutions up to symmetry are orbits of its solutions, as sets of cells, under
// those of the eight isometries of the whole square that map the blocked cells to themselves.
func TestDistinctSolutions(t *testing.T) {
	const side = 4
	f := formOf(t, "polyomino")
	for _, pieces := range [][]pieceParam{
		{some("I2", 0, 6), some("I3", 0, 4), some("L4", 0, 2)},
		{{Name: "V", Picture: "#\n#", Turn: new(bool), Count: CountParam{true, 1, 6}}, {Name: "H", Picture: "##", Turn: new(bool), Count: CountParam{true, 1, 6}}},
	} {
		p := params{BoardParams: BoardParams{Board: boardParam{Rows: side, Cols: side}}, Blocked: []blockedParam{{Choose: 4}}, Pieces: pieces, Method: "each"}
		job, err := f.open(enumerate.Spec{Kind: enumerate.Survey, Measures: []string{"board_symmetry"}, Puzzle: func(into any) error { *into.(*params) = p; return nil }})
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		at := func(name string, row int) int { return int(rows.IntAt(enumerate.ColumnIndex(rows.Columns, name), row)) }
		list, err := f.resolvePieces(pieces)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.board(p.BoardParams)
		if err != nil {
			t.Fatal(err)
		}
		fewer := 0
		for row := range rows.Len() {
			board := b.numbering(nil).with(uint64(at("mask", row)))
			board.Frame = nil
			var images [][]int // of each cell
			for k := range 8 {
				var image []int
				for c := range side * side {
					x, y := c/side, c%side
					for turn, n := k%4, [2]int{}; turn > 0; turn-- {
						n = [2]int{y, side - 1 - x}
						x, y = n[0], n[1]
					}
					if k > 3 {
						y = side - 1 - y
					}
					image = append(image, x*side+y)
				}
				if !slices.ContainsFunc(image, func(c int) bool { return board.Blocked[c] != board.Blocked[image[c]] }) {
					images = append(images, image)
				}
			}
			z, err := plainPuzzle(board, list)
			if err != nil {
				t.Fatal(err)
			}
			all, least := 0, map[string]bool{}
			if err := z.search("dlx", new(atomic.Bool), func(solution []enumerate.OptionID) bool {
				all++
				var forms []string
				for _, image := range images {
					var tiles [][]int
					for _, o := range solution {
						var tile []int
						for _, c := range z.Placements[o].Cells {
							tile = append(tile, image[c])
						}
						slices.Sort(tile)
						tiles = append(tiles, tile)
					}
					slices.SortFunc(tiles, slices.Compare)
					forms = append(forms, fmt.Sprint(tiles))
				}
				least[slices.Min(forms)] = true
				return true
			}); err != nil {
				t.Fatal(err)
			}
			if at("solutions", row) != all || at("solutions_distinct", row) != len(least) || at("board_symmetry", row) != len(images) {
				t.Fatalf("board %s: %d solutions, %d up to symmetry, %d symmetries: expected %d, %d, %d", rows.StringAt(0, row),
					at("solutions", row), at("solutions_distinct", row), at("board_symmetry", row), all, len(least), len(images))
			}
			if all > len(least) && len(least)*len(images) > all {
				fewer++
			}
		}
		if fewer == 0 {
			t.Error("no board has symmetric solutions and others")
		}
	}
}
