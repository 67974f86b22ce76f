package search

import "coverstat/enumerate/puzzles/nonogram/line"

const (
	beliefRounds   = 20
	mostSteps      = 1 << 23    // in a round: larger puzzles would wait for seconds
	leastBelief    = 1.0 / 4096 // of black, and of crossed: no line makes its crossing lines sure
	certaintyBonus = 8          // activity of a cell that is sure, as a multiple of the greatest
)

// A belief is an estimate of all cells, by which the search begins again and again.
type belief struct {
	value []line.Cell // the more probable one
	sure  []float64   // by how much
	root  int         // cells on the trail when it was made
}

// believe makes the probable values the phases of the cells, and the surest cells the first to be decided. It does
// nothing if the puzzle is large. Call it at level 0. The estimate stands as long as no further cell is settled there.
func (s *Solver) believe() {
	if b := &s.belief; b.root != len(s.trail) && !s.estimate(b) {
		return
	}
	copy(s.phase, s.belief.value)
	bonus := certaintyBonus * s.order.top()
	for c, sure := range s.belief.sure {
		s.order.raise(int32(c), float64(bonus*sure))
	}
	s.longest = 0
}

// estimate says how probable each cell is black in a solution. It returns false if the puzzle is large.
//
// It is belief propagation (Pearl, 1982). A row tells each of its cells how probable
// black is, by its clue and by what the columns told the other cells of the row. The
// columns do the same with what the rows told, and so in turn.
func (s *Solver) estimate(b *belief) bool {
	steps := 0
	for l := range s.lines {
		steps += s.lines[l].a.WeighSteps()
	}
	if steps > mostSteps {
		return false
	}
	n, longest := len(s.cells), max(s.height, s.width)*s.values
	fromRows, fromCols := make([]float64, n), make([]float64, n)
	even := 1 / float64(max(2, s.values))
	for c := range fromRows {
		fromRows[c], fromCols[c] = even, even
	}
	black, told := make([]float64, longest), make([]float64, longest)
	for range beliefRounds {
		for l := range s.lines {
			x := &s.lines[l]
			from, to := fromCols, fromRows
			if l >= s.height {
				from, to = to, from
			}
			for i, v := range x.cells {
				switch v {
				case line.Black:
					black[i] = 1
				case line.Crossed:
					black[i] = 0
				default:
					black[i] = from[x.place[i]]
				}
			}
			if !x.a.Weigh(&s.memory, black[:len(x.cells)], told) {
				continue
			}
			for i := range x.cells {
				p := max(leastBelief, min(1-leastBelief, told[i]))
				c := x.place[i]
				to[c] = (to[c] + p) / 2 // only halfway, since whole steps may swing to and fro for ever
			}
		}
	}
	*b = belief{make([]line.Cell, n), make([]float64, n), len(s.trail)}
	for c := range s.cells {
		yes, no := float64(fromRows[c]*fromCols[c]), float64((1-fromRows[c])*(1-fromCols[c]))
		b.value[c] = line.Crossed
		if yes > no {
			b.value[c] = line.Black
		}
		b.sure[c] = (max(yes, no) - min(yes, no)) / (yes + no)
	}
	return true
}
