package picture

import (
	"image"
	"image/color"
	"math"
	"slices"

	"coverstat/enumerate"
)

// Layout says how boards are laid out.
type Layout struct {
	// Cell is the side of a cell in pixels, 40 by default.
	Cell int
	// Columns is the number of boards beside each other; 0 makes the sheet
	// about as wide as high.
	Columns int
}

// A Picture is a sheet of boards, laid out.
type Picture struct {
	width, height int
	rects         []rect
	labels        []label
	title         string
}

// rect is a rectangle in one colour.
type rect struct {
	image.Rectangle
	fill color.NRGBA
}

// label is a text in one line, centred on a point.
type label struct {
	x, y, size int
	text       string
	ink        color.NRGBA
}

// maxPixels bounds a picture: 100 million are 400 MB while a PNG is made.
const maxPixels = 100_000_000

// maxCell bounds a cell: the thickest that is still a board, not a wall.
const maxCell = 400

// Draw lays out boards on a sheet, row by row.
func Draw(boards []*Board, o Layout) (*Picture, error) {
	if len(boards) == 0 {
		return nil, enumerate.Errorf("no board to draw")
	}
	if o.Cell == 0 {
		o.Cell = 40
	}
	if o.Cell < 4 || o.Cell > maxCell {
		return nil, enumerate.Errorf("cells of %d pixels: expected 4 to %d", o.Cell, maxCell)
	}
	var size image.Point // of the largest board
	captions := 0
	for _, b := range boards {
		s := b.extent(o.Cell)
		size.X, size.Y = max(size.X, s.X), max(size.Y, s.Y)
		if b.Caption != "" {
			captions = captionHeight(o.Cell)
		}
	}
	margin := max(4, o.Cell/4)
	gap := max(8, o.Cell*3/4)
	columns := o.Columns
	if columns == 0 {
		square := float64(len(boards)) * float64(size.Y+captions+gap) / float64(size.X+gap)
		columns = int(math.Round(math.Sqrt(square)))
	}
	columns = min(max(1, columns), len(boards))
	rows := (len(boards) + columns - 1) / columns
	p := &Picture{
		width:  2*margin + columns*size.X + (columns-1)*gap,
		height: 2*margin + rows*(size.Y+captions) + (rows-1)*gap,
	}
	if p.width*p.height > maxPixels {
		return nil, enumerate.Errorf("a sheet of %d x %d pixels: expected at most %d in all; draw fewer boards or smaller cells", p.width, p.height, maxPixels)
	}
	p.add(image.Rect(0, 0, p.width, p.height), paper)
	for i, b := range boards {
		x := margin + i%columns*(size.X+gap)
		y := margin + i/columns*(size.Y+captions+gap)
		p.board(b, x, y, o.Cell)
		if captions > 0 {
			s := b.extent(o.Cell)
			p.label(x+s.X/2, y+s.Y+captions*3/5, captions*3/5, b.Caption, wall)
		}
	}
	return p, nil
}

// Size returns width and height in pixels.
func (p *Picture) Size() (width, height int) { return p.width, p.height }

// SetTitle names the picture for those who do not see it.
func (p *Picture) SetTitle(title string) { p.title = title }

func captionHeight(cell int) int { return max(14, cell*5/8) }

// clue is the room that a number beside a row takes.
func clue(cell int) int { return max(3, cell*3/5) }

// thick is the width of the lines between regions.
func thick(cell int) int { return max(2, (cell+5)/10) }

func (b *Board) extent(cell int) image.Point {
	t := thick(cell)
	return image.Pt(deepest(b.Left)*clue(cell)+b.Cols*cell+t, deepest(b.Top)*clue(cell)+b.Rows*cell+t)
}

func deepest(clues [][]string) int {
	n := 0
	for _, c := range clues {
		n = max(n, len(c))
	}
	return n
}

func (p *Picture) add(r image.Rectangle, fill color.NRGBA) {
	p.rects = append(p.rects, rect{r, fill})
}

func (p *Picture) label(x, y, size int, text string, ink color.NRGBA) {
	p.labels = append(p.labels, label{x, y, size, text, ink})
}

// board adds a board with its corner at x, y: cells, then thin lines, then
// thick ones, so that these lie above all.
func (p *Picture) board(b *Board, x, y, cell int) {
	c := clue(cell)
	left, top := deepest(b.Left), deepest(b.Top)
	for r, numbers := range b.Left {
		for i, text := range numbers {
			p.label(x+(left-len(numbers)+i)*c+c/2, y+top*c+r*cell+cell/2, c*4/5, text, wall)
		}
	}
	for k, numbers := range b.Top {
		for i, text := range numbers {
			p.label(x+left*c+k*cell+cell/2, y+(top-len(numbers)+i)*c+c/2, c*4/5, text, wall)
		}
	}
	t := thick(cell)
	x, y = x+left*c+t/2, y+top*c+t/2
	first := len(p.rects)
	order := map[color.NRGBA]int{} // colours as they come
	for r := range b.Rows {
		for k := 0; k < b.Cols; {
			from, fill := k, b.Cells[r*b.Cols+k].Fill
			if _, ok := order[fill]; !ok {
				order[fill] = len(order)
			}
			for ; k < b.Cols && b.Cells[r*b.Cols+k].Fill == fill; k++ {
				if s := b.Cells[r*b.Cols+k]; s.Text != "" {
					p.label(x+k*cell+cell/2, y+r*cell+cell/2, cell*11/20, s.Text, s.Ink)
				}
			}
			p.add(image.Rect(x+from*cell, y+r*cell, x+k*cell, y+(r+1)*cell), fill)
		}
	}
	// Cells do not overlap: in any order they look the same, and by colour they
	// make fewer paths.
	slices.SortStableFunc(p.rects[first:], func(a, c rect) int { return order[a.fill] - order[c.fill] })
	p.lines(b, x, y, cell, 1, thin, func(a, c int) bool { return a == c && a != outside })
	p.lines(b, x, y, cell, t, black, func(a, c int) bool { return a != c })
}

// nowhere is the region beyond the rim of a board.
const nowhere = -3

func (b *Board) region(r, k int) int {
	if r < 0 || k < 0 || r == b.Rows || k == b.Cols {
		return nowhere
	}
	return b.Cells[r*b.Cols+k].Region
}

// lines adds lines between neighbouring cells wherever their regions say so,
// as few and as long as possible.
func (p *Picture) lines(b *Board, x, y, cell, width int, ink color.NRGBA, between func(a, c int) bool) {
	// A thick line is lengthened by half its width at either end, to fill the
	// corners; thin ones would show twice where they cross, as they are faint.
	before := width / 2
	after := width - before
	end, endAfter := before, after
	if width == 1 {
		end, endAfter = 0, 0
	}
	for r := 0; r <= b.Rows; r++ {
		for k := 0; k < b.Cols; k++ {
			from := k
			for k < b.Cols && between(b.region(r-1, k), b.region(r, k)) {
				k++
			}
			if k > from {
				p.add(image.Rect(x+from*cell-end, y+r*cell-before, x+k*cell+endAfter, y+r*cell+after), ink)
			}
		}
	}
	for k := 0; k <= b.Cols; k++ {
		for r := 0; r < b.Rows; r++ {
			from := r
			for r < b.Rows && between(b.region(r, k-1), b.region(r, k)) {
				r++
			}
			if r > from {
				p.add(image.Rect(x+k*cell-before, y+from*cell-end, x+k*cell+after, y+r*cell+endAfter), ink)
			}
		}
	}
}
