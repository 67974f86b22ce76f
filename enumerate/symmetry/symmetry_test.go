package symmetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/symmetry"
)

// grid builds problems on an n x m board: an item a cell, and options given as
// sets of cells with an optional piece.
type grid struct {
	rows, cols int
	b          enumerate.ProblemBuilder
}

func newGrid(rows, cols int) *grid {
	g := &grid{rows: rows, cols: cols}
	for i := range rows * cols {
		g.b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint(i), Min: 1, Max: 1})
	}
	return g
}

// place adds every position of a shape, with an item of its own if item >= 0.
func (g *grid) place(item enumerate.Item, shape ...[2]int) {
	for r := range g.rows {
	next:
		for c := range g.cols {
			var members []enumerate.Member
			for _, d := range shape {
				y, x := r+d[0], c+d[1]
				if y >= g.rows || x >= g.cols {
					continue next
				}
				members = append(members, enumerate.Member{Item: enumerate.Item(y*g.cols + x)})
			}
			if item >= 0 {
				members = append(members, enumerate.Member{Item: item})
			}
			g.b.AddOption(members...)
		}
	}
}

// isometries returns what the symmetries of the rectangle do to n items. Items
// beyond the cells stay where they are.
func (g *grid) isometries(n int) [][]enumerate.Item {
	var all [][]enumerate.Item
	for k := range 8 {
		if k >= 4 && g.rows != g.cols {
			break
		}
		perm := make([]enumerate.Item, n)
		for i := range perm {
			perm[i] = enumerate.Item(i)
		}
		for r := range g.rows {
			for c := range g.cols {
				y, x := r, c
				if k&1 != 0 {
					y = g.rows - 1 - y
				}
				if k&2 != 0 {
					x = g.cols - 1 - x
				}
				if k&4 != 0 {
					y, x = x, y
				}
				perm[r*g.cols+c] = enumerate.Item(y*g.cols + x)
			}
		}
		all = append(all, perm)
	}
	return all
}

type sample struct {
	name    string
	problem *enumerate.Problem
	perms   [][]enumerate.Item
}

func samples(t *testing.T) []sample {
	t.Helper()
	build := func(b *enumerate.ProblemBuilder) *enumerate.Problem {
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var all []sample
	for _, size := range [][2]int{{2, 3}, {4, 4}, {3, 4}, {4, 5}} {
		g := newGrid(size[0], size[1])
		g.place(-1, [2]int{0, 0}, [2]int{0, 1})
		g.place(-1, [2]int{0, 0}, [2]int{1, 0})
		all = append(all, sample{fmt.Sprintf("dominoes %dx%d", size[0], size[1]), build(&g.b), g.isometries(size[0] * size[1])})
	}
	{ // one straight tromino among squares 1x1 on 3x3, an odd board with a centre
		g := newGrid(3, 3)
		piece := g.b.AddItem(enumerate.ItemInfo{Name: "I3", Min: 1, Max: 1})
		bar := g.b.AddItem(enumerate.ItemInfo{Name: "I2", Min: 0, Max: 2})
		g.place(piece, [2]int{0, 0}, [2]int{0, 1}, [2]int{0, 2})
		g.place(piece, [2]int{0, 0}, [2]int{1, 0}, [2]int{2, 0})
		g.place(bar, [2]int{0, 0}, [2]int{0, 1})
		g.place(bar, [2]int{0, 0}, [2]int{1, 0})
		g.place(-1, [2]int{0, 0})
		all = append(all, sample{"tromino, at most two dominoes, monominoes 3x3", build(&g.b), g.isometries(11)})
	}
	{ // a free pivot with a stabiliser and a second piece: I4, L4 and squares on 4x4
		g := newGrid(4, 4)
		i4 := g.b.AddItem(enumerate.ItemInfo{Name: "O4", Min: 1, Max: 1})
		v3 := g.b.AddItem(enumerate.ItemInfo{Name: "V3", Min: 1, Max: 1})
		g.place(i4, [2]int{0, 0}, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 1})
		g.place(v3, [2]int{0, 0}, [2]int{0, 1}, [2]int{1, 0})
		g.place(v3, [2]int{0, 0}, [2]int{0, 1}, [2]int{1, 1})
		g.place(v3, [2]int{0, 0}, [2]int{1, 0}, [2]int{1, 1})
		g.place(v3, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 1})
		g.place(-1, [2]int{0, 0}, [2]int{0, 1}, [2]int{0, 2})
		g.place(-1, [2]int{0, 0}, [2]int{1, 0}, [2]int{2, 0})
		all = append(all, sample{"square, corner and bars 4x4", build(&g.b), g.isometries(18)})
	}
	for n := 4; n <= 7; n++ { // queens: rows and columns, diagonals at most once
		var b enumerate.ProblemBuilder
		for i := range 2 * n {
			b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint(i), Min: 1, Max: 1})
		}
		for i := range 2 * (2*n - 1) {
			b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint("d", i), Min: 0, Max: 1})
		}
		for r := range n {
			for c := range n {
				b.AddOption(enumerate.Member{Item: enumerate.Item(r)}, enumerate.Member{Item: enumerate.Item(n + c)},
					enumerate.Member{Item: enumerate.Item(2*n + r + c)}, enumerate.Member{Item: enumerate.Item(2*n + 2*n - 1 + r - c + n - 1)})
			}
		}
		flip := make([]enumerate.Item, 2*n+2*(2*n-1)) // columns reversed: diagonals change places
		turn := make([]enumerate.Item, len(flip))     // transposed
		for i := range n {
			flip[i], flip[n+i] = enumerate.Item(i), enumerate.Item(n+n-1-i)
			turn[i], turn[n+i] = enumerate.Item(n+i), enumerate.Item(i)
		}
		d := 2*n - 1
		for s := range d {
			flip[2*n+s] = enumerate.Item(2*n + d + s) // r+c -> r-(n-1-c)+n-1 = r+c
			flip[2*n+d+s] = enumerate.Item(2*n + s)   // r-c+n-1 -> r+n-1-c
			turn[2*n+s] = enumerate.Item(2*n + s)
			turn[2*n+d+s] = enumerate.Item(2*n + d + d - 1 - s)
		}
		p := build(&b)
		g, err := symmetry.Generate(p, [][]enumerate.Item{flip, turn}, 100)
		if err != nil {
			t.Fatal(err)
		}
		var perms [][]enumerate.Item
		for k := range g.Order() {
			perm := make([]enumerate.Item, p.Items())
			for i := range perm {
				perm[i] = g.ItemImage(k, enumerate.Item(i))
			}
			perms = append(perms, perm)
		}
		if len(perms) != 8 {
			t.Fatalf("queens %d: group of order %d, expected 8", n, len(perms))
		}
		all = append(all, sample{fmt.Sprintf("queens %d", n), p, perms})
	}
	return all
}

