package polyform

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// recorder writes and reads rows; it implements exact.Recorder.
type recorder struct {
	*layout
	owner    []int16 // cell -> 1 + index in the solution, 0 none
	starts   []int32 // index in the solution -> first cell
	shown    []byte  // owner -> symbol
	blocked  []int   // cells
	picture  []byte
	solution []enumerate.OptionID // last given to Solution
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
	r.solution = solution
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
		cells := r.cells.Of(int32(o))
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
			if !slices.ContainsFunc(p.Orientations, func(o lattice.Shape) bool { return slices.Equal(board.Footprint(o), form) }) {
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
func (r *recorder) Measures(b *enumerate.Batch, first int, stabiliser int64) {
	orbit := int64(r.puzzle.Group.Order()) / stabiliser
	for k, v := range r.measures.Evaluate(r.owner, r.solution, orbit) {
		b.AppendInt32(first+k, v)
	}
}

// meters makes measures that are evaluated apart from rows.
func (l *layout) meters(written []string) (*exact.Meters, error) {
	set, err := measure.Compile(l.puzzle.measurePuzzle(), written)
	if err != nil {
		return nil, err
	}
	return &exact.Meters{Columns: set.Columns, Sums: set.Sums(l.puzzle.Problem, l.puzzle.cellItem), NeedStabiliser: set.NeedsOrbit(), NewMeter: func() func([]enumerate.OptionID, int64) []int32 {
		r, order := l.newRecorder(set.NewEvaluator()), int64(l.puzzle.Group.Order())
		return func(solution []enumerate.OptionID, stabiliser int64) []int32 {
			if r.measures.NeedsOwner() {
				r.paint(solution)
			}
			return r.measures.Evaluate(r.owner, solution, order/stabiliser)
		}
	}}, nil
}
