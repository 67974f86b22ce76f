package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// request is a breakdown that a config asks for, and the places of its lists there.
type request struct {
	by, of     []string
	byAt, ofAt string
}

// requests lists the crosstabs and breakdowns of the config. A crosstab is a breakdown by two
// columns of nothing.
func (s *Study) requests() (list []request) {
	for i, pair := range s.Plan.Crosstabs {
		list = append(list, request{by: pair[:], byAt: fmt.Sprintf("crosstabs.%d", i)})
	}
	for i, b := range s.Plan.Breakdowns {
		at := fmt.Sprintf("breakdowns.%d", i)
		list = append(list, request{b.By, b.Of, at + ".by", at + ".of"})
	}
	return list
}

// checkMeasures returns an error if a crosstab or a breakdown names a measure that the puzzle
// does not have. Those that a flag made meaningless are dropped first.
func (s *Study) checkMeasures() error {
	find := s.Job.Features().FindMeasure
	s.Plan.DropUnknown(func(name string) bool { return s.columnOf(name) >= 0 })
	check := func(names []string, at string) error {
		for i, name := range names {
			if find == nil || !strings.Contains(name, "(") {
				continue
			}
			if _, err := find(name); err != nil {
				return s.Plan.Locate(enumerate.AtKey(fmt.Sprintf("%s.%d", at, i), err))
			}
		}
		return nil
	}
	for _, r := range s.requests() {
		if err := cmp.Or(check(r.by, r.byAt), check(r.of, r.ofAt)); err != nil {
			return err
		}
	}
	return nil
}

// columnOf returns the index of the column that a name or a measure in the config stands for,
// -1 if there is none.
func (s *Study) columnOf(written string) int {
	columns := s.Job.Columns()
	at := ColumnOf(columns, written)
	if find := s.Job.Features().FindMeasure; at < 0 && find != nil {
		name, _ := find(written)
		at = enumerate.ColumnIndex(columns, name)
	}
	return at
}

// resolve makes the study's analysis from what its job and its config ask for, and
// replaces the names of measures by those of columns. Breakdowns never change the rows, so they
// can name only columns that there are.
func (s *Study) resolve() error {
	s.Analysis = s.Job.Features().Analysis
	if s.Plan.Sample != nil {
		s.Analysis.Drawn = "what the sampler " + s.Plan.Sample.Sampler + " draws from"
	}
	for _, r := range s.requests() {
		by, err := s.columnNames(r.by, r.byAt)
		if err != nil {
			return err
		}
		of, err := s.columnNames(r.of, r.ofAt)
		if err != nil {
			return err
		}
		s.addBreakdown(by, of)
	}
	// What cannot be counted is an error now, and not after the search.
	for _, b := range s.Analysis.Breakdowns {
		if _, err := stats.NewBreakdown(s.Job.Columns(), b); err != nil {
			return err
		}
	}
	return nil
}

// addBreakdown adds a breakdown, or adds its sums to a breakdown by the same columns. A
// crosstab, which sums no columns, stays apart: it may have more groups.
func (s *Study) addBreakdown(by, of []string) {
	at := slices.IndexFunc(s.Analysis.Breakdowns, func(b enumerate.Breakdown) bool {
		return slices.Equal(b.By, by) && (len(b.Of) == 0) == (len(of) == 0)
	})
	if at < 0 {
		at = len(s.Analysis.Breakdowns)
		s.Analysis.Breakdowns = append(s.Analysis.Breakdowns, enumerate.Breakdown{By: by})
	}
	b := &s.Analysis.Breakdowns[at]
	for _, name := range of {
		if !slices.Contains(b.Of, name) {
			b.Of = append(b.Of, name)
		}
	}
}

// columnNames returns the names of the columns that a list in the config names;
// at is the place of the list.
func (s *Study) columnNames(written []string, at string) ([]string, error) {
	columns := s.Job.Columns()
	var out []string
	for i, w := range written {
		place := fmt.Sprintf("%s.%d", at, i)
		c := s.columnOf(w)
		if c < 0 {
			return nil, s.unknown(w, place)
		}
		if t := columns[c].Type; t != enumerate.Int32 && t != enumerate.Int64 && t != enumerate.Bool {
			return nil, s.Plan.Fault(place, "a column of numbers or of true and false", "%s: column %q holds %s", place, w, t)
		}
		if slices.Contains(out, columns[c].Name) {
			if strings.HasPrefix(at, "crosstabs") {
				return nil, s.Plan.Fault(at, "two measures or columns", "%s: %s with itself", at, columns[c].Name)
			}
			return nil, s.Plan.Fault(place, "each column once", "%s: %q is there twice", place, w)
		}
		out = append(out, columns[c].Name)
	}
	return out, nil
}

// unknown returns the error for a name that no column has, with the nearest name that one has.
func (s *Study) unknown(written, place string) error {
	var names []string
	for _, m := range s.Plan.Measures {
		if !strings.Contains(m, "*") {
			names = append(names, m)
		}
	}
	for _, c := range s.Job.Columns() {
		if c.Type != enumerate.String && c.Type != enumerate.Int32List && c.Type != enumerate.Double {
			names = append(names, c.Name)
		}
	}
	expected := "a measure that is listed under measures, or a column"
	base := func(written string) string { name, _, _ := enumerate.ParseMeasure(written); return name }
	for _, m := range s.Family.Measures() {
		if base(m.Name) == base(written) && !strings.Contains(written, "*") {
			expected = "it to be listed under measures"
		}
	}
	return s.Plan.Fault(place, expected, "%s: there is no %q in the rows%s", place, written, enumerate.DidYouMean(written, names))
}
