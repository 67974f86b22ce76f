package picture

import (
	"image"
	"image/color"
	"math"
	"slices"
	"unicode/utf8"

	"coverstat/enumerate"
)

// Layout says how boards are arranged on a sheet.
type Layout struct {
	Cell    int           // the side of a cell in pixels; 0 is 40
	Columns int           // boards beside each other; 0 makes the sheet about as wide as high
	Legend  []LegendEntry // explains the colours, below the boards
	Title   string        // for readers who cannot see the picture
}

// A Picture is what is drawn on a sheet.
type Picture struct {
	width, height int
	areas         []area
	labels        []label
	links         []link
	slanted       bool   // not all lines are level or upright
	Title         string // for readers who cannot see it
}

// An area is what closed lines surround. A line inside another that runs the other way round cuts a hole.
type area struct {
	loops [][]corner
	fill  color.NRGBA
}

// corner is a point of the picture, in pixels.
type corner struct{ x, y float64 }

// label is a text in one line, centred on a point.
type label struct {
	x, y, size int
	text       string
	ink        color.NRGBA
	left       bool // it begins at the point instead
}

// link is a rectangle that leads to an address, in pictures that can be clicked on.
type link struct {
	place   image.Rectangle
	address string
}

// maxPixels bounds a picture: 100 million pixels take 400 MB while a PNG is made. Few boards fit into it with
// cells beyond maxCell.
const maxPixels, maxCell = 100_000_000, 400

// Draw lays out boards on a sheet, row by row.
func Draw(boards []*Board, o Layout) (*Picture, error) {
	if len(boards) == 0 {
		return nil, enumerate.Errorf("no board to draw")
	}
	if o.Cell == 0 {
		o.Cell = 40
	}
	if o.Cell < 4 || o.Cell > maxCell {
		return nil, enumerate.Errorf("cells of %s: expected 4 to %d", enumerate.Plural(o.Cell, "pixel"), maxCell)
	}
	captions := 0
	for _, b := range boards {
		if b.Caption != "" {
			captions = max(20, o.Cell*5/8)
		}
	}
	sizes := make([]image.Point, len(boards)) // with captions
	for i, b := range boards {
		sizes[i] = b.extent(o.Cell)
		sizes[i].X = max(sizes[i].X, utf8.RuneCountInString(b.Caption)*captions*3/10)
		sizes[i].Y += captions
	}
	margin := max(4, o.Cell/4)
	gap := max(8, o.Cell*3/4)
	at, all := arrange(sizes, gap, o.Columns)
	p := &Picture{Title: o.Title, width: 2*margin + all.X, height: 2*margin + all.Y}
	p.legend(o.Legend, margin, o.Cell)
	if p.width*p.height > maxPixels {
		return nil, enumerate.Errorf(
			"a sheet of %d x %d pixels: expected at most %d in all; draw fewer boards or smaller cells", p.width,
			p.height, maxPixels)
	}
	p.areas = append(New(p.width, p.height).areas, p.areas...)
	for i, b := range boards {
		x, y := margin+at[i].X, margin+at[i].Y
		p.board(b, x, y, o.Cell)
		s := b.extent(o.Cell)
		if b.Link != "" {
			p.links = append(p.links, link{image.Rectangle{Max: s}.Add(image.Pt(x, y)), b.Link})
		}
		p.label(x+max(s.X, sizes[i].X)/2, y+s.Y+captions*3/5, captions*3/5, b.Caption, dark, false)
	}
	return p, nil
}

// Size returns the width and the height in pixels.
func (p *Picture) Size() (width, height int) { return p.width, p.height }

// clue is the side of the square that a number beside the board takes.
func clue(cell int) int { return max(3, cell*3/5) }

// thick is the width of the lines between regions.
func thick(cell int) int { return max(2, (cell+5)/10) }

func (b *Board) extent(cell int) image.Point {
	t := thick(cell)
	width, height := b.Size()
	side := float64(cell)
	return image.Pt(deepest(b.Left)*clue(cell)+int(math.Ceil(width*side))+t,
		deepest(b.Top)*clue(cell)+int(math.Ceil(height*side))+t)
}

func deepest(clues [][]string) (n int) {
	for _, c := range clues {
		n = max(n, len(c))
	}
	return n
}

