package pipeline

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// rejectsTable is the name that surveys of files give to the table of lines that
// they could not read.
const rejectsTable = "rejects"

// PrintFindings prints for people what a run found.
func PrintFindings(w io.Writer, f *Findings) error {
	var b strings.Builder
	d := f.Document
	fmt.Fprintf(&b, "%s: ", d.Name)
	switch {
	case d.Solutions != nil:
		fmt.Fprintf(&b, "%s solutions, %s up to symmetry\n", commas(d.Solutions.Raw), commas(d.Solutions.Distinct))
	case d.Instances != nil:
		i := d.Instances
		fmt.Fprintf(&b, "%s instances%s\n", commas(i.Raw), different(f.Manifest, d))
		if symmetric(f.Manifest) {
			fmt.Fprintf(&b, "  solvable %s (%s), with one solution %s (%s)\n", commas(i.SolvableRaw), commas(i.SolvableDistinct), commas(i.UniqueRaw), commas(i.UniqueDistinct))
		} else {
			fmt.Fprintf(&b, "  solvable %s, with one solution %s\n", commas(i.SolvableRaw), commas(i.UniqueRaw))
		}
	case d.Samples != nil:
		fmt.Fprintf(&b, "%s draws, %s different solutions up to symmetry", commas(d.Samples.Drawn), commas(d.Samples.Distinct))
		if d.Samples.Failed != nil && !d.Samples.Failed.IsZero() {
			fmt.Fprintf(&b, ", %s draws failed", commas(*d.Samples.Failed))
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
		fmt.Fprintf(&b, "complete; %s%s raw objects accounted for\n", checked, commas(stats.Int(int64(f.Manifest.Raw))))
	} else {
		fmt.Fprintf(&b, "not the whole: %d of %d tasks\n", f.Manifest.Tasks.Done, f.Manifest.Tasks.Total)
	}
	for _, t := range f.Manifest.Tables {
		if t.Name == rejectsTable && t.Rows > 0 {
			fmt.Fprintf(&b, "faulty lines of the input, left out: %d, see %s\n", t.Rows, t.Path)
		}
	}
	if len(f.Repaired) > 0 {
		fmt.Fprintf(&b, "made anew, as they were damaged: %s\n", strings.Join(f.Repaired, ", "))
	}
	verb := "dataset"
	if !f.New {
		verb = "dataset (was there already)"
	}
	fmt.Fprintf(&b, "%s: %s, %s rows in %d parts\n", verb, f.Dir, commas(stats.Int(int64(f.Manifest.Rows))), len(f.Manifest.Parts))
	_, err := io.WriteString(w, b.String())
	return err
}

// printSample prints what a sample says about the classes that its sampler draws
// from.
func printSample(b *strings.Builder, f *Findings) {
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
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes or more: no two draws are of one class\n", round(n.Low))
	} else {
		fmt.Fprintf(b, "  drawn as if from %s equally likely classes (%s to %s)\n", round(n.Estimate), round(n.Low), round(n.High))
	}
	fmt.Fprintf(b, "  the next draw is of a class seen before with probability %.4f (%.4f to %.4f)\n",
		e.Coverage.Estimate, e.Coverage.Low, e.Coverage.High)
	fmt.Fprintf(b, "  classes that can be drawn: at least about %s (%s to %s)\n",
		round(e.ClassesAtLeast.Estimate), round(e.ClassesAtLeast.Low), round(e.ClassesAtLeast.High))
	printWeighted(b, f)
}

// printWeighted prints what a sample says about all solutions, by its weights.
func printWeighted(b *strings.Builder, f *Findings) {
	w := f.Document.Estimates.Weighted
	if w == nil {
		return
	}
	fmt.Fprintf(b, "  corrected by weights: %s solutions (%s to %s), %s up to symmetry (%s to %s);\n",
		round(w.Solutions.Estimate), round(w.Solutions.Low), round(w.Solutions.High),
		round(w.Classes.Estimate), round(w.Classes.Low), round(w.Classes.High))
	fmt.Fprintf(b, "  as many uniform draws would see %s of them (%s to %s); these are worth %s\n",
		round(w.UniformClasses.Estimate), round(w.UniformClasses.Low), round(w.UniformClasses.High), worth(w.EffectiveDraws))
	s := f.Document.Samples
	if s.Failed != nil && !s.Failed.IsZero() {
		part := s.Drawn.Float() / s.Drawn.Add(*s.Failed).Float()
		fmt.Fprintf(b, "  but draws failed, which biases this; with nothing found by those it is %s solutions, on average no more than there are\n",
			round(part*w.Solutions.Estimate))
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
		return fmt.Sprintf(", %s up to symmetry", commas(d.Instances.Distinct))
	}
	repeats := d.Measures.Find(enumerate.DuplicateColumn)
	if repeats == nil {
		return ""
	}
	n := repeats.Raw.N.Big()
	text := fmt.Sprintf(", %s different up to symmetry", commas(stats.BigInt(n.Sub(n, repeats.Raw.Sum.Big()))))
	if !repeats.Raw.Nulls.IsZero() {
		text += fmt.Sprintf(" among the %s that have a form", commas(repeats.Raw.N))
	}
	return text
}

// describe describes a distribution in one line: all of its values if they are few.
func describe(d stats.Distribution) string {
	const short = 6
	if len(d.Histogram) > 0 && len(d.Histogram) <= short {
		var parts []string
		for _, bin := range d.Histogram {
			parts = append(parts, fmt.Sprintf("%d: %s", bin.Value, commas(bin.Count)))
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
