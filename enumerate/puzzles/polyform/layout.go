package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Limits of what a row can show.
const (
	maxSymbols      = 62  // letters and digits
	maxPieceColumns = 256 // beyond: one list column
)

// layout is how tilings of a puzzle are written as rows.
type layout struct {
	puzzle  *Puzzle
	grid    bool
	list    bool
	symbols [][]byte // of each piece, by copy; nil without grid
	columns []enumerate.Column
	column  []int              // piece -> its first column
	pieceOf []int32            // option -> its piece
	cells   *lattice.CellLists // option -> its cells
}

func newLayout(z *Puzzle, compact bool) (*layout, error) {
	l := &layout{puzzle: z, cells: lattice.NewCellLists(len(z.Placements))}
	for _, p := range z.Placements {
		l.pieceOf = append(l.pieceOf, int32(p.Piece))
		for _, c := range p.Cells {
			l.cells.Append(int32(c))
		}
		l.cells.End()
	}
	l.symbols = symbolsOf(z.Pieces, z.Copies)
	if !compact && l.symbols != nil {
		l.grid = true
		l.columns = append(l.columns, enumerate.Column{Name: enumerate.GridColumn, Type: enumerate.String, Role: enumerate.Plain,
			Meaning: "the board " + z.Board.words().reading + ", a character a cell: # blocked, else the symbol of the piece or copy (tables/pieces)"})
	}
	copies := 0
	for p := range z.Pieces {
		copies += z.Copies(p)
	}
	if copies > maxPieceColumns {
		l.list = true
		l.columns = append(l.columns, enumerate.Column{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key,
			Meaning: "the placements, ascending (tables/options)"})
		return l, nil
	}
	for i, p := range z.Pieces {
		l.column = append(l.column, len(l.columns))
		for k := range z.Copies(i) {
			name, what := p.Name, "placement of "+p.Name
			if z.Copies(i) > 1 {
				name = fmt.Sprintf("%s_%d", p.Name, k+1)
				what = fmt.Sprintf("placement of copy %d of %s, copies in ascending order", k+1, p.Name)
			}
			l.columns = append(l.columns, enumerate.Column{Name: name, Type: enumerate.Int32, Role: enumerate.Key,
				Nullable: k >= z.least(i), Meaning: what + " (tables/options)"})
		}
	}
	return l, nil
}

// Parse implements exact.Recorder.
func (l *layout) Parse(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error) {
	if l.list {
		for _, o := range b.ListAt(len(l.columns)-1, row) {
			if o < 0 || int(o) >= len(l.pieceOf) {
				return dst, fmt.Errorf("option %d does not exist, there are %d", o, len(l.pieceOf))
			}
			dst = append(dst, enumerate.OptionID(o))
		}
		return dst, nil
	}
	for p, first := range l.column {
		low, high := l.puzzle.first[p], l.puzzle.first[p+1]
		for k := range b.Vectors[first:][:l.puzzle.Copies(p)] {
			v := &b.Vectors[first+k]
			if row < len(v.Valid) && !v.Valid[row] { // the column is nullable
				continue
			}
			o := enumerate.OptionID(v.Int32s[row])
			if o < low || o >= high {
				return dst, fmt.Errorf("column %s: option %d is no placement of %s", l.columns[first+k].Name, o, l.puzzle.Pieces[p].Name)
			}
			dst = append(dst, o)
		}
	}
	return dst, nil
}

// checkNames returns an error if a piece's column would have the name of
// another column of the rows.
func (l *layout) checkNames(measures []enumerate.Column) error {
	names := []string{enumerate.OrbitSizeColumn, enumerate.TimesSeenColumn, enumerate.DrawWeightColumn, enumerate.DrawSquaresColumn}
	for _, c := range slices.Concat(l.columns, measures) {
		names = append(names, c.Name)
	}
	return enumerate.AtKey("puzzle.pieces", differentNames(names))
}

// differentNames returns an error if two columns would have names that SQL takes for one.
func differentNames(names []string) error {
	switch first, second := clash(names); {
	case first == "":
		return nil
	case first == second:
		return enumerate.Errorf("two columns would be called %q: expected another name", first)
	default:
		return enumerate.Errorf("two columns would be called %q and %q, which differ in case alone, and SQL takes them for one: expected another name", first, second)
	}
}

// clash returns two names that are equal or differ in case alone, if there are any.
func clash(names []string) (first, second string) {
	seen := map[string]string{} // by themselves in lower case
	for _, name := range names {
		lower := strings.ToLower(name)
		if other, ok := seen[lower]; ok {
			return other, name
		}
		seen[lower] = name
	}
	return "", ""
}

// symbolsOf gives every piece, or each of its copies, its own character: a piece's initial
// where it is still free, else its number of cells, else the next unused letter. It
// returns nil if there are too many.
func symbolsOf(pieces []Piece, copies func(piece int) int) [][]byte {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	used := map[byte]bool{}
	total := 0
	for i := range pieces {
		if total += copies(i); total > maxSymbols {
			return nil
		}
	}
	symbols := make([][]byte, len(pieces))
	take := func(i int, s byte) bool {
		if used[s] || strings.IndexByte(all, s) < 0 {
			return false
		}
		used[s] = true
		symbols[i] = append(symbols[i], s)
		return true
	}
	for i, p := range pieces {
		if copies(i) == 1 && !take(i, p.Name[0]) && p.Size() < 10 {
			take(i, byte('0'+p.Size()))
		}
	}
	next := 0
	for i := range pieces {
		for len(symbols[i]) < copies(i) {
			for !take(i, all[next]) {
				next++
			}
		}
	}
	return symbols
}
