package nonogram

// recounter counts the solutions of a puzzle for the checker. It sets the cells one by
// one, from the top left, and looks only at the runs so far and at the room that is left
// in the two lines of the cell. So it shares nothing with the solvers, and it gives up on
// puzzles that take too many steps.
type recounter struct {
	rows, cols []runner
	height     int
	width      int
	limit      int64
	found      int64
	budget     int64
}

// runner is a line being read: the number of finished blocks and the length of
// the present run.
type runner struct {
	clue  []int
	need  []int // cells needed by block j and those after it
	block int
	run   int
	left  int // cells to come
}

func newRunner(clue []int, n int) runner {
	r := runner{clue: clue, need: make([]int, len(clue)+1), left: n}
	for j := len(clue) - 1; j >= 0; j-- {
		r.need[j] = clue[j] + r.need[j+1]
		if j+1 < len(clue) {
			r.need[j]++
		}
	}
	return r
}

// black reads a black cell. It reports whether the room that is left still
// allows the line to be completed.
func (r *runner) black() bool {
	if r.block == len(r.clue) || r.run == r.clue[r.block] {
		return false
	}
	r.run++
	r.left--
	return r.room()
}

// cross reads a cell that is not black, and reports the same.
func (r *runner) cross() bool {
	if r.run > 0 {
		if r.run < r.clue[r.block] {
			return false
		}
		r.block++
		r.run = 0
	}
	r.left--
	return r.room()
}

// room reports whether the blocks to come fit into the cells to come.
func (r *runner) room() bool {
	if r.run == 0 {
		return r.need[r.block] <= r.left
	}
	rest := r.clue[r.block] - r.run
	if r.block+1 < len(r.clue) {
		rest += 1 + r.need[r.block+1]
	}
	return rest <= r.left
}

// recount returns the number of solutions, at most limit. ok says that it
// counted to the end, or to the limit, within the budget of cells tried.
func recount(rows, cols [][]int, limit, budget int64) (n int64, ok bool) {
	x := recounter{height: len(rows), width: len(cols), limit: limit, budget: budget}
	for _, clue := range rows {
		x.rows = append(x.rows, newRunner(clue, x.width))
	}
	for _, clue := range cols {
		x.cols = append(x.cols, newRunner(clue, x.height))
	}
	x.place(0, 0)
	return x.found, x.budget > 0 || x.found >= limit
}

func (x *recounter) place(r, c int) {
	if c == x.width {
		r, c = r+1, 0
	}
	if r == x.height {
		x.found++ // room says that every line is complete
		return
	}
	row, col := x.rows[r], x.cols[c]
	for v := range 2 {
		if x.found >= x.limit || x.budget <= 0 {
			return
		}
		x.budget--
		if v == 0 && x.rows[r].black() && x.cols[c].black() || v == 1 && x.rows[r].cross() && x.cols[c].cross() {
			x.place(r, c+1)
		}
		x.rows[r], x.cols[c] = row, col
	}
}
