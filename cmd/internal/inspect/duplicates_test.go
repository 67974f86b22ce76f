package inspect

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"

	"github.com/zeebo/xxh3"
)

// keyRows are rows in memory with these keys.
type keyRows []int64

func (keyRows) Columns() []enumerate.Column {
	return []enumerate.Column{{Name: "key", Type: enumerate.Int64, Role: enumerate.Key}}
}

func (r keyRows) Rows() int64 { return int64(len(r)) }

// Read reads one row at a time.
func (r keyRows) Read(from, to int64) block.Batches {
	return func(yield func(*enumerate.Batch, error) bool) {
		b := enumerate.NewBatch(r.Columns())
		for _, key := range r[from:to] {
			b.Reset()
			b.AppendInt64(0, key)
			if !yield(b, nil) {
				return
			}
		}
	}
}

// TestDuplicates: rows with the key of another are counted, in whatever ranges they are read, and
// also where they are too many to compare their keys.
func TestDuplicates(t *testing.T) {
	many := make(keyRows, 3000)
	for i := range many {
		many[i] = int64(i % 1500)
	}
	for _, c := range []struct {
		rows keyRows
		want string
	}{
		{nil, "[]"},
		{keyRows{5, 7, 8, 9}, "[]"},
		{keyRows{5, 7, 8, 7, 5, 8, 5}, "[rows with the key of another: 4]"},
		{many, "[rows with the key of another: 1500]"},
	} {
		scan := newRowScan(&verifier{set: &study.Dataset{Dataset: new(export.Dataset).InMemory(&export.Manifest{Job: enumerate.Census}, c.rows, nil)}})
		half := c.rows.Rows() / 2
		for _, ends := range [][2]int64{{half, c.rows.Rows()}, {0, half}} {
			if err := scan.chunk(t.Context(), ends[0], ends[1], func(*enumerate.Batch) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if found, err := scan.twice(t.Context()); err != nil || fmt.Sprint(found) != c.want {
			t.Errorf("%q, %v: expected %s", found, err, c.want)
		}
	}
}

// TestEqualKeys: rows that stand twice are counted, and different rows whose hashes are
// said to be equal are not.
func TestEqualKeys(t *testing.T) {
	b := enumerate.NewBatch([]enumerate.Column{{Name: "key", Type: enumerate.Int64, Role: enumerate.Key}})
	var hashes []uint64
	for _, x := range []int64{5, 8} {
		b.Reset()
		b.AppendInt64(0, x)
		hashes = append(hashes, xxh3.Hash(appendKey(nil, b, 0, false)))
	}
	slices.Sort(hashes)
	for _, c := range []struct {
		keys keyRows
		want int
	}{
		{keyRows{5, 7, 8, 9}, 0},
		{keyRows{5, 7, 8, 7, 5, 8, 5}, 3},
	} {
		if n, err := equalKeys(context.Background(), c.keys.Read(0, c.keys.Rows()), hashes, false); n != c.want || err != nil {
			t.Errorf("%v: %d, %v: expected %d", c.keys, n, err, c.want)
		}
	}
}

// TestKeyOfList: where a list is cut into numbers shows in its key.
func TestKeyOfList(t *testing.T) {
	b := enumerate.NewBatch([]enumerate.Column{{Name: "options", Type: enumerate.Int32List, Role: enumerate.Key}})
	for _, list := range [][]int32{{1, 23}, {12, 3}, {123}} {
		b.AppendInt32List(0, list)
	}
	if x, y, z := appendKey(nil, b, 0, false), appendKey(nil, b, 1, false), appendKey(nil, b, 2, false); slices.Equal(x, y) || slices.Equal(y, z) || slices.Equal(x, z) {
		t.Errorf("the keys %s, %s and %s", x, y, z)
	}
}

// TestKeyOfNull: the key of a null does not depend on what is stored beneath it.
func TestKeyOfNull(t *testing.T) {
	b := enumerate.NewBatch([]enumerate.Column{{Name: "key", Type: enumerate.Int64, Role: enumerate.Key, Nullable: true}})
	b.AppendInt64(0, 5)
	b.AppendNull(0)
	b.AppendNull(0)
	b.Vectors[0].Int64s[1] = 5
	value, stored, empty := appendKey(nil, b, 0, false), appendKey(nil, b, 1, false), appendKey(nil, b, 2, false)
	if slices.Equal(value, stored) || !slices.Equal(stored, empty) {
		t.Errorf("5 has the key %x, null %x and %x", value, stored, empty)
	}
}
