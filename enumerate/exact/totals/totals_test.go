package totals_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
)

// count counts the solutions of a config by the methods that its job has, in turn. It returns the
// totals, nodes and kernel of the one that ended.
func count(t *testing.T, workers int, name string, set ...string) (totals *enumerate.Totals, nodes int64, kernel string) {
	t.Helper()
	job := configstest.Open(t, name, append(set, "output.rows=false")...)
	methods, _, err := job.Methods(enumerate.Question{})
	if err != nil {
		t.Fatal(err)
	}
	winner, totals, tally, err := run.Answer(context.Background(), methods, run.Settings{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return totals, tally.Effort.Nodes, methods[winner].Job.Kernel
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name   string
		set    []string
		raw    string
		kernel string
	}{
		{"dominoes-8x8", nil, "12988816", "sweep"},
		{"dominoes-8x8", []string{"puzzle.board.rows=12", "puzzle.board.cols=12"}, "53060477521960000", "sweep"},
		{"dominoes-8x8", []string{"puzzle.board.rows=16", "puzzle.board.cols=16"}, "2444888770250892795802079170816", "sweep"},
		{"dominoes-8x8", []string{"puzzle.board.rows=4", "puzzle.board.cols=60"}, fourRows(60), "sweep"},
		{"chessboard", nil, "129168", "board"},
		{"pent-3x20", nil, "8", "board"},
		{"queens-8", nil, "92", "bits"},
	} {
		totals, _, kernel := count(t, 1, c.name, c.set...)
		if totals.Raw.String() != c.raw || kernel != c.kernel {
			t.Errorf("%s %v: %v by %s, expected %s by %s", c.name, c.set, totals.Raw, kernel, c.raw, c.kernel)
		}
	}
}

// TestTakenBack: the Aztec diamonds by skew tetrominoes of one orientation and squares seem short
// to random probes, and some have 3 x 10^11 tilings. A list is begun and taken back, with the same
// nodes whatever the workers.
func TestTakenBack(t *testing.T) {
	rows := make([]string, 20)
	for i := range 10 {
		outside := strings.Repeat("#", 9-i)
		rows[i] = outside + strings.Repeat(".", 2*i+2) + outside
		rows[19-i] = rows[i]
	}
	set := []string{"puzzle.board=\"" + strings.Join(rows, "\\n") + "\"", `puzzle.pieces=[{name: Z, picture: "##.\n.##", turn: false, count: any}, {name: O4, count: any}]`}
	var nodes [2]int64
	for i := range nodes {
		totals, n, kernel := count(t, 1+i, "dominoes-8x8", set...)
		if nodes[i] = n; totals.Raw.String() != "324189571584" || kernel != "sweep" {
			t.Errorf("%v tilings by %s, expected 324189571584 by a sweep", totals.Raw, kernel)
		}
	}
	if nodes[0] != nodes[1] {
		t.Errorf("%d and %d nodes by one worker and by two", nodes[0], nodes[1])
	}
}

// fourRows is the number of tilings of 4 rows of dominoes, by the recurrence in
// OEIS A005178.
func fourRows(n int) string {
	a := []*big.Int{big.NewInt(1), big.NewInt(1), big.NewInt(5), big.NewInt(11)}
	for k := 4; k <= n; k++ {
		next := new(big.Int).Mul(big.NewInt(5), a[k-2])
		next.Add(next, a[k-1]).Add(next, a[k-3]).Sub(next, a[k-4])
		a = append(a, next)
	}
	return a[n].String()
}

// TestCountDistinct: solutions up to symmetry where a sweep counts the raw ones. Of the
// large squares the sweeps of some quotients are too long to be tried before they are
// estimated. Cuts of squares into squares are OEIS A224239, two rows of dominoes A060312.
func TestCountDistinct(t *testing.T) {
	board := func(rows, cols int) string { return fmt.Sprintf("puzzle.board={rows: %d, cols: %d}", rows, cols) }
	nodes, stabilisers := map[string]int64{}, map[string]string{} // by what is expected
	for _, c := range []struct {
		set  []string
		want string
	}{
		// Of the 12,988,816 tilings 44 are mapped to themselves by a quarter turn, 5,280 by a
		// half turn, 19,664 by a reflection in a middle line, none by one in a diagonal.
		{nil, "1629189"},
		{[]string{"puzzle.symmetry=rotations"}, fmt.Sprint((12988816 + 2*44 + 5280) / 4)},
		{[]string{"puzzle.symmetry=none"}, "12988816"},
		{[]string{board(2, 50)}, twoRows(50)},
		{[]string{board(2, 51)}, twoRows(51)},
		{[]string{board(8, 8), squares(8)}, "4495023"},
		{[]string{board(12, 12), squares(12)}, "97702673827558670"},
	} {
		totals, found, _ := count(t, 1, "dominoes-8x8", c.set...)
		if totals.Distinct == nil || totals.Distinct.String() != c.want {
			t.Errorf("%v: %+v, expected %s", c.set, totals, c.want)
		}
		nodes[c.want] = found
		for _, s := range totals.BySymmetry {
			stabilisers[c.want] += fmt.Sprintf("%s (%d) %v, ", s.Name, s.Order, s.Classes)
		}
	}
	// Of the 5,280 tilings with a half turn 44 have a quarter turn, and 420 both mirrors: their
	// orbits are of two. The orbits of the others are of four, and so are those of a mirror alone.
	if got := stabilisers["1629189"]; got != "none (1) 1618131, half turn (2) 1204, left-right mirror (2) 9622, quarter turn (4) 22, mirrors (4) 210, " {
		t.Errorf("stabilisers of the chessboard: %s", got)
	}
	if all, raw := nodes["1629189"], nodes["12988816"]; all <= raw {
		t.Errorf("%d nodes: expected more than the %d of the raw solutions", all, raw)
	}
}

// twoRows is the number of tilings of two rows of dominoes up to symmetry.
func twoRows(n int) string {
	f := make([]int, n+2)
	f[1] = 1
	for k := 2; k < len(f); k++ {
		f[k] = f[k-1] + f[k-2]
	}
	if n%2 == 0 {
		return fmt.Sprint((f[n+1] + f[n/2+2]) / 2)
	}
	return fmt.Sprint((f[n+1] + f[(n+1)/2]) / 2)
}

// squares are those of all sides up to n, in any number.
func squares(n int) string {
	var list []string
	for side := range n {
		list = append(list, fmt.Sprintf("{name: Q%d, count: any, picture: \"%s\"}", side+1, strings.Repeat(strings.Repeat("#", side+1)+"\\n", side+1)))
	}
	return "puzzle.pieces=[" + strings.Join(list, ", ") + "]"
}

// TestTotalsAreChecked: too few or too many solutions with some option are an error, since the
// options of a cell are in all solutions together.
func TestTotalsAreChecked(t *testing.T) {
	methods, _, err := configstest.Open(t, "dominoes-8x8", "puzzle.symmetry=none", "measures=[]").Methods(enumerate.Question{Statistics: true, SweepOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	job := methods[0].Job
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	rows := enumerate.NewBatch(job.Columns)
	for task := range job.Tasks() {
		if _, done, err := w(task, new(atomic.Bool), rows, func() error { return nil }); !done || err != nil {
			t.Fatal(done, err)
		}
	}
	if _, err := job.Counting.Totals([]*enumerate.Batch{rows}); err != nil {
		t.Fatal(err)
	}
	kind, values, solutions := enumerate.ColumnIndex(job.Columns, "kind"), enumerate.ColumnIndex(job.Columns, "values"), enumerate.ColumnIndex(job.Columns, "solutions")
	changed := 0
	for row := range rows.Len() {
		if len(rows.ListAt(values, row)) != 1 || rows.IntAt(kind, row) == 0 {
			continue // no number of solutions with an option
		}
		text := rows.StringAt(solutions, row)
		digit := &text[len(text)-1]
		right := *digit
		for _, wrong := range []byte{'0', '9'} {
			if *digit = wrong; wrong == right {
				continue
			}
			if _, err := job.Counting.Totals([]*enumerate.Batch{rows}); err == nil || !strings.Contains(err.Error(), "is covered in") {
				t.Fatalf("row %d, last digit %c in place of %c: %v", row, wrong, right, err)
			}
			changed++
		}
		*digit = right
	}
	if changed < 112 {
		t.Errorf("%d numbers were changed", changed)
	}
}
