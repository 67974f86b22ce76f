package totals_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
)

// written is a text of a condition or a formula, and what it means. It shares no code with package condition.
type written struct {
	text  string
	value func(row []int64) *big.Int // of a formula
	holds func(row []int64) bool     // of a condition
}

// A conditionMaker writes random conditions on some columns.
type conditionMaker struct {
	*rand.Rand
	columns []string
}

// number is mostly one that a small puzzle has; some do not fit in 32 or 64 bits.
func (m conditionMaker) number() string {
	if m.IntN(12) == 0 {
		return []string{"9223372036854775807", "-9223372036854775808", "4294967297", "-4294967295", "2147483648", "1000000000000000000000"}[m.IntN(6)]
	}
	return fmt.Sprint(m.IntN(14) - 2)
}

func (m conditionMaker) formula(depth int) written {
	if depth == 0 || m.IntN(3) == 0 {
		if m.IntN(4) == 0 {
			n := big.NewInt(int64(m.IntN(5)))
			return written{text: n.String(), value: func([]int64) *big.Int { return n }}
		}
		k := m.IntN(len(m.columns))
		return written{text: m.columns[k], value: func(row []int64) *big.Int { return big.NewInt(row[k]) }}
	}
	x, y := m.formula(depth-1), m.formula(depth-1)
	join := "+-*"[m.IntN(3)]
	return written{text: "(" + x.text + ")" + string(join) + "(" + y.text + ")", value: func(row []int64) *big.Int {
		a, b := x.value(row), y.value(row)
		switch join {
		case '+':
			return new(big.Int).Add(a, b)
		case '-':
			return new(big.Int).Sub(a, b)
		}
		return new(big.Int).Mul(a, b)
	}}
}

func (m conditionMaker) comparison() written {
	k := m.IntN(len(m.columns))
	left := written{text: m.columns[k], value: func(row []int64) *big.Int { return big.NewInt(row[k]) }}
	if m.IntN(2) == 0 {
		if f := m.formula(1 + m.IntN(2)); strings.ContainsAny(f.text, "abcdefghijklmnopqrstuvwxyz") {
			left = f
		}
	}
	if m.IntN(8) == 0 {
		values := []string{m.number(), m.number(), m.number()}
		return written{text: left.text + " in (" + strings.Join(values, ", ") + ")", holds: func(row []int64) bool {
			s := left.value(row).String()
			return s == values[0] || s == values[1] || s == values[2]
		}}
	}
	op := []string{"=", "!=", "<", "<=", ">", ">="}[m.IntN(6)]
	text, half := m.number(), m.IntN(10) == 0 && len(m.columns) > 0
	right, _ := new(big.Int).SetString(text, 10)
	if half && right.IsInt64() && right.Int64() >= 0 && right.Int64() < 100 {
		text += ".5"
	} else {
		half = false
	}
	return written{text: left.text + op + text, holds: func(row []int64) bool {
		order := left.value(row).Cmp(right)
		if half && order == 0 {
			order = -1 // it is half a unit less
		}
		switch op {
		case "=":
			return order == 0
		case "!=":
			return order != 0
		case "<":
			return order < 0
		case "<=":
			return order <= 0
		case ">":
			return order > 0
		}
		return order >= 0
	}}
}

func (m conditionMaker) condition(depth int) written {
	if depth == 0 || m.IntN(3) == 0 {
		return m.comparison()
	}
	x, y := m.condition(depth-1), m.condition(depth-1)
	if m.IntN(2) == 0 {
		return written{text: "(" + x.text + ") or " + y.text, holds: func(row []int64) bool { return x.holds(row) || y.holds(row) }}
	}
	return written{text: "(" + x.text + ") and (" + y.text + ")", holds: func(row []int64) bool { return x.holds(row) && y.holds(row) }}
}

