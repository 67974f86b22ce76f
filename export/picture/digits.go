package picture

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
)

// sudoku draws grids: digits in boxes. Of a puzzle, what was given is black,
// and what was found is blue.
func (d *Drawer) sudoku(shape shape) error {
	grid, solution := d.use("grid"), -1
	if grid < 0 {
		grid, solution = d.use("instance"), d.use("solution")
	}
	if grid < 0 {
		return &ErrNoPicture{"the rows have no grid"}
	}
	d.read = func(b *enumerate.Batch, row int) (*Board, error) {
		text := b.StringAt(grid, row)
		boxRows, boxCols, err := shape.boxes(len(text))
		if err != nil {
			return nil, err
		}
		side := boxRows * boxCols
		board := newBoard(side, side)
		var found []byte
		if solution >= 0 && !b.IsNull(solution, row) && len(b.StringAt(solution, row)) == len(text) {
			found = b.StringAt(solution, row)
		}
		for i, c := range text {
			cell := &board.Cells[i]
			*cell = Cell{Region: i/side/boxRows*side + i%side/boxCols, Fill: paper, Ink: black}
			switch {
			case c != '.' && c != '0':
				cell.Text = string(c)
			case found != nil:
				cell.Text, cell.Ink = string(found[i]), faint
			}
		}
		return board, nil
	}
	return nil
}

// nonogram draws pictures with their clues beside them; the clues alone where
// there is no single picture.
func (d *Drawer) nonogram(shape shape) error {
	grid, instance := d.use("grid"), d.use("instance")
	height, width := d.use("height"), d.use("width")
	if grid < 0 && instance < 0 {
		return &ErrNoPicture{"the rows have neither a picture nor clues"}
	}
	d.read = func(b *enumerate.Batch, row int) (*Board, error) {
		rows, cols := shape.rows, shape.cols
		if height >= 0 && width >= 0 {
			rows, cols = int(b.IntAt(height, row)), int(b.IntAt(width, row))
		}
		var left, top [][]string
		if instance >= 0 {
			left, top = clues(string(b.StringAt(instance, row)))
		}
		if rows == 0 || cols == 0 {
			rows, cols = len(left), len(top)
		}
		if rows*cols == 0 {
			return nil, fmt.Errorf("neither the row nor the config says the size of the picture")
		}
		board := newBoard(rows, cols)
		if len(left) == rows && len(top) == cols {
			board.Left, board.Top = left, top
		}
		var picture []byte
		if grid >= 0 && !b.IsNull(grid, row) {
			picture = b.StringAt(grid, row)
		}
		if len(picture) != 0 && len(picture) != rows*cols {
			return nil, fmt.Errorf("a picture of %d characters, expected %d x %d", len(picture), rows, cols)
		}
		for i := range board.Cells {
			board.Cells[i] = Cell{Region: i/cols/5*cols + i%cols/5, Fill: paper}
			if len(picture) > 0 && picture[i] == '#' {
				board.Cells[i].Fill = wall
			}
		}
		return board, nil
	}
	return nil
}

// clues reads "2,2/4|1/3": clues of the rows, then of the columns.
func clues(instance string) (left, top [][]string) {
	rows, columns, ok := strings.Cut(instance, "|")
	if !ok {
		return nil, nil
	}
	read := func(s string) [][]string {
		var out [][]string
		for line := range strings.SplitSeq(s, "/") {
			out = append(out, strings.Split(line, ","))
		}
		return out
	}
	return read(rows), read(columns)
}
