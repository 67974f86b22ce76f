package polyform

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

func mustPuzzle(t testing.TB, rows, cols int, list ...pieceParam) *Puzzle {
	t.Helper()
	return puzzleOn(t, forms[0], &Board{lattice.NewBoard(lattice.Square, 1, rows, cols)}, list)
}

func placementOf(t testing.TB, z *Puzzle, cells []int) enumerate.OptionID {
	t.Helper()
	for o, p := range z.Placements {
		if slices.Equal(p.Cells, cells) {
			return enumerate.OptionID(o)
		}
	}
	t.Fatalf("nothing lies on %v", cells)
	return 0
}

// TestContactsOfARow draws a tiling by hand:
//
//	I I I I
//	O O L B
//	O O L B
//	D D L L
func TestContactsOfARow(t *testing.T) {
	z := mustPuzzle(t, 4, 4, some("I4", 1, 1), some("O4", 1, 1), some("L4", 1, 1), some("I2", 2, 2))
	l := newLayout(z, false)
	c := contactCounts(l)().(*contacts)
	want := map[string][2]int64{"I4 O4": {1, 2}, "I4 L4": {1, 1}, "I4 I2": {1, 1}, "O4 L4": {1, 2}, "L4 I2": {1, 4}, "O4 I2": {1, 2}}
	var solution []enumerate.OptionID
	for _, cells := range [][]int{{0, 1, 2, 3}, {4, 5, 8, 9}, {6, 10, 14, 15}, {7, 11}, {12, 13}} {
		solution = append(solution, placementOf(t, z, cells))
	}
	columns := append(append([]enumerate.Column{}, l.columns...), enumerate.Column{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight})
	b := enumerate.NewBatch(columns)
	r := l.newRecorder(nil)
	slices.Sort(solution)
	r.Solution(b, solution)
	b.AppendInt32(len(columns)-1, 8)
	if err := c.Add(b); err != nil {
		t.Fatal(err)
	}
	tables, err := c.Tables()
	if err != nil {
		t.Fatal(err)
	}
	rows := tables[0].Rows
	for i := range rows.Len() {
		name := string(rows.StringAt(0, i)) + " " + string(rows.StringAt(1, i))
		w := want[name]
		if got := [4]int64{rows.IntAt(3, i), rows.IntAt(4, i), rows.IntAt(5, i), rows.IntAt(6, i)}; got != [4]int64{8 * w[0], w[0], 8 * w[1], w[1]} || rows.IntAt(2, i) != 1 {
			t.Errorf("%s: %v, expected %v in one solution and 8", name, got, w)
		}
		delete(want, name)
	}
	if len(want) > 0 || rows.Len() != 7 { // and the two dominoes with each other
		t.Errorf("%d lines, not there: %v", rows.Len(), want)
	}
}

// TestContactsApart: two dominoes with a blocked cell between them do not touch.
func TestContactsApart(t *testing.T) {
	board := &Board{lattice.NewBoard(lattice.Square, 1, 1, 5)}
	board.Blocked[2] = true
	z := puzzleOn(t, forms[0], board, []pieceParam{some("I2", 2, 2)})
	l := newLayout(z, true)
	c := contactCounts(l)().(*contacts)
	rows := tilings(t, z, l, 10)
	if err := c.Add(rows); err != nil || rows.Len() != 1 || c.counts[0] != (contact{}) {
		t.Errorf("%d tilings, %v: %+v, expected none", rows.Len(), err, c.counts[0])
	}
}

// TestContactsMerge: order and division do not show.
func TestContactsMerge(t *testing.T) {
	z := mustPuzzle(t, 4, 5, some("I2", 0, 6), some("L4", 1, 1), some("O4", 1, 1))
	l := newLayout(z, true)
	rng := rand.New(rand.NewPCG(1, 2))
	b := enumerate.NewBatch(l.columns)
	r := l.newRecorder(nil)
	for range 50 { // any tiles, overlapping: the counts say little, but they are sums
		var solution []enumerate.OptionID
		for p := range z.Pieces {
			n := int(z.first[p+1] - z.first[p])
			for range z.copies(p) {
				solution = append(solution, z.first[p]+enumerate.OptionID(rng.IntN(n)))
			}
		}
		slices.Sort(solution)
		r.Solution(b, slices.Compact(solution))
	}
	var want string
	for parts := 1; parts < 5; parts++ {
		list := make([]enumerate.RowCounts, parts)
		for i := range list {
			list[i] = contactCounts(l)()
		}
		for _, row := range rng.Perm(b.Len()) {
			one := enumerate.NewBatch(l.columns)
			one.AppendRows(b, row, row+1)
			if err := list[rng.IntN(parts)].Add(one); err != nil {
				t.Fatal(err)
			}
		}
		for _, o := range list[1:] {
			list[0].Merge(o)
		}
		tables, err := list[0].Tables()
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%+v", tables[0].Rows.Vectors)
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("%d parts: %s, expected %s", parts, got, want)
		}
	}
}

// tilings are the first solutions that a kernel finds, as rows.
func tilings(t testing.TB, z *Puzzle, l *layout, most int) *enumerate.Batch {
	t.Helper()
	dlx := kernel.NewDLX(z.Problem)
	b := enumerate.NewBatch(l.columns)
	r := l.newRecorder(nil)
	tasks, _ := dlx.Split([]enumerate.Case{{}}, 1)
	for _, task := range tasks {
		dlx.Search(task, new(atomic.Bool), func(solution []enumerate.OptionID) bool {
			r.Solution(b, slices.Sorted(slices.Values(solution)))
			return b.Len() < most
		})
		if b.Len() >= most {
			break
		}
	}
	return b
}

func BenchmarkContacts(b *testing.B) {
	z := mustPuzzle(b, 8, 8, pieceParam{Name: "pentominoes"}, some("O4", 1, 1))
	l := newLayout(z, true)
	rows := tilings(b, z, l, 1000)
	c := contactCounts(l)()
	for b.Loop() {
		if err := c.Add(rows); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows.Len()), "ns/row")
}
