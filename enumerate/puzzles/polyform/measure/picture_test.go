package measure

import (
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// drawing is a tiling with everything that the measures need, made from a
// picture: a letter a piece, '#' blocked. The options are the tiles of the
// picture and of its images under the symmetries of the board.
type drawing struct {
	board     *Subject
	solutions [][]enumerate.OptionID // by symmetry
	owners    [][]int16
}

// squares is a board of squares without blocked cells.
func squares(rows, cols int) *lattice.Board {
	b := lattice.NewBoard(lattice.Square, 1, rows, cols)
	return &b
}

// spot is the image of a cell under one of the 8 isometries of a rectangle.
func spot(k, r, c, rows, cols int) (int, int) {
	if k&1 != 0 {
		r = rows - 1 - r
	}
	if k&2 != 0 {
		c = cols - 1 - c
	}
	if k&4 != 0 {
		r, c = c, r
	}
	return r, c
}

// draw reads a picture. Letters in twins are mirror images of one another:
// "Ff" says that a reflection turns F into f. Letters in copies are copies of
// the first of them.
func draw(t *testing.T, picture string, twins, copies []string) drawing {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	rows, cols := len(lines), len(strings.TrimSpace(lines[0]))
	b := &Subject{Board: squares(rows, cols)}
	letters := make([]rune, rows*cols)
	var order []rune
	for r, l := range lines {
		for c, ch := range strings.TrimSpace(l) {
			letters[r*cols+c] = ch
			if ch == '#' {
				b.Board.Blocked[r*cols+c] = true
			} else if !strings.ContainsRune(string(order), ch) {
				order = append(order, ch)
			}
		}
	}
	sort.Slice(order, func(i, j int) bool { return order[i] < order[j] })
	piece := map[rune]int{}
	for _, ch := range order {
		p := len(b.Pieces)
		for _, group := range copies {
			if strings.ContainsRune(group[1:], ch) {
				p = piece[rune(group[0])]
			}
		}
		piece[ch] = p
		if p == len(b.Pieces) {
			b.Pieces = append(b.Pieces, Piece{Name: string(ch)})
		}
		b.Pieces[p].Copies++
	}
	mirror := map[rune]rune{}
	for _, w := range twins {
		mirror[rune(w[0])], mirror[rune(w[1])] = rune(w[1]), rune(w[0])
	}

	var images [][]int // cell -> cell
	var flips []bool
	for k := range 8 {
		if k&4 != 0 && rows != cols {
			continue
		}
		image, ok := make([]int, rows*cols), true
		for i := range image {
			r, c := spot(k, i/cols, i%cols, rows, cols)
			image[i] = r*cols + c
			ok = ok && b.Board.Blocked[i] == b.Board.Blocked[image[i]]
		}
		flip := k == 1 || k == 2 || k == 4 || k == 7
		if ok {
			images, flips = append(images, image), append(flips, flip)
		}
	}
	b.Order = len(images)
	for k, flip := range flips {
		if !flip || len(twins) == 0 {
			continue
		}
		x := Exchange{Isometry: lattice.Square.Isometries[4]}
		for _, ch := range order {
			to := piece[ch]
			if m, ok := mirror[ch]; ok && flips[k] {
				to = piece[m]
			}
			x.To = append(x.To, to)
		}
		b.Exchanges = append(b.Exchanges, x)
	}

	d := drawing{board: b}
	ids := map[string]int{}
	add := func(p int, cells []int) int {
		sort.Ints(cells)
		key := string(rune(p))
		for _, c := range cells {
			key += string(rune(c + 1000))
		}
		if id, ok := ids[key]; ok {
			return id
		}
		ids[key] = len(b.Placements)
		b.Placements = append(b.Placements, lattice.Placement{Piece: p, Cells: cells})
		b.Orbits = append(b.Orbits, enumerate.OptionID(len(b.Orbits)))
		return ids[key]
	}
	for k, image := range images {
		type tile struct {
			id    int
			cells []int
		}
		var tiles []tile
		for _, ch := range order {
			var cells []int
			for i, l := range letters {
				if l == ch {
					cells = append(cells, image[i])
				}
			}
			p := piece[ch]
			if m, ok := mirror[ch]; ok && flips[k] {
				p = piece[m]
			}
			tiles = append(tiles, tile{add(p, cells), cells})
		}
		owner := make([]int16, rows*cols)
		var solution []enumerate.OptionID
		for i, x := range tiles {
			solution = append(solution, enumerate.OptionID(x.id))
			for _, c := range x.cells {
				owner[c] = int16(i + 1)
			}
			// The image of the tile as option of the first picture.
			if k > 0 {
				from := int(d.solutions[0][i])
				join(b.Orbits, from, x.id)
			}
		}
		d.solutions, d.owners = append(d.solutions, solution), append(d.owners, owner)
	}
	return d
}

// join gives all options of two orbits one number.
func join(orbits []enumerate.OptionID, a, b int) {
	x, y := orbits[a], orbits[b]
	for i, o := range orbits {
		if o == x || o == y {
			orbits[i] = min(x, y)
		}
	}
}

// values evaluates measures of image k, by column name.
func (d drawing) values(t *testing.T, k int, measures ...string) map[string]int32 {
	t.Helper()
	s, err := Compile(d.board, measures)
	if err != nil {
		t.Fatal(err)
	}
	e := s.NewEvaluator()
	out := map[string]int32{}
	e.Evaluate(d.owners[k], d.solutions[k], int64(d.board.Order)) // leaves traces, if it can
	for i, v := range e.Evaluate(d.owners[k], d.solutions[k], int64(d.board.Order)) {
		out[s.Columns[i].Name] = v
	}
	checkSums(t, s, e.values, d.solutions[k])
	return out
}

// checkSums compares the measures of a solution with what its options add up to.
func checkSums(t *testing.T, s *Set, values []int32, solution []enumerate.OptionID) {
	t.Helper()
	var b enumerate.ProblemBuilder
	cellItem := make([]enumerate.Item, len(s.subject.Board.Blocked))
	for i := range cellItem {
		cellItem[i] = b.AddItem(enumerate.ItemInfo{Min: 1, Max: 1})
	}
	for _, p := range s.subject.Placements {
		var members []enumerate.Member
		for _, i := range p.Cells {
			members = append(members, enumerate.Member{Item: cellItem[i]})
		}
		b.AddOption(members...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for i, sum := range s.Sums(p, cellItem) {
		if sum != nil && sum.Of(solution) != int64(values[i]) {
			t.Errorf("%s is %d, but the sum over the options is %d", s.Columns[i].Name, values[i], sum.Of(solution))
		}
	}
}

// randomPicture grows connected tiles until they fill the board.
func randomPicture(rng *rand.Rand, rows, cols, tiles, blocked int) string {
	grid := make([]byte, rows*cols)
	for i := range grid {
		grid[i] = '.'
	}
	for range blocked {
		grid[rng.IntN(len(grid))] = '#'
	}
	free := func() []int {
		var out []int
		for i, g := range grid {
			if g == '.' {
				out = append(out, i)
			}
		}
		return out
	}
	letter := byte('A')
	for ; int(letter-'A') < tiles; letter++ {
		if f := free(); len(f) > 0 {
			grid[f[rng.IntN(len(f))]] = letter
		}
	}
	for {
		var able [][2]int
		for i, g := range grid {
			if g != '.' {
				continue
			}
			for _, j := range neighbours(i, rows, cols) {
				if grid[j] != '.' && grid[j] != '#' {
					able = append(able, [2]int{i, j})
				}
			}
		}
		if len(able) == 0 {
			f := free()
			if len(f) == 0 {
				break
			}
			grid[f[0]] = letter // a pocket that no tile reaches
			letter++
			continue
		}
		x := able[rng.IntN(len(able))]
		grid[x[0]] = grid[x[1]]
	}
	var lines []string
	for r := range rows {
		lines = append(lines, string(grid[r*cols:(r+1)*cols]))
	}
	return strings.Join(lines, "\n")
}

func neighbours(i, rows, cols int) []int {
	var out []int
	r, c := i/cols, i%cols
	if r > 0 {
		out = append(out, i-cols)
	}
	if r+1 < rows {
		out = append(out, i+cols)
	}
	if c > 0 {
		out = append(out, i-1)
	}
	if c+1 < cols {
		out = append(out, i+1)
	}
	return out
}
