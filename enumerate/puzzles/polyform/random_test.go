package polyform

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/symmetry"
)

// puzzle returns the puzzle as the family makes it. It refuses two pieces of one
// shape, and pieces of a wrong number of cells.
func (b *brute) puzzle() (*Puzzle, error) {
	l := map[string]*lattice.Lattice{"squares": lattice.Square, "cubes": lattice.Cube, "hexagons": lattice.Hexagon, "triangles": lattice.Triangle}[b.kind]
	board := &Board{lattice.NewBoard(l, b.size[0], b.size[1], b.size[2])}
	board.WrapRows, board.WrapCols = b.wrap[1], b.wrap[2]
	board.Symmetry = lattice.Symmetry(b.symmetry)
	for i := range board.Blocked {
		c := board.Cell(i)
		board.Blocked[i] = !slices.Contains(b.free, b.pointOf(c.Layer, c.Row, c.Col))
	}
	var pieces []Piece
	for _, p := range b.pieces {
		var cells []lattice.Cell
		for _, c := range p.drawn {
			cells = append(cells, lattice.Cell{Layer: c[0], Row: c[1], Col: c[2]})
		}
		high := int32(enumerate.Unbounded)
		if p.high < 1<<30 {
			high = int32(p.high)
		}
		pieces = append(pieces, Piece{Name: p.name, Min: int32(p.low), Max: high, Orientations: l.Orientations(l.NewShape(cells), p.turn, p.flip)})
	}
	seen := map[string]bool{}
	for _, p := range pieces {
		for _, s := range p.Orientations {
			if seen[s.Picture()] {
				return nil, errors.New("two pieces of one shape")
			}
			seen[s.Picture()] = true
		}
	}
	r := restriction{given: b.marked(board, b.given), forbidden: b.marked(board, b.forbidden)}
	return newPuzzle(board, pieces, 0, CountParam{}, r)
}

// marked are options as pictures show them.
func (b *brute) marked(board *Board, options []bruteOption) (marked []markedCells) {
	for _, o := range options {
		m := markedCells{letter: 'A'}
		for i := range board.Blocked {
			c := board.Cell(i)
			if strings.Contains(o.cells, fmt.Sprint(b.pointOf(c.Layer, c.Row, c.Col))) && !board.Blocked[i] {
				m.cells = append(m.cells, i)
			}
		}
		marked = append(marked, m)
	}
	return marked
}

// String shows the puzzle where a test fails.
func (b *brute) String() string {
	text := fmt.Sprintf("%s %v, wrapped %v, symmetry %s, free %v", b.kind, b.size, b.wrap, b.symmetry, b.free)
	for _, p := range b.pieces {
		text += fmt.Sprintf("\n%+v", p)
	}
	return text
}

