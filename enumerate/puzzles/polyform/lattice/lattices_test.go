package lattice

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// lattices are all the lattices there are.
var lattices = []*Lattice{Square, Cube, Hexagon, Triangle}

// TestPolyforms counts polyforms up to all isometries, and up to those that do
// not mirror: OEIS A000105 and A000988, A038119 and A000162, A000228 and
// A006535, A000577 and A006534.
func TestPolyforms(t *testing.T) {
	for _, c := range []struct {
		lattice        *Lattice
		free, oneSided []int
		isometries     int
	}{
		{Square, []int{1, 1, 2, 5, 12, 35, 108}, []int{1, 1, 2, 7, 18, 60, 196}, 8},
		{Cube, []int{1, 1, 2, 7, 23, 112}, []int{1, 1, 2, 8, 29, 166}, 48},
		{Hexagon, []int{1, 1, 3, 7, 22, 82}, []int{1, 1, 3, 10, 33, 147}, 12},
		{Triangle, []int{1, 1, 1, 3, 4, 12, 24, 66}, []int{1, 1, 1, 4, 6, 19, 43, 120}, 12},
	} {
		l := c.lattice
		if len(l.Isometries) != c.isometries || l.Isometries[0].Turns || l.Isometries[0].Mirrors {
			t.Errorf("%s: %d isometries, or the first is not the identity", l.Name, len(l.Isometries))
		}
		for n := range c.free {
			forms := l.Polyforms(n+1, true)
			oneSided := 0
			for _, s := range forms {
				oneSided++
				mirrored := l.Mirrored(s)
				if !slices.ContainsFunc(l.Orientations(s, true, false), func(o Shape) bool { return slices.Equal(o, mirrored) }) {
					oneSided++
				}
				if !l.Connected(s) {
					t.Fatalf("%s: not connected:\n%s", l.Name, s.Picture())
				}
				if again, err := l.ReadShape(s.Picture()); err != nil || !slices.Equal(again, s) {
					t.Fatalf("%s: read as %v, %v:\n%s", l.Name, again, err, s.Picture())
				}
			}
			listed := len(l.Polyforms(n+1, false))
			if len(forms) != c.free[n] || oneSided != c.oneSided[n] || listed != oneSided {
				t.Errorf("%s, %d cells: %d free and %d one-sided forms, and %d listed: expected %d and %d", l.Name, n+1, len(forms), oneSided, listed, c.free[n], c.oneSided[n])
			}
		}
	}
}

// TestIsometries: they keep neighbours and colours, the identity keeps cells,
// and the images of a cell and of its neighbours show that all differ.
func TestIsometries(t *testing.T) {
	for _, l := range lattices {
		b := NewBoard(l, 1, 4, 5)
		if l.Dimensions == 3 {
			b = NewBoard(l, 3, 4, 5)
		}
		var flips []int
		for k, g := range l.Isometries {
			if g.Mirrors && !g.Turns {
				flips = append(flips, k)
			}
			swap := 0 // 1 if colours stay, -1 if they change
			for _, side := range b.Sides() {
				x, y := b.Cell(int(side[0])), b.Cell(int(side[1]))
				if d := g.Image(y).Minus(g.Image(x)); !slices.Contains(l.beside(g.Image(x)), d) {
					t.Fatalf("%s, isometry %d: %v and %v are neighbours, their images are not", l.Name, k, x, y)
				}
				if k == 0 && g.Image(x) != x {
					t.Fatalf("%s: the first isometry moves %v", l.Name, x)
				}
				if l.Colour == nil {
					continue
				}
				if l.Colour(x) == l.Colour(y) {
					t.Fatalf("%s: neighbours %v and %v have one colour", l.Name, x, y)
				}
				if s := l.Colour(x) * l.Colour(g.Image(x)); swap == 0 {
					swap = s
				} else if s != swap {
					t.Fatalf("%s: isometry %d changes the colours of some cells", l.Name, k)
				}
			}
		}
		if len(flips) != 1 {
			t.Errorf("%s: isometries %v mirror without a turn, expected one", l.Name, flips)
		}
	}
}

// TestCornersAndStrips: cells that share a side are in one strip of all axes but
// at most two; every corner inside a board has its full number of cells; and
// cells that share a side meet in corners.
func TestCornersAndStrips(t *testing.T) {
	for _, c := range []struct {
		lattice         *Lattice
		corners, inside int // of the cell's board, and those with all cells
		cells           int // at each corner
	}{
		{Square, 5 * 6, 3 * 4, 4},
		{Cube, 4 * 5 * 6, 2 * 3 * 4, 8},
		{Hexagon, 0, 0, 3},
		{Triangle, 0, 0, 6},
	} {
		l := c.lattice
		b := NewBoard(l, 1, 4, 5)
		if l.Dimensions == 3 {
			b = NewBoard(l, 3, 4, 5)
		}
		together := map[[2]int32]int{} // corners that two cells share
		inside := 0
		all := b.CornerCells()
		for _, corner := range all {
			if len(corner) == c.cells {
				inside++
			}
			for _, i := range corner {
				for _, j := range corner {
					together[[2]int32{i, j}]++
				}
			}
		}
		if c.corners > 0 && (len(all) != c.corners || inside != c.inside) {
			t.Errorf("%s: %d corners, %d with all cells, expected %d and %d", l.Name, len(all), inside, c.corners, c.inside)
		}
		want := 2 // an edge has two ends, a face of a cube four corners
		if l.Dimensions == 3 {
			want = 4
		}
		for _, side := range b.Sides() {
			if n := together[side]; n != want {
				t.Errorf("%s: cells %d and %d share a side and %d corners, expected %d", l.Name, side[0], side[1], n, want)
			}
			crossed := 0
			for _, axis := range l.Axes {
				if axis(b.Cell(int(side[0]))) != axis(b.Cell(int(side[1]))) {
					crossed++
				}
			}
			if crossed == 0 || l.Straight && crossed > 1 {
				t.Errorf("%s: cells %d and %d lie in different strips of %d axes", l.Name, side[0], side[1], crossed)
			}
		}
	}
}

