package report

import (
	"html/template"
	"math"
	"strconv"

	"coverstat/export/picture"
	"coverstat/stats"
)

// A block is a section of the page, or a part of a section. The page shows what
// is set, in the order of these fields.
type block struct {
	ID, Class string // of its element
	Title     string
	Closed    bool // a section that is opened on demand
	Mark      string
	Notes     []string // paragraphs
	Chart     *figure
	Stats     []stat
	Table     *table
	Colours   []picture.LegendEntry // of the figures
	Figures   []figure
	Layout    string  // class of the figures and of the parts: strip or maps, with mid or long for wide boards; cards
	Parts     []block // each with a title of its own
	Endings   []string
	Folded    []block // shown on demand
}

// stat is a number and what it says.
type stat struct{ Number, Text string }

// figure is a chart or a board with what is written below it.
type figure struct {
	SVG        template.HTML
	Spoken     string   // what it shows, for readers who cannot see it; "" if the SVG has a title
	Bold, Text string   // the caption begins with Bold
	Row        string   // "row 7"; "" if the figure shows no row
	Keys       []string // what the series of a chart are, in their order
}

// table is a table, row by row.
type table struct {
	Class string // "", or grid for cells that are shaded and close together
	Rows  [][]cell
}

// cell is a cell of a table, or the head of a row or column.
type cell struct {
	Text, Small string
	Head        bool
	Class       string // n: a number; row: names a row; first: of a group; share: with a bar as long as Tint; mark: a difference
	// Tint is how much colour there is behind it, from 0 to 1, or of the other
	// colour, from 0 to -1.
	Tint float64
	Span int // columns; 0 is one
}

// Shade is the tint as page.html has it: how much, without its sign.
func (c cell) Shade() string { return strconv.FormatFloat(math.Abs(c.Tint), 'f', 3, 64) }

// numbers are cells of numbers.
func numbers(texts ...string) []cell {
	var out []cell
	for _, text := range texts {
		out = append(out, cell{Text: text, Class: "n"})
	}
	return out
}

// line is a name, then numbers.
func line(name string, texts ...string) []cell {
	return append([]cell{{Text: name}}, numbers(texts...)...)
}

// heads are the heads of columns of numbers, after the head of a column of
// names.
func heads(name string, texts ...string) []cell {
	out := []cell{{Text: name, Head: true, Class: "row"}}
	for _, c := range numbers(texts...) {
		c.Head = true
		out = append(out, c)
	}
	return out
}

// estimated returns the interval of a measure's mean, nil where there is none.
func estimated(doc *stats.Document, column string) *stats.Interval {
	if doc.Estimates == nil {
		return nil
	}
	for i := range doc.Estimates.Measures {
		if m := &doc.Estimates.Measures[i]; m.Name == column {
			return m.Mean
		}
	}
	return nil
}
