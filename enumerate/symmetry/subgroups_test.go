package symmetry_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// permuting returns the group of items, each of which has one option, that permutations generate.
func permuting(t *testing.T, items int, generators ...[]enumerate.Item) *symmetry.Group {
	t.Helper()
	var b enumerate.ProblemBuilder
	kerneltest.AddItems(&b, items)
	for i := range enumerate.Item(items) {
		b.AddOption(enumerate.Member{Item: i})
	}
	g, err := symmetry.Generate(kerneltest.Build(&b), generators, 200)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSubgroups counts the subgroups of groups, and their classes: those of a ring of n items are
// OEIS A000203(n) + A000005(n) in number, those of the symmetric group of 4 items A005432 and
// A000638.
func TestSubgroups(t *testing.T) {
	ring := func(n int) *symmetry.Group {
		turn, mirror := make([]enumerate.Item, n), make([]enumerate.Item, n)
		for i := range n {
			turn[i], mirror[i] = enumerate.Item((i+1)%n), enumerate.Item(n-1-i)
		}
		return permuting(t, n, turn, mirror)
	}
	switches := func(n int) *symmetry.Group {
		var generators [][]enumerate.Item
		for k := range n {
			perm := make([]enumerate.Item, 2*n)
			for i := range perm {
				perm[i] = enumerate.Item(i)
			}
			perm[2*k], perm[2*k+1] = perm[2*k+1], perm[2*k]
			generators = append(generators, perm)
		}
		return permuting(t, 2*n, generators...)
	}
	for _, c := range []struct {
		group                     *symmetry.Group
		order, subgroups, classes int
	}{
		{ring(4), 8, 10, 8},
		{ring(64), 128, 127 + 7, 7 + 2*6 + 1},
		{permuting(t, 4, []enumerate.Item{1, 2, 3, 0}, []enumerate.Item{1, 0, 2, 3}), 24, 30, 11},
		{switches(4), 16, 67, 67},
		{switches(7), 128, 0, 0}, // 29,212
	} {
		all, err := symmetry.NewSubgroups(c.group)
		if err != nil {
			t.Fatal(err)
		}
		classes, err := all.Classes()
		n, names := 0, map[string]bool{}
		for _, class := range classes {
			n += len(class)
			for _, h := range class {
				if all.Generate(all.Generators(h)...) != h {
					t.Errorf("%v are no generators of %v", all.Generators(h), h)
				}
				one := all.Stabilisers(map[symmetry.Subgroup]*big.Int{h: big.NewInt(1)})
				names[one[0].Name] = true
			}
		}
		if c.group.Order() != c.order || n != c.subgroups || len(classes) != c.classes || len(names) != c.classes || (err != nil) != (c.classes == 0) {
			t.Errorf("order %d: %d subgroups in %d classes with %d names (%v), expected %+v", c.group.Order(), n, len(classes), len(names), err, c)
		}
	}
	if _, err := symmetry.NewSubgroups(ring(65)); err == nil {
		t.Error("130 symmetries: expected an error")
	}
}

// TestStabiliserCounts: rows are counted by the symmetries that the tables of a dataset have. The
// dominoes of a ring of four cells cover it in two ways, which a quarter turn exchanges.
func TestStabiliserCounts(t *testing.T) {
	names, images := enumerate.NewBatch([]enumerate.Column{{Name: "symmetry", Type: enumerate.Int32}, {Name: "name", Type: enumerate.String}}),
		enumerate.NewBatch([]enumerate.Column{{Name: "option", Type: enumerate.Int32}, {Name: "symmetry", Type: enumerate.Int32}, {Name: "image", Type: enumerate.Int32}})
	for k, name := range []string{"identity", "quarter turn", "half turn", "quarter turn"} {
		names.AppendInt32(0, int32(k))
		names.AppendString(1, []byte(name))
	}
	for row := range 16 {
		for i, v := range []int{row / 4, row % 4, (row/4 + row%4) % 4} {
			images.AppendInt32(i, int32(v))
		}
	}
	g, err := symmetry.FromTables(names, images)
	if err != nil {
		t.Fatal(err)
	}
	columns := []enumerate.Column{{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key}, enumerate.OrbitSize(enumerate.Weight)}
	rows := enumerate.NewBatch(columns)
	add := func(orbit int32, options ...int32) {
		rows.AppendInt32List(0, options)
		rows.AppendInt32(1, orbit)
	}
	add(2, 0, 2)
	add(4, 0)
	add(1, 3, 2, 1, 0)
	counts := symmetry.NewStabiliserCounts(g, columns,
		func(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
			return b.RowOptions(dst, row), nil
		})
	if err := counts.Add(rows); err != nil {
		t.Fatal(err)
	}
	list, err := counts.Stabilisers()
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprint(s.Name, " ", s.Order, " ", s.Classes))
	}
	if want := []string{"none 1 1", "half turn 2 1", "quarter turn 4 1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v: expected %q", got, err, want)
	}
	if add(2, 0, 4); counts.Add(rows) == nil {
		t.Error("option 4 of 4: expected an error")
	}
	for row := range images.Len() {
		images.Vectors[2].Int32s[row] = 4
	}
	if _, err := symmetry.FromTables(names, images); err == nil {
		t.Error("an image of 4 of 4 options: expected an error")
	}
}
