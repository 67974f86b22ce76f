package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/stats"
)

// Options are what a page says that neither manifest nor statistics know.
type Options struct {
	// Config is the name by which the program knows the run; "" if the config
	// must be given as a file.
	Config string
	// Checks are what the dataset has just been checked for, and passed; nil if
	// nobody looked at its rows.
	Checks []string
	// Drawer draws the dataset's rows; nil if they have no picture.
	Drawer *enumerate.Drawer
	Style  picture.Style
	// Against is the sample beside the census of its puzzle; nil if nobody
	// asked for that.
	Against *stats.Against
}

// A Page is a report, ready to be written.
type Page struct {
	Name, Family string
	Kind         enumerate.Kind
	Symmetric    bool     // rows are up to symmetry; in surveys nobody may have looked at it
	Lead         []string // what the puzzle is
	Warning      string   // that it is not the whole, "" if it is
	Figures      []figure
	Strips       []strip
	Measures     []measure
	Heat         []heatMap
	Contacts     *contacts
	Comparisons  []*comparison
	Breakdowns   []*breakdown
	Crosstabs    []*crosstab
	Weighted     *weighted
	Against      *against
	Sections     []*outline
	Proof        proof
	Facts        []string
	Config       string // as YAML
	ConfigName   string // by which it can be run again
	ConfigFile   bool   // which is a file to be written first
	Inputs       []export.Input
	Program      export.Program
}

// figure is one of the great numbers at the head.
type figure struct{ Number, Text string }

// measure is a measure with its chart.
type measure struct {
	Name, Meaning, Unit string
	Summary             []figure
	Chart               template.HTML
	Spoken              string // the chart for those who do not see it
	Bars                bars
	Table               []bar // nil where it would be long
	Exhibits            []exhibit
}

// New gathers what is shown of a dataset. It reads all rows once, and compares
// every file with its digest: a page never praises a damaged dataset.
func New(d *export.Dataset, doc *stats.Document, o Options) (*Page, error) {
	wrong, err := d.Verify()
	if err != nil {
		return nil, err
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s is damaged: %w", d.Dir(), wrong[0])
	}
	var drawer *picture.Drawer
	if o.Drawer != nil {
		if drawer, err = picture.NewDrawer(d, o.Drawer, o.Style); err != nil {
			return nil, err
		}
	}
	m := d.Manifest
	p := &Page{Name: m.Name, Family: m.Family, Kind: m.Job, Warning: warning(m), Program: m.Program,
		Symmetric: enumerate.ColumnIndex(d.Columns(), "orbit_size") >= 0, Inputs: m.Inputs, ConfigName: o.Config}
	p.Figures = p.figures(doc)
	for _, f := range m.Facts {
		switch f.Key {
		case "job":
		case "board", "pieces", "box", "instances", "sampler":
			p.Lead = append(p.Lead, f.Text)
		default:
			p.Facts = append(p.Facts, f.Text)
		}
	}
	if p.Config, err = yamlOf(m.Config); err != nil {
		return nil, err
	}
	if p.ConfigName == "" {
		p.ConfigName, p.ConfigFile = fileName(m.Name)+".yaml", true
	}
	g := newGallery(d, doc)
	if err := g.scan(); err != nil {
		return nil, err
	}
	if p.Strips, err = g.strips(drawer, doc); err != nil {
		return nil, err
	}
	for _, x := range doc.Measures {
		shown, err := g.measure(drawer, x, d.Columns())
		if err != nil {
			return nil, fmt.Errorf("measure %s: %w", x.Name, err)
		}
		if doc.Instances != nil && x.Name == "solutions" {
			p.Measures = slices.Insert(p.Measures, 0, *shown) // what a survey is about
		} else {
			p.Measures = append(p.Measures, *shown)
		}
	}
	if all := solutionsIn(doc); all > 0 {
		if p.Heat, err = heatMaps(d, o.Drawer, drawer, all); err != nil {
			return nil, err
		}
		if p.Contacts, err = newContacts(d, all); err != nil {
			return nil, err
		}
	}
	if err := p.analyse(d, doc); err != nil {
		return nil, err
	}
	p.Weighted, p.Against = newWeighted(doc), newAgainst(o.Against)
	if p.Sections, err = sections(doc); err != nil {
		return nil, err
	}
	p.Proof = newProof(d, doc, o.Checks)
	return p, nil
}

