package sorted

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/files/filestest"
)

var testColumns = []enumerate.Column{
	{Name: "k", Type: enumerate.Int32, Role: enumerate.Key},
	{Name: "square", Type: enumerate.Int64},
	{Name: "n", Type: enumerate.Int32, Role: enumerate.Weight},
}

func batchOf(keys ...int) *enumerate.Batch {
	b := enumerate.NewBatch(testColumns)
	for _, k := range keys {
		b.AppendInt32(0, int32(k))
		b.AppendInt64(1, int64(k)*int64(k))
		b.AppendInt32(2, 1)
	}
	return b
}

// runsOf sorts rows into runs of at most limit rows.
func runsOf(t *testing.T, order *Order, limit int, batches ...*enumerate.Batch) []block.Batches {
	t.Helper()
	rows := block.NewBuffer(testColumns)
	run, part := enumerate.NewBatch(testColumns), enumerate.NewBatch(testColumns)
	for _, b := range batches {
		for from := 0; from < b.Len(); from += limit {
			part.Reset()
			part.AppendRows(b, from, min(from+limit, b.Len()))
			if err := order.Sort(run, part); err != nil {
				t.Fatal(err)
			}
			if err := rows.AddRun(run); err != nil {
				t.Fatal(err)
			}
		}
	}
	runs, err := block.NewList(nil, testColumns, []int64{0, rows.Rows()}, func(int) block.Extent { return rows.Extent() }).Runs()
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// TestEqualKeysAtTheEndOfABatch: rows of two runs with the key of the last row of a full
// batch are added to it, not put at the start of the next.
func TestEqualKeysAtTheEndOfABatch(t *testing.T) {
	order, err := NewOrder(testColumns)
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]int, enumerate.BatchRows)
	for k := range keys {
		keys[k] = k
	}
	last := len(keys) - 1
	r := &merger{order: order}
	defer r.stop()
	if err := r.start(runsOf(t, order, len(keys), batchOf(keys...), batchOf(last, last+1))); err != nil {
		t.Fatal(err)
	}
	b := enumerate.NewBatch(testColumns)
	if err := r.next(b); err != nil || b.Len() != len(keys) || b.IntAt(2, last) != 2 {
		t.Errorf("%d rows, the last of weight %d, %v: expected %d, 2", b.Len(), b.IntAt(2, b.Len()-1), err, len(keys))
	}
	if err := r.next(b); err != nil || b.Len() != 1 || b.IntAt(0, 0) != int64(last+1) {
		t.Errorf("then %d rows, %v: expected the key %d alone", b.Len(), err, last+1)
	}
}

func TestMergeAgainstAMap(t *testing.T) {
	order, err := NewOrder(testColumns)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		want := map[int]int{}
		var batches []*enumerate.Batch
		for range r.IntN(9) {
			var keys []int
			for range r.IntN(4000) {
				k := r.IntN(3000) - 1000
				want[k]++
				keys = append(keys, k)
			}
			batches = append(batches, batchOf(keys...))
		}
		m := filestest.NewMem()
		fanIn := 2 + r.IntN(5)
		run, err := Merge(t.Context(), m, "/", "m", order, runsOf(t, order, 200+r.IntN(800), batches...), fanIn)
		if err != nil {
			t.Fatal(err)
		}
		keys := slices.Sorted(maps.Keys(want))
		if run.Rows() != int64(len(keys)) {
			t.Fatalf("%d rows, want %d", run.Rows(), len(keys))
		}
		for range 5 {
			from := r.IntN(len(keys) + 1)
			to := from + r.IntN(len(keys)-from+1)
			checkRun(t, run, keys, want, from, to)
		}
		checkRun(t, run, keys, want, 0, len(keys))
		if left, _ := m.ReadDir("/"); len(left) != 1 {
			t.Errorf("files left: %v, expected the result", left)
		}
	}
}

func checkRun(t *testing.T, run *block.List, keys []int, want map[int]int, from, to int) {
	t.Helper()
	for b, err := range run.Read(int64(from), int64(to)) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			k := int(b.IntAt(0, i))
			if k != keys[from] || int(b.IntAt(2, i)) != want[k] || b.IntAt(1, i) != int64(k)*int64(k) {
				t.Fatalf("row %d: key %d seen %d times, want %d, %d", from, k, b.IntAt(2, i), keys[from], want[keys[from]])
			}
			from++
		}
	}
	if from != to {
		t.Fatalf("rows end at %d, want %d", from, to)
	}
}

