// Package findings says in words what there is to know of a dataset: what was counted,
// how far that goes, and how it was proved. It is a value, which console, card and page
// show in their own ways: a new sentence about datasets is written in this package alone.
//
// Sentences begin with a small letter and have no full stop. Numbers in them are written by
// package stats.
package findings

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

// Findings are what is said of a dataset.
type Findings struct {
	// Statistics are those of the dataset, without intervals that are not to be trusted.
	Statistics *stats.Document
	Things     string // what raw numbers count: solutions, instances or draws
	Symmetric  bool   // symmetry made some of them equal, or could have

	Puzzle, Method []string // what the puzzle is, and how it was searched

	Counts    []Count
	Sentences []string
	Warnings  []string
	Measures  []Measure
	Estimated string // what the estimates of measures are, "" if there are none

	Partial  string // which part of the whole the dataset is, "" if it is the whole
	Whole    string // the number of rows of the whole, in words; "" if nobody has estimated it
	Complete string // what was checked of a dataset that is the whole
	Proof    []Claim

	set     *export.Dataset
	options func() (*enumerate.Batch, error) // the table
}

// A Count is a number that tells how much there is.
type Count struct {
	Name     string // what is counted, such as "solutions"
	Raw      stats.Number
	Distinct *stats.Number // nil if it says no more
	Of       string        // what Distinct counts, such as "up to symmetry"
	Note     string
}

// A Claim is a reason to trust the counts.
type Claim struct {
	Claim, Reason string
	OfOrbits      bool // the sizes of orbits are a part of the reason
}

// Bounds says that least and greatest values need no list of solutions.
const Bounds = "least and greatest values are proved for all solutions"

// UpToSymmetry is what distinct numbers count.
const UpToSymmetry = "up to symmetry"

// rejectsTable is the name that surveys of files give to the table of lines that they could
// not read.
const rejectsTable = "rejects"

// New makes the findings of a dataset from its manifest and stats.json. It reads the
// table of options where a placement is to be described, and no rows.
func New(set *export.Dataset, statistics *stats.Document) *Findings {
	m, d := set.Manifest, statistics.Trusted()
	f := &Findings{Statistics: d, Things: Things(m.Job), Symmetric: symmetric(m, d), Partial: Partial(m), set: set}
	f.options = sync.OnceValues(func() (*enumerate.Batch, error) { return set.Table(enumerate.OptionsTable) })
	var required []string
	for _, fact := range m.Facts {
		switch fact.Key {
		case "require":
			required = append(required, fmt.Sprint(fact.Value))
			f.Method = append(f.Method, fact.Text)
		case "job":
		case "sampler":
			f.Sentences = append(f.Sentences, fact.Text)
		case "board", "pieces", "box", "instances":
			f.Puzzle = append(f.Puzzle, fact.Text)
		default:
			f.Method = append(f.Method, fact.Text)
		}
	}
	if len(required) > 0 {
		f.Sentences = append(f.Sentences, "only solutions that meet "+strings.Join(required, "; "))
	}
	switch {
	case d.Solutions != nil:
		f.count("solutions", d.Solutions.Raw, d.Solutions.Distinct)
		f.stabilisers(d.Solutions.BySymmetry)
	case d.Instances != nil:
		f.instances(d)
	case d.Samples != nil:
		f.sample(d)
	}
	if e := d.Estimates; e != nil && e.Weighted != nil {
		f.Estimated = "in all solutions, estimated from the draws by their weights"
		if e.Weighted.Solutions.Known() {
			f.Estimated += fmt.Sprintf(" (%g%% intervals)", 100*stats.DefaultConfidence)
		}
	}
	if t := m.Table(rejectsTable); t != nil && t.Rows > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("faulty lines of the input, left out: %s, see coverstat cat --table %s", enumerate.Grouped(t.Rows), t.Name))
	}
	for i := range d.Measures {
		f.Measures = append(f.Measures, f.measure(&d.Measures[i]))
	}
	f.prove(m)
	return f
}

// Things are what raw numbers of a job count.
func Things(job enumerate.Kind) string {
	return map[enumerate.Kind]string{enumerate.Census: "solutions", enumerate.Survey: "instances", enumerate.Sample: "draws"}[job]
}

// Partial says which part of the whole a dataset is, "" if it is the whole.
func Partial(m *export.Manifest) string {
	tasks := fmt.Sprintf("%s of %s", enumerate.Grouped(m.Tasks.Done), enumerate.Plural(m.Tasks.Total, "task"))
	switch {
	case m.Extent != "":
		return m.Extent
	case m.Shard != nil:
		return fmt.Sprintf("shard %d of %d, numbered from 0, with %s", m.Shard.Index, m.Shard.Of, tasks)
	case !m.Complete:
		return tasks
	}
	return ""
}

// Symmetries reports whether a job whose facts these are has symmetries.
func Symmetries(facts []enumerate.Fact) bool {
	order := ""
	for _, fact := range facts {
		if fact.Key == "group_order" && order == "" || fact.Key == "set_group_order" { // the instances are sets
			order = fmt.Sprint(fact.Value)
		}
	}
	return order != "1"
}

