package polyomino

import (
	"strings"

	"coverstat/enumerate"
)

// Board is a rectangle of cells, some of them blocked.
type Board struct {
	Rows, Cols int
	Blocked    []bool // by row*Cols+col
}

// Limits on what a config may ask for: more would exhaust memory before the
// search began, and is always a slip of the keyboard.
const (
	maxSide  = 1000
	maxCells = 10_000
)

func newBoard(p boardParam) (*Board, error) {
	if p.Picture != "" {
		if p.Rows != 0 || p.Cols != 0 {
			return nil, enumerate.Errorf("board: expected rows and cols, or a picture, not both")
		}
		b, err := ParseBoard("", p.Picture)
		return b, enumerate.AtKey("puzzle.board.picture", err)
	}
	if p.Rows == 0 && p.Cols == 0 {
		return nil, enumerate.Errorf("no board: expected puzzle.board, such as {rows: 8, cols: 8}, or a picture of . for free cells and # for blocked ones")
	}
	if p.Rows < 1 || p.Cols < 1 {
		return nil, enumerate.Errorf("board of %d x %d cells: expected at least one row and one column", p.Rows, p.Cols)
	}
	if err := checkSize(p.Rows, p.Cols); err != nil {
		return nil, err
	}
	return &Board{Rows: p.Rows, Cols: p.Cols, Blocked: make([]bool, p.Rows*p.Cols)}, nil
}

func checkSize(rows, cols int) error {
	if rows > maxSide || cols > maxSide || rows*cols > maxCells {
		return enumerate.Errorf("board of %d x %d cells is too large: expected at most %d a side and %d in all", rows, cols, maxSide, maxCells)
	}
	return nil
}

// ParseBoard reads a picture: '.' is a free cell, '#' a blocked one. Errors
// carry file, line and column.
func ParseBoard(file, picture string) (*Board, error) { return parseBoard(file, picture, 1) }

// parseBoard reads a picture that begins on the given line of its file.
func parseBoard(file, picture string, first int) (*Board, error) {
	lines := strings.Split(strings.TrimRight(strings.TrimPrefix(picture, "\ufeff"), "\r\n"), "\n")
	b := &Board{Rows: len(lines)}
	for r, line := range lines {
		line = strings.TrimRight(line, "\r ")
		if r == 0 {
			b.Cols = len(line)
			if err := checkSize(b.Rows, b.Cols); err != nil {
				return nil, err
			}
		}
		if len(line) != b.Cols {
			return nil, &enumerate.InputError{File: file, Line: first + r,
				Problem:  "ragged picture: " + plural(len(line), "cell"),
				Expected: plural(b.Cols, "cell") + " as in the first line"}
		}
		for c := range len(line) {
			switch line[c] {
			case '.':
				b.Blocked = append(b.Blocked, false)
			case '#':
				b.Blocked = append(b.Blocked, true)
			default:
				return nil, &enumerate.InputError{File: file, Line: first + r, Column: c + 1,
					Problem: "unknown character " + quote(line[c:]), Expected: ". for a free cell or # for a blocked one"}
			}
		}
	}
	if b.Area() == 0 {
		return nil, &enumerate.InputError{File: file, Problem: "the board has no free cell", Expected: "at least one ."}
	}
	return b, nil
}

// Area returns the number of free cells.
func (b *Board) Area() int {
	n := 0
	for _, blocked := range b.Blocked {
		if !blocked {
			n++
		}
	}
	return n
}

// Picture draws the board as [ParseBoard] reads it.
func (b *Board) Picture() string {
	var s strings.Builder
	for i, blocked := range b.Blocked {
		if i > 0 && i%b.Cols == 0 {
			s.WriteByte('\n')
		}
		if blocked {
			s.WriteByte('#')
		} else {
			s.WriteByte('.')
		}
	}
	return s.String()
}

// image returns where isometry k takes each cell, or nil if the board's
// outline or its blocked cells do not come back onto themselves.
func (b *Board) image(k isometry) []int {
	if k&1 != 0 && b.Rows != b.Cols {
		return nil
	}
	to := make([]int, len(b.Blocked))
	for i := range to {
		c := k.apply(Cell{i / b.Cols, i % b.Cols}, b.Rows, b.Cols)
		to[i] = c.Row*b.Cols + c.Col
		if b.Blocked[i] != b.Blocked[to[i]] {
			return nil
		}
	}
	return to
}
