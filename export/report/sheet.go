package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/picture"
)

//go:embed sheet.html
var sheetHTML string

// A Sheet is puzzles to be printed, with their solutions on pages behind them.
type Sheet struct {
	Title, Program string
	Paper          string // one of [Papers]
	Instruction    string // above the puzzles of each page, or on the cover; "" for none
	Name           bool   // there is a place for a name
	Codes          bool   // each puzzle that has an address has its QR code
	PerPage        int    // at most so many puzzles on a page; 0 is as many as fit
	Cover          *Cover // nil for none
	Levels         []Level
	Solutions      []SheetItem
}

// A Cover is the first page of a booklet. The pieces of its box have the scale of the boards, if they fit on the page.
type Cover struct {
	Note string           // below the title
	Box  []*picture.Board // a piece each, with its name as caption; nil for none
}

// A Level is puzzles that begin on a page of their own.
type Level struct {
	Title   string // "" for none
	Puzzles []SheetItem
}

// Numbers are those of its puzzles.
func (l Level) Numbers() string {
	first, last := l.Puzzles[0].Number, l.Puzzles[len(l.Puzzles)-1].Number
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d to %d", first, last)
}

// A SheetItem is a puzzle of a sheet, or a solution.
type SheetItem struct {
	Number      int
	Title, Note string // beside the number; "" for none
	Board       *picture.Board
	Code        qrCode // made by [Sheet.Write]
	drawn       drawn
	scale       float64 // millimetres of a cell
}

// Picture and Width, in millimetres, are made by [Sheet.Write].
func (i SheetItem) Picture() template.HTML { return i.drawn.svg }

// Width is how wide the picture is, in millimetres.
func (i SheetItem) Width() float64 { return math.Floor(10*i.scale*i.drawn.width) / 10 }

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
	sheetText    = 5.0  // of an instruction
	coverText    = 70.0 // title, note, name, instruction and levels
)

// letters is how many characters of an instruction are in a line, about.
const letters = 95

// A sheetPage is a page of a sheet.
type sheetPage struct {
	Number    int
	Title     string
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
	caption         float64 // the height of captions, in millimetres
}

// leastCell is the side of the smallest cells that can be read, in millimetres.
const leastCell = 2

// Write writes the sheet as an HTML page that needs no other file. Each of its pages is one of paper.
func (s *Sheet) Write(w io.Writer) error {
	size, ok := paperSizes[s.Paper]
	if !ok {
		return enumerate.Unknown("no paper", s.Paper, Papers(), "")
	}
	width, height := size[0]-2*sheetMargin, size[1]-2*sheetMargin-sheetHead
	puzzles, instruction, box := height, 0.0, drawn{}
	caption, err := s.addCodes()
	if err != nil {
		return err
	}
	scale := sheetScale{2, 4.5, 9, caption}
	if s.PerPage > 0 {
		scale.greatest = 16
	}
	if s.Cover == nil && s.Instruction != "" {
		instruction = sheetText * (1 + math.Ceil(float64(len(s.Instruction))/letters))
		puzzles -= instruction
	}
	fits := 0.0 // the cells with which the box fits on the cover
	if s.Cover != nil && s.Cover.Box != nil {
		var err error
		if box, fits, err = drawBox(s.Cover.Box, width, height-coverText-sheetText*float64(len(s.Levels))); err != nil {
			return err
		}
		if fits >= scale.least {
			scale.greatest = min(scale.greatest, fits)
		}
	}
	var groups [][]SheetItem
	for _, l := range s.Levels {
		groups = append(groups, l.Puzzles)
	}
	levels, cell, err := scale.arrange(groups, s.PerPage, width, puzzles)
	if err != nil {
		return err
	}
	solutions, _, err := sheetScale{3, 4.5, 6, sheetCaption}.arrange([][]SheetItem{s.Solutions}, 0, width, height)
	if err != nil {
		return err
	}
	pages := s.number(levels, solutions)
	return template.Must(template.New("sheet").Parse(sheetHTML)).Execute(w, struct {
		*Sheet
		Pages                                                        []sheetPage
		Width, Height, Margin, Head, Caption, Coded, Gap, Instructed float64
		Box                                                          SheetItem
		// percent of the boards' scale that the box has; 0 if it has theirs
		Smaller int
	}{s, pages, size[0], size[1], sheetMargin, sheetHead, sheetCaption, scale.caption, sheetGap, instruction,
		SheetItem{drawn: box, scale: min(cell, fits)}, int(100*min(1, fits/cell)) % 100})
}

// number lists all pages: the cover, the puzzles level by level, the solutions.
func (s *Sheet) number(levels, solutions [][]sheetPage) (pages []sheetPage) {
	if s.Cover != nil {
		pages = append(pages, sheetPage{})
	}
	for i, group := range slices.Concat(levels, solutions) {
		for _, page := range group {
			if page.Solutions = i == len(levels); !page.Solutions {
				page.Title = s.Levels[i].Title
			}
			pages = append(pages, page)
		}
	}
	for i := range pages {
		pages[i].Number = i + 1
	}
	return pages
}

