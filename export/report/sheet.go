package report

import (
	_ "embed"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/picture"
)

//go:embed sheet.html
var sheetHTML string

// A Sheet is puzzles to be printed, with their solutions on pages behind them.
type Sheet struct {
	Title, Program     string
	Paper              string // one of [Papers]
	Puzzles, Solutions []SheetItem
}

// A SheetItem is a puzzle of a sheet, or a solution.
type SheetItem struct {
	Number      int
	Title, Note string // beside the number; "" for none
	Board       *picture.Board
	Picture     template.HTML // made by [Sheet.Write], as is Width, in millimetres
	Width       float64
}

// Papers lists the formats of paper.
func Papers() []string { return []string{"a4", "letter"} }

// paperSizes are the widths and heights of the papers, in millimetres.
var paperSizes = map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}}

// What stands on a page besides pictures, in millimetres.
const (
	sheetMargin  = 13.0
	sheetHead    = 11.0 // title and number of the page
	sheetCaption = 6.0
	sheetGap     = 6.0
)

// A sheetPage is a page of a sheet.
type sheetPage struct {
	Number    int
	Solutions bool
	Lines     []sheetLine
}

// A sheetLine is items beside each other.
type sheetLine struct {
	Columns int
	Items   []SheetItem
}

// A sheetScale says how items of one kind are drawn: in as many columns as leave cells of the least
// size, up to most, and in cells of the greatest size at most, in millimetres.
type sheetScale struct {
	most            int
	least, greatest float64
}

// Write writes the sheet as an HTML page that needs no other file. Each of its pages is one of paper.
func (s *Sheet) Write(w io.Writer) error {
	size, ok := paperSizes[s.Paper]
	if !ok {
		return enumerate.Unknown("no paper", s.Paper, Papers(), "")
	}
	var pages []sheetPage
	for i, items := range [][]SheetItem{s.Puzzles, s.Solutions} {
		scale := []sheetScale{{2, 4.5, 9}, {4, 3.5, 5}}[i]
		more, err := scale.arrange(items, size[0]-2*sheetMargin, size[1]-2*sheetMargin-sheetHead)
		if err != nil {
			return err
		}
		for _, page := range more {
			page.Number, page.Solutions = len(pages)+1, i == 1
			pages = append(pages, page)
		}
	}
	return template.Must(template.New("sheet").Parse(sheetHTML)).Execute(w, struct {
		*Sheet
		Pages                                     []sheetPage
		Width, Height, Margin, Head, Caption, Gap float64
	}{s, pages, size[0], size[1], sheetMargin, sheetHead, sheetCaption, sheetGap})
}

// arrange draws items in cells of one size, the greatest of those with the fewest pages.
func (c sheetScale) arrange(items []SheetItem, width, height float64) (pages []sheetPage, err error) {
	const pixels = 24             // of a cell; letters and lines are drawn in whole ones
	var widths, heights []float64 // in cells
	for i, item := range items {
		p, err := picture.Draw([]*picture.Board{item.Board}, picture.Layout{Cell: pixels})
		if err != nil {
			return nil, err
		}
		var svg strings.Builder
		if err := p.SVG(&svg); err != nil {
			return nil, err
		}
		items[i].Picture = template.HTML(strings.Replace(svg.String(), "<svg ", `<svg style="width: 100%" `, 1)) // package picture escapes
		x, y := p.Size()
		widths, heights = append(widths, float64(x)/pixels), append(heights, float64(y)/pixels)
	}
	columns, greatest := max(1, min(c.most, len(items))), 0.0
	for ; ; columns-- {
		greatest = min(c.greatest, (width-sheetGap*float64(columns-1))/float64(columns)/slices.Max(widths), (height-sheetCaption)/slices.Max(heights))
		if greatest >= c.least || columns == 1 {
			break
		}
	}
	cell := greatest
	for try := greatest; try >= min(c.least, greatest); try -= 0.25 {
		if more := paginate(items, columns, heights, try, height); pages == nil || len(more) < len(pages) {
			pages, cell = more, try
		}
	}
	for i := range items {
		items[i].Width = math.Floor(10*cell*widths[i]) / 10
	}
	return pages, nil
}

// paginate puts items into lines, and lines onto pages of a height.
func paginate(items []SheetItem, columns int, heights []float64, cell, height float64) (pages []sheetPage) {
	left := 0.0
	for line := range slices.Chunk(items, columns) {
		high := cell*slices.Max(heights[:len(line)]) + sheetCaption + sheetGap
		heights = heights[len(line):]
		if left -= high; left < 0 {
			left = height + sheetGap - high
			pages = append(pages, sheetPage{})
		}
		page := &pages[len(pages)-1]
		page.Lines = append(page.Lines, sheetLine{columns, line})
	}
	return pages
}