// solutions lists all solutions, found without a kernel.
func solutions(p *enumerate.Problem) (all [][]enumerate.OptionID) {
	kerneltest.Solutions(p, enumerate.Case{}, func(s []enumerate.OptionID) { all = append(all, slices.Clone(s)) })
	return all
}

func contains(solution, options []enumerate.OptionID) bool {
	for _, o := range options {
		if !slices.Contains(solution, o) {
			return false
		}
	}
	return true
}

// TestReduction finds all solutions by brute force. It checks that the weights
// of the cases add up to the raw count and that exactly one solution of every
// orbit is kept, under the whole group and every cyclic subgroup.
func TestReduction(t *testing.T) {
	for _, s := range samples(t) {
		all := solutions(s.problem)
		groups := [][][]enumerate.Item{s.perms, s.perms[:1]}
		for _, perm := range s.perms[1:] {
			groups = append(groups, nil)
			cyclic, err := symmetry.Generate(s.problem, [][]enumerate.Item{perm}, 100)
			if err != nil {
				t.Fatal(err)
			}
			for k := range cyclic.Order() {
				q := make([]enumerate.Item, s.problem.Items())
				for i := range q {
					q[i] = cyclic.ItemImage(k, enumerate.Item(i))
				}
				groups[len(groups)-1] = append(groups[len(groups)-1], q)
			}
		}
		for gi, perms := range groups {
			g, err := symmetry.FromItems(s.problem, perms)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			for _, choices := range []int{1 << 15, 0} {
				checkReduction(t, fmt.Sprintf("%s, group %d, choices %d", s.name, gi, choices), s.problem, g, symmetry.ReduceWithin(s.problem, g, choices), all)
			}
		}
	}
}

// TestCanonical compares the two ways of comparing images, and both with the
// definition, on random sets of options under random cyclic groups.
func TestCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := 20
		switch round % 3 {
		case 1:
			n = 600 // too many options for bit sets
		case 2:
			n = 500 // for some groups too many for heads
		}
		var b enumerate.ProblemBuilder
		for i := range n {
			b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint(i), Min: 1, Max: 1})
			b.AddOption(enumerate.Member{Item: enumerate.Item(i)})
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		perm := make([]enumerate.Item, n)
		for i := range perm {
			perm[i] = enumerate.Item(i)
		}
		rng.Shuffle(8+round%3*10, func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		g, err := symmetry.Generate(p, [][]enumerate.Item{perm}, 1000)
		if err != nil {
			continue // a large group
		}
		var sol []enumerate.OptionID
		for i := range 10 {
			if rng.IntN(2) == 0 {
				sol = append(sol, enumerate.OptionID(i))
			}
		}
		if len(sol) == 0 {
			continue
		}
		images := map[string][]enumerate.OptionID{}
		for k := range g.Order() {
			var image []enumerate.OptionID
			for _, o := range sol {
				image = append(image, g.Image(k, o))
			}
			slices.Sort(image)
			images[fmt.Sprint(image)] = image
		}
		var want []enumerate.OptionID
		for _, image := range images {
			if want == nil || slices.Compare(image, want) < 0 {
				want = image
			}
		}
		rng.Shuffle(len(sol), func(i, j int) { sol[i], sol[j] = sol[j], sol[i] })
		c := symmetry.NewCanonicaliser(g)
		form, orbit := c.Canonical(sol)
		if !slices.Equal(form, want) || orbit != int64(len(images)) {
			t.Fatalf("%v: got %v, orbit %d, expected %v, orbit %d", sol, form, orbit, want, len(images))
		}
		if got := symmetry.Unreduced(g).Keep(c, 0, sol); got != slices.Equal(images[fmt.Sprint(slices.Sorted(slices.Values(sol)))], want) {
			t.Fatalf("%v: kept %v, the least image is %v", sol, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	g := newGrid(2, 3)
	g.place(-1, [2]int{0, 0}, [2]int{0, 1})
	p, err := g.b.Build()
	if err != nil {
		t.Fatal(err)
	}
	perm := []enumerate.Item{1, 0, 2, 3, 4, 5}
	if _, err := symmetry.Generate(p, [][]enumerate.Item{perm}, 10); err == nil {
		t.Error("a generator that maps an option to none was accepted")
	}
	perm = []enumerate.Item{1, 1, 2, 3, 4, 5}
	if _, err := symmetry.Generate(p, [][]enumerate.Item{perm}, 10); err == nil {
		t.Error("a generator that is no permutation was accepted")
	}
	if _, err := symmetry.Generate(p, g.isometries(6)[1:], 2); err == nil {
		t.Error("a group above the limit was accepted")
	}
}
