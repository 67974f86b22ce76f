package canon

import "slices"

// general finds forms on small boards of any box shape, by trying every column
// order with every first row. It does not use cycle types, so the fast
// canoniser for 3x3 is checked against it.
type general struct {
	isomorphisms
	boxRows      int
	orders       [][]uint8 // all orders of the columns
	grids        [2][]byte // digits from 0; the second transposed
	orientations int
	form         []byte
}

func newGeneral(boxRows, boxCols int) *general {
	n := boxRows * boxCols
	g := &general{isomorphisms: newIsomorphisms(n, 0), boxRows: boxRows, orders: LineOrders(boxRows, boxCols),
		orientations: 1, form: make([]byte, n*n)}
	if boxRows == boxCols {
		g.orientations = 2
	}
	for t := range g.grids {
		g.grids[t] = make([]byte, n*n)
	}
	return g
}

func (g *general) Grid(grid []byte) []byte {
	g.load(grid)
	g.search(false)
	for i := range g.form {
		g.form[i]++
	}
	return g.form
}

func (g *general) IsForm(grid []byte) bool {
	g.load(grid)
	return g.search(true)
}

// load sets both orientations of a grid, and the grid as the form so far.
func (g *general) load(grid []byte) {
	n := g.side
	for i, v := range grid {
		g.grids[0][i] = v - 1
		g.grids[1][i%n*n+i/n] = v - 1
	}
	copy(g.form, g.grids[0])
}

// search finds the least image, which is the grid itself or a lesser one. With giveUp
// it stops at the first lesser one and reports false.
func (g *general) search(giveUp bool) bool {
	g.isos = g.isos[:0]
	for t := range g.orientations {
		for row := range g.side {
			for _, cols := range g.orders {
				iso := isomorphism{transposed: t == 1}
				copy(iso.cols[:], cols)
				g.arrange(&iso, row)
				switch order := g.compare(&iso); {
				case order < 0 && giveUp:
					return false
				case order < 0:
					copy(g.form, g.image)
					g.isos = append(g.isos[:0], iso)
				case order == 0:
					g.isos = append(g.isos, iso)
				}
			}
		}
	}
	return true
}

// arrange names the digits by the first row, and puts the rows of each band,
// and then the bands, in the order of their first cells.
func (g *general) arrange(iso *isomorphism, first int) {
	n, grid := g.side, g.oriented(iso)
	for i, c := range iso.cols[:n] {
		iso.digits[grid[first*n+int(c)]] = uint8(i)
	}
	key := func(row uint8) uint8 { return iso.digits[grid[int(row)*n+int(iso.cols[0])]] }
	byKey := func(a, b uint8) int { return int(key(a)) - int(key(b)) }
	// The band of the first row has name 0 in the first column, so it comes
	// first by itself.
	bands := n / g.boxRows
	rows := iso.rows[:n]
	for i := range rows {
		rows[i] = uint8(i)
	}
	for b := range bands {
		slices.SortFunc(rows[b*g.boxRows:(b+1)*g.boxRows], byKey)
	}
	var heads, sorted [9]uint8
	for b := range bands {
		heads[b] = rows[b*g.boxRows]
	}
	slices.SortFunc(heads[:bands], byKey)
	for b, head := range heads[:bands] {
		from := int(head) / g.boxRows * g.boxRows
		copy(sorted[b*g.boxRows:], rows[from:from+g.boxRows])
	}
	iso.rows = sorted
}

// oriented returns the grid in the orientation of an isomorphism.
func (g *general) oriented(iso *isomorphism) []byte {
	if iso.transposed {
		return g.grids[1]
	}
	return g.grids[0]
}

// compare writes the image to g.image, unless it is greater than the form so
// far, and returns its order relative to that form.
func (g *general) compare(iso *isomorphism) int {
	n, grid, order, k := g.side, g.oriented(iso), 0, 0
	for _, r := range iso.rows[:n] {
		row := grid[int(r)*n : int(r)*n+n]
		for _, c := range iso.cols[:n] {
			v := iso.digits[row[c]]
			if order == 0 && v != g.form[k] {
				if v > g.form[k] {
					return 1
				}
				order = -1
			}
			g.image[k] = v
			k++
		}
	}
	return order
}
