package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A glyph is a character of a text picture.
type glyph struct {
	char   rune
	fill   color.NRGBA // behind it; not drawn if it is transparent
	ink    color.NRGBA
	region int // what it belongs to: a line between two cells of one region is not drawn
}

// canvas is a picture of characters, line by line.
type canvas [][]glyph

// Text draws boards in characters, beside each other as far as they fit into a width, with their captions above
// them. A terminal may have 256 colours or all of 24 bits; with 0, cells without a letter are [], () or /#\.
func Text(boards []*Board, width, colours int) string {
	var out strings.Builder
	var line []canvas
	used := 0
	for _, b := range boards {
		c := b.canvas(colours > 0)
		if line != nil && used+c.width() > width {
			write(&out, line, colours)
			out.WriteByte('\n')
			line, used = nil, 0
		}
		line, used = append(line, c), used+c.width()+3
	}
	write(&out, line, colours)
	return out.String()
}

// TextLegend lists the pieces below boards of text, in lines of a width: by their colours, or with 0 colours by
// their letters. Those of a name's first letter it leaves out.
func TextLegend(keys []LegendEntry, width, colours int) string {
	var out strings.Builder
	used := 0
	for _, k := range keys {
		entry, wide := k.Name, utf8.RuneCountInString(k.Name)
		switch {
		case colours > 0:
			g := glyph{fill: k.Fill, ink: k.Ink}
			entry, wide = g.code(colours)+"  "+reset+" "+k.Name, wide+3
		case k.Fill == Blank:
			entry, wide = k.Name+": #", wide+3
		case k.Symbol != "" && strings.HasPrefix(k.Name, k.Symbol):
			continue
		case k.Symbol != "":
			entry, wide = k.Name+": "+k.Symbol, wide+3
		}
		switch {
		case used > 0 && used+3+wide > width:
			out.WriteByte('\n')
			used = 0
		case used > 0:
			out.WriteString("   ")
			used += 3
		}
		out.WriteString(entry)
		used += wide
	}
	if used > 0 {
		out.WriteByte('\n')
	}
	return out.String()
}

func (c canvas) width() int {
	n := 0
	for _, line := range c {
		n = max(n, len(line))
	}
	return n
}

// put sets a character, and blanks up to it.
func (c *canvas) put(x, y int, g glyph) {
	for len(*c) <= y {
		*c = append(*c, nil)
	}
	line := &(*c)[y]
	for len(*line) <= x {
		*line = append(*line, glyph{char: ' '})
	}
	(*line)[x] = g
}

func (c *canvas) text(x, y int, text string) {
	for i, r := range []rune(text) {
		c.put(x+i, y, glyph{char: r, region: math.MinInt})
	}
}

// canvas draws one board. A cell is two characters wide, a triangle three that it shares with its neighbours.
func (b *Board) canvas(colour bool) canvas {
	var c canvas
	top := 0
	for line := range strings.Lines(b.Caption) {
		c.text(0, top, strings.TrimSuffix(line, "\n"))
		top++
	}
	where := func(cell *Cell) image.Point {
		x, y := math.MaxInt, math.MaxInt
		for _, p := range cell.Outline {
			x, y = min(x, p.X), min(y, p.Y)
		}
		switch len(cell.Outline) {
		case 3:
			return image.Pt(2*x, y)
		case 6:
			return image.Pt(x, y/3)
		}
		px, py := b.place(cell.Outline[0])
		return image.Pt(int(2*px), int(py))
	}
	left, first := math.MaxInt, math.MaxInt
	for i := range b.Cells {
		if at := where(&b.Cells[i]); !b.Cells[i].Repeat {
			left, first = min(left, at.X), min(first, at.Y)
		}
	}
	if len(b.Notes) > 0 {
		first--
	}
	for _, n := range b.Notes {
		c.text(max(0, int(2*n.X)-utf8.RuneCountInString(n.Text)/2-left), top+int(math.Floor(n.Y))-first, n.Text)
	}
	cells := slices.Clone(b.Cells)
	if !colour {
		letter(cells)
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(where(&a).X, where(&b).X) })
	for i := range cells {
		if at := where(&cells[i]); !cells[i].Repeat {
			cells[i].characters(&c, at.X-left, top+at.Y-first, colour)
		}
	}
	if b.Link != "" {
		c.text(0, len(c), b.Link)
	}
	return c
}

