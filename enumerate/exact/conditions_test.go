package exact_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// measures of [dominoes]. own is a measure of the stabiliser under another name than usual; double
// and beyond are made of upright ones, and lying counts the columns without an upright one.
var measures = []exact.Measure{
	{MeasureInfo: enumerate.MeasureInfo{Name: "upright"},
		Value: func(p *enumerate.Problem, solution []enumerate.OptionID, _ int64) (n int64) {
			for _, o := range solution {
				n += int64(upright(p)[o])
			}
			return n
		},
		Sum: func(p *enumerate.Problem) *enumerate.Sum { return &enumerate.Sum{Values: upright(p)} }},
	ofUpright("double", 2, 0), ofUpright("beyond", 1, -1),
	{MeasureInfo: enumerate.MeasureInfo{Name: "lying"},
		Value: func(p *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
			n := int64(3)
			for _, o := range solution {
				n -= int64(upright(p)[o])
			}
			return n
		},
		Sum: func(p *enumerate.Problem) *enumerate.Sum {
			marks := make([][]enumerate.OptionID, 3)
			for o, v := range upright(p) {
				if column := p.Option(enumerate.OptionID(o))[0].Item; v == 1 {
					marks[column] = append(marks[column], enumerate.OptionID(o))
				}
			}
			return &enumerate.Sum{Marks: marks}
		}},
	{MeasureInfo: enumerate.MeasureInfo{Name: "own"}, NeedsStabiliser: true,
		Value: func(_ *enumerate.Problem, _ []enumerate.OptionID, stabiliser int64) int64 { return stabiliser }},
}

// ofUpright is a multiple of upright with something added.
func ofUpright(name string, times int32, base int64) exact.Measure {
	sum := func(p *enumerate.Problem) *enumerate.Sum {
		values := upright(p)
		for o := range values {
			values[o] *= times
		}
		return &enumerate.Sum{Base: base, Values: values}
	}
	return exact.Measure{MeasureInfo: enumerate.MeasureInfo{Name: name}, Sum: sum,
		Value: func(p *enumerate.Problem, solution []enumerate.OptionID, _ int64) int64 {
			n := base
			for _, o := range solution {
				n += int64(sum(p).Values[o])
			}
			return n
		}}
}

// upright has a 1 for each option that covers a column of a board of 2x3.
func upright(p *enumerate.Problem) []int32 {
	values := make([]int32, p.Options())
	for o := range values {
		if m := p.Option(enumerate.OptionID(o)); m[1].Item == m[0].Item+3 {
			values[o] = 1
		}
	}
	return values
}

// required is an instance of a problem, with a symmetry, and of the solutions that meet conditions.
func required(t *testing.T, p *enumerate.Problem, mirror []enumerate.Item, conditions ...string) *exact.Instance {
	t.Helper()
	group, err := symmetry.FromItems(p, [][]enumerate.Item{{0, 1, 2, 3, 4, 5}, mirror})
	if err != nil {
		t.Fatal(err)
	}
	known := func([]string) ([]exact.Measure, error) { return measures, nil }
	x, err := exact.NewInstance(p, group, known, nil, conditions)
	if err != nil {
		t.Fatal(err)
	}
	x.ListOptions(nil)
	return x
}

// dominoes lie on a board of 2x3, which a reflection maps to itself: three upright ones, or one
// beside two that lie.
func dominoes(t *testing.T, conditions ...string) *exact.Instance {
	return required(t, kerneltest.Dominoes(2, 3), []enumerate.Item{2, 1, 0, 5, 4, 3}, conditions...)
}