// TestSymmetriesOfBoards: the group follows from the free cells, wherever in the
// picture they lie.
func TestSymmetriesOfBoards(t *testing.T) {
	for _, c := range []struct {
		lattice *Lattice
		picture string
		want    int
	}{
		{Square, "....\n....\n....\n....", 8},
		{Square, "....#\n....#\n....#\n....#", 8},
		{Square, "#####\n#...#\n#...#", 4},
		{Square, "..\n.#", 2},
		{Square, "...\n.##\n...", 2},
		{Square, "..##\n.###\n....", 1},
		{Cube, "...\n...\n...\n\n...\n...\n...\n\n...\n...\n...", 48},
		{Cube, "...\n...\n\n...\n...", 16},
		{Hexagon, "##...\n#....\n.....\n....#\n...##", 12},
		{Hexagon, "....\n....\n....\n....", 4},
		{Triangle, "##.....#\n#.......\n#.......\n##.....#", 12},
		{Triangle, "#.....#\n.......\n.......\n#.....#", 4},
		{Triangle, "..#\n...", 2},
		{Triangle, "##.##\n#...#\n.....", 6},
		{Triangle, "#.\n..", 1},
	} {
		p, err := c.lattice.ReadPicture("", c.picture, 1, ".#", "")
		if err != nil {
			t.Fatal(err)
		}
		b := NewBoard(c.lattice, p.Layers, p.Rows, p.Cols)
		for i, ch := range p.Chars {
			b.Blocked[i] = ch == '#'
		}
		var got [][]int
		for _, image := range b.Symmetries() {
			got = append(got, image)
		}
		if len(got) != c.want {
			t.Errorf("%s\n%s\n%d symmetries, expected %d", c.lattice.Name, c.picture, len(got), c.want)
		}
		if b.Picture().String() != c.picture {
			t.Errorf("drawn as\n%s", b.Picture().String())
		}
		for _, image := range got {
			if sorted := slices.Sorted(slices.Values(image)); !slices.Equal(sorted, got[0]) {
				t.Errorf("%s\n%s\nno permutation: %v", c.lattice.Name, c.picture, image)
			}
		}
	}
}

// TestFactors: the products of the factors are the symmetries, in the same order; there are more than one where each
// shift is a symmetry.
func TestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 11))
	products, lists := 0, 0
	for trial := range 600 {
		b := NewBoard(Square, 1, 1+rng.IntN(6), 1+rng.IntN(6))
		b.WrapRows, b.WrapCols, b.Symmetry = rng.IntN(2) == 0, rng.IntN(2) == 0, []Symmetry{"", "full", rotations, None}[rng.IntN(4)]
		for i := range b.Blocked { // some cells, whole rows, or none
			b.Blocked[i] = trial%3 == 1 && rng.IntN(4) == 0 && i > 0 || trial%3 == 2 && i/b.Cols%3 == 1
		}
		type symmetry struct {
			isometry int
			image    []int
		}
		all := []symmetry{{0, identity(len(b.Blocked))}}
		factors := b.Factors()
		for _, factor := range factors {
			var next []symmetry
			for _, s := range all {
				for isometry, shift := range factor {
					image := make([]int, len(shift))
					for i, to := range s.image {
						image[i] = shift[to]
					}
					next = append(next, symmetry{s.isometry + isometry, image})
				}
			}
			all = next
		}
		var want []symmetry
		for isometry, image := range b.Symmetries() {
			want = append(want, symmetry{isometry, image})
		}
		if !reflect.DeepEqual(all, want) {
			t.Fatalf("%s, wraps %v %v, %s: the products are\n%v, expected\n%v", b.Picture().String(), b.WrapRows, b.WrapCols, b.Symmetry, all, want)
		}
		if len(factors) > 1 {
			products++
		} else if len(want) > 1 {
			lists++
		}
	}
	if products < 100 || lists < 100 {
		t.Errorf("%d products, %d lists", products, lists)
	}
}

// TestDescribe counts the turns and the reflections of each lattice.
func TestDescribe(t *testing.T) {
	flat := map[string]int{"a half turn": 1, "a third of a turn": 2, "a sixth of a turn": 2, "a reflection": 6}
	for l, want := range map[*Lattice]map[string]int{
		Square:   {"a half turn": 1, "a quarter turn": 2, "a reflection": 4},
		Cube:     {"a half turn": 9, "a third of a turn": 8, "a quarter turn": 6, "a reflection": 24},
		Hexagon:  flat,
		Triangle: flat,
	} {
		got := map[string]int{}
		for _, k := range l.Isometries[1:] {
			got[l.Describe(k)]++
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", l.Name, got, want)
		}
	}
}
