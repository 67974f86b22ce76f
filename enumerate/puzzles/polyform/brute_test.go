package polyform

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// brute counts the tilings of small boards in the plainest way. It shares no code
// with the lattices, the symmetry groups or the kernels: a cell is a point with
// whole coordinates, and an isometry is any matrix of -1, 0 and 1 that keeps the
// set of unit vectors, with any translation.
//
// The point of a square, a cube or a hexagon is its layer, row and column. That of
// a triangle is the sum of its three corners in coordinates along two sides, so
// that a translation of the lattice is a multiple of 3.
type brute struct {
	kind       string
	size       [3]int  // layers, rows, columns of the box
	wrap       [3]bool // rows and columns of squares only
	free       []point
	pieces     []brutePiece
	symmetry   string
	translates int  // 3 for triangles
	connected  bool // all pieces
	// Solutions have all that is given, and nothing that is forbidden.
	given, forbidden []bruteOption
}

type point [3]int

type brutePiece struct {
	name       string
	drawn      [][3]int // layer, row and column of each cell
	turn, flip bool
	low, high  int
}

// pointOf returns the point of the cell of a picture.
func (b *brute) pointOf(l, r, c int) point {
	if b.kind != "triangles" {
		return point{l, r, c}
	}
	// Corners in half sides to the right and in rows down.
	corners := [][2]int{{c + 1, r}, {c + 2, r + 1}, {c, r + 1}}
	if (r+c)&1 != 0 {
		corners = [][2]int{{c, r}, {c + 2, r}, {c + 1, r + 1}}
	}
	var p point
	for _, k := range corners {
		p[1] += k[1]
		p[2] += (k[0] - k[1] - 1) / 2 // exact: the difference is odd
	}
	return p
}

// units are the shortest translations of the lattice.
func (b *brute) units() []point {
	switch b.kind {
	case "squares":
		return []point{{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}
	case "cubes":
		return []point{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}
	}
	return []point{{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1, -1}, {0, -1, 1}}
}

type matrix [3]point

func (m matrix) times(p point) (q point) {
	for i, row := range m {
		q[i] = row[0]*p[0] + row[1]*p[1] + row[2]*p[2]
	}
	return q
}

func (m matrix) determinant() int {
	return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
}

var matrices = map[string][]matrix{}

// isometries tries all matrices.
func (b *brute) isometries() []matrix {
	if known, ok := matrices[b.kind]; ok {
		return known
	}
	var all []matrix
	units := b.units()
	for code := range 19683 { // 3 to the 9
		var m matrix
		for i := range 9 {
			m[i/3][i%3] = code%3 - 1
			code /= 3
		}
		flat := m[0] == point{1, 0, 0} && m[1][0] == 0 && m[2][0] == 0
		if m.determinant() == 0 || b.kind != "cubes" && !flat {
			continue
		}
		if !slices.ContainsFunc(units, func(u point) bool { return !slices.Contains(units, m.times(u)) }) {
			all = append(all, m)
		}
	}
	matrices[b.kind] = all
	return all
}

// home returns the place of a point in the box.
func (b *brute) home(p point) point {
	for i := range 3 {
		if b.wrap[i] {
			p[i] = (p[i]%b.size[i] + b.size[i]) % b.size[i]
		}
	}
	return p
}

func plus(p, q point) point  { return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]} }
func minus(p, q point) point { return point{p[0] - q[0], p[1] - q[1], p[2] - q[2]} }

func pointOrder(p, q point) int { return slices.Compare(p[:], q[:]) }

// translation reports whether the lattice has it.
func (b *brute) translation(p point) bool {
	return p[0]%b.translates == 0 && p[1]%b.translates == 0 && p[2]%b.translates == 0
}

// bruteOption is a piece and the cells that it covers, in order.
type bruteOption struct {
	piece int
	cells string
}

func cellsKey(cells []point) string {
	slices.SortFunc(cells, pointOrder)
	return fmt.Sprint(cells)
}

