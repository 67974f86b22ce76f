package report

import (
	_ "embed"
	"html/template"
	"io"
	"math"
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
		lines, heights, err := scale.arrange(items, size[0]-2*sheetMargin, size[1]-2*sheetMargin-sheetHead)
		if err != nil {
			return err
		}
		left := 0.0
		for k, line := range lines {
			if left -= heights[k]; k == 0 || left < 0 {
				left = size[1] - 2*sheetMargin - sheetHead + sheetGap - heights[k]
				pages = append(pages, sheetPage{Number: len(pages) + 1, Solutions: i == 1})
			}
			page := &pages[len(pages)-1]
			page.Lines = append(page.Lines, line)
		}
	}
	return template.Must(template.New("sheet").Parse(sheetHTML)).Execute(w, struct {
		*Sheet
		Pages                                     []sheetPage
		Width, Height, Margin, Head, Caption, Gap float64
	}{s, pages, size[0], size[1], sheetMargin, sheetHead, sheetCaption, sheetGap})
}

// arrange draws items, all in cells of one size, and puts them into lines of a width. It returns also
// the height of each line with the gap below it.
func (c sheetScale) arrange(items []SheetItem, width, height float64) (lines []sheetLine, heights []float64, err error) {
	const pixels = 24 // of a cell; letters and lines are drawn in whole ones
	var pictures []*picture.Picture
	widest, highest := 1.0, 1.0 // in cells
	for _, item := range items {
		p, err := picture.Draw([]*picture.Board{item.Board}, picture.Layout{Cell: pixels})
		if err != nil {
			return nil, nil, err
		}
		x, y := p.Size()
		pictures = append(pictures, p)
		widest, highest = max(widest, float64(x)/pixels), max(highest, float64(y)/pixels)
	}
	columns, cell := max(1, min(c.most, len(items))), 0.0
	for ; ; columns-- {
		cell = min(c.greatest, (width-sheetGap*float64(columns-1))/float64(columns)/widest, (height-sheetCaption)/highest)
		if cell >= c.least || columns == 1 {
			break
		}
	}
	for i, item := range items {
		x, y := pictures[i].Size()
		var svg strings.Builder
		if err := pictures[i].SVG(&svg); err != nil {
			return nil, nil, err
		}
		item.Picture = template.HTML(strings.Replace(svg.String(), "<svg ", `<svg style="width: 100%" `, 1)) // package picture escapes
		item.Width = math.Floor(10*cell*float64(x)/pixels) / 10
		if i%columns == 0 {
			lines, heights = append(lines, sheetLine{Columns: columns}), append(heights, 0)
		}
		last := len(lines) - 1
		lines[last].Items = append(lines[last].Items, item)
		heights[last] = max(heights[last], cell*float64(y)/pixels+sheetCaption+sheetGap)
	}
	return lines, heights, nil
}
