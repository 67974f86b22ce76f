package picture

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/export"
)

// Style says how boards look.
type Style struct {
	Palette string // one of [Palettes]; "" is the first
	// Letters writes each piece's symbol into its cells. The palette "print"
	// has letters anyway: it has nothing else.
	Letters bool
}

// A Drawer makes boards of the rows of a dataset.
type Drawer struct {
	set     *export.Dataset
	columns []int // that a board is drawn from
	read    func(b *enumerate.Batch, row int) (*Board, error)
}

// ErrNoPicture says that rows have no picture, and why.
type ErrNoPicture struct{ Reason string }

func (e *ErrNoPicture) Error() string { return "there is nothing to draw: " + e.Reason }

// NewDrawer returns a drawer for a dataset, or an [*ErrNoPicture].
func NewDrawer(d *export.Dataset, s Style) (*Drawer, error) {
	if s.Palette == "" {
		s.Palette = Palettes()[0]
	}
	if _, err := colours(s.Palette, nil); err != nil {
		return nil, err
	}
	s.Letters = s.Letters || s.Palette == "print"
	shape, err := readShape(d.Manifest)
	if err != nil {
		return nil, err
	}
	dr := &Drawer{set: d}
	switch has := dr.column; {
	case d.Manifest.Family == "sudoku":
		err = dr.sudoku(shape)
	case d.Manifest.Family == "nonogram":
		err = dr.nonogram(shape)
	case shape.rows == 0:
		err = &ErrNoPicture{"the config of " + d.Manifest.Name + " has no board"}
	case has("instance") >= 0:
		dr.boards(shape)
	default:
		err = dr.tiling(shape, s)
	}
	if err != nil {
		return nil, err
	}
	return dr, nil
}

func (d *Drawer) column(name string) int { return enumerate.ColumnIndex(d.set.Columns(), name) }

// Boards reads rows, given by their numbers, and makes their boards.
func (d *Drawer) Boards(rows []int64) ([]*Board, error) {
	b := enumerate.NewBatch(export.Pick(d.set.Columns(), d.columns))
	var out []*Board
	for _, row := range rows {
		r := d.set.ReadColumns(d.columns, row, row+1)
		err := r.Next(b)
		if e := r.Close(); err == nil {
			err = e
		}
		if err != nil {
			return nil, err
		}
		board, err := d.read(b, 0)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", row, err)
		}
		out = append(out, board)
	}
	return out, nil
}

// use makes a column one of those that are read, and returns its place among
// them; -1 if there is none.
func (d *Drawer) use(name string) int {
	i := d.column(name)
	if i < 0 {
		return -1
	}
	d.columns = append(d.columns, i)
	return len(d.columns) - 1
}

// boards draws the boards of a survey: free cells and blocked ones.
func (d *Drawer) boards(shape shape) {
	instance := d.use("instance")
	d.read = func(b *enumerate.Batch, row int) (*Board, error) {
		text := b.StringAt(instance, row)
		if len(text) != shape.rows*shape.cols {
			return nil, fmt.Errorf("instance of %d characters, expected %d x %d", len(text), shape.rows, shape.cols)
		}
		board := newBoard(shape.rows, shape.cols)
		for i, c := range text {
			board.Cells[i].Fill = paper
			if c == '#' {
				board.Cells[i].Fill = wall
			}
		}
		return board, nil
	}
}

func newBoard(rows, cols int) *Board {
	return &Board{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
}

// tiling draws solutions of a polyomino puzzle: from the grid where there is
// one, else from option ids.
func (d *Drawer) tiling(shape shape, s Style) error {
	p, err := readPieces(d.set, s)
	if err != nil {
		return err
	}
	if grid := d.use("grid"); grid >= 0 {
		d.read = func(b *enumerate.Batch, row int) (*Board, error) {
			return p.fromGrid(b.StringAt(grid, row), shape)
		}
		return nil
	}
	options, err := readOptions(d.set)
	if err != nil {
		return err
	}
	for i, c := range d.set.Columns() {
		if c.Role == enumerate.Key && (c.Type == enumerate.Int32 || c.Type == enumerate.Int32List) {
			d.columns = append(d.columns, i)
		}
	}
	if len(d.columns) == 0 {
		return &ErrNoPicture{"the rows have neither a grid nor columns of option ids"}
	}
	var chosen []int32
	d.read = func(b *enumerate.Batch, row int) (*Board, error) {
		chosen = chosen[:0]
		for i, c := range b.Columns {
			if b.IsNull(i, row) {
				continue
			}
			if c.Type == enumerate.Int32List {
				chosen = append(chosen, b.ListAt(i, row)...)
			} else {
				chosen = append(chosen, int32(b.IntAt(i, row)))
			}
		}
		slices.Sort(chosen)
		return p.fromOptions(chosen, options, shape)
	}
	return nil
}