// letter gives the pieces on a board letters where they are too many to have symbols of their own.
func letter(cells []Cell) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	at := map[int]int{} // the letter of each region
	piece := func(c *Cell) bool {
		return c.Region >= 0 && c.Text == "" && c.Fill != paper && c.Fill != Blank && c.Fill != dark
	}
	for i := range cells {
		if _, ok := at[cells[i].Region]; !ok && piece(&cells[i]) {
			at[cells[i].Region] = len(at)
		}
	}
	for i := range cells {
		if c := &cells[i]; piece(c) && 1 < len(at) && len(at) <= len(letters) {
			c.Text = letters[at[c.Region]:][:1]
		}
	}
}

// characters draws one cell.
func (cell *Cell) characters(c *canvas, x, y int, colour bool) {
	g := glyph{fill: cell.Fill, ink: cell.Ink, region: cell.Region}
	if cell.Fill == paper || !colour {
		g.fill = color.NRGBA{}
	}
	letter, blank := ' ', cell.Fill == paper
	for _, r := range cell.Text {
		letter = r
	}
	put := func(dx int, r rune) {
		g.char = r
		c.put(x+dx, y, g)
	}
	if len(cell.Outline) == 3 {
		sides := [2]rune{'/', '\\'}
		if cell.Outline[0].Y == cell.Outline[1].Y { // it points down
			sides = [2]rune{'\\', '/'}
		}
		if letter == ' ' && !colour && !blank {
			letter = '#'
		}
		switch inside := len(*c) > y && len((*c)[y]) > x && (*c)[y][x].region == cell.Region &&
			(*c)[y][x].char != ' '; {
		case !inside:
			put(0, sides[0])
		case colour:
			put(0, ' ')
		}
		put(1, letter)
		put(2, sides[1])
		return
	}
	pair := "[]"
	if len(cell.Outline) == 6 {
		pair = "()"
	}
	switch {
	case letter != ' ':
		pair = string(letter) + " "
	case (cell.Fill == Blank || cell.Fill == dark) && !colour:
		pair = "# "
	case blank:
		pair = ". "
	case colour:
		pair = "  "
	}
	for dx, r := range []rune(pair) {
		put(dx, r)
	}
}

// write prints canvases beside each other.
func write(out *strings.Builder, line []canvas, colours int) {
	height := 0
	for _, c := range line {
		height = max(height, len(c))
	}
	for y := range height {
		var row []glyph
		left := 0 // where the next canvas begins
		for _, c := range line {
			row = append(row, slices.Repeat([]glyph{{char: ' '}}, left-len(row))...)
			if y < len(c) {
				row = append(row, c[y]...)
			}
			left += c.width() + 3
		}
		for len(row) > 0 && row[len(row)-1].char == ' ' && row[len(row)-1].fill.A == 0 {
			row = row[:len(row)-1]
		}
		last := reset
		for _, g := range row {
			if code := g.code(colours); colours > 0 && code != last {
				out.WriteString(code)
				last = code
			}
			out.WriteRune(g.char)
		}
		if last != reset {
			out.WriteString(reset)
		}
		out.WriteByte('\n')
	}
}

const reset = "\x1b[0m"

// code returns the escape code that sets the colours of a character.
func (g glyph) code(colours int) string {
	if g.fill.A == 0 {
		return reset
	}
	return "\x1b[0;48;" + terminalColour(g.fill, colours) + ";38;" + terminalColour(g.ink, colours) + "m"
}

// terminalColour names a colour as a terminal wants it: by its components, or as one of a cube of 216 colours.
func terminalColour(c color.NRGBA, colours int) string {
	if colours > 256 {
		return fmt.Sprintf("2;%d;%d;%d", c.R, c.G, c.B)
	}
	step := func(x uint8) int { return max(0, min(5, (int(x)-35)/40)) } // 0, 95, 135, 175, 215, 255
	return fmt.Sprintf("5;%d", 16+36*step(c.R)+6*step(c.G)+step(c.B))
}
