package regions

import (
	"math"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/puzzles/polyform"
	"coverstat/enumerate/puzzles/regions/partition"
	"coverstat/enumerate/symmetry"
)

// graph is a problem of regions with the names of its vertices.
type graph struct {
	partition.Problem
	names  []string      // of vertices
	beside [][]neighbour // by vertex
	kinds  []string      // of symmetries
	board  *polyform.Board
	places []enumerate.Point // of the vertices of a file in pictures; nil for none
}

// neighbour is a vertex beside another one, and the edge between them.
type neighbour struct {
	vertex int32
	edge   int
}

// mostVertices is the greatest number of vertices.
const mostVertices = 4096

// finish puts the edges, each of two vertices, into order.
func (g *graph) finish(edges [][2]int32) error {
	if n := len(g.names); n > mostVertices {
		return enumerate.Errorf("the graph has %s vertices: expected at most %s", enumerate.Grouped(n), enumerate.Grouped(mostVertices))
	}
	for _, e := range edges {
		if e[0] != e[1] { // a loop says nothing of regions
			g.Edges = append(g.Edges, [2]int32{min(e[0], e[1]), max(e[0], e[1])})
		}
	}
	slices.SortFunc(g.Edges, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	g.Edges = slices.Compact(g.Edges)
	g.beside = make([][]neighbour, len(g.names))
	for e, ends := range g.Edges {
		for k, v := range ends {
			g.beside[v] = append(g.beside[v], neighbour{ends[1-k], e})
		}
	}
	return nil
}

// boardGraph is the graph of the free cells of a board.
func boardGraph(b *polyform.Board) (*graph, error) {
	g := &graph{board: b}
	free := b.FreeCells()
	vertex := make([]int32, len(b.Blocked))
	for v, cell := range free {
		vertex[cell] = int32(v)
		g.names = append(g.names, b.CellName(cell))
	}
	g.Weights = slices.Repeat([]int64{1}, len(free))
	var edges [][2]int32
	for _, pair := range b.Sides() {
		edges = append(edges, [2]int32{vertex[pair[0]], vertex[pair[1]]})
	}
	for isometry, cells := range b.Symmetries() {
		image := make([]int32, len(free))
		for v, cell := range free {
			image[v] = vertex[cells[cell]]
		}
		g.Images, g.kinds = append(g.Images, image), append(g.kinds, polyform.KindOf(b, isometry))
	}
	return g, g.finish(edges)
}

// edgeName names an edge by its ends.
func (g *graph) edgeName(e int) string { return g.names[g.Edges[e][0]] + " " + g.names[g.Edges[e][1]] }

// group returns the symmetries of a cover. Of those that take the edges to the same ones, Images keeps the first.
func (g *graph) group(p *enumerate.Problem) (*symmetry.Group, error) {
	var all [][]enumerate.Item
	images, kinds := g.Images, g.kinds
	g.Images, g.kinds = nil, nil
	for k, image := range images {
		perm := make([]enumerate.Item, len(g.Edges))
		for e, ends := range g.Edges {
			perm[e] = enumerate.Item(g.Edge(image[ends[0]], image[ends[1]]))
		}
		if !slices.ContainsFunc(all, func(other []enumerate.Item) bool { return slices.Equal(other, perm) }) {
			all, g.Images, g.kinds = append(all, perm), append(g.Images, image), append(g.kinds, kinds[k])
		}
	}
	group, err := symmetry.FromItems(p, all)
	if err == nil {
		group.Kinds = g.kinds
	}
	return group, err
}

// orders are those of the vertices in which a sweep may count.
func (g *graph) orders() []exact.ItemOrder {
	given := make([]enumerate.Item, len(g.names))
	for v := range given {
		given[v] = enumerate.Item(v)
	}
	orders := []exact.ItemOrder{{Name: "vertex by vertex", Items: given}}
	if g.board != nil {
		columns, cells := slices.Clone(given), g.board.FreeCells()
		slices.SortStableFunc(columns, func(x, y enumerate.Item) int { return g.board.Cell(cells[x]).Col - g.board.Cell(cells[y]).Col })
		orders = append(orders, exact.ItemOrder{Name: "column by column", Items: columns})
	}
	starts := slices.Clone(given)
	slices.SortStableFunc(starts, func(x, y enumerate.Item) int { return len(g.beside[x]) - len(g.beside[y]) })
	narrow, least := exact.ItemOrder{Name: "along a narrow frontier"}, math.Inf(1)
	for _, start := range starts[:min(len(starts), mostStarts)] {
		if order, size := g.narrowOrder(start); size < least {
			narrow.Items, least = order, size
		}
	}
	return append(orders, narrow)
}

// mostStarts vertices, those with few neighbours, are tried as the first of an order.
const mostStarts = 64

// narrowOrder begins with a vertex. Next comes one beside those behind that leaves the fewest of them with
// neighbours ahead. size says roughly how many states there are.
func (g *graph) narrowOrder(start enumerate.Item) (order []enumerate.Item, size float64) {
	ahead := make([]int, len(g.names)) // neighbours ahead
	for v, n := range g.beside {
		ahead[v] = len(n)
	}
	behind, frontier := make([]bool, len(g.names)), 0
	next := start
	for {
		order, behind[next] = append(order, next), true
		if ahead[next] > 0 {
			frontier++
		}
		for _, n := range g.beside[next] {
			if ahead[n.vertex]--; behind[n.vertex] && ahead[n.vertex] == 0 {
				frontier--
			}
		}
		size += math.Pow(3, float64(frontier))
		if len(order) == len(g.names) {
			return order, size
		}
		next = none
		fewest := math.MaxInt
		for v := range g.beside {
			if behind[v] {
				continue
			}
			grows, touches := min(ahead[v], 1), 0
			for _, n := range g.beside[v] {
				if behind[n.vertex] {
					if touches++; ahead[n.vertex] == 1 {
						grows--
					}
				}
			}
			if touches == 0 {
				grows += len(g.names) // only where nothing else is left
			}
			if grows < fewest {
				next, fewest = enumerate.Item(v), grows
			}
		}
	}
}
