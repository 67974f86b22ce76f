package findings

import (
	"math"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/picture"
	"coverstat/stats"
)

// A Section is a part of what is said of a dataset. Package report writes it as HTML for a
// page, as Markdown for a card and as text for a console, in the order of these fields and
// whatever of them is set: who adds a section writes a function that returns it.
//
// Notes are sentences. A card and a console have neither colours nor figures, and leave out what is folded.
type Section struct {
	ID, Class string // of the page's element
	Title     string
	Closed    bool   // a section of a page that is opened on demand
	Mark      string // what to look at, in a few words
	Notes     []string
	Warnings  []string
	Points    []Point
	Chart     *Figure
	Numbers   []NamedNumber
	Table     *Table
	Colours   []picture.LegendEntry // of the figures
	Figures   []Figure
	Layout    string // class of the figures and of the parts: strip or maps, with mid or long for wide boards; cards
	Code      string // to be copied, such as a command
	Language  string // of the code: yaml, sql or bibtex; "" is a command
	Parts     []Section
	Folded    []Section // each with a title, shown on demand
}

// A Point is an entry of a list. Lead is set off from the text, and may be "".
type Point struct{ Lead, Text string }

// Points are texts as entries of a list.
func Points(texts []string) (list []Point) {
	for _, text := range texts {
		list = append(list, Point{Text: text})
	}
	return list
}

// A NamedNumber is a number, or a line of them, with its name: "mean" and "25.14". The name may be "".
type NamedNumber struct{ Name, Value string }

// A Figure is a chart or a board with what is written below it.
type Figure struct {
	Chart      interface{ Picture() *picture.Picture } // such as a [chart.Chart]; nil for a board
	Board      *picture.Board
	Spoken     string   // what it shows, for readers who cannot see it
	Bold, Text string   // the caption begins with Bold
	Row        string   // "row 7"; "" if the figure shows no row
	Keys       []string // what the series of a chart are, in their order
}

// A Table is a table, row by row.
type Table struct {
	Class string // "", or grid for cells that are shaded and close together
	Rows  [][]Cell
}

// A Cell is a cell of a table, or the head of a row or column.
type Cell struct {
	Text, Small string
	Head        bool
	// n: a number; row: names a row; share: with a bar as long as Tint; mark: a difference; code: for programs
	Class string
	// Tint is how much colour there is behind it, from 0 to 1, or of the other colour, from 0 to -1.
	Tint float64
	Span int // columns; 0 is one
}

// Shade is the tint as pages have it: how much, without its sign.
func (c Cell) Shade() string { return strconv.FormatFloat(math.Abs(c.Tint), 'f', 3, 64) }

// numbers are cells of numbers.
func numbers(texts ...string) []Cell {
	var out []Cell
	for _, text := range texts {
		out = append(out, Cell{Text: text, Class: "n"})
	}
	return out
}

// line is a name, then numbers.
func line(name string, texts ...string) []Cell {
	return append([]Cell{{Text: name}}, numbers(texts...)...)
}

// rowHead is the head of a row.
func rowHead(name string) Cell { return Cell{Text: name, Head: true, Class: "row"} }

// heads are the heads of columns of numbers, after the head of a column of names.
func heads(name string, texts ...string) []Cell {
	out := []Cell{rowHead(name)}
	for _, c := range numbers(texts...) {
		c.Head = true
		out = append(out, c)
	}
	return out
}

// NewTable makes a table of texts below these heads.
func NewTable(heads ...string) *Table {
	t := &Table{Rows: [][]Cell{nil}}
	for _, text := range heads {
		t.Rows[0] = append(t.Rows[0], Cell{Text: text, Head: true})
	}
	return t
}

// Add adds a row of texts to a table. The first is a name for programs.
func (t *Table) Add(name string, texts ...string) {
	row := []Cell{{Text: name, Class: "code"}}
	for _, text := range texts {
		row = append(row, Cell{Text: text})
	}
	t.Rows = append(t.Rows, row)
}

// ends writes the ends of an interval, "" if they are unknown.
func ends(i stats.Interval, write func(float64) string) string {
	if !i.Known() {
		return ""
	}
	low, high := write(i.Low), write(i.High)
	if math.IsInf(i.Low, -1) {
		low = "-∞"
	}
	if math.IsInf(i.High, 1) {
		high = "∞"
	}
	return low + " to " + high
}

// value writes a value of a column.
func (f *Findings) value(column string, v int64) string {
	if f.column(column).Type == enumerate.Bool {
		return [...]string{"no", "yes"}[v&1]
	}
	return enumerate.Grouped(v)
}

// column returns a column of the rows, empty if there is none of that name.
func (f *Findings) column(name string) enumerate.Column {
	if i := enumerate.ColumnIndex(f.columns, name); i >= 0 {
		return f.columns[i]
	}
	return enumerate.Column{}
}

// plainName writes the name of a column as words.
func plainName(s string) string { return strings.ReplaceAll(s, "_", " ") }

// Sentence begins with a capital and ends with a full stop.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// paragraphs is one paragraph, or none without text.
func paragraphs(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}