// symmetric reports whether rows are up to symmetry, and numbers of them say more than raw
// ones: these differ, or could have, because there are symmetries. In a survey of files or
// of random puzzles nobody may have looked at symmetry.
func symmetric(m *export.Manifest, d *stats.Document) bool {
	if enumerate.ColumnIndex(m.Columns, enumerate.OrbitSizeColumn) < 0 {
		return false
	}
	return Symmetries(m.Facts) || d.Solutions != nil && d.Solutions.Raw.Cmp(d.Solutions.Distinct) != 0 ||
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

// mostStabilisers is the number of stabilisers up to which they are listed.
const mostStabilisers = 10

// stabilisers says how many classes symmetries map to themselves, if some do.
func (f *Findings) stabilisers(list []stats.Stabiliser) {
	var parts []string
	for _, s := range list {
		if s.Order > 1 {
			parts = append(parts, s.Name+" "+s.Classes.Grouped())
		}
	}
	if n := len(parts); n > 0 && n <= mostStabilisers {
		f.Sentences = append(f.Sentences, "classes that symmetries map to themselves: "+strings.Join(parts, "; "))
	}
}

// instances adds what a survey counted.
func (f *Findings) instances(d *stats.Document) {
	i := d.Instances
	all := f.count("instances", i.Raw, i.Distinct)
	if repeats := d.Measures.Find(enumerate.DuplicateColumn); !f.Symmetric && repeats != nil && repeats.Raw.Sum != nil {
		n := repeats.Raw.N.Big()
		different := stats.BigInt(n.Sub(n, repeats.Raw.Sum.Big()))
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

// prove says why the counts can be trusted.
func (f *Findings) prove(m *export.Manifest) {
	if f.Partial != "" {
		return
	}
	raw := enumerate.Counted(m.Raw.Grouped(), strings.TrimSuffix(f.Things, "s"))
	checked := "every row checked, "
	switch {
	case m.Job == enumerate.Survey:
		checked = "" // only verify checks the rows of surveys
	case m.CountedBy == "sweep":
		checked = "none listed, "
	}
	f.Complete = fmt.Sprintf("complete; %s%s accounted for", checked, raw)
	if m.CountedBy != "" && slices.ContainsFunc(f.Statistics.Measures, func(m stats.Measure) bool { return m.Raw.Bounds != nil }) {
		f.Complete += "; " + Bounds
	}
	tasks := "Every task was finished: " + enumerate.Plural(m.Tasks.Done, "task")
	if !m.Effort.Nodes.IsZero() {
		tasks += ", " + enumerate.Counted(m.Effort.Nodes.Grouped(), "node")
	}
	f.claim("Nothing was left out.", tasks+".")
	rows, ofRows := enumerate.Plural(m.Rows, "row"), "the rows"
	if m.CountedBy != "" {
		rows, ofRows = "rows, which were checked and not kept", "the rows, which were checked and not kept,"
	}
	switch {
	case m.CountedBy == "sweep":
		f.claim("Nothing was counted twice.", "The solutions were counted by sweeps, and none was listed: a sweep goes along the items in a fixed order and adds up how many partial solutions lead to each set of covered items.")
		agree := fmt.Sprintf("The values of each measure, and the options that cover each item, belong to %s in all.", raw)
		if f.Symmetric {
			agree += " The numbers of solutions that each symmetry maps to itself make whole classes, as Burnside's lemma demands."
		}
		f.claim("Sweeps of different things agree.", agree).OfOrbits = true
	case f.Symmetric && m.Job != enumerate.Sample:
		f.claim("Nothing was counted twice or lost by symmetry.",
			fmt.Sprintf("The tasks counted %s in all before they dropped duplicates by symmetry. The orbit sizes of %s add up to the same number.", raw, ofRows)).OfOrbits = true
	default:
		f.claim("Nothing was lost on the way.", fmt.Sprintf("The tasks counted %s in all, and so do the %s.", raw, rows))
	}
}

func (f *Findings) claim(claim, reason string) *Claim {
	f.Proof = append(f.Proof, Claim{Claim: claim, Reason: reason})
	return &f.Proof[len(f.Proof)-1]
}

// Headline says in a line or two how much was counted.
func (f *Findings) Headline() []string {
	if len(f.Counts) == 0 {
		return []string{"nothing is counted"}
	}
	first, parts := f.Counts[0], []string(nil)
	head := first.Raw.Grouped() + " " + first.Noun()
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
	if limit := f.set.Manifest.Limit; f.Partial != "" && limit > 0 && f.set.Manifest.Rows == limit { // no total
		first := "the first " + enumerate.Plural(limit, "row")
		if f.Whole != "" {
			first += ", of " + f.Whole
		}
		head = first + ": " + head
	}
	if parts == nil {
		return []string{head}
	}
	return []string{head, strings.Join(parts, ", ")}
}

// Noun names what is counted as it stands beside the number.
func (c *Count) Noun() string {
	if c.Raw.Cmp(stats.Int(1)) == 0 {
		return strings.TrimSuffix(c.Name, "s")
	}
	return c.Name
}
