package findings

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"

	"github.com/goccy/go-yaml"
)

// complete says what was checked of a dataset that is the whole, "" of others.
func (f *Findings) complete() string {
	checked := "every row checked, "
	switch {
	case f.Partial != "":
		return ""
	case f.Manifest.Job == enumerate.Survey:
		checked = "" // only verify checks the rows of surveys
	case f.Manifest.How == export.Swept:
		checked = "none listed, "
	}
	text := fmt.Sprintf("complete; %s%s accounted for", checked, f.all())
	if !f.Manifest.How.HasRows() && slices.ContainsFunc(f.Statistics.Measures,
		func(m stats.Measure) bool { return m.Raw.Bounds != nil }) {
		text += "; " + allBounds
	}
	return text
}

// all is the number of all solutions, instances or draws, with its noun.
func (f *Findings) all() string {
	return enumerate.Counted(f.Manifest.Raw.Grouped(), strings.TrimSuffix(f.Things, "s"))
}

// Proof says why the counts can be trusted.
func (f *Findings) Proof() Section {
	s := Section{ID: "proof", Class: "proof", Title: "How these counts were proved", Points: f.claims(),
		Table: f.orbits()}
	if s.Points == nil {
		s.Notes = []string{"The dataset is not the whole, so its counts are not final."}
	}
	if f.settings.Checks != nil {
		checks := Section{Class: "checks", Points: Points(f.settings.Checks),
			Notes: []string{
				"Nothing is wrong: when this page was written, the dataset was checked from its files alone, and found right."}}
		if f.settings.NotChecked != "" {
			checks.Notes = append(checks.Notes, Sentence("not checked: "+f.settings.NotChecked))
		}
		s.Parts = append(s.Parts, checks)
	} else if f.settings.Compared {
		s.Notes = append(s.Notes,
			fmt.Sprintf(
				"When this page was written, the %d files of the dataset had the digests that its manifest lists; the rows were not checked again.", len(f.set.Files())))
	}
	s.Parts = append(s.Parts,
		Section{
			Notes: []string{"All of it can be checked again from the files, where DIR is the folder of the dataset:"},
			Code:  "coverstat verify DIR"})
	return s
}

// claims are the reasons to trust the counts of a dataset that is the whole.
func (f *Findings) claims() []Point {
	m, raw := f.Manifest, f.all()
	if f.Partial != "" {
		return nil
	}
	tasks := "Every task was finished: " + enumerate.Plural(m.Tasks.Done, "task")
	if !m.Effort.Nodes.IsZero() {
		tasks += ", " + enumerate.Counted(m.Effort.Nodes.Grouped(), "node")
	}
	out := []Point{{"Nothing was left out.", tasks + "."}}
	rows, ofRows := enumerate.Plural(m.Rows, "row"), "the rows"
	if !m.How.HasRows() {
		rows, ofRows = "rows, which were checked and not kept", "the rows, which were checked and not kept,"
	}
	switch {
	case m.How == export.Swept:
		out = append(out, Point{"Nothing was counted twice.",
			"The solutions were counted by sweeps, and none was listed: a sweep goes along the items in a fixed order and adds up how many partial solutions lead to each set of covered items."})
		agree := fmt.Sprintf("The values of each measure, and the options that cover each item, belong to %s in all.",
			raw)
		if f.Symmetric {
			agree += " The numbers of solutions that each symmetry maps to itself make whole classes, as Burnside's lemma demands."
		}
		out = append(out, Point{"Sweeps of different things agree.", agree})
	case f.Symmetric && m.Job != enumerate.Sample:
		out = append(out, Point{"Nothing was counted twice or lost by symmetry.",
			fmt.Sprintf(
				"The tasks counted %s in all before they dropped duplicates by symmetry. The orbit sizes of %s add up to the same number.", raw, ofRows)})
	default:
		out = append(out, Point{"Nothing was lost on the way.",
			fmt.Sprintf("The tasks counted %s in all, and so do the %s.", raw, rows)})
	}
	check := "Every row passes"
	switch {
	case m.Job == enumerate.Survey:
		check = "With coverstat verify every row passes"
	case m.How == export.Swept && m.Table(enumerate.ExamplesTable) != nil:
		check = "Every example passes"
	case m.How == export.Swept:
		return out
	}
	return append(out, Point{"Other code checks the rows.", check + " a checker that shares no code with the search."})
}

