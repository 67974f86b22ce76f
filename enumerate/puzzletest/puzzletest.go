// Package puzzletest is the suite that every instance of an exact cover runs
// in its family's tests: kernels that share no search code agree, tasks add up
// to the whole, rows can be read back, measures are constant on orbits.
package puzzletest

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// TestInstance checks an instance with at most some hundred thousand
// solutions, and returns their number, raw and up to symmetry.
func TestInstance(t *testing.T, x *exact.Instance) (raw, distinct int64) {
	t.Helper()
	reduction := symmetry.Reduce(x.Problem, x.Group)
	var want *listing
	for _, choice := range x.Searches() {
		k, err := choice.New()
		if err != nil {
			t.Logf("kernel %s does not fit: %v", choice.Name, err)
			continue
		}
		for _, cut := range []float64{1, 0.05, 0.001} {
			l := list(t, x, k, reduction, cut)
			if want == nil {
				want = l
				continue
			}
			if !l.sum.Equal(&want.sum) || l.raw != want.raw || l.kept != want.kept {
				t.Errorf("kernel %s, cut %g: checksum %x, raw %d, kept %d; expected %x, %d, %d",
					choice.Name, cut, l.sum.Sum, l.raw, l.kept, want.sum.Sum, want.raw, want.kept)
			}
		}
		if l := list(t, x, k, symmetry.Unreduced(x.Group), 0.01); l.raw != want.raw || l.kept != want.kept {
			t.Errorf("kernel %s without reduction: raw %d, kept %d, expected %d, %d", choice.Name, l.raw, l.kept,
				want.raw, want.kept)
		}
	}
	if want == nil {
		t.Fatal("no kernel fits")
	}
	testRows(t, x, want.forms)
	testStatistics(t, x, want)
	return want.raw, want.kept
}

// listing is what a reduced search found.
type listing struct {
	raw, kept int64
	sum       kerneltest.Checksum // of the canonical forms kept
	forms     [][]enumerate.OptionID
}

const maxForms = 200

func list(t *testing.T, x *exact.Instance, k enumerate.Kernel, r *symmetry.Reduction, cut float64) *listing {
	t.Helper()
	cases := make([]enumerate.Case, len(r.Cases))
	index := map[*enumerate.Case]int{}
	for i, c := range r.Cases {
		cases[i] = c.Case
		index[&cases[i]] = i
	}
	tasks, _ := k.Split(cases, cut)
	l := &listing{}
	canon := x.NewCanonicaliser()
	var never atomic.Bool
	for _, task := range tasks {
		i := index[task.Case]
		_, done := k.Search(task, &never, func(solution []enumerate.OptionID) bool {
			l.raw += r.Cases[i].Weight
			if !r.Keep(canon, i, solution) {
				return true
			}
			l.kept++
			form, _ := canon.Canonical(solution)
			l.sum.Add(form)
			if len(l.forms) < maxForms {
				l.forms = append(l.forms, slices.Clone(form))
			}
			return true
		})
		if !done {
			t.Fatalf("task %v was not exhausted", task.Path)
		}
	}
	return l
}

// testRows writes solutions as rows, reads them back, and looks at the rows of
// all their images: the measures must be the same.
func testRows(t *testing.T, x *exact.Instance, forms [][]enumerate.OptionID) {
	t.Helper()
	recorder := x.NewRecorder()
	columns := slices.Concat(x.Solution, x.Measures)
	first := len(x.Solution)
	canon := x.NewCanonicaliser()
	checker, row := exact.NewRowChecker(x), enumerate.NewBatch(x.Columns(enumerate.Plain))
	for _, form := range forms {
		_, orbit := canon.Canonical(form)
		stabiliser := int64(x.Group.Order()) / orbit
		var want string
		images := map[string]bool{}
		refused := false
		for k := range x.Group.Order() {
			image := make([]enumerate.OptionID, len(form))
			for i, o := range form {
				image[i] = x.Group.Image(k, o)
			}
			slices.Sort(image)
			images[fmt.Sprint(image)] = true
			b := enumerate.NewBatch(columns)
			recorder.Solution(b, image)
			recorder.Measures(b, first, image, stabiliser)
			back, err := recorder.Parse(nil, b, 0)
			if err != nil || !slices.Equal(back, image) {
				t.Fatalf("solution %v is read back as %v, %v", image, back, err)
			}
			if err := recorder.Check(b, 0, image); err != nil && (x.NewForm == nil || slices.Equal(image, form)) {
				t.Fatalf("solution %v: %v", image, err)
			}
			// Of an orbit's images the checker of rows takes the canonical form alone. One
			// other of each orbit will do: a check looks at all images.
			if canonical := slices.Equal(image, form); k == 0 || !canonical && !refused {
				row.Reset()
				x.AppendRow(recorder, row, image, orbit)
				if err := checker(row, 0); (err == nil) != canonical {
					t.Fatalf("row of %v, whose canonical form is %v: %v", image, form, err)
				}
				refused = refused || !canonical
			}
			var values []int64
			for c := range x.Measures {
				values = append(values, b.IntAt(first+c, 0))
			}
			if got := fmt.Sprint(values); k == 0 {
				want = got
			} else if got != want {
				t.Fatalf("measures %v of %v change under symmetry %d: %s, expected %s", names(x.Measures), form, k, got,
					want)
			}
		}
		if int64(len(images)) != orbit {
			t.Fatalf("%v has %d images, its orbit is said to have %d", form, len(images), orbit)
		}
	}
}

func names(columns []enumerate.Column) []string {
	var out []string
	for _, c := range columns {
		out = append(out, c.Name)
	}
	return out
}