func (p *Picture) rectangle(x, y, width, height int, fill color.NRGBA) {
	left, top, right, bottom := float64(x), float64(y), float64(x+width), float64(y+height)
	p.areas = append(p.areas, area{[][]corner{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, fill})
}

func (p *Picture) label(x, y, size int, text string, ink color.NRGBA, left bool) {
	if text != "" {
		p.labels = append(p.labels, label{x, y, size, text, ink, left})
	}
}

// board adds a board with its corner at x, y: cells, then thin lines, then thick ones above all.
func (p *Picture) board(b *Board, x, y, cell int) {
	c := clue(cell)
	left, top := deepest(b.Left), deepest(b.Top)
	for r, numbers := range b.Left {
		for i, text := range numbers {
			p.label(x+(left-len(numbers)+i)*c+c/2, y+top*c+r*cell+cell/2, c*4/5, text, dark, false)
		}
	}
	for k, numbers := range b.Top {
		for i, text := range numbers {
			p.label(x+left*c+k*cell+cell/2, y+(top-len(numbers)+i)*c+c/2, c*4/5, text, dark, false)
		}
	}
	t := thick(cell)
	x, y = x+left*c+t/2, y+top*c+t/2
	leftmost, topmost, _, _ := b.box()
	place := func(at enumerate.Point) corner {
		px, py := b.place(at)
		return corner{float64(x) + (px-leftmost)*float64(cell), float64(y) + (py-topmost)*float64(cell)}
	}
	p.cells(b.Cells, place)
	for i := range b.Cells {
		if s := &b.Cells[i]; s.Text != "" {
			var cx, cy float64
			for _, corner := range s.Outline {
				px, py := b.place(corner)
				cx, cy = cx+px, cy+py
			}
			corners := float64(len(s.Outline))
			p.label(x+int((cx/corners-leftmost)*float64(cell)), y+int((cy/corners-topmost)*float64(cell)), cell*11/20,
				s.Text,
				s.Ink, false)
		}
	}
	for _, n := range b.Notes {
		p.label(x+int((n.X-leftmost)*float64(cell)), y+int((n.Y-topmost)*float64(cell)), max(9, cell*9/20),
			n.Text, dark,
			false)
	}
	faint, strong, faded := b.lines()
	for _, s := range slices.Concat(faint, strong) {
		p.slanted = p.slanted || s.from.X != s.to.X && s.from.Y != s.to.Y
	}
	for _, s := range faded {
		p.line(place(s.from), place(s.to), t, fadedInk)
	}
	for _, s := range faint {
		p.line(place(s.from), place(s.to), 1, thin)
	}
	for _, s := range strong {
		p.line(place(s.from), place(s.to), t, black)
	}
}

// cells adds an area for each colour. Cells do not overlap, so the order does not show.
func (p *Picture) cells(cells []Cell, place func(enumerate.Point) corner) {
	var fills []color.NRGBA // as they come
	of := map[color.NRGBA][]Cell{}
	for _, c := range cells {
		if of[c.Fill] == nil {
			fills = append(fills, c.Fill)
		}
		of[c.Fill] = append(of[c.Fill], c)
	}
	for _, fill := range fills {
		a := area{fill: fill}
		for _, loop := range outline(of[fill]) {
			var corners []corner
			for _, at := range loop {
				corners = append(corners, place(at))
			}
			a.loops = append(a.loops, corners)
		}
		p.areas = append(p.areas, a)
	}
}

// line adds a straight line. A black line is lengthened by half its width at either end, to fill the corners.
// Thin ones are translucent and would be darker where they overlap; faded ones end at a margin.
func (p *Picture) line(from, to corner, width int, ink color.NRGBA) {
	before := width / 2
	end, endAfter := 0, 0
	if ink == black {
		end, endAfter = before, width-before
	}
	switch {
	case from.y == to.y && !p.slanted:
		p.rectangle(int(from.x)-end, int(from.y)-before, int(to.x-from.x)+end+endAfter, width, ink)
	case from.x == to.x && !p.slanted:
		p.rectangle(int(from.x)-before, int(from.y)-end, width, int(to.y-from.y)+end+endAfter, ink)
	default:
		p.slope(from, to, float64(width)/2, ink)
	}
}

// slope adds a line in any direction, half of its width to either side. Where lines
// are slanted their corners have many forms, so a black line ends in half an octagon.
func (p *Picture) slope(from, to corner, half float64, ink color.NRGBA) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	dx, dy := (to.x-from.x)/length*half, (to.y-from.y)/length*half
	// at is a point of the line's border: so many halves along the line from an end, and so many to its left.
	at := func(end corner, along, left float64) corner {
		return corner{end.x + along*dx + left*dy, end.y + along*dy - left*dx}
	}
	loop := []corner{at(from, 0, 1), at(to, 0, 1), at(to, 0, -1), at(from, 0, -1)}
	if ink == black {
		t := math.Sqrt2 - 1
		loop = []corner{
			at(from, -1, t), at(from, -t, 1), at(to, t, 1), at(to, 1, t),
			at(to, 1, -t), at(to, t, -1), at(from, -t, -1), at(from, -1, -t),
		}
	}
	p.areas = append(p.areas, area{[][]corner{loop}, ink})
}

// New returns a picture that is only paper: what is no board, such as a chart, is
// drawn on it by Fill and Write. Lengths are in pixels.
func New(width, height int) *Picture {
	p := &Picture{width: width, height: height}
	p.rectangle(0, 0, width, height, paper)
	return p
}

// Fill fills a rectangle. Its borders lie between pixels: they would be grey inside one.
func (p *Picture) Fill(x, y, width, height float64, colour color.NRGBA) {
	left, top, right, bottom := math.Round(x), math.Round(y), math.Round(x+width), math.Round(y+height)
	p.rectangle(int(left), int(top), int(right-left), max(1, int(bottom-top)), colour)
}

// Write writes a text in one line, centred on a point, or to the right of it.
func (p *Picture) Write(x, y, size float64, text string, colour color.NRGBA, right bool) {
	p.label(int(math.Round(x)), int(math.Round(y)), int(size), text, colour, right)
}

// Append puts another picture below.
func (p *Picture) Append(q *Picture) {
	left, top := float64(max(0, p.width-q.width)/2), float64(p.height)
	p.width, p.height = max(p.width, q.width), p.height+q.height
	p.areas[0] = New(p.width, p.height).areas[0]
	for _, a := range q.areas {
		loops := make([][]corner, len(a.loops))
		for i, loop := range a.loops {
			for _, c := range loop {
				loops[i] = append(loops[i], corner{c.x + left, c.y + top})
			}
		}
		p.areas = append(p.areas, area{loops, a.fill})
	}
	for _, l := range q.labels {
		l.x, l.y = l.x+int(left), l.y+int(top)
		p.labels = append(p.labels, l)
	}
	for _, l := range q.links {
		p.links = append(p.links, link{l.place.Add(image.Pt(int(left), int(top))), l.address})
	}
	p.slanted = p.slanted || q.slanted
}
