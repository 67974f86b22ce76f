package study

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// request is a breakdown that a config asks for.
type request struct{ by, of []mention }

// mention is a column or a measure as a config names it, and the place of that: crosstabs.0.1.
type mention struct{ name, place string }

func mentions(names []string, at string) (list []mention) {
	for i, name := range names {
		list = append(list, mention{name, fmt.Sprintf("%s.%d", at, i)})
	}
	return list
}

// requests lists the crosstabs and breakdowns of the config. A crosstab is a breakdown by two
// columns of nothing.
func (s *Study) requests() (list []request) {
	for i, pair := range s.Plan.Crosstabs {
		list = append(list, request{by: mentions(pair[:], fmt.Sprintf("crosstabs.%d", i))})
	}
	for i, b := range s.Plan.Breakdowns {
		at := fmt.Sprintf("breakdowns.%d", i)
		list = append(list, request{mentions(b.By, at+".by"), mentions(b.Of, at+".of")})
	}
	return list
}

// checkMeasures returns an error if a crosstab or a breakdown names a measure that the puzzle
// does not have. Those that a flag made meaningless are dropped first.
func (s *Study) checkMeasures() error {
	s.Plan.DropUnknown(func(name string) bool { return s.columnOf(name) >= 0 })
	find := s.Job.Features().FindMeasure
	for _, r := range s.requests() {
		for _, m := range slices.Concat(r.by, r.of) {
			if find == nil || !strings.Contains(m.name, "(") {
				continue
			}
			if _, err := find(m.name); err != nil {
				return s.Plan.Locate(enumerate.AtKey(m.place, err))
			}
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
		by, err := s.columnNames(r.by)
		if err != nil {
			return err
		}
		of, err := s.columnNames(r.of)
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

// columnNames returns the names of the columns that the config names.
func (s *Study) columnNames(list []mention) (names []string, err error) {
	columns := s.Job.Columns()
	for _, m := range list {
		c := s.columnOf(m.name)
		if c < 0 {
			return nil, s.unknown(m)
		}
		if t := columns[c].Type; !slices.Contains(enumerate.Integers, t) {
			return nil, s.Plan.Fault(m.place, "a column of numbers or of true and false", "%s: column %q holds %s", m.place, m.name, t)
		}
		if slices.Contains(names, columns[c].Name) {
			return nil, s.Plan.Fault(m.place, "each column once", "%s: %q is there twice", m.place, m.name)
		}
		names = append(names, columns[c].Name)
	}
	return names, nil
}

// unknown returns the error for a name that no column has, with the nearest
// name that one has.
func (s *Study) unknown(m mention) error {
	names := slices.DeleteFunc(slices.Clone(s.Plan.Measures), func(name string) bool { return strings.Contains(name, "*") })
	for _, c := range s.Job.Columns() {
		if slices.Contains(enumerate.Integers, c.Type) {
			names = append(names, c.Name)
		}
	}
	return s.Plan.Fault(m.place, "a measure that is listed under measures, or a column",
		"%s: there is no %q in the rows%s", m.place, m.name, enumerate.DidYouMean(m.name, names))
}