// TestRequire: every kernel finds the solutions that meet conditions, also where there is nothing
// to place, or a value cannot be met.
func TestRequire(t *testing.T) {
	var b enumerate.ProblemBuilder
	kerneltest.AddItems(&b, 6)
	empty := kerneltest.Build(&b)
	for _, c := range []struct {
		conditions string
		solutions  int
		impossible string
	}{
		{"upright<2", 2, ""},
		{"upright!=1", 1, ""},
		{"upright>2", 1, ""},
		{"upright>3", 0, "upright>3 is required, and upright lies between 0 and 3"},
		{"upright>9223372036854775807", 0, "upright>9223372036854775807 is required, and upright lies between 0 and 3"},
		{"upright>1 upright<3 upright!=2", 0, ""},
		{"upright>2 upright<2", 0, "no value of upright meets all conditions"},
		{"double=2", 2, ""},
		{"double>5", 1, ""},
		{"beyond=0", 2, ""},
		{"beyond>1", 1, ""},
		{"lying=0", 1, ""},
		{"lying>1", 2, ""},
		{"lying>3", 0, "lying>3 is required, and lying lies between 0 and 3"},
		{"own=2", 1, ""},
		{"own=1 upright=1", 2, ""},
		{strings.Repeat("upright<4 ", 70) + "own<2", 2, ""},
	} {
		conditions := strings.Fields(c.conditions)
		for _, x := range []*exact.Instance{dominoes(t, conditions...), required(t, empty, []enumerate.Item{2, 1, 0, 5, 4, 3}, conditions...)} {
			want := c.solutions
			if x.Problem == empty {
				want = 0
			} else if x.Impossible != c.impossible {
				t.Errorf("%s: impossible %q, expected %q", c.conditions, x.Impossible, c.impossible)
			}
			for _, choice := range x.Searches() {
				k, err := choice.New()
				if err != nil {
					t.Fatal(err)
				}
				found := 0
				k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func([]enumerate.OptionID) bool { found++; return true })
				if found != want {
					t.Errorf("%s, %d options, kernel %s: %d solutions, expected %d", c.conditions, x.Problem.Options(), choice.Name, found, want)
				}
			}
			if bounded, err := x.Bounded(); err == nil {
				if found := countAll(t, bounded); found != want {
					t.Errorf("%s, %d options: bounded items allow %d solutions, expected %d", c.conditions, x.Problem.Options(), found, want)
				}
			}
		}
	}
}

func countAll(t *testing.T, p *enumerate.Problem) (found int) {
	t.Helper()
	k, err := exact.GeneralKernels(p)[1].New()
	if err != nil {
		t.Fatal(err)
	}
	k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func([]enumerate.OptionID) bool { found++; return true })
	return found
}

// TestCasesAreForgotten: a kernel that keeps conditions holds on to the case at hand alone.
// Estimates make a case for each step of each probe.
func TestCasesAreForgotten(t *testing.T) {
	k, err := dominoes(t, "upright=1").Searches()[0].New()
	if err != nil {
		t.Fatal(err)
	}
	use := func(fixed ...enumerate.OptionID) weak.Pointer[enumerate.Case] {
		cases := []enumerate.Case{{Fixed: fixed}}
		tasks, _ := k.Split(cases, 1)
		for _, task := range tasks {
			k.Search(task, nil, func([]enumerate.OptionID) bool { return true })
		}
		return weak.Make(&cases[0])
	}
	first := use(0)
	for i := range 3 {
		use(enumerate.OptionID(i))
	}
	runtime.GC()
	if first.Value() != nil {
		t.Error("a case is still there after three others")
	}
	runtime.KeepAlive(k)
}

// TestSolutionChecker: the conditions are among what is checked of a solution.
func TestSolutionChecker(t *testing.T) {
	x := dominoes(t, "upright=3", "own=2")
	k, err := exact.GeneralKernels(x.Problem)[0].New()
	if err != nil {
		t.Fatal(err)
	}
	checker, canon := exact.NewSolutionChecker(x), symmetry.NewCanonicaliser(x.Group)
	var errs []string
	k.Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, nil, func(solution []enumerate.OptionID) bool {
		errs = append(errs, fmt.Sprint(checker.Check(canon.Canonical(solution))))
		return true
	})
	slices.Sort(errs)
	if want := []string{"<nil>", "it does not meet upright=3, which is required", "it does not meet upright=3, which is required"}; !slices.Equal(errs, want) {
		t.Errorf("%q, expected %q", errs, want)
	}
}