// orbits is the table of how many orbits there are of each size; nil where rows have none.
func (f *Findings) orbits() *Table {
	m, doc := f.Manifest, f.Statistics
	var sizes stats.Histogram
	if doc.Solutions != nil {
		sizes = doc.Solutions.ByOrbitSize
	} else if doc.Instances != nil {
		sizes = doc.Instances.ByOrbitSize
	}
	if f.Partial != "" || !f.Symmetric || len(sizes) == 0 {
		return nil
	}
	things, all := "rows", stats.Int(int64(m.Rows))
	if !m.How.HasRows() {
		things, all = "classes", doc.Solutions.Distinct
	}
	t := &Table{Rows: [][]Cell{heads("orbit size", things, "together")}}
	for _, b := range sizes {
		t.Rows = append(t.Rows, numbers(enumerate.Grouped(b.Value), b.Count.Grouped(),
			b.Count.Times(b.Value).Grouped()))
	}
	t.Rows = append(t.Rows, heads("", all.Grouped(), m.Raw.Grouped()))
	for _, row := range t.Rows {
		row[0].Class = "n"
	}
	return t
}

// Again says how the dataset is made again. known is the name by which the program knows the
// run; "" if its config must be given as a file.
func (f *Findings) Again(known string) (Section, error) {
	m := f.Manifest
	made := fmt.Sprintf("Made by %s %s", m.Program.Name, m.Program.Version)
	if m.Kernel != "" {
		made += " with kernel " + m.Kernel
	}
	if m.Limit == 0 { // else workers were stopped in the middle of tasks, and their effort varies
		made += fmt.Sprintf(": %s, %s in all", enumerate.Plural(m.Tasks.Done, "task"),
			enumerate.Counted(m.Effort.Nodes.Grouped(), "node"))
	}
	s := Section{ID: "again", Title: "How to make it again",
		Notes: []string{made +
			". The same config gives the same bytes, whatever the machine, the number of workers, interruptions and shards."}}
	if known == "" {
		known = FileName(m.Name) + ".yaml"
		s.Notes = append(s.Notes, "Save the config below as "+known+", then:")
	}
	s.Code = "coverstat run " + known
	if m.Limit > 0 {
		s.Code += fmt.Sprintf(" --limit %d", m.Limit)
	}
	if m.Shard != nil {
		s.Code += fmt.Sprintf(" --shard %d/%d", m.Shard.Index, m.Shard.Of)
	}
	s.Code += " --out DIR"
	config, err := YAML(m.Config)
	s.Parts = []Section{{Title: "Config", Code: config, Language: "yaml"}}
	if len(m.Inputs) > 0 {
		inputs := &Table{Rows: [][]Cell{heads("file", "bytes", "SHA-256")}}
		for _, in := range m.Inputs {
			inputs.Rows = append(inputs.Rows, []Cell{{Text: in.Path, Class: "code"},
				{Text: enumerate.Grouped(in.Bytes), Class: "n"}, {Text: in.SHA256, Class: "code"}})
		}
		s.Parts = append(s.Parts, Section{Title: "Inputs", Table: inputs})
	}
	if f.Method != nil {
		s.Folded = []Section{{Title: "How it was searched", Points: Points(f.Method)}}
	}
	return s, err
}

var unsafe = enumerate.Pattern(`[^a-zA-Z0-9._-]`)

// FileName makes a name of a run safe as the name of a file.
func FileName(name string) string { return unsafe().ReplaceAllString(name, "-") }

// YAML writes the config of a manifest as YAML.
func YAML(config json.RawMessage) (string, error) {
	if len(config) == 0 {
		return "", nil
	}
	plain, err := yaml.JSONToYAML(config)
	if err != nil {
		return "", err
	}
	var value, want, got any
	if err := yaml.UnmarshalWithOptions(config, &value, yaml.UseOrderedMap()); err != nil {
		return "", err
	}
	// A board is drawn line by line, unless it is then read as another one: so are some that begin with a space.
	drawn, err := yaml.MarshalWithOptions(value, yaml.UseLiteralStyleIfMultiline(true))
	if err == nil && yaml.Unmarshal(plain, &want) == nil && yaml.Unmarshal(drawn, &got) == nil &&
		reflect.DeepEqual(want,
			got) {
		plain = drawn
	}
	return strings.TrimRight(string(plain), "\n"), nil
}

// NoSample is what must be known of numbers of the tasks that are done first.
const NoSample = "these are the first rows of the search and no random sample: means and shares of all rows may be others"

// Leading reports whether the rows are those of the first tasks of a search, and so no random sample.
func Leading(m *export.Manifest) bool {
	return m.Extent != "" && m.Job != enumerate.Sample && m.Analysis.Until == 0
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
