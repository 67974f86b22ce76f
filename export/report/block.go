package report

import (
	"html/template"
	"image/color"

	"coverstat/export/picture"
	"coverstat/stats"
)

// A block is a part of the page: a section, or a part of one. What it has is
// shown in the order of these fields.
type block struct {
	ID, Class string // of its element
	Title     string
	Notes     []string // paragraphs
	// Chart and Figures stand beside each other, and what follows below Figures.
	Chart    *drawing
	Figures  []figure
	Table    *table
	Drawings []drawing
	Layout   string  // class of the drawings: strip, maps, maps long, twins
	Parts    []block // each with a title of its own
	Endings  []string
	Folded   []block // shown on demand
}

// figure is a number and what it counts.
type figure struct{ Number, Text string }

// drawing is a chart or a board with what is written below it.
type drawing struct {
	SVG        template.HTML
	Spoken     string // what it shows, for those who do not see it; "" if the caption says that
	Bold, Text string
	Row        string // "row 7"; "" where the drawing is of no row
	Keys       []key
}

// key says what a colour of a chart stands for.
type key struct{ Colour, Text string }

// table is a table of any shape.
type table struct {
	Class string // "" or grid: cells close together, each with a colour of its own
	Rows  [][]cell
}

// cell is a cell of a table, or its head.
type cell struct {
	Text, Small string
	Head        bool
	Class       string // n: a number; row: names a row; first: of a group
	Fill        string // colour behind it, "" for none
	Swatch      string // colour of a square before the text, "" for none
	Span        int    // columns; 0 is one
}

// numbers are cells of numbers.
func numbers(texts ...string) []cell {
	var out []cell
	for _, text := range texts {
		out = append(out, cell{Text: text, Class: "n"})
	}
	return out
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

// pivot is a table of two variables.
type pivot struct {
	down, across string // what rows and columns are; across may be ""
	rows, heads  []string
	cells        [][]cell // by row and column
}

func newPivot(down, across string, rows, heads []string) *pivot {
	p := &pivot{down: down, across: across, rows: rows, heads: heads}
	for range rows {
		p.cells = append(p.cells, make([]cell, len(heads)))
	}
	return p
}

func (p *pivot) table() *table {
	t := &table{Class: "grid"}
	if p.across != "" {
		t.Rows = append(t.Rows, []cell{{Head: true}, {Text: p.across, Head: true, Class: "n", Span: len(p.heads)}})
	}
	t.Rows = append(t.Rows, heads(p.down, p.heads...))
	for i, name := range p.rows {
		row := []cell{{Text: name, Head: true, Class: "row"}}
		for _, c := range p.cells[i] {
			c.Class = "n"
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// The colours between which cells are shaded.
var (
	white  = color.NRGBA{255, 255, 255, 255}
	blue   = color.NRGBA{107, 163, 214, 255}
	orange = color.NRGBA{240, 160, 80, 255}
)

// shade returns a colour that is white at low and blue at high; "" if these are
// the same.
func shade(x, low, high float64) string {
	if high <= low {
		return ""
	}
	return picture.Hex(picture.Mix(white, blue, (x-low)/(high-low)))
}

// estimated returns the interval of a measure's mean, nil where there is none.
func estimated(doc *stats.Document, column string) *stats.Interval {
	if doc.Estimates == nil {
		return nil
	}
	for i := range doc.Estimates.Measures {
		if m := &doc.Estimates.Measures[i]; m.Name == column {
			return &m.Mean
		}
	}
	return nil
}
