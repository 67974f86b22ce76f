package show

import (
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

// PrintFindings prints for people what a run found.
func PrintFindings(w io.Writer, f *produce.Findings) error {
	var b strings.Builder
	d := f.Document
	fmt.Fprintf(&b, "%s: ", d.Name)
	switch {
	case d.Solutions != nil:
		fmt.Fprintf(&b, "%s solutions, %s up to symmetry\n", d.Solutions.Raw.Grouped(), d.Solutions.Distinct.Grouped())
	case d.Instances != nil:
		i := d.Instances
		fmt.Fprintf(&b, "%s instances%s\n", i.Raw.Grouped(), different(f.Manifest, d))
		if symmetric(f.Manifest) {
			fmt.Fprintf(&b, "  solvable %s (%s), with one solution %s (%s)\n", i.SolvableRaw.Grouped(), i.SolvableDistinct.Grouped(), i.UniqueRaw.Grouped(), i.UniqueDistinct.Grouped())
		} else {
			fmt.Fprintf(&b, "  solvable %s, with one solution %s\n", i.SolvableRaw.Grouped(), i.UniqueRaw.Grouped())
		}
	case d.Samples != nil:
		fmt.Fprintf(&b, "%s draws, %s different solutions up to symmetry", d.Samples.Drawn.Grouped(), d.Samples.Distinct.Grouped())
		if d.Samples.Failed != nil && !d.Samples.Failed.IsZero() {
			fmt.Fprintf(&b, ", %s draws failed", d.Samples.Failed.Grouped())
		}
		b.WriteByte('\n')
		printSample(&b, f)
	}
	for _, m := range d.Measures {
		fmt.Fprintf(&b, "  %-18s %s\n", m.Name, describe(m.Raw))
	}
	if d.Complete {
		checked := "every row checked, " // only verify checks the rows of surveys
		if d.Job == enumerate.Survey {
			checked = ""
		}
		fmt.Fprintf(&b, "complete; %s%s raw objects accounted for\n", checked, stats.Int(int64(f.Manifest.Raw)).Grouped())
	} else if f.Manifest.Extent != "" {
		fmt.Fprintf(&b, "complete as far as asked: %s\n", f.Manifest.Extent)
	} else {
		fmt.Fprintf(&b, "not complete: %d of %d tasks\n", f.Manifest.Tasks.Done, f.Manifest.Tasks.Total)
	}
	for _, t := range f.Manifest.Tables {
		if t.Name == rejectsTable && t.Rows > 0 {
			fmt.Fprintf(&b, "faulty lines of the input, left out: %d, see %s\n", t.Rows, t.Path)
		}
	}
	if len(f.Repaired) > 0 {
		fmt.Fprintf(&b, "made again because they were damaged: %s\n", strings.Join(f.Repaired, ", "))
	}
	verb := "dataset"
	if !f.New {
		verb = "dataset (already complete)"
	}
	fmt.Fprintf(&b, "%s: %s, %s rows in %s\n", verb, f.Dir, stats.Int(int64(f.Manifest.Rows)).Grouped(), enumerate.Plural(len(f.Manifest.Parts), "part"))
	_, err := io.WriteString(w, b.String())
	return err
}

// printSample prints what a sample says about the classes that its sampler draws
// from.
func printSample(b *strings.Builder, f *produce.Findings) {
	for _, fact := range f.Manifest.Facts {
		if fact.Key == "sampler" {
			fmt.Fprintf(b, "  %s\n", fact.Text)
		}
	}
	e := f.Document.Estimates
	if e == nil || f.Document.Samples.Drawn.IsZero() {
		return
	}
	if n := e.EffectiveClasses; math.IsInf(n.Estimate, 0) {
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes or more: no two draws are of one class\n", text.Round(n.Low))
	} else {
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes (%s to %s)\n", text.Round(n.Estimate), text.Round(n.Low), text.Round(n.High))
	}
	fmt.Fprintf(b, "  the next draw is of a class seen before with probability %.4f (%.4f to %.4f)\n",
		e.Coverage.Estimate, e.Coverage.Low, e.Coverage.High)
	fmt.Fprintf(b, "  classes that can be drawn: at least about %s (%s to %s)\n",
		text.Round(e.ClassesAtLeast.Estimate), text.Round(e.ClassesAtLeast.Low), text.Round(e.ClassesAtLeast.High))
	printWeighted(b, f)
}

// printWeighted prints what a sample says about all solutions, by its weights.
func printWeighted(b *strings.Builder, f *produce.Findings) {
	w := f.Document.Estimates.Weighted
	if w == nil {
		return
	}
	fmt.Fprintf(b, "  corrected by weights: %s solutions (%s to %s), %s up to symmetry (%s to %s);\n",
		text.Round(w.Solutions.Estimate), text.Round(w.Solutions.Low), text.Round(w.Solutions.High),
		text.Round(w.Classes.Estimate), text.Round(w.Classes.Low), text.Round(w.Classes.High))
	fmt.Fprintf(b, "  as many uniform draws would see %s of them (%s to %s); these are worth %s\n",
		text.Round(w.UniformClasses.Estimate), text.Round(w.UniformClasses.Low), text.Round(w.UniformClasses.High), text.Worth(w.EffectiveDraws))
	s := f.Document.Samples
	if s.Failed != nil && !s.Failed.IsZero() {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		fmt.Fprintf(b, "  but draws failed, which biases this; with nothing found by those it is %s solutions, on average no more than there are\n",
			text.Round(part*w.Solutions.Estimate))
	}
}

// partial says which part of the whole a dataset is, "" if it is the whole.
func partial(m *export.Manifest) string {
	switch {
	case m.Limit > 0:
		return fmt.Sprintf("the first %d rows of a run with --limit %d", m.Rows, m.Limit)
	case m.Shard != nil:
		return fmt.Sprintf("shard %d of %d, numbered from 0", m.Shard.Index, m.Shard.Of)
	case !m.Complete:
		return fmt.Sprintf("%d of %d tasks", m.Tasks.Done, m.Tasks.Total)
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
	if repeats == nil {
		return ""
	}
	n := repeats.Raw.N.Big()
	line := fmt.Sprintf(", %s different up to symmetry", stats.BigInt(n.Sub(n, repeats.Raw.Sum.Big())).Grouped())
	if !repeats.Raw.Nulls.IsZero() {
		line += fmt.Sprintf(" among the %s that have a form", repeats.Raw.N.Grouped())
	}
	return line
}

// describe describes a distribution in one line: all of its values if they are few.
func describe(d stats.Distribution) string {
	const short = 6
	if len(d.Histogram) > 0 && len(d.Histogram) <= short {
		var parts []string
		for _, bin := range d.Histogram {
			parts = append(parts, fmt.Sprintf("%d: %s", bin.Value, bin.Count.Grouped()))
		}
		return strings.Join(parts, "   ")
	}
	if d.Mean == nil {
		return "no values"
	}
	s := fmt.Sprintf("mean %.4g, ", *d.Mean)
	if d.Median != nil {
		s += fmt.Sprintf("median %s, ", *d.Median)
	}
	return s + fmt.Sprintf("from %s to %s", *d.Min, *d.Max)
}
