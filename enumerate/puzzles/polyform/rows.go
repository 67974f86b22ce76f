package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
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
	column  []int     // piece -> its first column
	pieceOf []int32   // option -> its piece
	cells   [][]int32 // option -> its cells
}

func newLayout(z *Puzzle, compact bool) *layout {
	l := &layout{puzzle: z, cells: make([][]int32, len(z.Placements))}
	all := make([]int32, 0, z.covered) // in one piece of memory: rows look at few of them again and again
	for o, p := range z.Placements {
		l.pieceOf = append(l.pieceOf, int32(p.Piece))
		first := len(all)
		for _, c := range p.Cells {
			all = append(all, int32(c))
		}
		l.cells[o] = all[first:len(all):len(all)]
	}
	l.symbols = symbolsOf(z.Pieces, z.copies)
	if !compact && l.symbols != nil {
		l.grid = true
		l.columns = append(l.columns,
			enumerate.Column{Name: enumerate.GridColumn, Type: enumerate.String, Role: enumerate.Plain,
				Meaning: "the board " + z.Board.words().reading +
					", a character a cell: # blocked, else the symbol of the piece or copy (tables/pieces)"})
	}
	copies := 0
	for p := range z.Pieces {
		copies += z.copies(p)
	}
	if copies > maxPieceColumns {
		l.list = true
		l.columns = append(l.columns,
			enumerate.Column{Name: enumerate.OptionsColumn, Type: enumerate.Int32List, Role: enumerate.Key,
				Meaning: "the placements, ascending (tables/options)"})
		return l
	}
	for i, p := range z.Pieces {
		l.column = append(l.column, len(l.columns))
		for k := range z.copies(i) {
			name, what := p.Name, "placement of "+p.Name
			if z.copies(i) > 1 {
				name = fmt.Sprintf("%s_%d", p.Name, k+1)
				what = fmt.Sprintf("placement of copy %d of %s, copies in ascending order", k+1, p.Name)
			}
			l.columns = append(l.columns, enumerate.Column{Name: name, Type: enumerate.Int32, Role: enumerate.Key,
				Nullable: k >= z.least(i), Meaning: what + " (tables/options)"})
		}
	}
	return l
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
		for k := range b.Vectors[first:][:l.puzzle.copies(p)] {
			v := &b.Vectors[first+k]
			if row < len(v.Valid) && !v.Valid[row] { // the column is nullable
				continue
			}
			o := enumerate.OptionID(v.Int32s[row])
			if o < low || o >= high {
				return dst, fmt.Errorf("column %s: option %d is no placement of %s", l.columns[first+k].Name, o,
					l.puzzle.Pieces[p].Name)
			}
			dst = append(dst, o)
		}
	}
	return dst, nil
}

