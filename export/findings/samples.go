package findings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// sample adds what draws say of the classes that their sampler draws from.
func (f *Findings) sample(d *stats.Document) {
	s, e := d.Samples, d.Estimates
	all := f.count("draws", s.Drawn, s.Distinct)
	all.Distinct, all.Of = &s.Distinct, "different solutions"
	if f.Symmetric {
		all.Of += " " + UpToSymmetry
	}
	failed := s.Failed != nil && !s.Failed.IsZero()
	if failed {
		f.Counts = append(f.Counts, Count{Name: "failed draws", Raw: *s.Failed})
	}
	if e == nil || s.Drawn.IsZero() {
		return
	}
	say := func(format string, args ...any) { f.Sentences = append(f.Sentences, fmt.Sprintf(format, args...)) }
	say("the next draw is of a class seen before with probability %s", e.Coverage.Written(enumerate.Rounded, ""))
	if all := f.Manifest.DrawnFrom; all != nil {
		say("drawn from all %s", enumerate.Counted(all.Grouped(), "solution"))
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		say("drawn as if from %s equally likely classes or more: no two draws are of one class", enumerate.About(n.Low))
	} else {
		say("drawn as if from %s", n.Written(enumerate.About, "equally likely classes"))
	}
	say("classes that can be drawn: at least about %s", e.ClassesAtLeast.Written(enumerate.About, ""))
	w := e.Weighted
	if w == nil {
		return
	}
	classes := ""
	if f.Symmetric {
		classes = ", " + w.Classes.Written(enumerate.About, UpToSymmetry)
	}
	say("corrected by weights: %s%s", w.Solutions.Written(enumerate.About, "solutions"), classes)
	say("as many uniform draws would see %s; these are worth %s", w.UniformClasses.Written(enumerate.About, "of them"),
		worth(w.EffectiveDraws))
	if w.EffectiveDraws < stats.FewEffectiveDraws {
		f.Warnings = append(f.Warnings,
			fmt.Sprintf(
				"the draws are worth only %s, too few for intervals that could be trusted: estimates by weights have none", worth(w.EffectiveDraws)))
	}
	if failed {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		f.Warnings = append(f.Warnings,
			fmt.Sprintf(
				"draws failed, which biases the estimates by weights; with nothing found by those it is %s solutions, on average no more than there are",
				enumerate.About(part*w.Solutions.Estimate)))
	}
}

// worth says how many uniform draws tell as much as weighted ones.
func worth(draws float64) string {
	return enumerate.Counted(enumerate.Whole(draws), "uniform draw")
}

// shares say how many of all instances that could be drawn have a solution. What a sample says is in sentences.
func (f *Findings) shares() ([]Section, error) {
	e := f.Statistics.Estimates
	if e == nil || f.Statistics.Instances == nil {
		return nil, nil
	}
	t := &Table{}
	for i, name := range []string{"solvable instances", "unique instances"} {
		share := []stats.Interval{e.Instances.Solvable, e.Instances.Unique}[i]
		row := line(name, enumerate.Percent(share.Estimate))
		t.Rows = append(t.Rows, append(row, Cell{Text: ends(share, enumerate.Percent)},
			Cell{Text: enumerate.Percent(share.Confidence) + ", " + share.Method}))
	}
	return []Section{{ID: "estimates", Title: "What the draws say of all that could be drawn", Closed: true,
		Notes: []string{Sentence("about: " + e.About)}, Table: t}}, nil
}

// sure is the probability below which a difference from the census is marked.
const sure = 0.001

// shortTable is the number of values up to which each is compared.
const shortTable = 16

// Against says whether a sample looks uniform beside the census of its puzzle.
func Against(a *stats.CensusComparison) Section {
	text := "The draws are not uniform"
	if math.Abs(float64(a.Z)) < 3 {
		text = "By the number of classes, the draws look uniform"
	}
	classes, expected := enumerate.Counted(a.Classes.Grouped(), "class"), enumerate.Whole(float64(a.Expected))
	s := Section{ID: "against", Class: "verdict", Title: classes + " seen, " + expected + " expected of a uniform draw",
		Notes: []string{
			fmt.Sprintf("%s: %s saw %s; as many uniform draws would see %s, give or take %s (z %s).",
				text, enumerate.Counted(a.Drawn.Grouped(), "draw"), classes, expected,
				enumerate.Whole(float64(a.Deviation)),
				tenths(a.Z))}}
	var marked []string
	for _, m := range a.Measures {
		if differs(&m) != "" {
			marked = append(marked, plainName(m.Name))
		}
	}
	switch of := enumerate.Plural(len(a.Measures), "measure"); {
	case len(marked) > 0:
		s.Notes = append(s.Notes,
			fmt.Sprintf("%d of %s are distributed otherwise than in the census (chi-square, p below %g): %s.",
				len(marked), of, sure, strings.Join(marked, ", ")))
	case len(a.Measures) > 0:
		s.Notes = append(s.Notes,
			fmt.Sprintf("None of %s is distributed otherwise than in the census (chi-square, p below %g).", of, sure))
	}
	all := Section{Title: "All measures: means, shares and distances", Table: comparisons(a), Notes: []string{
		"z is the difference in standard errors of uniform draws. Total variation is the share of draws that would have to be other solutions for the two distributions to agree; beside it is what uniform draws would show."}}
	if c := a.Corrected; c != nil {
		few := ""
		if c.EffectiveDraws < stats.FewEffectiveDraws {
			few = ", too few for intervals that could be trusted"
		}
		s.Notes = append(s.Notes, Sentence("corrected by weights, worth "+worth(float64(c.EffectiveDraws))+few))
		for _, of := range []struct {
			name string
			*stats.KnownEstimate
		}{{"solutions", c.Solutions}, {"classes", c.Classes},
			{"classes that as many uniform draws would see", c.UniformClasses}} {
			value := enumerate.About(of.Estimate.Estimate)
			if few == "" {
				value = of.Estimate.Written(enumerate.About, "") + " " + inside(a, of.KnownEstimate)
			}
			s.Numbers = append(s.Numbers, NamedNumber{of.name, value + ", exact " + enumerate.About(float64(of.Exact))})
		}
		all.Notes = append(all.Notes,
			"Corrected draws are weighed by one over their probability. The exact value should lie inside the interval in 95 of 100 cases.")
	}
	s.Folded = []Section{all}
	return s
}