// options lists the options, each once, and the cells of each.
func (b *brute) options() (all []bruteOption, cells map[string][]point) {
	cells = map[string][]point{}
	seen := map[bruteOption]bool{}
	for i, p := range b.pieces {
		for _, m := range b.isometries() {
			mirrors := m.determinant() < 0
			upright := m[1] == point{0, 1, 0} && (b.kind != "cubes" || m[0] == point{1, 0, 0})
			identity := upright && !mirrors
			if mirrors && !p.flip || !p.turn && !identity && !(mirrors && upright) {
				continue
			}
			var images []point
			for _, c := range p.drawn {
				images = append(images, m.times(b.pointOf(c[0], c[1], c[2])))
			}
			for _, at := range b.free {
				shift := minus(at, images[0])
				if !b.translation(shift) {
					continue
				}
				var covered []point
				for _, q := range images {
					q = b.home(plus(q, shift))
					if !slices.Contains(b.free, q) || slices.Contains(covered, q) {
						break
					}
					covered = append(covered, q)
				}
				if len(covered) < len(images) {
					continue
				}
				o := bruteOption{i, cellsKey(covered)}
				if !seen[o] {
					seen[o] = true
					cells[o.cells] = covered
					all = append(all, o)
				}
			}
		}
	}
	return all, cells
}

// solutions lists the solutions as sorted texts of options, or says that there are
// more than limit.
func (b *brute) solutions(options []bruteOption, cells map[string][]point, limit int) (all [][]bruteOption, ok bool) {
	byFirst := map[point][]bruteOption{}
	for _, o := range options {
		byFirst[cells[o.cells][0]] = append(byFirst[cells[o.cells][0]], o)
	}
	used := make([]int, len(b.pieces))
	covered := map[point]bool{}
	var chosen []bruteOption
	steps := 0
	var descend func() bool
	descend = func() bool {
		if steps++; steps > 100*limit {
			return false
		}
		i := slices.IndexFunc(b.free, func(p point) bool { return !covered[p] })
		if i < 0 {
			for k, p := range b.pieces {
				if used[k] < p.low {
					return true
				}
			}
			all = append(all, slices.Clone(chosen))
			return len(all) <= limit
		}
		for _, o := range byFirst[b.free[i]] {
			if used[o.piece] == b.pieces[o.piece].high || slices.ContainsFunc(cells[o.cells], func(p point) bool { return covered[p] }) {
				continue
			}
			for _, p := range cells[o.cells] {
				covered[p] = true
			}
			used[o.piece]++
			chosen = append(chosen, o)
			more := descend()
			chosen = chosen[:len(chosen)-1]
			used[o.piece]--
			for _, p := range cells[o.cells] {
				delete(covered, p)
			}
			if !more {
				return false
			}
		}
		return true
	}
	ok = descend()
	return all, ok
}

