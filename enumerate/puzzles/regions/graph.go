package regions

import (
	"cmp"
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
	// factors are symmetries whose products are all; Images are those that do not do the same to the edges.
	factors [][][]int32
	kinds   []string // of the first factor
	board   *polyform.Board
	places  []enumerate.Point // of the vertices of a file in pictures; nil for none
}

// neighbour is a vertex beside another one, and the edge between them.
type neighbour struct {
	vertex int32
	edge   int
}

// The greatest numbers of vertices and of edges. Every plan and every step of a search holds all of them.
const (
	mostVertices = 4096
	mostEdges    = 1 << 18
)

// finish puts the edges, each of two vertices, into order.
func (g *graph) finish(edges [][2]int32) error {
	if n := len(g.names); n > mostVertices {
		return enumerate.Errorf("the graph has %s vertices: expected at most %s", enumerate.Grouped(n),
			enumerate.Grouped(mostVertices))
	}
	if g.Edges = simple(edges); len(g.Edges) > mostEdges {
		return enumerate.Errorf("the graph has %s edges: expected at most %s", enumerate.Grouped(len(g.Edges)),
			enumerate.Grouped(mostEdges))
	}
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
	n := 0
	for i, factor := range b.Factors() {
		g.factors = append(g.factors, nil)
		for isometry, cells := range factor {
			if err := polyform.CheckImages(n, len(free)+3*len(edges)); err != nil {
				return nil, err
			}
			image := make([]int32, len(free))
			for v, cell := range free {
				image[v] = vertex[cells[cell]]
			}
			if n++; i == 0 {
				g.kinds = append(g.kinds, polyform.KindOf(b, isometry))
			}
			g.factors[i] = append(g.factors[i], image)
		}
	}
	return g, g.finish(edges)
}

// edgeName names an edge by its ends.
func (g *graph) edgeName(e int) string { return g.names[g.Edges[e][0]] + " " + g.names[g.Edges[e][1]] }

// group returns the symmetries of a cover. Of those that take the edges to the same ones, it keeps the first.
func (g *graph) group(p *enumerate.Problem) (*symmetry.Group, error) {
	permutations := make([][][]enumerate.Item, len(g.factors))
	factors, kinds := make([][][]int32, len(g.factors)), []string(nil)
	for i, images := range g.factors {
		for k, image := range images {
			perm := make([]enumerate.Item, len(g.Edges))
			for e, ends := range g.Edges {
				perm[e] = enumerate.Item(g.Edge(image[ends[0]], image[ends[1]]))
			}
			if slices.ContainsFunc(permutations[i], func(other []enumerate.Item) bool {
				return slices.Equal(other, perm)
			}) {
				continue
			}
			if permutations[i], factors[i] = append(permutations[i], perm), append(factors[i], image); i == 0 {
				kinds = append(kinds, g.kinds[k])
			}
		}
	}
	group, err := symmetry.FromItems(p, permutations...)
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		group.Kinds = append(group.Kinds, slices.Repeat([]string{kind}, group.Order()/len(kinds))...)
	}
	g.Images = symmetry.NewPermutations(factors...)
	return group, nil
}

// orders are those of the vertices in which a sweep may count.
func (g *graph) orders() []exact.ItemOrder {
	given := identity(len(g.names))
	orders := []exact.ItemOrder{{Name: "vertex by vertex", Items: given}}
	if g.board != nil {
		columns, cells := slices.Clone(given), g.board.FreeCells()
		slices.SortStableFunc(columns,
			func(x, y enumerate.Item) int { return g.board.Cell(cells[x]).Col - g.board.Cell(cells[y]).Col })
		orders = append(orders, exact.ItemOrder{Name: "column by column", Items: columns})
	}
	starts := slices.Clone(given)
	slices.SortStableFunc(starts, func(x, y enumerate.Item) int { return len(g.beside[x]) - len(g.beside[y]) })
	narrow, least := exact.ItemOrder{Name: "along a narrow frontier"}, math.Inf(1)
	for work, k := 0, 0; k < min(len(starts), mostStarts) && work < mostComparisons; k++ {
		order, size, steps := g.narrowOrder(starts[k])
		if work += steps; size < least || narrow.Items == nil { // the size may be infinite
			narrow.Items, least = order, size
		}
	}
	width := g.width(narrow.Items)
	if g.board != nil && slices.ContainsFunc(orders, func(o exact.ItemOrder) bool {
		return g.width(o.Items) <= width
	}) {
		return orders // after each row, states that are mirror images are one
	}
	return append(orders, narrow)
}

// width is the most vertices that a frontier has in an order.
func (g *graph) width(order []enumerate.Item) (most int) {
	ahead, behind, frontier := make([]int, len(order)), make([]bool, len(order)), 0 // neighbours ahead, by vertex
	for _, v := range order {
		behind[v] = true
		for _, n := range g.beside[v] {
			if behind[n.vertex] {
				if ahead[n.vertex]--; ahead[n.vertex] == 0 {
					frontier--
				}
			} else {
				ahead[v]++
			}
		}
		if ahead[v] > 0 {
			frontier++
		}
		most = max(most, frontier)
	}
	return most
}

// mostStarts vertices, those with few neighbours, are tried as the first of an order; fewer where that takes more than
// mostComparisons of vertices, about a second.
const (
	mostStarts      = 64
	mostComparisons = 1 << 26
)

// narrowOrder begins with a vertex. Next comes one beside those behind that leaves the fewest of them with
// neighbours ahead, the least of several. size says roughly how many states there are, work what the order took.
func (g *graph) narrowOrder(start enumerate.Item) (order []enumerate.Item, size float64, work int) {
	ahead := make([]int, len(g.names)) // neighbours ahead
	last := make([]int, len(g.names))  // of a vertex ahead: neighbours behind that have no other neighbour ahead
	for v, n := range g.beside {
		ahead[v] = len(n)
	}
	behind, beside, frontier := make([]bool, len(g.names)), make([]bool, len(g.names)), 0
	var candidates []enumerate.Item    // ahead, beside those behind
	leaves := func(v enumerate.Item) { // the vertex behind may now have one neighbour ahead
		if !behind[v] || ahead[v] != 1 {
			return
		}
		for _, n := range g.beside[v] {
			if !behind[n.vertex] {
				last[n.vertex]++
			}
		}
	}
	next := start
	for {
		order, behind[next] = append(order, next), true
		if ahead[next] > 0 {
			frontier++
		}
		for _, n := range g.beside[next] {
			x := enumerate.Item(n.vertex)
			if ahead[x]--; behind[x] && ahead[x] == 0 {
				frontier--
			}
			if leaves(x); !behind[x] && !beside[x] {
				candidates, beside[x] = append(candidates, x), true
			}
		}
		leaves(next)
		if size += math.Pow(3, float64(frontier)); len(order) == len(g.names) {
			return order, size, work
		}
		candidates = slices.DeleteFunc(candidates, func(v enumerate.Item) bool { return v == next })
		among := candidates
		if len(among) == 0 { // a new part
			among = slices.DeleteFunc(identity(len(g.names)), func(v enumerate.Item) bool { return behind[v] })
		}
		work += len(g.beside[next]) + len(among)
		next = slices.MinFunc(among, func(v, w enumerate.Item) int {
			return cmp.Or(cmp.Compare(min(ahead[v], 1)-last[v], min(ahead[w], 1)-last[w]), cmp.Compare(v, w))
		})
	}
}

// identity are the items up to n.
func identity(n int) []enumerate.Item {
	all := make([]enumerate.Item, n)
	for v := range all {
		all[v] = enumerate.Item(v)
	}
	return all
}
