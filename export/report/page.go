package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/chart"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/stats"
)

// Settings are what a page says that neither manifest nor statistics know.
type Settings struct {
	// Config is the name by which the program knows the run; "" if the config
	// must be given as a file.
	Config string
	// Checks are what the dataset has just been checked for, and passed; nil if
	// nobody looked at its rows.
	Checks []string
	// NotChecked says what could not be checked then; "" if nothing.
	NotChecked string
	// Drawer draws the dataset's rows; nil if they have no picture.
	Drawer *enumerate.Drawer
	Style  picture.Style
	// Against is the sample beside the census of its puzzle, and Census the
	// statistics of that; both are nil if nobody asked for that.
	Against *stats.Against
	Census  *stats.Document
}

// A Page is a report, ready to be written.
type Page struct {
	Name, Family string
	Title        string   // of the config, or the name
	Description  []string // paragraphs
	Kind         enumerate.Kind
	Lead         []string // what the puzzle is
	Warnings     []string
	Sentences    []string // what was found
	Stats        []stat
	Pieces       []picture.LegendEntry
	Sections     []block
	Proof        proof
	Facts        []string
	Config       string // as YAML
	ConfigName   string // by which it can be run again
	ConfigFile   bool   // which is a file to be written first
	Inputs       []enumerate.Input
	Program      export.Program
}

// source is what sections are made of.
type source struct {
	set       *export.Dataset
	found     *findings.Findings
	columns   []enumerate.Column // of the rows
	analysis  enumerate.Analysis
	doc       *stats.Document
	options   Settings
	painter   *picture.Painter // nil if rows have no picture
	gallery   *gallery
	symmetric bool // rows are up to symmetry; in surveys nobody may have looked at it
}

// New gathers what is shown of a dataset. It reads all rows once, and compares
// every file with its digest: there is no page of a damaged dataset.
func New(d *export.Dataset, doc *stats.Document, o Settings) (*Page, error) {
	wrong, err := d.Verify()
	if err != nil {
		return nil, err
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s is damaged: %w", d.Dir(), wrong[0])
	}
	found := findings.New(d, doc)
	doc = found.Statistics
	s := &source{set: d, found: found, columns: d.Columns(), analysis: d.Manifest.Analysis, doc: doc, options: o, symmetric: found.Symmetric}
	shown, examples := d.Examples()
	if !examples {
		shown = d
	}
	if o.Drawer != nil {
		if s.painter, err = picture.NewPainter(shown, o.Drawer, o.Style); err != nil {
			return nil, err
		}
	}
	if s.gallery, err = newGallery(shown, examples, s.painter, doc); err != nil {
		return nil, err
	}
	m := d.Manifest
	title, description := m.Titles()
	p := &Page{Name: m.Name, Title: title, Description: paragraphs(description), Family: m.Family, Kind: m.Job, Program: m.Program,
		Inputs: m.Inputs, ConfigName: o.Config, Stats: s.headStats(),
		Lead: found.Puzzle, Facts: found.Method, Proof: newProof(d, found, o)}
	if found.Partial != "" {
		p.Title += " (partial)"
		p.Warnings = []string{sentence("not complete: " + found.Partial + "; the numbers are those of this part")}
	}
	for _, text := range found.Warnings {
		p.Warnings = append(p.Warnings, sentence(text))
	}
	for _, text := range found.Sentences {
		p.Sentences = append(p.Sentences, sentence(text))
	}
	if s.painter != nil {
		p.Pieces = s.painter.Legend()
	}
	if p.Config, err = YAML(m.Config); err != nil {
		return nil, err
	}
	if p.ConfigName == "" {
		p.ConfigName, p.ConfigFile = fileName(m.Name)+".yaml", true
	}
	for _, sections := range []func() ([]block, error){
		s.verdict, s.rows, s.sets, s.ways, s.breakdowns, s.measures, s.heat, s.contacts, s.crosstabs, s.weighted, s.estimates,
	} {
		list, err := sections()
		if err != nil {
			return nil, err
		}
		for _, b := range list {
			if b.ID == "" {
				b.ID = fmt.Sprintf("section-%d", len(p.Sections)+1)
			}
			p.Sections = append(p.Sections, b)
		}
	}
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

// things are what raw counts count.
func (s *source) things() string { return findings.Things(s.doc.Job) }

// raw is the number of solutions or draws; 0 of a survey.
func (s *source) raw() float64 {
	switch {
	case s.doc.Solutions != nil:
		return s.doc.Solutions.Raw.Float()
	case s.doc.Samples != nil:
		return s.doc.Samples.Drawn.Float()
	}
	return 0
}

// column returns a column of the rows, empty if there is none of that name.
func (s *source) column(name string) enumerate.Column {
	if i := enumerate.ColumnIndex(s.columns, name); i >= 0 {
		return s.columns[i]
	}
	return enumerate.Column{}
}

// paragraphs is one paragraph, or none without text.
func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// headStats are the numbers at the head of the page.
func (s *source) headStats() []stat {
	var out []stat
	for i, c := range s.found.Counts {
		out = append(out, stat{commas(c.Raw), strings.TrimSuffix(c.Noun()+": "+c.Note, ": ")})
		if i > 0 {
			continue
		}
		if c.Distinct != nil {
			out = append(out, stat{commas(*c.Distinct), c.Of})
		}
		if a := s.options.Against; a != nil {
			out = append(out, stat{whole(float64(a.Expected)), "expected of uniform draws"})
		}
	}
	return out
}

//go:embed page.html
var pageHTML string

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{"count": count, "hex": picture.Hex, "colours": func() any { return chart.Colours }}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}