// images lists what the symmetries that count make of each option, each symmetry
// once. A symmetry maps the options of each piece onto those of one piece with as
// many copies; of pieces with the same options the first goes to the first.
func (b *brute) images(options []bruteOption, cells map[string][]point) []map[bruteOption]bruteOption {
	sets := make([][]string, len(b.pieces))
	for _, o := range options {
		sets[o.piece] = append(sets[o.piece], o.cells)
	}
	describe := func(i int, of func(string) string) string {
		var texts []string
		for _, c := range sets[i] {
			texts = append(texts, of(c))
		}
		sort.Strings(texts)
		return fmt.Sprint(b.pieces[i].low, b.pieces[i].high, texts)
	}
	alike := map[string][]int{}
	for i := range b.pieces {
		key := describe(i, func(s string) string { return s })
		alike[key] = append(alike[key], i)
	}
	var all []map[bruteOption]bruteOption
	seen := map[string]bool{}
	for _, m := range b.isometries() {
		if b.symmetry == "rotations" && m.determinant() < 0 || !b.keepsRings(m) {
			continue
		}
		for _, target := range b.free {
			shift := minus(target, m.times(b.free[0]))
			if !b.translation(shift) {
				continue
			}
			image := map[point]point{}
			for _, p := range b.free {
				if q := b.home(plus(m.times(p), shift)); slices.Contains(b.free, q) {
					image[p] = q
				}
			}
			key := fmt.Sprint(image)
			if len(image) < len(b.free) || seen[key] {
				continue
			}
			seen[key] = true
			if b.symmetry == "none" && slices.ContainsFunc(b.free, func(p point) bool { return image[p] != p }) {
				continue
			}
			move := func(c string) string {
				var to []point
				for _, p := range cells[c] {
					to = append(to, image[p])
				}
				return cellsKey(to)
			}
			to := make([]int, len(b.pieces))
			fits := true
			for _, group := range alike {
				others := alike[describe(group[0], move)]
				if fits = fits && len(others) == len(group); !fits {
					break
				}
				for k, i := range group {
					to[i] = others[k]
				}
			}
			if !fits {
				continue
			}
			of := map[bruteOption]bruteOption{}
			for _, o := range options {
				of[o] = bruteOption{to[o.piece], move(o.cells)}
			}
			all = append(all, of)
		}
	}
	return all
}

// keepsRings reports whether a matrix takes one turn round a ring to turns round
// rings.
func (b *brute) keepsRings(m matrix) bool {
	for i := range 3 {
		if b.wrap[i] {
			var ring point
			ring[i] = b.size[i]
			if b.home(m.times(ring)) != (point{}) {
				return false
			}
		}
	}
	return true
}

// allowed are the options that are neither forbidden nor in the way of what is given.
func (b *brute) allowed(options []bruteOption, cells map[string][]point) []bruteOption {
	return slices.DeleteFunc(slices.Clone(options), func(o bruteOption) bool {
		left := b.pieces[o.piece].high
		for _, g := range b.given {
			if g == o {
				return false
			}
			if g.piece == o.piece {
				left--
			}
			if slices.ContainsFunc(cells[o.cells], func(p point) bool { return slices.Contains(cells[g.cells], p) }) {
				return true
			}
		}
		return left <= 0 || slices.Contains(b.forbidden, o)
	})
}

// meeting are the solutions that have what is given, and nothing that is forbidden.
func (b *brute) meeting(solutions [][]bruteOption) (all [][]bruteOption) {
	for _, s := range solutions {
		has := func(o bruteOption) bool { return slices.Contains(s, o) }
		if !slices.ContainsFunc(b.given, func(o bruteOption) bool { return !has(o) }) && !slices.ContainsFunc(b.forbidden, has) {
			all = append(all, s)
		}
	}
	return all
}

// keeping are the images that map what is given onto itself, and what is forbidden.
func (b *brute) keeping(images []map[bruteOption]bruteOption) []map[bruteOption]bruteOption {
	return slices.DeleteFunc(images, func(of map[bruteOption]bruteOption) bool {
		return slices.ContainsFunc(b.given, func(o bruteOption) bool { return !slices.Contains(b.given, of[o]) }) ||
			slices.ContainsFunc(b.forbidden, func(o bruteOption) bool { return !slices.Contains(b.forbidden, of[o]) })
	})
}

func solutionKey(s []bruteOption) string {
	var texts []string
	for _, o := range s {
		texts = append(texts, fmt.Sprint(o))
	}
	sort.Strings(texts)
	return strings.Join(texts, ";")
}

// orbits returns the numbers of orbits by size. All images of a solution must be
// solutions.
func (b *brute) orbits(solutions [][]bruteOption, images []map[bruteOption]bruteOption) (map[int]int, error) {
	open := map[string]bool{}
	for _, s := range solutions {
		open[solutionKey(s)] = true
	}
	bySize := map[int]int{}
	for _, s := range solutions {
		if !open[solutionKey(s)] {
			continue
		}
		orbit := map[string]bool{}
		for _, of := range images {
			var image []bruteOption
			for _, o := range s {
				image = append(image, of[o])
			}
			orbit[solutionKey(image)] = true
		}
		for key := range orbit {
			if !open[key] {
				return nil, fmt.Errorf("%s is the image of a solution and no solution, or in two orbits", key)
			}
			delete(open, key)
		}
		bySize[len(orbit)]++
	}
	return bySize, nil
}