// comparisons is the table of all measures beside the census, and how far the distributions are apart.
func comparisons(a *stats.CensusComparison) *Table {
	t := &Table{Rows: [][]Cell{append([]Cell{rowHead("measure")}, heads("", "draws", "census", "z")...)}}
	if a.Corrected != nil {
		t.Rows[0] = append(t.Rows[0], heads("", "corrected", "")[1:]...)
	}
	for i := range a.Measures {
		m := &a.Measures[i]
		first := len(t.Rows)
		add := func(what, sampled, exact, z string, c *stats.KnownEstimate) {
			row := append([]Cell{{}}, line(what, sampled, exact, z)...)
			switch {
			case c != nil:
				row = append(row, numbers(known(c.Estimate.Estimate), inside(a, c))...)
			case a.Corrected != nil:
				row = append(row, numbers("", "")...)
			}
			t.Rows = append(t.Rows, row)
		}
		if mean := map[enumerate.Scale]string{enumerate.Count: "mean",
			enumerate.YesNo: "share of yes"}[m.Scale]; mean != "" {
			add(mean, known(m.SampledMean), known(m.ExactMean), tenths(m.MeanZ), m.CorrectedMean)
		}
		for _, v := range m.Values {
			if m.Scale != enumerate.YesNo && len(m.Values) <= shortTable {
				add(strconv.FormatInt(v.Value, 10), known(v.SampledShare), known(v.ExactShare), tenths(v.Z),
					v.Corrected)
			}
		}
		add("total variation", known(m.TotalVariation), known(m.ExpectedVariation), "", nil)
		if last := t.Rows[len(t.Rows)-1]; m.CorrectedVariation != nil {
			last[5].Text = known(*m.CorrectedVariation)
		}
		t.Rows[first][0] = rowHead(plainName(m.Name))
		t.Rows[first] = append(t.Rows[first], mark(m))
	}
	return t
}

// known writes a number of a comparison, "-" if there is none.
func known[T ~float64](x T) string {
	if math.IsNaN(float64(x)) {
		return "-"
	}
	return enumerate.Rounded(float64(x))
}

// tenths writes a number of standard errors.
func tenths[T ~float64](x T) string { return known(math.Round(10*float64(x)) / 10) }

// inside says whether the interval of an estimate holds the exact number; "" if it is not to be trusted.
func inside(a *stats.CensusComparison, c *stats.KnownEstimate) string {
	switch {
	case a.Corrected.EffectiveDraws < stats.FewEffectiveDraws:
		return ""
	case c.Inside:
		return "inside"
	}
	return "outside"
}

// against is the verdict on a sample, with what the colours of all charts are.
func (f *Findings) against() ([]Section, error) {
	a, census := f.settings.Against, f.settings.Census
	if a == nil {
		return nil, nil
	}
	s := Against(a)
	s.Chart = &Figure{Keys: []string{
		fmt.Sprintf("%s: the census, %s", census.Name, enumerate.Counted(census.Solutions.Raw.Grouped(), "solution")),
		fmt.Sprintf("%s: the sample, %s", f.Statistics.Name, enumerate.Counted(a.Drawn.Grouped(), "draw"))}}
	if a.Corrected != nil {
		s.Chart.Keys = append(s.Chart.Keys, "the draws, corrected by their weights")
	}
	return []Section{s}, nil
}

// comparison returns how a measure of a sample compares with the census, nil if there is none.
func (f *Findings) comparison(measure string) *stats.Comparison {
	if f.settings.Against == nil {
		return nil
	}
	list := f.settings.Against.Measures
	if i := slices.IndexFunc(list, func(c stats.Comparison) bool { return c.Name == measure }); i >= 0 {
		return &list[i]
	}
	return nil
}

// differs says that draws are distributed otherwise than the census; "" if uniform draws could look like them.
func differs(c *stats.Comparison) string {
	switch z := float64(c.MeanZ); {
	case !(float64(c.Fit.P) < sure):
		return ""
	case math.IsNaN(z) || math.Abs(z) < 3:
		return "differs from the census"
	default:
		return "differs from the census: z = " + tenths(z)
	}
}

// mark is a cell that says whether a measure differs from the census.
func mark(c *stats.Comparison) Cell {
	if differs(c) == "" {
		return Cell{}
	}
	return Cell{Text: "differs", Class: "mark"}
}