// checkNames returns an error if a piece's column would have the name of
// another column of the rows.
func (l *layout) checkNames(measures []enumerate.Column) error {
	names := []string{enumerate.OrbitSizeColumn, enumerate.TimesSeenColumn, enumerate.DrawWeightColumn,
		enumerate.DrawSquaresColumn}
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
		return enumerate.Errorf(
			"two columns would be called %q and %q, which differ in case alone, and SQL takes them for one: expected another name", first, second)
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

// symbolsOf gives every piece, or each of its copies, its own character: that of the config, else a piece's initial
// where it is still free, else its number of cells, else the next unused letter. It
// returns nil if there are too many.
func symbolsOf(pieces []Piece, copies func(piece int) int) [][]byte {
	used := map[byte]bool{}
	total := 0
	for i := range pieces {
		if total += copies(i); total > maxSymbols {
			return nil
		}
	}
	symbols := make([][]byte, len(pieces))
	take := func(i int, s byte) bool {
		if used[s] || strings.IndexByte(letters, s) < 0 {
			return false
		}
		used[s] = true
		symbols[i] = append(symbols[i], s)
		return true
	}
	for i, p := range pieces {
		for k := range min(len(p.Symbols), copies(i)) {
			take(i, p.Symbols[k])
		}
	}
	for i, p := range pieces {
		if copies(i) == 1 && symbols[i] == nil && !take(i, p.Name[0]) && p.Size() < 10 {
			take(i, byte('0'+p.Size()))
		}
	}
	next := 0
	for i := range pieces {
		for len(symbols[i]) < copies(i) {
			for !take(i, letters[next]) {
				next++
			}
		}
	}
	return symbols
}

// recorder writes and reads rows; it implements exact.Recorder.
type recorder struct {
	*layout
	owner    []int16 // cell -> 1 + index in the solution, 0 none
	starts   []int32 // index in the solution -> first cell
	shown    []byte  // owner -> symbol
	blocked  []int   // cells
	picture  []byte
	measures *measure.Evaluator
}

func (l *layout) newRecorder(m *measure.Evaluator) *recorder {
	r := &recorder{layout: l, owner: make([]int16, len(l.puzzle.Board.Blocked)), measures: m}
	for i, blocked := range l.puzzle.Board.Blocked {
		if blocked {
			r.blocked = append(r.blocked, i)
		}
	}
	r.picture = make([]byte, len(r.owner))
	return r
}

// Solution implements exact.Recorder.
func (r *recorder) Solution(b *enumerate.Batch, solution []enumerate.OptionID) {
	if r.grid || r.measures.NeedsOwner() {
		r.paint(solution)
	}
	if r.grid {
		b.AppendString(0, r.draw(solution))
	}
	if r.list {
		// OptionID and int32 differ in name alone; the copy keeps it simple.
		ids := make([]int32, len(solution))
		for i, o := range solution {
			ids[i] = int32(o)
		}
		b.AppendInt32List(len(r.columns)-1, ids)
		return
	}
	next := 0 // column
	if r.grid {
		next = 1
	}
	row := b.NextRow(next, len(r.columns))
	vectors, column, pieceOf := b.Vectors, r.column, r.pieceOf
	for _, o := range solution {
		col := max(next, column[pieceOf[o]])
		v := &vectors[col]
		v.Int32s[row] = int32(o)
		if row < len(v.Valid) { // the column is nullable
			v.Valid[row] = true
		}
		next = col + 1
	}
}

// paint notes which option of the solution covers each cell.
func (r *recorder) paint(solution []enumerate.OptionID) {
	clear(r.owner)
	r.starts = r.starts[:0]
	for k, o := range solution {
		cells := r.cells[o]
		r.starts = append(r.starts, cells[0])
		for _, c := range cells {
			r.owner[c] = int16(k + 1)
		}
	}
}

// draw returns the picture of the painted solution, which is ascending: copies of a
// piece take its symbols in the order of their first cells.
func (r *recorder) draw(solution []enumerate.OptionID) []byte {
	r.shown = append(r.shown[:0], '.')
	for from, to := 0, 0; from < len(solution); from = to {
		p := r.pieceOf[solution[from]]
		for to = from + 1; to < len(solution) && solution[to] < r.puzzle.first[p+1]; to++ {
		}
		for _, start := range r.starts[from:to] {
			before := uint32(0) // copies; without a branch, which nothing could predict
			for _, other := range r.starts[from:to] {
				before += uint32(other-start) >> 31
			}
			r.shown = append(r.shown, r.symbols[p][before])
		}
	}
	picture, shown := r.picture, r.shown
	for i, k := range r.owner {
		picture[i] = shown[k]
	}
	for _, i := range r.blocked {
		r.picture[i] = '#'
	}
	return r.picture
}

// Check implements exact.Recorder: it cuts the stored picture into its
// symbols and compares each one's cells with the shapes of the piece.
func (r *recorder) Check(b *enumerate.Batch, row int, _ []enumerate.OptionID) error {
	if !r.grid {
		return nil
	}
	return r.checkGrid(b.StringAt(0, row))
}

// checkGrid says what is wrong with the picture of a solution, if anything.
func (l *layout) checkGrid(picture []byte) error {
	board := l.puzzle.Board
	if len(picture) != len(board.Blocked) {
		return fmt.Errorf("grid has %d characters, expected %d", len(picture), len(board.Blocked))
	}
	var cells [256][]lattice.Cell
	for i, s := range picture {
		if (s == '#') != board.Blocked[i] || s == '.' {
			return fmt.Errorf("grid shows %q at %s, where the board does not", s, board.CellName(i))
		}
		cells[s] = append(cells[s], board.Cell(i))
	}
	cells['#'] = nil
	for i, p := range l.puzzle.Pieces {
		used := 0
		for _, s := range l.symbols[i] {
			if cells[s] == nil {
				continue
			}
			form := board.Footprint(board.NewShape(cells[s]))
			if !slices.ContainsFunc(p.Orientations, func(o lattice.Shape) bool {
				return slices.Equal(board.Footprint(o), form)
			}) {
				return fmt.Errorf("grid: the cells %q are no %s", s, p.Name)
			}
			cells[s] = nil
			used++
		}
		if int32(used) < p.Min || int32(used) > p.Max {
			return fmt.Errorf("grid shows %d of %s, expected %d to %d", used, p.Name, p.Min, p.Max)
		}
	}
	for s, rest := range cells {
		if rest != nil {
			return fmt.Errorf("grid has %q, which is no piece's symbol", rune(s))
		}
	}
	return nil
}

// Measures implements exact.Recorder.
func (r *recorder) Measures(b *enumerate.Batch, first int, solution []enumerate.OptionID, stabiliser int64) {
	orbit := int64(r.puzzle.Group.Order()) / stabiliser
	for k, v := range r.measures.Evaluate(r.owner, solution, orbit) {
		b.AppendInt32(first+k, v)
	}
}

// meters makes measures that are evaluated apart from rows.
func (l *layout) meters(written []string) (*exact.Meters, error) {
	set, err := measure.Compile(l.puzzle.measurePuzzle(), written)
	if err != nil {
		return nil, err
	}
	return &exact.Meters{Columns: set.Columns, Sums: set.Sums(l.puzzle.Problem, l.puzzle.cellItem),
		NeedStabiliser: set.NeedsOrbit(), NewMeter: func() func([]enumerate.OptionID, int64) []int32 {
			r, order := l.newRecorder(set.NewEvaluator()), int64(l.puzzle.Group.Order())
			return func(solution []enumerate.OptionID, stabiliser int64) []int32 {
				if r.measures.NeedsOwner() {
					r.paint(solution)
				}
				return r.measures.Evaluate(r.owner, solution, order/stabiliser)
			}
		}}, nil
}
