package canon

import "bytes"

// How the form of a 9x9 grid is found.
//
// Row 1 of the form is 123456789: whatever row comes first, its digits can be
// renamed. So two choices decide the form: the pair of rows that comes first (9
// rows, 2 partners, 2 orientations: 36 pairs), and the order of the columns.
// The other rows then have one order that sorts each band and the bands.
//
// Let map[x] be the column where the first row of the pair has the digit that
// the second row has in column x. With the columns in the order col, row 2 of
// the form has in place p the place of map[col[p]].
//
//   - A pair is pure if each minirow of the second row repeats a minirow of the
//     first. Then row 2 can be 456 789 xyz: any order of the columns of one box
//     fixes the columns of the next by map, and those of the third. xyz is what
//     the cube of map does to the first box: a permutation of 123 whose cycle
//     type is the same in every box. Identity gives 123, an exchange at best
//     132, a rotation at best 231. Only the pairs with the best type of all 36
//     count; that type leaves 3 boxes with 6, 2 or 3 orders each.
//   - If no pair is pure, row 2 begins with 457: in every box of a mixed pair
//     two columns map to one box and one column to the other. The box that
//     comes first and the order of its two like columns settle the other
//     columns, each as early as it can be named: 6 orders a pair.
//
// Row 3 then excludes nearly all candidates. A grid takes some 4 microseconds.

// Row 2 of the form by the cycle type of a pure pair, places from 0, four bits
// each.
var pureRow2 = [...]uint64{identity: 0x345678012, exchange: 0x345678021, rotation: 0x345678120}

const (
	identity = iota
	exchange
	rotation
	mixed
)

// orientation is the grid in one orientation: its rows with digits from 0, and
// where each row has each digit.
type orientation struct {
	row    [9][9]uint8
	column [9][9]uint8
}

type nine struct {
	isomorphisms
	grids [2]orientation
	best  [9]uint64 // rows of the least form so far, four bits a cell
	form  [81]byte
}

// newNine reserves room for 648 isomorphisms, the most that a grid has.
func newNine() *nine { return &nine{isomorphisms: newIsomorphisms(9, 648)} }

// orders3 are the orders of three columns.
var orders3 = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

func (n *nine) IsForm(grid []byte) bool { return bytes.Equal(n.Grid(grid), grid) }

func (n *nine) Grid(grid []byte) []byte {
	for r := range 9 {
		for c, v := range grid[9*r : 9*r+9] {
			d := (v - 1) & 15 // the mask spares bounds checks
			n.grids[0].row[r][c] = d
			n.grids[0].column[r][d] = uint8(c)
			n.grids[1].row[c][r] = d
			n.grids[1].column[c][d] = uint8(r)
		}
	}
	var pairs [36]pair
	best := uint8(mixed)
	for i := range pairs {
		p := &pairs[i]
		p.transposed, p.first = uint8(i/18), uint8(i/2%9)
		p.second, p.third = follow[p.first%3][i%2][0], follow[p.first%3][i%2][1]
		p.second, p.third = p.first-p.first%3+p.second, p.first-p.first%3+p.third
		p.kind = n.grids[p.transposed].kind(p.first, p.second)
		best = min(best, p.kind)
	}
	for i := range n.best {
		n.best[i] = ^uint64(0)
	}
	n.isos = n.isos[:0]
	for i := range pairs {
		if pairs[i].kind != best {
			continue
		}
		if best == mixed {
			n.mixedPair(&pairs[i])
		} else {
			n.purePair(&pairs[i])
		}
	}
	for r, packed := range n.best {
		for c := 8; c >= 0; c-- {
			n.form[9*r+c] = byte(packed&15) + 1
			packed >>= 4
		}
	}
	return n.form[:]
}

// follow[r] are the two orders of the other rows of row r's band.
var follow = [3][2][2]uint8{{{1, 2}, {2, 1}}, {{0, 2}, {2, 0}}, {{0, 1}, {1, 0}}}

// pair is three rows of a band in order, and the kind of the first two.
type pair struct {
	transposed           uint8
	first, second, third uint8
	kind                 uint8
}

// kind distinguishes pure pairs, by the cycle type of the map's cube, from
// mixed ones. It looks at one box: if one box is pure, all are.
func (g *orientation) kind(first, second uint8) uint8 {
	to, row := &g.column[first], &g.row[second]
	a, b, c := to[row[0]], to[row[1]], to[row[2]]
	if a/3 != b/3 || b/3 != c/3 {
		return mixed
	}
	fixed := 0
	for x, y := range [3]uint8{a, b, c} {
		if to[row[to[row[y]]]] == uint8(x) {
			fixed++
		}
	}
	return [4]uint8{0: rotation, 1: exchange, 3: identity}[fixed]
}

func (g *orientation) columnMap(p *pair) (to [16]uint8) {
	for x, d := range g.row[p.second] {
		to[x] = g.column[p.first][d]
	}
	return to
}