// TestRandomPuzzles compares small puzzles of every lattice, and of cylinders and
// tori, with a brute force that shares no code with them: the options, the
// symmetries, the solutions and the orbits of each size; and the solutions that meet random
// conditions, few or many, with those of all solutions that meet them. Some puzzles have no
// solution, and some no placement.
func TestRandomPuzzles(t *testing.T) {
	want, seed := 150, uint64(1)
	if os.Getenv("COVERSTAT_SOAK") != "" {
		want, seed = 1500, rand.Uint64()
	}
	if testing.Short() {
		want = 50
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	kinds, empty, restricted := map[string]int{}, 0, 0
	for done := 0; done < want; {
		b := randomBrute(r)
		if len(b.free) == 0 {
			continue
		}
		z, err := b.puzzle()
		if err != nil {
			continue // pieces of one shape, or of a wrong number of cells
		}
		options, cells := b.options()
		solutions, ok := b.solutions(options, cells, 500)
		if !ok || len(solutions) < 2 && r.IntN(4) > 0 {
			continue
		}
		done++
		if len(options) == 0 {
			empty++
		}
		kinds[fmt.Sprint(b.kind, b.wrap[1], b.wrap[2])]++
		b.compare(t, z)
		if done%3 == 0 && len(solutions) > 0 && b.restrict(r, options, solutions) {
			if z, err = b.puzzle(); err != nil {
				t.Fatalf("%v\n%v", b, err)
			}
			b.compare(t, z)
			restricted++
		}
	}
	t.Log(kinds, empty, restricted)
	if empty == 0 {
		t.Error("every puzzle had a placement")
	}
}

// restrict gives some pieces of a solution and forbids some options, unless two pieces cover the same cells.
func (b *brute) restrict(r *rand.Rand, options []bruteOption, solutions [][]bruteOption) bool {
	s := solutions[r.IntN(len(solutions))]
	for _, k := range r.Perm(len(s))[:min(len(s), r.IntN(3))] {
		b.given = append(b.given, s[k])
	}
	for range r.IntN(3) {
		if o := options[r.IntN(len(options))]; !slices.Contains(s, o) && !slices.Contains(b.forbidden, o) {
			b.forbidden = append(b.forbidden, o)
		}
	}
	for _, o := range slices.Concat(b.given, b.forbidden) {
		if slices.ContainsFunc(options, func(q bruteOption) bool { return q.cells == o.cells && q != o }) {
			return false
		}
	}
	return len(b.given)+len(b.forbidden) > 0
}

// TestTwinsOnARing: on a ring of three cells, twins that may not be flipped cover the
// same cells where they lie along the ring, and not where they stand. A reflection
// exchanges them in both cases.
func TestTwinsOnARing(t *testing.T) {
	b := &brute{kind: "squares", size: [3]int{1, 4, 3}, wrap: [3]bool{false, false, true}, translates: 1, connected: true}
	for i := range 12 {
		b.free = append(b.free, point{0, i / 3, i % 3})
	}
	for i, name := range []string{"L", "M"} {
		b.pieces = append(b.pieces, brutePiece{name: name, turn: true, high: 1 << 30, drawn: [][3]int{{}, {0, 1, 0}, {0, 2, 0}, {0, 2, 1 - 2*i}}})
	}
	z, err := b.puzzle()
	if err != nil {
		t.Fatal(err)
	}
	b.compare(t, z)
}

// TestExchangedPieces: dominoes told apart by how they lie, which turns of the board exchange.
func TestExchangedPieces(t *testing.T) {
	square := &brute{kind: "squares", size: [3]int{1, 4, 4}, translates: 1, connected: true}
	ring := &brute{kind: "hexagons", size: [3]int{1, 3, 3}, translates: 1, connected: true}
	for i := range 16 {
		square.free = append(square.free, point{0, i / 4, i % 4})
	}
	for _, c := range [][2]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}} {
		ring.free = append(ring.free, point{0, c[0], c[1]})
	}
	for _, b := range []*brute{square, ring} {
		for i, to := range [][3]int{{0, 0, 1}, {0, 1, 0}, {0, 1, -1}}[:len(b.units())/2] {
			b.pieces = append(b.pieces, brutePiece{name: string(rune('A' + i)), high: 1 << 30, drawn: [][3]int{{}, to}})
		}
		z, err := b.puzzle()
		if err != nil {
			t.Fatal(err)
		}
		if b.compare(t, z); len(z.exchanges) == 0 {
			t.Errorf("%v: no symmetry exchanges pieces", b)
		}
	}
}

// compare compares the puzzle with the brute force.
func (b *brute) compare(t *testing.T, z *Puzzle) {
	t.Helper()
	all, cells := b.options()
	solutions, _ := b.solutions(all, cells, 500)
	images := b.keeping(b.images(all, cells))
	options := b.allowed(all, cells)
	solutions = b.meeting(solutions)
	if len(options) != len(z.Placements) {
		t.Fatalf("%v\n%d options, brute force %d", b, len(z.Placements), len(options))
	}
	if z.impossible() != "" && len(solutions) > 0 {
		t.Fatalf("%v\n%d solutions, but %s", b, len(solutions), z.impossible())
	}
	if len(images) != z.Group.Order() {
		t.Fatalf("%v\n%d symmetries, brute force %d", b, z.Group.Order(), len(images))
	}
	var moves []map[int]int // what becomes of the pieces, by symmetry
	for k := range z.Group.Order() {
		to := map[int]int{}
		for o, p := range z.Placements {
			q := z.Placements[z.Group.Image(k, enumerate.OptionID(o))].Piece
			if other, ok := to[p.Piece]; ok && other != q {
				t.Fatalf("%v\nsymmetry %d takes piece %d to %d and to %d", b, k, p.Piece, q, other)
			}
			to[p.Piece] = q
		}
		moves = append(moves, to)
	}
	orbits, err := b.orbits(solutions, images)
	if err != nil {
		t.Fatalf("%v\n%v", b, err)
	}
	classes := 0
	for _, n := range orbits {
		classes += n
	}
	if got := z.orbitSizes(); !reflect.DeepEqual(got, orbits) {
		t.Fatalf("%v\norbits by size %v, brute force %v", b, got, orbits)
	}
	r := rand.New(rand.NewPCG(uint64(len(solutions)), uint64(len(options))))
	measures := append(b.measures(), b.sums(t, r, z, moves)...)
	x, err := z.instance(enumerate.Spec{Measures: measures})
	if err != nil {
		t.Fatalf("%v\n%v", b, err)
	}
	raw, distinct := puzzletest.TestInstance(t, x)
	if t.Failed() || raw != int64(len(solutions)) || distinct != int64(classes) {
		t.Fatalf("%v\n%d solutions, %d up to symmetry, brute force %d, %d", b, raw, distinct, len(solutions), classes)
	}
	b.compareRequired(t, r, z, x, measures)
}

