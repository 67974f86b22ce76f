package polyform

import (
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

func some(name string, low, high int32) pieceParam {
	return pieceParam{Name: name, Count: CountParam{set: true, min: low, max: high}}
}

// TestInstances runs the suite on boards and sets of every kind: kernels agree
// with one another and with published or otherwise known counts.
func TestInstances(t *testing.T) {
	one := func(names ...string) []pieceParam {
		var list []pieceParam
		for _, n := range names {
			list = append(list, pieceParam{Name: n})
		}
		return list
	}
	no := false
	for k, c := range []struct {
		name          string
		board         boardParam
		pieces        []pieceParam
		raw, distinct int64 // 0: not known beforehand
	}{
		{"pentominoes 3x20", boardParam{Rows: 3, Cols: 20}, one("pentominoes"), 8, 2},
		{"pentominoes 20x3", boardParam{Rows: 20, Cols: 3}, one("pentominoes"), 8, 2},
		{"pentominoes 4x15", boardParam{Rows: 4, Cols: 15}, one("pentominoes"), 1472, 368},
		{"Scott's board", boardParam{Picture: "........\n........\n........\n...##...\n...##...\n........\n........\n........"}, one("pentominoes"), 520, 65},
		{"two sets of tetrominoes 5x8", boardParam{Rows: 5, Cols: 8}, []pieceParam{{Set: "tetrominoes", Count: CountParam{true, 2, 2}}}, 3106, 783},
		{"dominoes 6x6", boardParam{Rows: 6, Cols: 6}, []pieceParam{some("I2", 0, enumerate.Unbounded)}, 6728, 0},
		{"trominoes 6x6", boardParam{Rows: 6, Cols: 6}, []pieceParam{{Set: "trominoes", Count: CountParam{true, 0, enumerate.Unbounded}}}, 80092, 0},
		{"one-sided tetrominoes, two each but one, 4x9", boardParam{Rows: 4, Cols: 9},
			[]pieceParam{some("I4", 1, 1), some("O4", 1, 1), some("T4", 2, 2), {Name: "S4", Flip: &no}, {Name: "S4m"}, {Name: "L4", Flip: &no, Count: CountParam{true, 1, 2}}, {Name: "L4m", Count: CountParam{true, 1, 2}}}, 0, 0},
		{"pieces that may be left out, 5x6", boardParam{Rows: 5, Cols: 6},
			[]pieceParam{some("X5", 0, 1), some("P5", 0, 2), some("I5", 0, 2), some("V3", 1, 3), some("I2", 0, 3), some("O4", 0, 1)}, 0, 0},
		{"nothing turned or flipped, 4x5", boardParam{Rows: 4, Cols: 5},
			[]pieceParam{{Name: "L4", Flip: &no, Turn: &no, Count: CountParam{true, 0, 3}}, {Name: "I2", Turn: &no, Count: CountParam{true, 0, 6}}, some("I1", 0, 4)}, 0, 0},
		{"a hexomino and dominoes with a hole, 5x5", boardParam{Picture: ".....\n.....\n..#..\n.....\n....."},
			[]pieceParam{{Name: "H02"}, some("I2", 6, 6), some("V3", 2, 2)}, 0, 0},
		{"Baibian 上", boardParam{Picture: "......\n..#...\n..##..\n..#...\n.####.\n......"}, one("baibian"), 57, 57},
		{"a piece of two parts", boardParam{Rows: 3, Cols: 2}, []pieceParam{{Name: "Q", Picture: "#.#", Count: CountParam{true, 2, 2}}, {Name: "I2"}}, 1, 1},
		{"pieces of two parts, 4x5", boardParam{Rows: 4, Cols: 5}, []pieceParam{{Name: "Q", Picture: "#.#", Count: CountParam{true, 0, 4}}, {Name: "R", Picture: "##.\n..#", Count: CountParam{true, 1, 2}},
			some("T4", 1, 1), some("V3", 0, 2), some("O4", 0, 1)}, 0, 0},
		{"dominoes 4x4, a margin, a piece that does not fit", boardParam{Picture: "....#\n....#\n....#\n....#"},
			[]pieceParam{some("I2", 0, enumerate.Unbounded), {Name: "W", Picture: "######\n#.....", Turn: &no, Count: CountParam{true, 0, 1}}}, 36, 9},
		{"one cell", boardParam{Rows: 1, Cols: 1}, one("I1"), 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && k >= 1 && k <= 9 {
				t.Skip("takes seconds")
			}
			b, err := forms[0].newBoard(c.board)
			if err != nil {
				t.Fatal(err)
			}
			z := puzzleOn(t, forms[0], b, c.pieces)
			x, err := z.instance(enumerate.Spec{Measures: []string{"on_edge(*)", "touches_edge(*)", "edge_cells(*)", "corners(*)", "border_pieces", "crossroads", "fault_lines", "piece_contacts", "stabiliser"}})
			if err != nil {
				t.Fatal(err)
			}
			raw, distinct := puzzletest.TestInstance(t, x)
			if c.raw != 0 && raw != c.raw || c.distinct != 0 && distinct != c.distinct {
				t.Errorf("%d solutions, %d up to symmetry: expected %d, %d", raw, distinct, c.raw, c.distinct)
			}
			if raw == 0 {
				t.Error("no solution: the case shows nothing")
			}
		})
	}
}

// TestRequired: the columns of copies that every solution has are never null.
func TestRequired(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		pieces     []pieceParam
		want       string
	}{
		{4, 4, []pieceParam{some("I2", 0, 20)}, "I2_1 I2_2 I2_3 I2_4 I2_5 I2_6 I2_7 I2_8"},
		{3, 4, []pieceParam{some("I2", 0, 9), some("I3", 0, 1)}, "I2_1 I2_2 I2_3 I2_4 I2_5"}, // five dominoes cover what I3 leaves
		{3, 4, []pieceParam{some("I2", 0, 9), some("I3", 2, 4)}, "I3_1 I3_2"},
		{2, 4, []pieceParam{some("I2", 0, 9), some("O4", 0, 9)}, ""},
	} {
		l := newLayout(mustPuzzle(t, c.rows, c.cols, c.pieces...), true)
		var required []string
		for _, column := range l.columns {
			if !column.Nullable {
				required = append(required, column.Name)
			}
		}
		if got := strings.Join(required, " "); got != c.want {
			t.Errorf("%v on %dx%d: %s are never null, expected %s", c.pieces, c.rows, c.cols, got, c.want)
		}
	}
}