// randomBrute makes a small puzzle.
func randomBrute(r *rand.Rand) *brute {
	b := &brute{connected: true, kind: []string{"squares", "squares", "squares", "squares", "cubes", "hexagons", "triangles"}[r.IntN(7)], translates: 1}
	b.symmetry = []string{"full", "full", "full", "rotations", "none"}[r.IntN(5)]
	b.size = [3]int{1, 1 + r.IntN(5), 1 + r.IntN(6)}
	switch b.kind {
	case "squares":
		b.wrap = [3]bool{false, r.IntN(3) > 0, r.IntN(3) > 0}
		if r.IntN(3) == 0 {
			b.size[2] = b.size[1]
		}
	case "cubes":
		b.size = [3]int{1 + r.IntN(3), 1 + r.IntN(3), 1 + r.IntN(4)}
	case "triangles":
		b.translates = 3
	}
	blocked := r.IntN(4) * r.IntN(2)
	for l := range b.size[0] {
		for row := range b.size[1] {
			for c := range b.size[2] {
				if blocked == 0 || r.IntN(8) > 0 {
					b.free = append(b.free, b.pointOf(l, row, c))
				}
			}
		}
	}
	slices.SortFunc(b.free, pointOrder)
	for i := range 1 + r.IntN(4) {
		p := brutePiece{name: string(rune('A' + i)), turn: r.IntN(4) > 0, flip: r.IntN(3) > 0, low: 0, high: 1 << 30}
		switch r.IntN(4) {
		case 0:
			p.low, p.high = 1, 1
		case 1:
			p.high = 1 + r.IntN(2)
		}
		p.drawn = b.randomPiece(r, 1+r.IntN(1+r.IntN(7)))
		b.pieces = append(b.pieces, p)
		if r.IntN(4) == 0 {
			b.addTwin(len(b.pieces) - 1)
		}
	}
	return b
}

// addTwin makes piece i one that is not flipped, and adds its mirror twin.
func (b *brute) addTwin(i int) {
	b.pieces[i].flip, b.pieces[i].turn = false, true
	p := b.pieces[i]
	p.name += "m"
	p.drawn = slices.Clone(p.drawn)
	for k, c := range p.drawn {
		switch b.kind {
		case "hexagons":
			c[2] = -c[1] - c[2]
		default:
			c[2] = -c[2]
		}
		p.drawn[k] = c
	}
	b.pieces = append(b.pieces, p)
}

// randomPiece grows a piece of cells that share sides; now and then it has a part
// apart.
func (b *brute) randomPiece(r *rand.Rand, cells int) [][3]int {
	all := [][3]int{{}}
	straight := r.IntN(3) == 0
	for len(all) < cells {
		c := all[r.IntN(len(all))]
		if straight {
			c = all[len(all)-1]
		}
		var steps [][3]int
		for _, u := range b.units() {
			steps = append(steps, u)
		}
		if b.kind == "triangles" {
			steps = [][3]int{{0, 0, 1}, {0, 0, -1}, {0, 1, 0}}
			if (c[1]+c[2])&1 != 0 {
				steps[2] = [3]int{0, -1, 0}
			}
		}
		step := steps[r.IntN(len(steps))]
		if straight {
			step = [3]int{0, 0, 1}
		}
		if r.IntN(40) == 0 {
			step, b.connected = [3]int{0, 0, 2}, false
		}
		next := [3]int{c[0] + step[0], c[1] + step[1], c[2] + step[2]}
		if !slices.Contains(all, next) {
			all = append(all, next)
		}
	}
	return all
}
