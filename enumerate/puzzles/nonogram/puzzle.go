package nonogram

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
)

// maxCells bounds the size of a puzzle that is read from outside.
const maxCells = 1 << 24

// A puzzle has a clue for every row and every column, and what its file says about it.
// The numbers of a clue are runs of package line: lengths, with a colour where there
// are several.
type puzzle struct {
	Name      string // where it came from: file, and number if the file has several
	Catalogue string
	Title     string
	By        string
	Copyright string
	Rows      [][]int // from the top; the empty clue is an empty slice
	Cols      [][]int // from the left
	Goal      picture // the intended solution, if the file has one
	// Palette has the paper, then the colours of the clues; nil for black on white.
	Palette []ink
}

// An ink is a colour of a picture: red, green and blue, and a name, which may be "".
type ink struct {
	RGB  uint32
	Name string
}

// A picture is a grid of cells, row by row.
type picture []line.Cell

// height returns the number of rows.
func (p *puzzle) height() int { return len(p.Rows) }

// width returns the number of columns.
func (p *puzzle) width() int { return len(p.Cols) }

// black returns the number of cells of any solution that are not white, the sum of the
// row clues.
func (p *puzzle) black() int { return sum(p.Rows, anyColour) }

// colours returns the number of colours, 1 for black and white.
func (p *puzzle) colours() int { return max(line.Colours(p.Rows...), line.Colours(p.Cols...)) }

// blackAndWhite reports whether there is one colour.
func (p *puzzle) blackAndWhite() bool { return p.colours() == 1 }

const anyColour = -1

// sum returns the number of cells that clues have of a colour.
func sum(clues [][]int, colour int) int {
	s := 0
	for _, clue := range clues {
		for _, run := range clue {
			if colour == anyColour || line.Colour(run) == colour {
				s += line.Length(run)
			}
		}
	}
	return s
}

// The sides of a puzzle, as of [clueSet].
const (
	ofRows = iota
	ofCols
)

var sideNames = [2]string{"row", "column"}

// clues are those of the rows, and those of the columns.
func (p *puzzle) clues() clueSet { return clueSet{p.Rows, p.Cols} }

// fromPicture returns the puzzle of a picture of the given width.
func fromPicture(pic picture, width int) *puzzle {
	p := &puzzle{Rows: make([][]int, len(pic)/width), Cols: make([][]int, width), Goal: pic}
	for side, clues := range p.clues() {
		for i := range clues {
			clues[i] = line.ClueOf(nil, pic.line(side, i, width))
		}
	}
	return p
}

// check returns nil if the picture solves the puzzle, else an error that names
// the first wrong line. It computes the clues of the picture and shares nothing
// with the solvers.
func (p *puzzle) check(pic picture) error {
	h, w := p.height(), p.width()
	if len(pic) != h*w {
		return fmt.Errorf("picture has %d cells, expected %d (%d rows of %d)", len(pic), h*w, h, w)
	}
	clue := make([]int, 0, max(h, w))
	for side, clues := range p.clues() {
		for i, want := range clues {
			if clue = line.ClueOf(clue[:0], pic.line(side, i, w)); !slices.Equal(clue, want) {
				return fmt.Errorf("%s %d is %s, expected %s", sideNames[side], i+1, clueText(clue), clueText(want))
			}
		}
	}
	return nil
}

// line returns a row or a column of a picture of the given width.
func (pic picture) line(side, i, width int) []line.Cell {
	if side == ofRows {
		return pic[i*width:][:width]
	}
	cells := make([]line.Cell, len(pic)/width)
	for r := range cells {
		cells[r] = pic[r*width+i]
	}
	return cells
}

// search solves the puzzle, and checks every solution found.
func (p *puzzle) search(settings search.Settings) (search.Result, error) {
	s, err := search.New(p.Rows, p.Cols)
	if err != nil {
		return search.Result{}, err
	}
	r := s.Solve(settings)
	for _, pic := range r.Solutions {
		if err := p.check(picture(pic)); err != nil {
			return r, fmt.Errorf("wrong solution: %w", err)
		}
	}
	return r, nil
}

// clueText writes a clue as .non files do: numbers and commas, 0 for none.
func clueText(clue []int) string { return string(line.AppendClue(nil, clue)) }

// symbols are the characters of cells: blank, black and crossed.
const symbols = "?#."

// append appends the cells as text: characters has those of blank, black and crossed cells;
// cells of the second colour and those after it are their letters.
func (pic picture) append(dst []byte, characters string) []byte {
	for _, c := range pic {
		if c <= line.Crossed {
			dst = append(dst, characters[c])
		} else {
			dst = append(dst, line.Letter(line.ColourOf(c)))
		}
	}
	return dst
}

// readCells appends the cells of a text to a picture, up to the place of a character that is no
// cell: that of black, that of crossed, and the letters of further colours.
func readCells[T string | []byte](pic picture, text T, black, crossed byte, colours int) (_ picture, end int) {
	for end < len(text) {
		ch := text[end]
		switch k := colourOf(ch); {
		case ch == black:
			pic = append(pic, line.Black)
		case ch == crossed:
			pic = append(pic, line.Crossed)
		case 0 < k && k < colours:
			pic = append(pic, line.Of(k))
		default:
			return pic, end
		}
		end++
	}
	return pic, end
}

// colourOf returns the colour of a letter, -1 if it is none.
func colourOf(letter byte) int {
	switch {
	case 'a' <= letter && letter <= 'z':
		return int(letter - 'a')
	case 'A' <= letter && letter <= 'Z':
		return int(letter-'A') + 26
	}
	return -1
}

// text draws a picture with one character a cell and one line a row.
func (pic picture) text(width int) string {
	rows := bytes.Join(slices.Collect(slices.Chunk(pic.append(nil, symbols), max(width, 1))), []byte{'\n'})
	return string(rows)
}

// inkName is the name of a colour and a blank, or its letter where it has no name; "" in black and white.
func (p *puzzle) inkName(colour int) string {
	switch {
	case p.blackAndWhite():
		return ""
	case colour+1 < len(p.Palette) && p.Palette[colour+1].Name != "":
		return p.Palette[colour+1].Name + " "
	}
	return string(line.Letter(colour)) + " "
}

// append appends the clues as rows of the dataset store them:
// 2,1/0/3|1/1,1/…, the rows before the bar. See line.AppendClue for colours.
func (s clueSet) append(dst []byte) []byte {
	for side, clues := range s {
		for i, clue := range clues {
			if i > 0 {
				dst = append(dst, '/')
			}
			dst = line.AppendClue(dst, clue)
		}
		if side == ofRows {
			dst = append(dst, '|')
		}
	}
	return dst
}

// furtherColours knows the letters of clues as rows of the dataset store them.
func furtherColours(letter string) (int, bool) {
	if letter == "" {
		return 0, true
	}
	k := colourOf(letter[0])
	return k, len(letter) == 1 && k > 0
}

// parsePuzzle reads the clues that [clueSet.append] wrote, and tests what needs no
// solver.
func parsePuzzle(text []byte) (p *puzzle, err error) {
	sides := strings.Split(string(text), "|")
	if len(sides) != 2 {
		return nil, fmt.Errorf("%q: expected a bar between the clues of rows and columns", text)
	}
	if fault := formats.Caught(func() {
		d := draft{colourOf: furtherColours}
		for side, clues := range sides {
			for clue := range strings.SplitSeq(clues, "/") {
				d.read(side, clue, formats.Place{})
			}
		}
		p = d.finish()
	}); fault != nil {
		return nil, fmt.Errorf("%q: %w", text, fault)
	}
	return p, nil
}
