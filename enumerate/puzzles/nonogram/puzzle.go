package nonogram

import (
	"bytes"
	"fmt"
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
)

// maxCells bounds the size of a puzzle that is read from outside.
const maxCells = 1 << 24

// A Puzzle has a clue for every row and every column, and what its file says about it.
type Puzzle struct {
	Name      string // where it came from: file, and number if the file has several
	Catalogue string
	Title     string
	By        string
	Copyright string
	Rows      [][]int // from the top; the empty clue is an empty slice
	Cols      [][]int // from the left
	Goal      Picture // the intended solution, if the file has one
}

// A Picture is a grid of cells, row by row.
type Picture []line.Cell

// Height returns the number of rows.
func (p *Puzzle) Height() int { return len(p.Rows) }

// Width returns the number of columns.
func (p *Puzzle) Width() int { return len(p.Cols) }

// Black returns the number of black cells of any solution, the sum of the row
// clues.
func (p *Puzzle) Black() int { return sum(p.Rows) }

func sum(clues [][]int) int {
	s := 0
	for _, clue := range clues {
		for _, n := range clue {
			s += n
		}
	}
	return s
}

// fromPicture returns the puzzle of a picture of the given width.
func fromPicture(pic Picture, width int) *Puzzle {
	h := len(pic) / width
	p := &Puzzle{Rows: make([][]int, h), Cols: make([][]int, width), Goal: pic}
	for r := range p.Rows {
		p.Rows[r] = line.ClueOf(nil, pic[r*width:][:width])
	}
	cells := make([]line.Cell, h)
	for c := range p.Cols {
		p.Cols[c] = line.ClueOf(nil, pic.column(cells, c, width))
	}
	return p
}

// Check returns nil if the picture solves the puzzle, else an error that names
// the first wrong line. It computes the clues of the picture and shares nothing
// with the solvers.
func (p *Puzzle) Check(pic Picture) error {
	h, w := p.Height(), p.Width()
	if len(pic) != h*w {
		return fmt.Errorf("picture has %d cells, expected %d (%d rows of %d)", len(pic), h*w, h, w)
	}
	clue, cells := make([]int, 0, max(h, w)), make([]line.Cell, max(h, w))
	for r, want := range p.Rows {
		if clue = line.ClueOf(clue[:0], pic[r*w:][:w]); !slices.Equal(clue, want) {
			return fmt.Errorf("row %d is %s, expected %s", r+1, clueText(clue), clueText(want))
		}
	}
	for c, want := range p.Cols {
		if clue = line.ClueOf(clue[:0], pic.column(cells[:h], c, w)); !slices.Equal(clue, want) {
			return fmt.Errorf("column %d is %s, expected %s", c+1, clueText(clue), clueText(want))
		}
	}
	return nil
}

// column writes column c of a picture of the given width to cells, and returns them.
func (pic Picture) column(cells []line.Cell, c, width int) []line.Cell {
	for r := range cells {
		cells[r] = pic[r*width+c]
	}
	return cells
}

// search solves the puzzle, and checks every solution found.
func (p *Puzzle) search(settings search.Settings) (search.Result, error) {
	s, err := search.New(p.Rows, p.Cols)
	if err != nil {
		return search.Result{}, err
	}
	r := s.Solve(settings)
	for _, pic := range r.Solutions {
		if err := p.Check(Picture(pic)); err != nil {
			return r, fmt.Errorf("wrong solution: %w", err)
		}
	}
	return r, nil
}

// clueText writes a clue as .non files do: numbers and commas, 0 for none.
func clueText(clue []int) string { return string(line.AppendClue(nil, clue)) }

// symbols are the characters of cells: blank, black and crossed.
const symbols = "?#."

// append appends the cells as text: characters has those of blank, black and crossed cells.
func (pic Picture) append(dst []byte, characters string) []byte {
	for _, c := range pic {
		dst = append(dst, characters[c])
	}
	return dst
}

// readCells appends the cells of a text of two characters to a picture, up to the place of another
// character.
func readCells[T string | []byte](pic Picture, text T, black, crossed byte) (_ Picture, end int) {
	for end < len(text) {
		switch text[end] {
		case black:
			pic = append(pic, line.Black)
		case crossed:
			pic = append(pic, line.Crossed)
		default:
			return pic, end
		}
		end++
	}
	return pic, end
}

// Text draws a picture with one character a cell and one line a row.
func (pic Picture) Text(width int) string {
	rows := bytes.Join(slices.Collect(slices.Chunk(pic.append(nil, symbols), max(width, 1))), []byte{'\n'})
	return string(rows)
}

// misfit returns an error if a clue does not fit into its line, and which clue that is.
func (p *Puzzle) misfit() (row bool, index int, err error) {
	for r, clue := range p.Rows {
		if err := line.Fit(clue, p.Width()); err != nil {
			return true, r, fmt.Errorf("row %d: %w", r+1, err)
		}
	}
	for c, clue := range p.Cols {
		if err := line.Fit(clue, p.Height()); err != nil {
			return false, c, fmt.Errorf("column %d: %w", c+1, err)
		}
	}
	return false, 0, nil
}

// fitError returns an error if a clue does not fit into its line, or if the rows
// have another sum than the columns. Neither test needs a solver.
func (p *Puzzle) fitError() error {
	_, _, err := p.misfit()
	if r, c := sum(p.Rows), sum(p.Cols); err == nil && r != c {
		return fmt.Errorf("the rows ask for %d black cells, the columns for %d; expected the same", r, c)
	}
	return err
}

// appendClues appends the clues as rows of the dataset store them:
// 2,1/0/3|1/1,1/…, the rows before the bar.
func appendClues(dst []byte, rows, cols [][]int) []byte {
	side := func(clues [][]int) {
		for i, clue := range clues {
			if i > 0 {
				dst = append(dst, '/')
			}
			dst = line.AppendClue(dst, clue)
		}
	}
	side(rows)
	dst = append(dst, '|')
	side(cols)
	return dst
}

// parsePuzzle reads the clues that appendClues wrote, and tests what needs no
// solver.
func parsePuzzle(text []byte) (*Puzzle, error) {
	rows, cols, ok := bytes.Cut(text, []byte{'|'})
	if !ok {
		return nil, fmt.Errorf("%q: expected a bar between the clues of rows and columns", text)
	}
	var err error
	side := func(s []byte) (clues [][]int) {
		for part := range bytes.SplitSeq(s, []byte{'/'}) {
			clue, bad := parseClue(string(part), place{})
			if clues = append(clues, clue); bad != nil && err == nil {
				err = bad
			}
		}
		return clues
	}
	p := &Puzzle{Rows: side(rows), Cols: side(cols)}
	if err == nil {
		err = p.fitError()
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return p, nil
}