func (n *nine) purePair(p *pair) {
	to := n.grids[p.transposed].columnMap(p)
	n.best[0] = 0x012345678
	n.best[1] = pureRow2[p.kind]
	for box := uint8(0); box < 9; box += 3 {
		for _, order := range orders3 {
			var cols [9]uint8
			for x, o := range order {
				cols[x] = box + o
				cols[3+x] = to[cols[x]&15]
				cols[6+x] = to[cols[3+x]&15]
			}
			if p.kind == exchange && to[cols[6]&15] != cols[0] ||
				p.kind == rotation && (to[cols[6]&15] != cols[1] || to[cols[7]&15] != cols[2]) {
				continue
			}
			n.candidate(p, &cols)
		}
	}
}

func (n *nine) mixedPair(p *pair) {
	to := n.grids[p.transposed].columnMap(p)
	n.best[0] = 0x012345678
	for box := uint8(0); box < 9; box += 3 {
		// x and y map to one box, z to the other. There are no branches here,
		// since it is unpredictable which column is z and which name is new.
		b0, b1, b2 := to[box]/3, to[box+1]/3, to[box+2]/3
		odd := 2*same(b0, b1) + same(b0, b2)
		x, y, z := box+like[odd][0], box+like[odd][1], box+odd
		for range 2 {
			x, y = y, x
			tx, ty, tz := to[x&15], to[y&15], to[z&15]
			third := tx/3*9 + 3 - tx - ty // the other column of the box that comes second
			cols := [16]uint8{x, y, z, tx, ty, third, tz}
			place := unnamed
			place[x&15], place[y&15], place[z&15] = 0, 1, 2
			place[tx&15], place[ty&15], place[third&15], place[tz&15] = 3, 4, 5, 6
			row2, next := uint64(0x346), uint8(7)
			for _, c := range [3]uint8{tx, ty, third} {
				// The last two columns are named in the order they are met. A
				// column that has a name already is written to cols too, and
				// overwritten.
				m := to[c&15] & 15
				isNew := place[m] >> 7
				place[m] = place[m]&0x7f | next*isNew
				cols[next&15] = m
				next += isNew
				row2 = row2<<4 | uint64(place[m])
			}
			for _, c := range cols[6:9] {
				row2 = row2<<4 | uint64(place[to[c&15]&15])
			}
			if row2 > n.best[1] {
				continue
			}
			if row2 < n.best[1] {
				n.best[1], n.best[2] = row2, ^uint64(0)
			}
			n.candidate(p, (*[9]uint8)(cols[:9]))
		}
	}
}

// like[z] are the other two columns of a box.
var like = [4][2]uint8{{1, 2}, {0, 2}, {0, 1}}

// unnamed marks columns without a place.
var unnamed = [16]uint8{128, 128, 128, 128, 128, 128, 128, 128, 128}

func same(a, b uint8) (is uint8) {
	if a == b {
		is = 1
	}
	return is
}

// candidate compares the image with these first rows and columns. Its rows 1
// and 2 are the best known. It keeps the image if no image so far is less.
func (n *nine) candidate(p *pair, cols *[9]uint8) {
	g := &n.grids[p.transposed]
	var names [16]uint8 // of digits
	for place, c := range cols {
		names[g.row[p.first][c%9]&15] = uint8(place)
	}
	row3 := packed(&g.row[p.third], cols, &names)
	if row3 > n.best[2] {
		return
	}
	less := row3 < n.best[2]
	n.best[2] = row3

	// The other bands, and the rows in each, by their first cell.
	a, b := sorted(g, (p.first/3+1)%3*3, cols[0], &names), sorted(g, (p.first/3+2)%3*3, cols[0], &names)
	if a[0] > b[0] {
		a, b = b, a
	}
	rows := [9]uint8{p.first, p.second, p.third, uint8(a[0]), uint8(a[1]), uint8(a[2]), uint8(b[0]), uint8(b[1]),
		uint8(b[2])}
	for i := 3; i < 9; i++ {
		r := packed(&g.row[rows[i]%9], cols, &names)
		if !less {
			if r > n.best[i] {
				return
			}
			less = r < n.best[i]
		}
		n.best[i] = r
	}
	if less {
		n.isos = n.isos[:0]
	}
	iso := isomorphism{transposed: p.transposed == 1, rows: rows, cols: *cols}
	copy(iso.digits[:], names[:])
	n.isos = append(n.isos, iso)
}

// sorted returns the rows of a band by the name of their digit in a column, which is in the high byte.
func sorted(g *orientation, band, col uint8, names *[16]uint8) (rows [3]uint16) {
	for i := range rows {
		r := band + uint8(i)
		rows[i] = uint16(names[g.row[r%9][col%9]&15])<<8 | uint16(r)
	}
	rows[0], rows[1] = min(rows[0], rows[1]), max(rows[0], rows[1])
	rows[1], rows[2] = min(rows[1], rows[2]), max(rows[1], rows[2])
	rows[0], rows[1] = min(rows[0], rows[1]), max(rows[0], rows[1])
	return rows
}

// packed returns a row's image, four bits a cell.
func packed(row, cols *[9]uint8, names *[16]uint8) (image uint64) {
	for _, c := range cols {
		image = image<<4 | uint64(names[row[c%9]&15])
	}
	return image
}