// measures are all those that have a meaning on the board.
func (b *brute) measures() []string {
	list := []string{"piece_contacts", "stabiliser", "colours_corners", "used(*)", "cut_edges"}
	if !b.wrap[1] || !b.wrap[2] {
		list = append(list, "touches_edge(*)", "edge_cells(*)", "border_pieces", "exposed(*)", "hidden")
	}
	if !b.wrap[1] && !b.wrap[2] && b.kind != "triangles" {
		list = append(list, "corners(*)")
	}
	if b.kind != "hexagons" {
		list = append(list, "crossroads")
	}
	for _, p := range b.pieces {
		twin := func(q brutePiece) bool { return q.name == p.name+"m" || q.name+"m" == p.name } // that could stand in its place
		if p.high == 1 && !slices.ContainsFunc(b.pieces, twin) {
			list = append(list, "place("+p.name+")")
			break
		}
	}
	if b.connected && b.kind != "hexagons" && len(b.free) <= 32 {
		list = append(list, "fault_lines")
	}
	return list
}

// sums are measures of random sums of pieces. It is an error if one is refused that no symmetry
// changes, or if one is not refused that some symmetry changes.
func (b *brute) sums(t *testing.T, r *rand.Rand, z *Puzzle, moves []map[int]int) (list []string) {
	random := func() (pieces []int, written string) {
		var names []string
		for _, i := range r.Perm(len(b.pieces))[:1+r.IntN(len(b.pieces))] {
			pieces, names = append(pieces, i), append(names, b.pieces[i].name)
		}
		return pieces, strings.Join(names, "+")
	}
	same := func(to map[int]int, pieces, others []int) bool {
		return len(pieces) == len(others) && !slices.ContainsFunc(pieces, func(p int) bool {
			q, fits := to[p]
			return !slices.Contains(others, q) && (fits || !slices.Contains(others, p))
		})
	}
	for range 3 {
		p, writtenP := random()
		q, writtenQ := random()
		for written, moved := range map[string]func(to map[int]int) bool{
			"used(" + writtenP + ")": func(to map[int]int) bool { return !same(to, p, p) },
			"adjacent(" + writtenP + "," + writtenQ + ")": func(to map[int]int) bool {
				return !(same(to, p, p) && same(to, q, q)) && !(same(to, p, q) && same(to, q, p))
			},
		} {
			_, err := measure.Compile(z.measurePuzzle(), []string{written})
			if err != nil && strings.Contains(err.Error(), "nothing to measure") {
				continue
			}
			if refused := err != nil; refused != slices.ContainsFunc(moves, moved) || refused && !strings.Contains(err.Error(), "may differ in it") {
				t.Fatalf("%v\n%s: refused by %v", b, written, err)
			}
			if err == nil {
				list = append(list, written)
			}
		}
	}
	slices.Sort(list)
	return list
}

// orbitSizes lists all solutions by dancing links and counts the orbits by size.
func (z *Puzzle) orbitSizes() map[int]int {
	forms := map[string]bool{}
	sizes := map[int]int{}
	canonical := symmetry.NewCanonicaliser(z.Group)
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		form, orbit := canonical.Canonical(solution)
		if key := fmt.Sprint(form); !forms[key] {
			forms[key] = true
			sizes[int(orbit)]++
		}
		return true
	})
	return sizes
}
