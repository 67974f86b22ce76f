package nonogram

import (
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

func many[T any](list ...T) oneOrMore[T] { return oneOrMore[T]{values: list, list: true} }

// TestMixes: every size and density gets its pictures, rows say which, and a
// picture does not depend on what else is in the lists.
func TestMixes(t *testing.T) {
	wide := params{Rows: many(3, 5), Cols: many(4, 6), Density: many(0.3, 0.6), Draw: survey.Draw{Number: 20}, Seed: 7, Limit: 2, NodeLimit: 1000}
	job := open1(t, specOf(wide))
	rows, tally := gather(t, job)
	if rows.Len() != 160 || tally.Raw != 160 {
		t.Fatalf("%d rows, expected 160", rows.Len())
	}
	instances := func(rows *enumerate.Batch, height, width, percent int64) (list []string, black int64) {
		for r := range rows.Len() {
			if intAt(rows, "height", r) == height && intAt(rows, "width", r) == width && intAt(rows, "density_percent", r) == percent {
				list = append(list, textAt(rows, enumerate.InstanceColumn, r))
				black += intAt(rows, "black", r)
			}
		}
		return list, black
	}
	for _, height := range []int64{3, 5} {
		for _, width := range []int64{4, 6} {
			thin, few := instances(rows, height, width, 30)
			thick, lots := instances(rows, height, width, 60)
			if len(thin) != 20 || len(thick) != 20 || few >= lots {
				t.Errorf("%d by %d: %d and %d pictures with %d and %d black cells", height, width, len(thin), len(thick), few, lots)
			}
		}
	}
	narrow := params{Rows: many(5), Cols: one(4), Density: one(0.6), Draw: survey.Draw{Number: 30}, Seed: 7, Limit: 2, NodeLimit: 1000}
	other, _ := gather(t, open1(t, specOf(narrow)))
	some, _ := instances(rows, 5, 4, 60)
	more, _ := instances(other, 5, 4, 60)
	if !slices.Equal(some, more[:20]) {
		t.Error("the pictures of a size and density depend on the lists")
	}
	narrow.Seed = 8
	other, _ = gather(t, open1(t, specOf(narrow)))
	if reseeded, _ := instances(other, 5, 4, 60); slices.Equal(reseeded, more) {
		t.Error("another seed, the same pictures")
	}
}

// TestSquares: without cols, pictures are squares, and the breakdown needs one
// side alone.
func TestSquares(t *testing.T) {
	job := open1(t, specOf(params{Rows: many(2, 4), Draw: survey.Draw{Number: 3}, Seed: 1}))
	a := job.Analysis
	if !slices.Equal(a.Breakdowns[0].By, []string{"height", "density_percent"}) || a.Drawn == "" {
		t.Errorf("%+v", a)
	}
	rows, _ := gather(t, job)
	for r := range rows.Len() {
		height, width, density := intAt(rows, "height", r), intAt(rows, "width", r), intAt(rows, "density_percent", r)
		if height != width || density != 50 {
			t.Errorf("row %d: %d by %d, density %d", r, height, width, density)
		}
	}
	for _, b := range a.Breakdowns {
		for _, name := range slices.Concat(b.By, b.Of) {
			if enumerate.ColumnIndex(job.Columns, name) < 0 {
				t.Errorf("no column %q", name)
			}
		}
	}
}

func TestMixErrors(t *testing.T) {
	for _, x := range []struct {
		p    params
		want string
	}{
		{params{Rows: many(3, 5)}, "puzzle: lists of rows or cols are of drawn pictures: expected draw: N with them"},
		{params{Rows: many(3, 3), Draw: survey.Draw{Number: 1}}, "puzzle: 3 by 3 cells with density 0.5 are there twice"},
		{params{Rows: many(3), Draw: survey.Draw{Number: 1}, Density: one(0.333)}, "puzzle.density 0.333: expected whole hundredths where sizes or densities are lists"},
		{params{Rows: many(3, 0), Draw: survey.Draw{Number: 1}}, "pictures of 0 rows and 0 columns: expected 1 to 1000 of each"},
		{params{Cols: many(3), Draw: survey.Draw{Number: 1}}, "puzzle: 0 sizes and densities: expected rows, and at most 4096 in all"},
		{params{Rows: many(3), Draw: survey.Draw{Number: 1}, Density: many(0.5, 1.5)}, "puzzle.density 1.5: expected 0 to 1"},
	} {
		if _, err := open(specOf(x.p)); err == nil || err.Error() != x.want {
			t.Errorf("error %v, want %s", err, x.want)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, x := range []struct {
		rows, cols, black int
		size, density     int32
	}{{5, 5, 25, 5, 100}, {5, 6, 1, 10, 0}, {10, 10, 5, 10, 10}, {10, 10, 4, 10, 0}, {10, 10, 64, 10, 60}, {10, 10, 65, 10, 70}, {1, 1, 0, 5, 0}} {
		pic := make(picture, x.rows*x.cols)
		for i := range pic {
			pic[i] = 2 // crossed
			if i < x.black {
				pic[i] = 1
			}
		}
		p := fromPicture(pic, x.cols)
		if size, density := p.sizeClass(), p.densityClass(); size != x.size || density != x.density || p.black() != x.black {
			t.Errorf("%+v: %d, %d (%d black)", x, size, density, p.black())
		}
	}
}

// TestPicturesStay pins the first pictures of a seed: datasets are named by
// their config, and it must go on giving them.
func TestPicturesStay(t *testing.T) {
	for _, x := range []struct {
		rows oneOrMore[int]
		want []string
	}{
		{one(4), []string{"2/1/1/1,1|1/1,1/0/1,1/1", "2/1,2/2,1/1,1|2/2/0/2/4", "1/3/2/2,1|1,1/2,1/2/2/0"}},
		{many(4), []string{"2/5/0/1,2|1,1/1/2/2,1/1,1", "1,1/3/1/3|3/2,1/1,1/1/0", "1,1/1,1/1,2/2|1/2/1,1/1/3"}},
	} {
		s, err := openDrawn(params{Rows: x.rows, Cols: one(5), Draw: survey.Draw{Number: 3}, Density: one(0.4), Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range x.want {
			p := s.puzzle(int64(i))
			if got := string(p.clues().append(nil)); got != want {
				t.Errorf("draw %d: %s, expected %s", i, got, want)
			}
		}
	}
}

// one is a parameter given as a value.
func one[T any](x T) oneOrMore[T] { return oneOrMore[T]{values: []T{x}} }
