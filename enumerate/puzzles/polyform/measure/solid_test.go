package measure

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// solid is an oracle that knows a cell as a body in space: the points of its
// corners, and the middles of its sides. It shares nothing with the lattices: cells
// share a side if they have its middle in common. On a ring coordinates are counted
// round.
type solid struct {
	kind    string
	size    [3]int  // layers, rows, columns
	wrap    [3]bool // rows and columns of squares
	round   point   // the length of the rings, 0 for none
	cells   []int   // free cells, by number
	centre  map[int]point
	corners map[int][]point
	sides   map[int][]point
	tiles   map[int]int // by cell, from 1; 0 for cells left uncovered
	n       int         // tiles
}

type point [3]int

func (p point) plus(q point) point  { return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]} }
func (p point) minus(q point) point { return point{p[0] - q[0], p[1] - q[1], p[2] - q[2]} }
func (p point) dot(q point) int     { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

func (s *solid) reduce(p point) point {
	for a, n := range s.round {
		if n > 0 {
			p[a] = (p[a]%n + n) % n
		}
	}
	return p
}

// body returns the corners of a cell. Their order is that round the cell where it
// is flat.
func (s *solid) body(l, r, c int) []point {
	switch s.kind {
	case "squares":
		return []point{{0, 2 * r, 2 * c}, {0, 2 * r, 2*c + 2}, {0, 2*r + 2, 2*c + 2}, {0, 2*r + 2, 2 * c}}
	case "cubes":
		var all []point
		for i := range 8 {
			all = append(all, point{2*l + i&2, 2*r + 2*(i&1), 2*c + i>>1&2})
		}
		return all
	case "hexagons": // rows shifted by half a cell to the right
		y, x := 6*r, 4*c+2*r
		return []point{{0, y - 4, x}, {0, y - 2, x + 2}, {0, y + 2, x + 2}, {0, y + 4, x}, {0, y + 2, x - 2}, {0, y - 2, x - 2}}
	}
	if (r+c)%2 == 0 {
		return []point{{0, 2 * r, 2*c + 2}, {0, 2*r + 2, 2*c + 4}, {0, 2*r + 2, 2 * c}}
	}
	return []point{{0, 2 * r, 2 * c}, {0, 2 * r, 2*c + 4}, {0, 2*r + 2, 2*c + 2}}
}

// middles returns the middle of a cell and of its sides.
func (s *solid) middles(body []point) (centre point, sides []point) {
	for _, p := range body {
		centre = centre.plus(p)
	}
	if s.kind == "triangles" {
		centre = point{0, centre[1], centre[2]} // three times the middle
	} else {
		for a := range centre {
			centre[a] /= len(body)
		}
	}
	if s.kind == "cubes" {
		for a := range 3 {
			for _, d := range []int{-1, 1} {
				p := centre
				p[a] += d
				sides = append(sides, p)
			}
		}
		return centre, sides
	}
	for i, p := range body {
		m := p.plus(body[(i+1)%len(body)])
		sides = append(sides, point{0, m[1] / 2, m[2] / 2})
	}
	return centre, sides
}

// directions are normals to the strips of cells.
func (s *solid) directions() []point {
	switch s.kind {
	case "squares":
		return []point{{0, 1, 0}, {0, 0, 1}}
	case "cubes":
		return []point{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	case "hexagons":
		return []point{{0, 1, 0}, {0, -1, 3}, {0, 1, 3}}
	}
	return []point{{0, 1, 0}, {0, -1, 1}, {0, 1, 1}}
}

// ring says whether a direction closes to a ring.
func (s *solid) ring(d point) bool { return d.dot(s.round) != 0 }

func newSolid(rng *rand.Rand) *solid {
	s := &solid{kind: []string{"squares", "squares", "cubes", "hexagons", "triangles"}[rng.IntN(5)],
		size: [3]int{1, 1 + rng.IntN(5), 1 + rng.IntN(5)}, centre: map[int]point{}, corners: map[int][]point{}, sides: map[int][]point{}, tiles: map[int]int{}}
	switch s.kind {
	case "squares":
		s.wrap = [3]bool{false, rng.IntN(2) > 0, rng.IntN(2) > 0}
		for a, w := range s.wrap {
			if w {
				s.round[a] = 2 * s.size[a]
			}
		}
	case "cubes":
		s.size = [3]int{1 + rng.IntN(3), 1 + rng.IntN(3), 1 + rng.IntN(4)}
		if rng.IntN(3) == 0 {
			s.size = [3]int{3, 3, 3}
		}
	case "triangles":
		s.size[2] += rng.IntN(4)
	}
	holes := rng.IntN(3) * rng.IntN(3)
	number := s.size[0] * s.size[1] * s.size[2]
	for i := range number {
		if holes > 0 && rng.IntN(10) < holes || s.size == [3]int{3, 3, 3} && i == 13 && rng.IntN(3) == 0 { // inside
			continue
		}
		l, r, c := i/(s.size[1]*s.size[2]), i/s.size[2]%s.size[1], i%s.size[2]
		body := s.body(l, r, c)
		s.cells = append(s.cells, i)
		centre, sides := s.middles(body)
		s.centre[i] = s.reduce(centre)
		for _, p := range body {
			s.corners[i] = append(s.corners[i], s.reduce(p))
		}
		for _, p := range sides {
			s.sides[i] = append(s.sides[i], s.reduce(p))
		}
	}
	s.grow(rng)
	return s
}

func share(a, b []point) bool {
	return slices.ContainsFunc(a, func(p point) bool { return slices.Contains(b, p) })
}

// grow makes random tiles, and leaves some cells uncovered now and then. In one
// case of three a tile in the middle is not grown, so that it may be hidden.
func (s *solid) grow(rng *rand.Rand) {
	wanted, small := 1+rng.IntN(7), 0
	if rng.IntN(3) == 0 && len(s.cells) > 1 {
		s.n, small, wanted = 1, 1, wanted+1
		s.tiles[s.cells[len(s.cells)/2]] = 1
	}
	for len(s.tiles) < len(s.cells) {
		var able [][2]int
		for _, i := range s.cells {
			for _, j := range s.cells {
				if s.tiles[i] > small && s.tiles[j] == 0 && share(s.sides[i], s.sides[j]) {
					able = append(able, [2]int{i, j})
				}
			}
		}
		if s.n < wanted || len(able) == 0 {
			free := slices.DeleteFunc(slices.Clone(s.cells), func(i int) bool { return s.tiles[i] > 0 })
			s.n++
			s.tiles[free[rng.IntN(len(free))]] = s.n
			continue
		}
		x := able[rng.IntN(len(able))]
		s.tiles[x[1]] = s.tiles[x[0]]
	}
	if rng.IntN(5) == 0 && s.n > 1 { // the last tile is not there
		for _, i := range s.cells {
			if s.tiles[i] == s.n {
				s.tiles[i] = 0
			}
		}
		s.n--
	}
}

// puzzle describes the tiling to the package: each tile is a piece of its own.
func (s *solid) puzzle() (z *Subject, owner []int16, solution []enumerate.OptionID) {
	l := map[string]*lattice.Lattice{"squares": lattice.Square, "cubes": lattice.Cube, "hexagons": lattice.Hexagon, "triangles": lattice.Triangle}[s.kind]
	b := lattice.NewBoard(l, s.size[0], s.size[1], s.size[2])
	b.WrapRows, b.WrapCols = s.wrap[1], s.wrap[2]
	owner = make([]int16, len(b.Blocked))
	z = &Subject{Board: &b, Order: 1}
	for t := range s.n {
		z.Pieces = append(z.Pieces, Piece{Name: string(rune('A' + t)), Copies: 1})
		z.Placements = append(z.Placements, lattice.Placement{Piece: t})
		solution = append(solution, enumerate.OptionID(t))
	}
	for i := range b.Blocked {
		b.Blocked[i] = !slices.Contains(s.cells, i)
		if t := s.tiles[i]; t > 0 {
			owner[i] = int16(t)
			z.Placements[t-1].Cells = append(z.Placements[t-1].Cells, i)
		}
	}
	return z, owner, solution
}

// touching reports whether two tiles share a side, or with corners a corner.
func (s *solid) touching(t, u int, corners bool) bool {
	for _, i := range s.cells {
		for _, j := range s.cells {
			if s.tiles[i] == t && s.tiles[j] == u && (share(s.sides[i], s.sides[j]) || corners && share(s.corners[i], s.corners[j])) {
				return true
			}
		}
	}
	return false
}

// colours tries all colourings, tile by tile.
func (s *solid) colours(corners bool) int {
	touching := map[[2]int]bool{}
	for t := range s.n {
		for u := range t {
			touching[[2]int{t, u}] = s.touching(t+1, u+1, corners)
		}
	}
	colour := make([]int, s.n)
	var try func(t, k int) bool
	try = func(t, k int) bool {
		if t == s.n {
			return true
		}
		for colour[t] = range k {
			ok := true
			for u := range t {
				ok = ok && (colour[u] != colour[t] || !touching[[2]int{t, u}])
			}
			if ok && try(t+1, k) {
				return true
			}
		}
		return false
	}
	k := 0
	for !try(0, k) {
		k++
	}
	return k
}

func (s *solid) crossroads() (n int) {
	at := map[point]map[int]bool{}
	for _, i := range s.cells {
		for _, p := range s.corners[i] {
			if at[p] == nil {
				at[p] = map[int]bool{}
			}
			if s.tiles[i] > 0 {
				at[p][s.tiles[i]] = true
			}
		}
	}
	for _, tiles := range at {
		if len(tiles) >= 4 {
			n++
		}
	}
	return n
}

// ends returns in how many directions a cell touches the outer line, that of the
// middles of the outer cells for hexagons.
func (s *solid) ends(i int) (n int) {
	points := func(i int) []point {
		if s.kind == "hexagons" {
			return []point{s.centre[i]}
		}
		return s.corners[i]
	}
	for _, d := range s.directions() {
		if s.ring(d) {
			continue
		}
		low, high := 1<<30, -1<<30
		for _, j := range s.cells {
			for _, p := range points(j) {
				low, high = min(low, p.dot(d)), max(high, p.dot(d))
			}
		}
		if slices.ContainsFunc(points(i), func(p point) bool { return p.dot(d) == low || p.dot(d) == high }) {
			n++
		}
	}
	return n
}

// exposed counts the sides of a cell that no cell shares, in solids those that lead
// outside.
func (s *solid) exposed(i int) (n int) {
	outside := map[point]bool{}
	if s.kind == "cubes" {
		queue := []point{{-1, -1, -1}}
		taken := map[point]bool{}
		for _, c := range s.centre {
			taken[c] = true
		}
		for len(queue) > 0 {
			p := queue[0]
			queue = queue[1:]
			if outside[p] || taken[p] || min(p[0], p[1], p[2]) < -1 || max(p[0], p[1], p[2]) > 9 {
				continue
			}
			outside[p] = true
			for a := range 3 {
				for _, d := range []int{-2, 2} {
					q := p
					q[a] += d
					queue = append(queue, q)
				}
			}
		}
	}
	for _, side := range s.sides[i] {
		shared := 0
		for _, j := range s.cells {
			for _, other := range s.sides[j] {
				if other == side {
					shared++
				}
			}
		}
		if shared == 1 && (s.kind != "cubes" || outside[side.plus(side).minus(s.centre[i])]) {
			n++
		}
	}
	return n
}

func (s *solid) faults() (n int) {
	for a, d := range s.directions() {
		if s.ring(d) {
			for line := 0; line < d.dot(s.round); line += 2 {
				cut := false
				for _, i := range s.cells {
					for _, j := range s.cells {
						cut = cut || i != j && s.tiles[i] > 0 && s.tiles[i] == s.tiles[j] &&
							slices.ContainsFunc(s.sides[i], func(p point) bool { return p.dot(d) == line && slices.Contains(s.sides[j], p) })
					}
				}
				if !cut {
					n++
				}
			}
			continue
		}
		low, high := map[int]int{}, map[int]int{} // by tile; 0 for the board
		widen := func(t, x int) {
			if _, ok := low[t]; !ok {
				low[t], high[t] = x, x
			}
			low[t], high[t] = min(low[t], x), max(high[t], x)
		}
		for _, i := range s.cells {
			for _, p := range s.corners[i] {
				widen(0, p.dot(d))
				if s.tiles[i] > 0 {
					widen(s.tiles[i], p.dot(d))
				}
			}
		}
		step := 2
		if s.kind == "triangles" && a > 0 {
			step = 4
		}
		for line := low[0] + step; line < high[0]; line += step {
			cut := false
			for t := range s.n {
				cut = cut || low[t+1] < line && line < high[t+1]
			}
			if !cut {
				n++
			}
		}
	}
	return n
}

func (s *solid) String() string {
	text := fmt.Sprintf("%s, wrapped %v\n", s.kind, s.wrap)
	for i := range s.size[0] * s.size[1] * s.size[2] {
		switch {
		case !slices.Contains(s.cells, i):
			text += "#"
		case s.tiles[i] == 0:
			text += "."
		default:
			text += string(rune('A' + s.tiles[i] - 1))
		}
		if (i+1)%s.size[2] == 0 {
			text += "\n"
		}
		if (i+1)%(s.size[1]*s.size[2]) == 0 {
			text += "\n"
		}
	}
	return text
}