func TestOrderOfEveryType(t *testing.T) {
	columns := []enumerate.Column{
		{Name: "a", Type: enumerate.Int32, Nullable: true, Role: enumerate.Key},
		{Name: "b", Type: enumerate.String, Role: enumerate.Key},
		{Name: "c", Type: enumerate.Int32List, Role: enumerate.Key},
		{Name: "d", Type: enumerate.Bool, Role: enumerate.Key},
		{Name: "e", Type: enumerate.Double, Role: enumerate.Key},
		{Name: "f", Type: enumerate.Int64, Role: enumerate.Key},
	}
	order, err := NewOrder(columns)
	if err != nil {
		t.Fatal(err)
	}
	b := enumerate.NewBatch(columns) // ascending
	row := func(a any, s string, list []int32, d bool, e float64, f int64) {
		if a == nil {
			b.AppendNull(0)
		} else {
			b.AppendInt32(0, int32(a.(int)))
		}
		b.AppendString(1, []byte(s))
		b.AppendInt32List(2, list)
		b.AppendBool(3, d)
		b.AppendDouble(4, e)
		b.AppendInt64(5, f)
	}
	row(nil, "", nil, false, 0, 0)
	row(nil, "A", nil, false, 0, 0)
	row(math.MinInt32, "", nil, false, 0, 0)
	row(0, "AB", nil, false, 0, 0)
	row(0, "B", nil, false, 0, 0)
	row(0, "B", []int32{-1, 9}, false, 0, 0)
	row(0, "B", []int32{0}, false, 0, 0)
	row(0, "B", []int32{0, 0}, false, 0, 0)
	row(0, "B", []int32{0, 0}, true, -1, 0)
	row(0, "B", []int32{0, 0}, true, 2.5, -1)
	row(0, "B", []int32{0, 0}, true, 2.5, math.MaxInt64)
	for i := range b.Len() {
		for j := range b.Len() {
			if got := order.Compare(b, i, b, j); got != intCompare(i, j) {
				t.Errorf("rows %d and %d compare as %d", i, j, got)
			}
		}
	}
}

func intCompare(i, j int) int {
	switch {
	case i < j:
		return -1
	case i > j:
		return 1
	}
	return 0
}

func TestSumsThatDoNotFit(t *testing.T) {
	order, err := NewOrder(testColumns)
	if err != nil {
		t.Fatal(err)
	}
	a, b := batchOf(5), batchOf(5)
	a.Vectors[2].Int32s[0] = math.MaxInt32
	if err := order.append(a, b, 0); err == nil {
		t.Errorf("sum %d", a.IntAt(2, 0))
	}
}

func TestColumnsThatDoNotDependOnTheKey(t *testing.T) {
	order, err := NewOrder(testColumns)
	if err != nil {
		t.Fatal(err)
	}
	a, b := batchOf(5), batchOf(5)
	b.Vectors[1].Int64s[0]++
	if err := order.append(a, b, 0); err == nil {
		t.Error("rows of one key with other squares were merged")
	}
}

// canceledLater is a context that is canceled when it was asked so often.
type canceledLater struct {
	context.Context
	left int
}

func (c *canceledLater) Err() error {
	if c.left--; c.left <= 0 {
		return context.Canceled
	}
	return nil
}

func TestMergeStopsAndCleansUp(t *testing.T) {
	order, err := NewOrder(testColumns)
	if err != nil {
		t.Fatal(err)
	}
	var keys []int
	for k := range 5000 {
		keys = append(keys, k)
	}
	m := filestest.NewMem()
	_, err = Merge(&canceledLater{t.Context(), 40}, m, "/", "m", order, runsOf(t, order, 100, batchOf(keys...)), 3)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was canceled", err)
	}
	if left, _ := m.ReadDir("/"); len(left) != 0 {
		t.Errorf("files left: %v", left)
	}
}

func TestColumnsThatCannotBeMerged(t *testing.T) {
	if _, err := NewOrder([]enumerate.Column{{Name: "a", Type: enumerate.Int32}}); err == nil {
		t.Error("columns without a key accepted")
	}
}