// TestRandomConditions: sweeps, lists and the checker of rows agree about 1,000 random conditions on covers and
// regions, and with what the conditions mean.
func TestRandomConditions(t *testing.T) {
	each := 500
	if os.Getenv("COVERSTAT_SOAK") != "" {
		each = 5000
	}
	if testing.Short() {
		each = 50
	}
	for _, c := range []struct{ puzzle, measures string }{
		{"family: regions\njob: census\npuzzle: {board: {rows: 2, cols: 4}, total: {min: 2, max: 5}}", "regions, cut_edges, least_size, greatest_size"},
		{"family: polyomino\njob: census\npuzzle: {board: {rows: 2, cols: 5}, pieces: [{name: I2, count: any}, {name: I3, count: any}]}", "used(I2), crossroads, fault_lines, border_pieces"},
	} {
		m := conditionMaker{rand.New(rand.NewPCG(49, 1)), strings.Split(c.measures, ", ")}
		all := listRows(t, openRequired(t, c.puzzle, c.measures, "", false))
		for range each {
			condition := m.condition(2)
			want := int64(0)
			job := openRequired(t, c.puzzle, c.measures, condition.text, false)
			checker, err := job.NewChecker()
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range all.measures {
				holds := condition.holds(row)
				if holds {
					want += all.orbits[i]
				}
				if err := checker(all.rows[i], all.at[i]); (err == nil) != holds {
					t.Fatalf("%s: the condition holds: %v; the checker says %v of %v", condition.text, holds, err, row)
				}
			}
			if listed := listRows(t, job).raw; listed != want {
				t.Fatalf("%s: %d listed, expected %d", condition.text, listed, want)
			}
			counting := openRequired(t, c.puzzle, c.measures, condition.text, true)
			methods, _, err := counting.Methods(enumerate.Question{SweepOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			if swept := sweepTotal(t, methods[0].Job); swept != want {
				t.Fatalf("%s: %d swept, expected %d", condition.text, swept, want)
			}
		}
	}
}

// openRequired opens a config with a condition, "" for none.
func openRequired(t *testing.T, puzzle, measures, condition string, count bool) *enumerate.Job {
	t.Helper()
	text := puzzle + "\nmeasures: [" + measures + "]\n"
	if condition != "" {
		text += fmt.Sprintf("require: [%q]\n", condition)
	}
	plan, err := configs.Parse("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		t.Fatal(err)
	}
	spec := plan.Spec()
	spec.CountOnly = count
	job, err := family.Open(spec)
	if err != nil {
		t.Fatalf("%s: %v", condition, err)
	}
	return job
}

// sweepTotal does all tasks of a job of sweeps.
func sweepTotal(t *testing.T, job *enumerate.Job) int64 {
	t.Helper()
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	var rows []*enumerate.Batch
	for task := range job.Tasks() {
		b := enumerate.NewBatch(job.Columns)
		if _, done, err := w(task, new(atomic.Bool), b, func() error { return nil }); !done || err != nil {
			t.Fatalf("sweep %d: done %v, %v", task, done, err)
		}
		rows = append(rows, b)
	}
	totals, err := job.Counting.Totals(rows)
	if err != nil {
		t.Fatal(err)
	}
	return totals.Raw.Int64()
}

// listed are the rows of a job: each in a batch, at a place there.
type listed struct {
	rows     []*enumerate.Batch
	at       []int
	measures [][]int64
	orbits   []int64
	raw      int64
}

func listRows(t *testing.T, job *enumerate.Job) (l listed) {
	t.Helper()
	w, err := job.NewWorker()
	if err != nil {
		t.Fatal(err)
	}
	columns := job.Columns
	orbit := enumerate.ColumnIndex(columns, "orbit_size")
	for task := range job.Tasks() {
		b := enumerate.NewBatch(columns)
		if _, done, err := w(task, new(atomic.Bool), b, func() error { return nil }); !done || err != nil {
			t.Fatalf("task %d: done %v, %v", task, done, err)
		}
		for row := range b.Len() {
			var values []int64
			for c := orbit + 1; c < len(columns); c++ {
				values = append(values, b.IntAt(c, row))
			}
			l.rows, l.at, l.measures = append(l.rows, b), append(l.at, row), append(l.measures, values)
			l.orbits = append(l.orbits, b.IntAt(orbit, row))
			l.raw += b.IntAt(orbit, row)
		}
	}
	return l
}
