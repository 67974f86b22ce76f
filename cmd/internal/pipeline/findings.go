package pipeline

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// Findings are what a run found: the statistics and the manifest.
type Findings struct {
	Dir      string
	Document *stats.Document
	Manifest *export.Manifest
	New      bool     // made just now
	Repaired []string // files made anew, as they were damaged
}

// rejectsTable is what surveys of files call the table of what they could not
// read.
const rejectsTable = "rejects"

// readFindings reads those of a finished run.
func readFindings(fsys files.FS, dir string) (*Findings, error) {
	m, err := export.ReadManifest(fsys, dir)
	if err != nil {
		return nil, err
	}
	d, err := readStats(fsys, dir)
	if err != nil {
		return nil, err
	}
	return &Findings{Dir: dir, Document: d, Manifest: m}, nil
}

const maxStats = 1 << 30

func readStats(fsys files.FS, dir string) (*stats.Document, error) {
	name := filepath.Join(dir, statsName)
	data, err := files.ReadFile(fsys, name, maxStats)
	if err != nil {
		return nil, err
	}
	d, err := stats.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// Print prints the findings for people.
func (f *Findings) Print(w io.Writer) error {
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
		f.printSample(&b)
	}
	for _, m := range d.Measures {
		fmt.Fprintf(&b, "  %-18s %s\n", m.Name, describe(m.Raw))
	}
	if d.Complete {
		checked := "every row checked, " // surveys leave that to verify, which recounts boards, too
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

// enumerate.OrbitSizeColumn is in rows that stand for all their images.

// symmetric reports whether symmetry was looked at: whether rows are different
// up to symmetry. Those of a survey of files or drawn puzzles may not be.
func symmetric(m *export.Manifest) bool {
	return slices.ContainsFunc(m.Columns, func(c export.Column) bool { return c.Name == enumerate.OrbitSizeColumn })
}

// different says how many instances of a survey are different up to symmetry, as
// far as that is known: "" if it is not.
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

// describe sums a distribution up: all of it where it is short.
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

// commas writes a count with a comma at every third digit.
func commas(n stats.Number) string { return n.Grouped() }