// fileName makes a name of a config safe to be typed.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
}

func warning(m *export.Manifest) string {
	switch {
	case m.Shard != nil:
		return fmt.Sprintf("This is shard %d of %d, numbered from 0, and not the whole: merge the shards first.", m.Shard.Index, m.Shard.Of)
	case m.Limit > 0:
		return fmt.Sprintf("These are the first %d rows of a run with a limit, and not all there are.", m.Rows)
	case !m.Complete:
		return fmt.Sprintf("%d of %d tasks are done: the counts are not final.", m.Tasks.Done, m.Tasks.Total)
	}
	return ""
}

// solutionsIn is the number of solutions or draws; 0 of a survey.
func solutionsIn(d *stats.Document) float64 {
	switch {
	case d.Solutions != nil:
		return d.Solutions.Raw.Float()
	case d.Samples != nil:
		return d.Samples.Drawn.Float()
	}
	return 0
}

func (p *Page) figures(d *stats.Document) []figure {
	switch {
	case d.Solutions != nil:
		return []figure{{commas(d.Solutions.Raw), "solutions"}, {commas(d.Solutions.Distinct), "up to symmetry"}}
	case d.Instances != nil:
		i := d.Instances
		out := []figure{{commas(i.Raw), "instances"}}
		if p.Symmetric {
			out = append(out, figure{commas(i.Distinct), "up to symmetry"})
		}
		return append(out, figure{commas(i.SolvableRaw), "can be solved"}, figure{commas(i.UniqueRaw), "have one solution"})
	case d.Samples != nil:
		out := []figure{{commas(d.Samples.Drawn), "draws"}, {commas(d.Samples.Distinct), "different solutions seen"}}
		if d.Samples.Failed != nil && !d.Samples.Failed.IsZero() {
			out = append(out, figure{commas(*d.Samples.Failed), "draws failed"})
		}
		return out
	}
	return nil
}

