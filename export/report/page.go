package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"coverstat/enumerate"
	"coverstat/export/chart"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

//go:embed page.html
var pageHTML string

// page is parsed when a page is written: most commands write none, and all would wait for it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"colours": func() any { return chart.Colours }, "groups": groups, "hex": picture.Hex, "id": id,
		"layout": layout, "minus": minus, "sentence": findings.Sentence, "svg": svg,
	}).Parse(pageHTML))
})

// Page writes a page of findings and their sections.
func Page(w io.Writer, f *findings.Findings, sections []findings.Section) error {
	return page().Execute(w, struct {
		*findings.Findings
		Sections []findings.Section
	}{f, sections})
}

// id is that of the element of the i-th section.
func id(i int, s findings.Section) string {
	if s.ID == "" {
		return fmt.Sprintf("section-%d", i+1)
	}
	return s.ID
}

var negative = enumerate.Pattern(`(^| )-([0-9∞])`)

// minus gives negative numbers the minus sign of a page, for the hyphen of a console.
func minus(s string) string { return negative().ReplaceAllString(s, "$1−$2") }

// groups lets a number that is wider than a phone break between its groups of three digits.
func groups(s string) template.HTML {
	const phone = 20 // characters
	text := template.HTMLEscapeString(s)
	if len(s) > phone {
		text = strings.ReplaceAll(text, ",", ",<wbr>")
	}
	return template.HTML(text)
}

// layout is the class of a section's figures: boards much wider than high need more room.
func layout(s findings.Section) string {
	if len(s.Figures) == 0 || s.Figures[0].Board == nil {
		return s.Layout
	}
	switch width, height := s.Figures[0].Board.Size(); {
	case width <= 2*height:
		return s.Layout
	case width <= 15:
		return s.Layout + " mid"
	default:
		return s.Layout + " long"
	}
}

// svg draws a chart, or a board some 150 pixels wide, or half a page if it is long.
func svg(f findings.Figure) (template.HTML, error) {
	var p *picture.Picture
	var err error
	switch {
	case f.Chart != nil:
		p = f.Chart.Picture()
	case f.Board != nil:
		width, height := f.Board.Size()
		cell := min(28, max(4, int(150/max(width, height, 1))))
		if width > 2*height {
			cell = min(20, max(4, int(480/width)))
		}
		if p, err = picture.Draw([]*picture.Board{f.Board}, picture.Layout{Cell: cell}); err != nil {
			return "", err
		}
	default:
		return "", nil
	}
	p.Title = f.Spoken
	var s strings.Builder
	err = p.SVG(&s)
	return template.HTML(s.String()), err // package picture escapes
}