// addCodes makes the codes of the puzzles, if the sheet has them. It returns the height of captions.
func (s *Sheet) addCodes() (height float64, err error) {
	height = sheetCaption
	if !s.Codes {
		return height, nil
	}
	none := true
	for _, l := range s.Levels {
		for i := range l.Puzzles {
			p := &l.Puzzles[i]
			p.Code = codeOf(p.Board.Link)
			height, none = max(height, p.Code.Side), none && p.Code.Side == 0
		}
	}
	if none {
		return 0,
			enumerate.Errorf(
				"no puzzle has an address that fits into a code: expected Sudokus, or nonograms of one colour")
	}
	return height, nil
}

// drawn is a picture, and its size in cells.
type drawn struct {
	svg           template.HTML
	width, height float64
}

func draw(boards []*picture.Board, columns int) (d drawn, err error) {
	const pixels = 24 // of a cell; letters and lines are drawn in whole ones
	p, err := picture.Draw(boards, picture.Layout{Cell: pixels, Columns: columns})
	if err != nil {
		return d, err
	}
	var svg strings.Builder
	if err := p.SVG(&svg); err != nil {
		return d, err
	}
	x, y := p.Size()
	// Package picture escapes.
	return drawn{template.HTML(strings.Replace(svg.String(), "<svg ", `<svg style="width: 100%" `, 1)),
		float64(x) / pixels, float64(y) / pixels}, nil
}

// drawBox draws pieces in the number of columns with which they may be largest in a rectangle, and returns the side of
// their cells then.
func drawBox(pieces []*picture.Board, width, height float64) (best drawn, cell float64, err error) {
	for columns := range len(pieces) {
		d, err := draw(pieces, columns+1)
		if err != nil {
			return best, 0, err
		}
		if c := min(width/d.width, height/d.height); c > cell {
			best, cell = d, c
		}
	}
	return best, cell, nil
}

// arrange draws items in cells of one size. With perPage it is the greatest with which so many are on a page, else
// the greatest of those with the fewest pages. Each group begins on a page of its own.
func (c sheetScale) arrange(groups [][]SheetItem, perPage int, width,
	height float64) (pages [][]sheetPage, cell float64, err error) {
	highest, widest, items := 0.0, 0.0, 0
	for _, group := range groups {
		for i := range group {
			if group[i].drawn, err = draw([]*picture.Board{group[i].Board}, 0); err != nil {
				return nil, 0, err
			}
			widest, highest = max(widest, group[i].drawn.width), max(highest, group[i].drawn.height)
		}
		items = max(items, len(group))
	}
	greatest := func(columns, lines int) float64 {
		return min(c.greatest, (width-sheetGap*float64(columns-1))/float64(columns)/widest,
			((height+sheetGap)/float64(lines)-c.caption-sheetGap)/highest)
	}
	columns, least := max(1, min(c.most, items)), c.least
	if perPage > 0 {
		for k := range perPage {
			if x := greatest(k+1, (perPage+k)/(k+1)); k == 0 || x > cell {
				columns, cell = k+1, x
			}
		}
		if least = cell; cell < leastCell {
			return nil, 0,
				enumerate.Errorf(
					"%d puzzles on a page have cells of %.2f mm: expected cells of %d mm or more, so fewer puzzles",
					perPage, max(0, cell), leastCell)
		}
	} else {
		perPage = math.MaxInt
		for cell = greatest(columns, 1); cell < least && columns > 1; cell = greatest(columns, 1) {
			columns--
		}
	}
	fewest := math.MaxInt
	for try := cell; try >= min(least, cell); try -= 0.25 {
		var all [][]sheetPage
		n := 0
		for _, group := range groups {
			p := c.paginate(group, columns, perPage, try, height)
			all, n = append(all, p), n+len(p)
		}
		if n < fewest {
			pages, fewest, c.greatest = all, n, try
		}
	}
	for _, group := range groups {
		for i := range group {
			group[i].scale = c.greatest
		}
	}
	return pages, c.greatest, nil
}

// paginate puts items into lines, and lines onto pages of a height.
func (c sheetScale) paginate(items []SheetItem, columns, perPage int, cell, height float64) (pages []sheetPage) {
	for of := range slices.Chunk(items, min(perPage, max(1, len(items)))) {
		left := -1.0
		for line := range slices.Chunk(of, columns) {
			high := 0.0
			for _, item := range line {
				high = max(high, cell*item.drawn.height+c.caption+sheetGap)
			}
			if left -= high; left < 0 {
				left = height + sheetGap - high
				pages = append(pages, sheetPage{})
			}
			page := &pages[len(pages)-1]
			page.Lines = append(page.Lines, sheetLine{columns, line})
		}
	}
	return pages
}