func (g *gallery) strips(d *picture.Drawer, doc *stats.Document) ([]strip, error) {
	var out []strip
	add := func(title, text string, rows []int64, describe func(i int) (value, word string)) error {
		list, err := exhibits(d, rows, describe)
		if len(list) > 0 {
			out = append(out, strip{title, text, list})
		}
		return err
	}
	if g.unique == nil {
		what := "Of all rows, chosen at random."
		if err := add("Some solutions", what, g.some.rows, nil); err != nil {
			return nil, err
		}
		if g.most != nil {
			text := "Uniform draws come back to each solution about as often."
			err := add("Seen most often", text, g.most.rows, func(i int) (string, string) {
				return groups(strconv.FormatInt(g.most.values[i], 10)), "times"
			})
			if err != nil {
				return nil, err
			}
		}
	} else {
		err := add("Most solutions", "The instances with the most solutions.", g.most.rows, func(i int) (string, string) {
			return groups(strconv.FormatInt(g.most.values[i], 10)), "solutions"
		})
		if err == nil {
			what := "instances"
			if enumerate.ColumnIndex(g.set.Columns(), "orbit_size") >= 0 {
				what = "instances, up to symmetry,"
			}
			text := fmt.Sprintf("%d of the %s %s that have one solution, chosen at random.", len(g.unique.rows), commas(doc.Instances.UniqueDistinct), what)
			err = add("One solution", text, g.unique.rows, nil)
		}
		if err != nil {
			return nil, err
		}
	}
	if g.regular != nil {
		title := "The most symmetric"
		text := fmt.Sprintf("Orbits of %s: symmetries map these solutions to themselves. There are %s.", commas(stats.Int(g.least)), commas(stats.Int(g.regular.offered)))
		if err := add(title, text, g.regular.rows, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (g *gallery) measure(d *picture.Drawer, m stats.Measure, columns []enumerate.Column) (*measure, error) {
	out := &measure{Name: m.Name, Bars: barsOf(m)}
	if i := enumerate.ColumnIndex(columns, m.Name); i >= 0 {
		out.Meaning, out.Unit = columns[i].Meaning, columns[i].Unit
	}
	out.Summary = summary(m.Raw)
	if len(out.Bars.List) > 0 {
		var err error
		if out.Chart, err = chart(out.Bars, out.Unit); err != nil {
			return nil, err
		}
		out.Table = out.Bars.List
		out.Spoken = fmt.Sprintf("bar chart of %s, from %d to %d", m.Name, out.Table[0].Low, out.Table[len(out.Table)-1].High)
	}
	var rows []int64
	var found []*wanted
	for _, w := range g.wanted[m.Name] {
		if w.row >= 0 {
			rows = append(rows, w.row)
			found = append(found, w)
		}
	}
	var err error
	out.Exhibits, err = exhibits(d, rows, func(i int) (string, string) {
		return groups(strconv.FormatInt(found[i].value, 10)), found[i].word
	})
	return out, err
}

func summary(d stats.Distribution) []figure {
	if d.Min == nil {
		return []figure{{"none", "no row has a value"}}
	}
	out := []figure{{commas(*d.Min), "least"}}
	if d.Median != nil {
		out = append(out, figure{commas(*d.Median), "median"})
	}
	if d.Mean != nil {
		out = append(out, figure{strconv.FormatFloat(*d.Mean, 'g', 4, 64), "mean"})
	}
	out = append(out, figure{commas(*d.Max), "greatest"})
	if d.Entropy != nil {
		out = append(out, figure{strconv.FormatFloat(*d.Entropy, 'f', 2, 64), "entropy"})
	}
	if !d.Nulls.IsZero() {
		out = append(out, figure{commas(d.Nulls), "without a value"})
	}
	return out
}

// analyse adds what was counted beside the measures.
func (p *Page) analyse(d *export.Dataset, doc *stats.Document) error {
	var cross stats.CrossTables
	if _, err := doc.Section(stats.CrosstabsSection, &cross); err != nil {
		return err
	}
	for _, t := range cross {
		p.Crosstabs = append(p.Crosstabs, newCrosstab(t, doc.Job, d.Columns()))
	}
	var breaks stats.BreakTables
	if _, err := doc.Section(stats.BreakdownsSection, &breaks); err != nil {
		return err
	}
	for _, t := range breaks {
		p.Breakdowns = append(p.Breakdowns, newBreakdown(t, d.Manifest, d.Columns()))
	}
	if d.Manifest.Analysis == nil {
		return nil
	}
	for _, c := range d.Manifest.Analysis.Comparisons {
		shown, err := newComparison(c, doc)
		if err != nil {
			return err
		}
		p.Comparisons = append(p.Comparisons, shown)
	}
	return nil
}

// sections are the parts of stats.json that have no view of their own.
func sections(doc *stats.Document) ([]*outline, error) {
	var out []*outline
	add := func(title string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		o, err := newOutline(title, data)
		if err == nil && len(o.Lines)+len(o.Groups)+len(o.Texts) > 0 {
			out = append(out, o)
		}
		return err
	}
	if doc.Estimates != nil {
		if err := add("estimates", doc.Estimates); err != nil {
			return nil, err
		}
	}
	for _, s := range doc.Sections {
		if s.Name == stats.CrosstabsSection || s.Name == stats.BreakdownsSection {
			continue
		}
		if err := add(s.Name, s.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

//go:embed page.html
var pageHTML string

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"commas": commas, "bytes": func(n int64) string { return groups(strconv.FormatInt(n, 10)) },
		"plain": func(s string) string { return strings.ReplaceAll(s, "_", " ") },
		"title": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
	}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}
