package lattice

// Exposed returns of each cell how many of its sides lie on the border of the
// board: no free cell is behind them. Holes have a border too, but those of solids
// that are closed have none, as nobody can see into them.
func (b *Board) Exposed() []int32 {
	exposed := make([]int32, len(b.Blocked))
	open := func(Cell) bool { return true }
	if b.Dimensions == 3 {
		outside := b.outside()
		open = func(c Cell) bool { return outside[c] }
	}
	for _, i := range b.FreeCells() {
		c := b.Cell(i)
		for _, d := range b.beside(c) {
			if beyond := c.Plus(d); b.At(beyond) < 0 && open(beyond) {
				exposed[i]++
			}
		}
	}
	return exposed
}

// outside returns the cells that are not free and can be reached from beyond the
// box through sides of cells that are not free; of the cells beyond the box, those
// next to it.
func (b *Board) outside() map[Cell]bool {
	start := Cell{-1, -1, -1}
	reached := map[Cell]bool{start: true}
	for open := []Cell{start}; len(open) > 0; {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range b.beside(c) {
			next := c.Plus(d)
			if reached[next] || b.At(next) >= 0 || min(next.Layer, next.Row, next.Col) < -1 ||
				next.Layer > b.Layers || next.Row > b.Rows || next.Col > b.Cols {
				continue
			}
			reached[next] = true
			open = append(open, next)
		}
	}
	return reached
}
