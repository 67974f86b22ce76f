package show

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/text"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// rejectsTable is the name that surveys of files give to the table of lines that
// they could not read.
const rejectsTable = "rejects"

// Headline says in a few lines how much a dataset has found.
func Headline(m *export.Manifest, d *stats.Document) []string {
	var b strings.Builder
	switch {
	case d.Solutions != nil:
		fmt.Fprintf(&b, "%s, %s up to symmetry\n", enumerate.Counted(d.Solutions.Raw.Grouped(), "solution"), d.Solutions.Distinct.Grouped())
	case d.Instances != nil:
		i := d.Instances
		fmt.Fprintf(&b, "%s%s\n", enumerate.Counted(i.Raw.Grouped(), "instance"), different(m, d))
		fmt.Fprintf(&b, "%s\n", solvable(i, symmetric(m)))
	case d.Samples != nil:
		fmt.Fprintf(&b, "%s, %s up to symmetry", enumerate.Counted(d.Samples.Drawn.Grouped(), "draw"), enumerate.Counted(d.Samples.Distinct.Grouped(), "different solution"))
		if d.Samples.Failed != nil && !d.Samples.Failed.IsZero() {
			fmt.Fprintf(&b, ", %s failed", enumerate.Counted(d.Samples.Failed.Grouped(), "draw"))
		}
		b.WriteByte('\n')
		printSample(&b, m, d)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// PrintFindings prints for people what a run found.
func PrintFindings(w io.Writer, f *produce.Findings) error {
	var b strings.Builder
	d := f.Document
	fmt.Fprintf(&b, "%s: %s\n", d.Name, strings.Join(Headline(f.Manifest, d), "\n  "))
	printMeasures(&b, d, symmetric(f.Manifest))
	if d.Complete {
		checked := "every row checked, " // only verify checks the rows of surveys
		if d.Job == enumerate.Survey {
			checked = ""
		}
		thing := map[enumerate.Kind]string{enumerate.Census: "solution", enumerate.Survey: "instance", enumerate.Sample: "draw"}[d.Job]
		if f.Manifest.Road == "sweep" {
			checked = "none listed, "
		}
		fmt.Fprintf(&b, "complete; %s%s accounted for\n", checked, enumerate.Counted(f.Manifest.Raw.Grouped(), thing))
	} else if f.Manifest.Extent != "" {
		fmt.Fprintf(&b, "complete as far as asked: %s\n", f.Manifest.Extent)
	} else {
		fmt.Fprintf(&b, "not complete: %s of %s\n", text.Number(f.Manifest.Tasks.Done), text.Counted(f.Manifest.Tasks.Total, "task"))
	}
	for _, t := range f.Manifest.Tables {
		if t.Name == rejectsTable && t.Rows > 0 {
			fmt.Fprintf(&b, "faulty lines of the input, left out: %s, see %s\n", stats.Int(t.Rows).Grouped(), t.Path)
		}
	}
	if len(f.Repaired) > 0 {
		fmt.Fprintf(&b, "made again because they were damaged: %s\n", strings.Join(f.Repaired, ", "))
	}
	verb := "dataset"
	if !f.New {
		verb = "dataset (already complete)"
	}
	if f.Manifest.Road != "" {
		fmt.Fprintf(&b, "%s: %s, without rows\n", verb, f.Dir)
		_, err := io.WriteString(w, b.String())
		return err
	}
	fmt.Fprintf(&b, "%s: %s, %s in %s\n", verb, f.Dir, text.Counted(int(f.Manifest.Rows), "row"), enumerate.Plural(len(f.Manifest.Parts), "part"))
	_, err := io.WriteString(w, b.String())
	return err
}

// printMeasures prints a line for each measure; for weighted draws two, named.
func printMeasures(b *strings.Builder, d *stats.Document, both bool) {
	if len(d.Measures) == 0 {
		return
	}
	width := 18
	for _, m := range d.Measures {
		width = max(width, len(m.Name))
	}
	line := func(name, text string) { fmt.Fprintf(b, "  %-*s %s\n", width, name, text) }
	drawn := d.Samples != nil
	if drawn {
		fmt.Fprintf(b, "  in the draws:\n")
	}
	for i := range d.Measures {
		line(d.Measures[i].Name, describe(&d.Measures[i], both && !drawn))
	}
	if !drawn || d.Estimates == nil || d.Estimates.Weighted == nil {
		return
	}
	fmt.Fprintf(b, "  in all solutions, estimated from the draws by their weights (95%% intervals):\n")
	for i := range d.Estimates.Weighted.Measures {
		e := &d.Estimates.Weighted.Measures[i]
		if m := d.Measures.Find(e.Name); m != nil && (e.Mean != nil || len(e.Shares) > 0) {
			line(e.Name, corrected(e, m.Scale))
		}
	}
}

// solvable says how many instances of a survey have a solution, and of how many
// that is not known.
func solvable(i *stats.Instances, both bool) string {
	number := func(raw, distinct stats.Number) string {
		if both && raw.Cmp(distinct) != 0 {
			return fmt.Sprintf("%s (%s up to symmetry)", raw.Grouped(), distinct.Grouped())
		}
		return raw.Grouped()
	}
	text := fmt.Sprintf("solvable %s, with one solution %s", number(i.SolvableRaw, i.SolvableDistinct), number(i.UniqueRaw, i.UniqueDistinct))
	if !i.UndecidedRaw.IsZero() {
		text += fmt.Sprintf(", undecided %s: their searches were stopped", number(i.UndecidedRaw, i.UndecidedDistinct))
	}
	return text
}

// printSample prints what a sample says about the classes that its sampler draws
// from.
func printSample(b *strings.Builder, m *export.Manifest, d *stats.Document) {
	for _, fact := range m.Facts {
		if fact.Key == "sampler" {
			fmt.Fprintf(b, "%s\n", fact.Text)
		}
	}
	e := d.Estimates
	if e == nil || d.Samples.Drawn.IsZero() {
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		fmt.Fprintf(b, "drawn as if from %s equally likely classes or more: no two draws are of one class\n", text.Round(n.Low))
	} else {
		fmt.Fprintf(b, "drawn as if from %s equally likely classes (%s to %s)\n", text.Round(n.Estimate), text.Round(n.Low), text.Round(n.High))
	}
	fmt.Fprintf(b, "the next draw is of a class seen before with probability %.4f (%.4f to %.4f)\n",
		e.Coverage.Estimate, e.Coverage.Low, e.Coverage.High)
	fmt.Fprintf(b, "classes that can be drawn: at least about %s (%s to %s)\n",
		text.Round(e.ClassesAtLeast.Estimate), text.Round(e.ClassesAtLeast.Low), text.Round(e.ClassesAtLeast.High))
	printWeighted(b, d)
}

// printWeighted prints what a sample says about all solutions, by its weights.
func printWeighted(b *strings.Builder, d *stats.Document) {
	w := d.Estimates.Weighted
	if w == nil {
		return
	}
	fmt.Fprintf(b, "corrected by weights: %s solutions (%s to %s), %s up to symmetry (%s to %s);\n",
		text.Round(w.Solutions.Estimate), text.Round(w.Solutions.Low), text.Round(w.Solutions.High),
		text.Round(w.Classes.Estimate), text.Round(w.Classes.Low), text.Round(w.Classes.High))
	fmt.Fprintf(b, "as many uniform draws would see %s of them (%s to %s); these are worth %s\n",
		text.Round(w.UniformClasses.Estimate), text.Round(w.UniformClasses.Low), text.Round(w.UniformClasses.High), text.Worth(w.EffectiveDraws))
	s := d.Samples
	if s.Failed != nil && !s.Failed.IsZero() {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		fmt.Fprintf(b, "but draws failed, which biases this; with nothing found by those it is %s solutions, on average no more than there are\n",
			text.Round(part*w.Solutions.Estimate))
	}
}

// partial says which part of the whole a dataset is, "" if it is the whole.
func partial(m *export.Manifest) string {
	switch {
	case m.Limit > 0:
		return fmt.Sprintf("the first %s of a run with --limit %d", enumerate.Plural(int(m.Rows), "row"), m.Limit)
	case m.Shard != nil:
		return fmt.Sprintf("shard %d of %d, numbered from 0", m.Shard.Index, m.Shard.Of)
	case !m.Complete:
		return fmt.Sprintf("%d of %s", m.Tasks.Done, enumerate.Plural(m.Tasks.Total, "task"))
	}
	return ""
}

// symmetric reports whether rows are different up to symmetry. In a survey of files
// or of random puzzles they may not be.
func symmetric(m *export.Manifest) bool {
	return slices.ContainsFunc(m.Columns, func(c export.Column) bool { return c.Name == enumerate.OrbitSizeColumn })
}

// different says how many instances of a survey are different up to symmetry, ""
// if that is not known.
func different(m *export.Manifest, d *stats.Document) string {
	if symmetric(m) {
		return fmt.Sprintf(", %s up to symmetry", d.Instances.Distinct.Grouped())
	}
	repeats := d.Measures.Find(enumerate.DuplicateColumn)
	if repeats == nil || repeats.Raw.Sum == nil {
		return ""
	}
	n := repeats.Raw.N.Big()
	line := fmt.Sprintf(", %s different up to symmetry", stats.BigInt(n.Sub(n, repeats.Raw.Sum.Big())).Grouped())
	if !repeats.Raw.Nulls.IsZero() {
		line += fmt.Sprintf(" among the %s that have a form", repeats.Raw.N.Grouped())
	}
	return line
}

// few is the number of values up to which a line has all of them.
const few = 6

// describe describes a measure in one line, by what its scale gives a meaning. With
// both, it says the share of yes up to symmetry, too.
func describe(m *stats.Measure, both bool) string {
	d := &m.Raw
	text := "no values"
	switch {
	case d.N.IsZero():
	case m.Scale == enumerate.YesNo:
		text = fmt.Sprintf("%s (%s of %s)", stats.Percent(*d.Mean), d.Sum.Grouped(), d.N.Grouped())
		if both && *m.Distinct.Mean != *d.Mean {
			text += fmt.Sprintf(", %s up to symmetry", stats.Percent(*m.Distinct.Mean))
		}
	case len(d.Histogram) > 0 && len(d.Histogram) <= few:
		text = bins(d)
	case m.Scale == enumerate.Nominal && len(d.Histogram) == 0:
		text = "very many kinds"
	case m.Scale == enumerate.Nominal:
		most := slices.MaxFunc(d.Histogram, func(a, b stats.Bin) int { return a.Count.Cmp(b.Count) })
		text = fmt.Sprintf("%d kinds, the most frequent is number %d: %s (%s of %s)", len(d.Histogram), most.Value,
			stats.Percent(most.Count.Float()/d.N.Float()), most.Count.Grouped(), d.N.Grouped())
	default:
		text = moments(d)
	}
	if !d.Nulls.IsZero() {
		word := "no value"
		if m.Name == enumerate.SolutionsColumn {
			word = "undecided"
		}
		text += fmt.Sprintf("   %s: %s", word, d.Nulls.Grouped())
	}
	return text
}

// bins lists all values with their counts. Where only the greatest value is a lower
// bound, its counts are "2" and "2 or more".
func bins(d *stats.Distribution) string {
	var parts []string
	for _, bin := range d.Histogram {
		parts = append(parts, fmt.Sprintf("%s: %s", stats.Int(bin.Value).Grouped(), bin.Count.Grouped()))
	}
	if d.AtLeast == nil {
		return strings.Join(parts, "   ")
	}
	last := d.Histogram[len(d.Histogram)-1]
	if value := stats.Int(last.Value); value == d.AtLeast.From {
		exact := last.Count.Big()
		parts = parts[:len(parts)-1]
		if exact.Sub(exact, d.AtLeast.N.Big()).Sign() > 0 {
			parts = append(parts, fmt.Sprintf("%s: %s", value.Grouped(), stats.BigInt(exact).Grouped()))
		}
		parts = append(parts, fmt.Sprintf("%s or more: %s", value.Grouped(), d.AtLeast.N.Grouped()))
		return strings.Join(parts, "   ")
	}
	return strings.Join(parts, "   ") + bounds(d)
}

// moments gives mean, median and range. Where values are lower bounds, so are the
// numbers that depend on them.
func moments(d *stats.Distribution) string {
	atLeast := func(x stats.Number) string {
		if d.AtLeast != nil && x.Cmp(d.AtLeast.From) >= 0 {
			return "at least " + x.Grouped()
		}
		return x.Grouped()
	}
	mean := stats.Decimal(*d.Mean, 4)
	if d.AtLeast != nil {
		mean = "at least " + mean
	}
	text := "mean " + mean
	if d.Median != nil {
		text += ", median " + atLeast(*d.Median)
	}
	return fmt.Sprintf("%s, from %s to %s", text, d.Min.Grouped(), atLeast(*d.Max)) + bounds(d)
}

func bounds(d *stats.Distribution) string {
	if d.AtLeast == nil {
		return ""
	}
	return fmt.Sprintf(" (%s are lower bounds)", d.AtLeast.N.Grouped())
}

// corrected describes in one line what weighted draws say of a measure's values in
// all solutions.
func corrected(e *stats.MeasureEstimate, scale enumerate.Scale) string {
	if scale == enumerate.YesNo {
		return fmt.Sprintf("%s (%s to %s)", stats.Percent(e.Mean.Estimate), stats.Percent(max(0, e.Mean.Low)), stats.Percent(min(1, e.Mean.High)))
	}
	if e.Mean != nil && len(e.Shares) > few || len(e.Shares) == 0 {
		return fmt.Sprintf("mean %s (%s to %s)", stats.Decimal(e.Mean.Estimate, 4), stats.Decimal(e.Mean.Low, 4), stats.Decimal(e.Mean.High, 4))
	}
	if scale == enumerate.Nominal && len(e.Shares) > few {
		most := slices.MaxFunc(e.Shares, func(a, b stats.ShareEstimate) int { return cmp.Compare(a.Share.Estimate, b.Share.Estimate) })
		return fmt.Sprintf("the most frequent kind is number %d: %s (%s to %s)", most.Value,
			stats.Percent(most.Share.Estimate), stats.Percent(most.Share.Low), stats.Percent(most.Share.High))
	}
	var parts []string
	for _, s := range e.Shares {
		parts = append(parts, fmt.Sprintf("%s: %s", stats.Int(s.Value).Grouped(), stats.Percent(s.Share.Estimate)))
	}
	return strings.Join(parts, "   ")
}
