package lattice

// Exposed returns of each cell how many of its sides lie on the border of the
// board: no free cell is behind them. Holes have a border too, but those of solids
// that are closed have none, as nobody can see into them.
func (b *Board) Exposed() []int32 {
	exposed, outside, blocked := make([]int32, len(b.Blocked)), b.Outside(), b.complement()
	for _, i := range b.FreeCells() {
		c := b.Cell(i)
		for _, d := range b.beside(c) {
			next := c.Plus(d)
			if j := blocked.At(next); b.At(next) < 0 && (j < 0 || b.Dimensions == 2 || outside[j]) {
				exposed[i]++
			}
		}
	}
	return exposed
}

// Outside marks the blocked cells that are joined to the rim of the box by blocked cells.
func (b *Board) Outside() []bool {
	outside, blocked := make([]bool, len(b.Blocked)), b.complement()
	var open []int
	mark := func(i int) {
		if i >= 0 && !outside[i] {
			outside[i] = true
			open = append(open, i)
		}
	}
	for _, i := range blocked.FreeCells() {
		c := b.Cell(i)
		if c.Row == 0 || c.Col == 0 || c.Row == b.Rows-1 || c.Col == b.Cols-1 ||
			b.Dimensions == 3 && (c.Layer == 0 || c.Layer == b.Layers-1) {
			mark(i)
		}
	}
	for len(open) > 0 {
		c := b.Cell(open[len(open)-1])
		open = open[:len(open)-1]
		for _, d := range b.beside(c) {
			mark(blocked.At(c.Plus(d)))
		}
	}
	return outside
}

func (b *Board) complement() *Board {
	c := *b
	c.Blocked = make([]bool, len(b.Blocked))
	for i, blocked := range b.Blocked {
		c.Blocked[i] = !blocked
	}
	return &c
}
