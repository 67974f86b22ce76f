package regions

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// byHand is narrowOrder as its comment has it.
func (g *graph) byHand(start enumerate.Item) (order []enumerate.Item) {
	for next := start; ; {
		order = append(order, next)
		ahead := func(v int32, but enumerate.Item) bool { // it has neighbours ahead
			return slices.ContainsFunc(g.beside[v], func(n neighbour) bool {
				w := enumerate.Item(n.vertex)
				return w != but && !slices.Contains(order, w)
			})
		}
		next = none
		fewest := 0
		for _, behindAlone := range []bool{false, true} { // those beside others come first
			for v := range enumerate.Item(len(g.names)) {
				frontier, beside := 0, false
				for w := range int32(len(g.names)) {
					if w == int32(v) || slices.Contains(order, enumerate.Item(w)) {
						if ahead(w, v) {
							frontier++
						}
						beside = beside || slices.ContainsFunc(g.beside[v], func(n neighbour) bool { return n.vertex == w })
					}
				}
				if !slices.Contains(order, v) && beside != behindAlone && (next == none || frontier < fewest) {
					next, fewest = v, frontier
				}
			}
			if next != none {
				break
			}
		}
		if next == none {
			return order
		}
	}
}

func TestNarrowOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 2000 {
		g := randomGraph(rng)
		start := enumerate.Item(rng.IntN(len(g.names)))
		if got, _, _ := g.narrowOrder(start); !slices.Equal(got, g.byHand(start)) {
			t.Fatalf("%v from %d: %v, expected %v", g.Edges, start, got, g.byHand(start))
		}
	}
}

// newGraph is a graph without bounds.
func newGraph(t *testing.T, vertices int, edges [][2]int32) *graph {
	g := &graph{names: slices.Repeat([]string{"v"}, vertices)}
	g.Weights = slices.Repeat([]int64{1}, vertices)
	if err := g.finish(edges); err != nil {
		t.Fatal(err)
	}
	g.Least, g.Most, g.Fewest, g.Greatest = 1, int64(vertices), 2, 2
	return g
}

// TestLargeGraphs: what is done before the first search has a bound.
func TestLargeGraphs(t *testing.T) {
	var star [][2]int32
	for v := int32(1); v < mostVertices; v++ {
		star = append(star, [2]int32{0, v})
	}
	for _, g := range []*graph{newGraph(t, 660, pairsOf(660)), newGraph(t, mostVertices, star)} {
		for _, o := range g.orders() {
			if len(o.Items) != len(g.names) {
				t.Errorf("%d vertices, %s: %d in the order", len(g.names), o.Name, len(o.Items))
			}
		}
	}
	// A cut says what its probes take beside nodes: 12 of them took hours.
	var line [][2]int32
	var given enumerate.Case
	for v := range int32(1999) {
		line = append(line, [2]int32{v, v + 1})
		if v < 1000 {
			given.Fixed = append(given.Fixed, enumerate.OptionID(2*v+1)) // between two regions
		}
	}
	g := newGraph(t, 2000, line)
	g.Most, g.Fewest, g.Greatest = 4, 0, 2000
	if _, effort := newKernel(g).Split([]enumerate.Case{given}, 0.999); effort.Steps < 1000*2000 || effort.Nodes > 10 {
		t.Errorf("a line of 2000 vertices, 1000 of them regions: %+v", effort)
	}
	g = &graph{names: slices.Repeat([]string{"v"}, 800)}
	if err := g.finish(pairsOf(800)); err == nil || !strings.Contains(err.Error(), "319,600 edges: expected at most 262,144") {
		t.Errorf("all pairs of 800: %v", err)
	}
	b := &polyform.Board{Board: lattice.NewBoard(lattice.Square, 1, 64, 64)}
	b.WrapRows, b.WrapCols = true, true
	torus, err := boardGraph(b)
	if err != nil {
		t.Fatal(err)
	}
	p, err := torus.Cover(torus.edgeName)
	if err != nil {
		t.Fatal(err)
	}
	if group, err := torus.group(p); err != nil || group.Order() != 8*64*64 || torus.Images.Len() != group.Order() {
		t.Errorf("a torus of 64x64: %v", err)
	}
	for v := range b.Blocked { // each shift by two rows and columns is a symmetry
		b.Blocked[v] = v%2 == 0 && v/64%2 == 0
	}
	if _, err := boardGraph(b); err == nil || !strings.Contains(err.Error(), "puzzle.symmetry: none") {
		t.Errorf("a torus of 64x64 with holes: %v", err)
	}
}

// pairsOf are the edges of all pairs.
func pairsOf(vertices int32) (edges [][2]int32) {
	for v := range vertices {
		for w := range v {
			edges = append(edges, [2]int32{v, w})
		}
	}
	return edges
}
