// Package findings says what there is to know of a dataset: what was counted, how it is
// distributed, what it looks like, how far it goes and how it was proved.
//
//	f := findings.New(dataset, statistics)          // counts, sentences, warnings, a line for each measure
//	sections, err := f.Sections(findings.Settings{}) // all there is to see, with charts and pictures
//
// What there is to say is a value: [Findings] and its sections. Package report writes it for readers of pages, cards
// and consoles, so that a new number or sentence is written in this package alone:
//
//   - A number of a measure is added to meanAndRange (page, card, console) or numbersOf (page alone),
//     a count to the method that New calls for the job.
//   - A [Section] is added as a method that returns it, or none, and by its name to the list in Sections.
//     Console and card show those that they name: PrintFindings and Card of package show.
//
// Headlines, Sentences and Warnings begin with a small letter and have no full stop, because consoles
// put them into lines; notes of sections are whole sentences. Same dataset, same findings.
package findings

import (
	"fmt"
	"strings"
	"sync"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// Findings are what is said of a dataset.
type Findings struct {
	// Statistics are those of the dataset, without intervals that are not to be trusted.
	Statistics *stats.Document
	Manifest   *export.Manifest
	Title      string   // of the config, or the name
	Text       []string // paragraphs of the config about the run
	Things     string   // what raw numbers count: solutions, instances or draws
	Symmetric  bool     // symmetry made some of them equal, or could have

	Puzzle, Method []string // what the puzzle is, and how it was searched

	Counts    []Count
	Sentences []string
	Formulas  []string // the recurrence of a survey over sizes and its generating function, if they are short
	Warnings  []string
	Measures  []measureLine
	Estimated string // what the estimates of measures are, "" if there are none

	Partial  string // which part of the whole the dataset is, "" if it is the whole
	Whole    string // the number of rows of the whole, in words; "" if nobody has estimated it
	Complete string // what was checked of a dataset that is the whole

	set      *export.Dataset
	columns  []enumerate.Column               // of the rows
	options  func() (*enumerate.Batch, error) // the table
	settings Settings
	painter  *picture.Painter // nil if rows have no picture
	gallery  *gallery
}

// Settings are what sections say that neither manifest nor statistics know.
type Settings struct {
	// the name by which the program knows the run; "" if its config must be given as a file
	Config   string
	Compared bool // all files have just been compared with their digests
	// what the dataset has been checked for besides, and passed; nil if nobody looked at its rows
	Checks     []string
	NotChecked string            // what could not be checked then; "" if nothing
	Drawer     *enumerate.Drawer // of the dataset's rows; nil if they have no picture
	Style      picture.Style
	Against    *stats.CensusComparison // the sample beside the census of its puzzle; nil if nobody asked for it
	Census     *stats.Document         // the statistics of that census
}

// A Count is a number that tells how much there is.
type Count struct {
	Name     string // what is counted, such as "solutions"
	Raw      stats.Number
	Distinct *stats.Number // nil if it says no more
	Of       string        // what Distinct counts, such as "up to symmetry"
	Note     string
}

// allBounds says that least and greatest values need no list of solutions.
const allBounds = "least and greatest values are proved for all solutions"

// UpToSymmetry is what distinct numbers count.
const UpToSymmetry = "up to symmetry"

// New makes the findings of a dataset from its manifest, stats.json and, where a placement is to be described, the
// table of options.
func New(set *export.Dataset, statistics *stats.Document) *Findings {
	m, d := set.Manifest, statistics.Trusted()
	f := &Findings{Statistics: d, Manifest: m, Things: things(m.Job), Symmetric: symmetric(m, d), Partial: Partial(m),
		set: set, columns: set.Columns()}
	title, text := m.Titles()
	f.Title, f.Text = title, paragraphs(text)
	f.options = sync.OnceValues(func() (*enumerate.Batch, error) { return set.Table(enumerate.OptionsTable) })
	for _, fact := range m.Facts {
		switch fact.Subject() {
		case enumerate.AboutJob:
		case enumerate.AboutSampler:
			f.Sentences = append(f.Sentences, fact.Text)
		case enumerate.AboutBoard, enumerate.AboutInstances:
			f.Puzzle = append(f.Puzzle, fact.Text)
		default:
			f.Method = append(f.Method, fact.Text)
		}
	}
	if required := enumerate.Describe(m.Facts).Required; len(required) > 0 {
		f.Sentences = append(f.Sentences, "only solutions that meet "+strings.Join(required, "; "))
	}
	switch {
	case d.Solutions != nil:
		f.count("solutions", d.Solutions.Raw, d.Solutions.Distinct)
		f.stabilisers(d.Solutions.BySymmetry)
	case d.Instances != nil:
		f.instances(d)
		if d.Sequence.Known() {
			f.describeSequence(&d.Sequence)
		}
		if t := m.Table(enumerate.DistributionsTable); t != nil {
			f.Sentences = append(f.Sentences, "how measures are distributed on each board: cat --table "+t.Name)
		}
	case d.Samples != nil:
		f.sample(d)
	}
	if e := d.Estimates; e != nil && e.Weighted != nil {
		f.Estimated = "In all solutions, estimated from the draws by their weights"
		if e.Weighted.Solutions.Known() {
			f.Estimated += fmt.Sprintf(" (%g%% intervals)", 100*stats.DefaultConfidence)
		}
	}
	if t := m.Table(enumerate.RejectsTable); t != nil && t.Rows > 0 {
		f.Warnings = append(f.Warnings,
			fmt.Sprintf("faulty lines of the input, left out: %s, see coverstat cat --table %s",
				enumerate.Grouped(t.Rows), t.Name))
	}
	if Leading(m) && len(d.Measures) > 0 {
		f.Warnings = append(f.Warnings, NoSample)
	}
	for i := range d.Measures {
		f.Measures = append(f.Measures, f.measure(&d.Measures[i]))
	}
	f.Complete = f.complete()
	return f
}

// Sections are all that there is to see, made in one pass over the rows.
func (f *Findings) Sections(o Settings) ([]Section, error) {
	f.settings = o
	if err := f.illustrate(); err != nil {
		return nil, err
	}
	var out []Section
	for _, sections := range []func() ([]Section, error){
		f.against, f.sequence, f.numbersBySize, f.distributions, f.rows, f.sets, f.breakdowns, f.measures, f.heat,
		f.contacts, f.crosstabs, f.shares,
	} {
		list, err := sections()
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	again, err := f.Again(o.Config)
	return append(out, f.Proof(), again), err
}

// Head are the counts as numbers, each with a name of its own.
func (f *Findings) Head() []NamedNumber {
	var out []NamedNumber
	for i, c := range f.Counts {
		out = append(out, NamedNumber{strings.TrimSuffix(c.noun()+": "+c.Note, ": "), c.Raw.Grouped()})
		if i == 0 && c.Distinct != nil {
			out = append(out, NamedNumber{c.Of, c.Distinct.Grouped()})
		}
		if a := f.settings.Against; i == 0 && a != nil {
			out = append(out, NamedNumber{"expected of uniform draws", enumerate.Whole(float64(a.Expected))})
		}
	}
	return out
}

// raw is the number of solutions or draws; 0 of a survey.
func (f *Findings) raw() float64 {
	switch d := f.Statistics; {
	case d.Solutions != nil:
		return d.Solutions.Raw.Float()
	case d.Samples != nil:
		return d.Samples.Drawn.Float()
	}
	return 0
}

// things are what raw numbers of a job count.
func things(job enumerate.Kind) string {
	return map[enumerate.Kind]string{enumerate.Census: "solutions", enumerate.Survey: "instances",
		enumerate.Sample: "draws"}[job]
}

// symmetric reports whether numbers of rows up to symmetry say more than raw ones: these differ, or could have,
// because there are symmetries. In a survey of files or of random puzzles nobody may have looked at symmetry.
func symmetric(m *export.Manifest, d *stats.Document) bool {
	if enumerate.ColumnIndex(m.Columns, enumerate.OrbitSizeColumn) < 0 {
		return false
	}
	return enumerate.Describe(m.Facts).Symmetric ||
		d.Solutions != nil && d.Solutions.Raw.Cmp(d.Solutions.Distinct) != 0 ||
		d.Instances != nil && d.Instances.Raw.Cmp(d.Instances.Distinct) != 0
}

// count adds a count.
func (f *Findings) count(name string, raw, distinct stats.Number) *Count {
	c := Count{Name: name, Raw: raw}
	if f.Symmetric {
		c.Distinct, c.Of = &distinct, UpToSymmetry
	}
	f.Counts = append(f.Counts, c)
	return &f.Counts[len(f.Counts)-1]
}

// stabilisers says how many classes symmetries map to themselves, if some do.
func (f *Findings) stabilisers(list []stats.Stabiliser) {
	var parts []string
	for _, s := range list {
		if s.Order > 1 {
			parts = append(parts, s.Name+" "+s.Classes.Grouped())
		}
	}
	if n := len(parts); n > 0 && n <= 10 { // others are too many to be read
		f.Sentences = append(f.Sentences, "classes that symmetries map to themselves: "+strings.Join(parts, "; "))
	}
}

// instances adds what a survey counted.
func (f *Findings) instances(d *stats.Document) {
	i := d.Instances
	if !i.Drawn.IsZero() {
		defer f.drawn(i)
	}
	all := f.count("instances", i.Raw, i.Distinct)
	if repeats := d.Measures.Find(enumerate.DuplicateColumn); !f.Symmetric && repeats != nil && repeats.Raw.Sum != nil {
		different := repeats.Raw.N.Add(repeats.Raw.Sum.Times(-1))
		all.Distinct, all.Of = &different, "different "+UpToSymmetry
		if !repeats.Raw.Nulls.IsZero() {
			all.Of += fmt.Sprintf(" among the %s that have a form", repeats.Raw.N.Grouped())
		}
	}
	f.count("solvable", i.SolvableRaw, i.SolvableDistinct)
	f.count("with one solution", i.UniqueRaw, i.UniqueDistinct)
	if !i.CappedRaw.IsZero() {
		f.count("with more than were counted", i.CappedRaw, i.CappedDistinct)
	}
	if !i.UndecidedRaw.IsZero() {
		f.count("undecided", i.UndecidedRaw, i.UndecidedDistinct).Note = "their searches were stopped"
	}
}

// drawn says how many instances were drawn until so many met a condition.
func (f *Findings) drawn(i *stats.Instances) {
	f.count("drawn", i.Drawn, i.Drawn).Distinct = nil
	until := f.Manifest.Analysis.Until
	if i.Meeting.Known() {
		f.Sentences = append(f.Sentences, fmt.Sprintf("%s: %s of all that could be drawn", f.Manifest.Analysis.Where,
			i.Meeting.Written(enumerate.Percent, "")))
	}
	if f.Partial == "" && i.Distinct.Cmp(stats.Int(until)) < 0 {
		f.Warnings = append(f.Warnings,
			fmt.Sprintf("the draws ended before %s met %s: no more may be drawn, or there are no others",
				enumerate.Plural(until, "instance"), f.Manifest.Analysis.Where))
	}
}

// Headline says in a line or two how much was counted.
func (f *Findings) Headline() []string {
	if len(f.Counts) == 0 {
		return []string{"nothing is counted"}
	}
	first, parts := f.Counts[0], []string(nil)
	head := first.Raw.Grouped() + " " + first.noun()
	if first.Distinct != nil {
		head += fmt.Sprintf(", %s %s", first.Distinct.Grouped(), first.Of)
	}
	for _, c := range f.Counts[1:] {
		part := c.Name + " " + c.Raw.Grouped()
		if c.Distinct != nil && c.Distinct.Cmp(c.Raw) != 0 {
			part += fmt.Sprintf(" (%s %s)", c.Distinct.Grouped(), c.Of)
		}
		if c.Note != "" {
			part += ": " + c.Note
		}
		parts = append(parts, part)
	}
	if limit := f.Manifest.Limit; f.Partial != "" && limit > 0 && f.Manifest.Rows == limit { // no total
		first := "the first " + enumerate.Plural(limit, "row")
		if f.Whole != "" {
			first += ", of " + f.Whole
		}
		head = first + ": " + head
	}
	if s := f.Manifest.Shard; s != nil {
		head = fmt.Sprintf("shard %d of %d: %s", s.Index, s.Of, head)
	}
	if parts == nil {
		return []string{head}
	}
	return []string{head, strings.Join(parts, ", ")}
}

// noun names what is counted as it stands beside the number.
func (c *Count) noun() string {
	if c.Raw.Cmp(stats.Int(1)) == 0 {
		return strings.TrimSuffix(c.Name, "s")
	}
	return c.Name
}
