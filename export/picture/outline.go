package picture

import (
	"cmp"
	"slices"

	"coverstat/enumerate"
)

// outline returns closed lines round a set of cells. They consist of the edges
// that belong to one cell alone, without corners where they do not turn.
func outline(cells []Cell) [][]enumerate.Point {
	next := map[enumerate.Point][]enumerate.Point{} // where edges lead to, by their beginning
	var corners []enumerate.Point
	for _, c := range cells {
		for i, from := range c.Outline {
			to := c.Outline[(i+1)%len(c.Outline)]
			if k := slices.Index(next[to], from); k >= 0 {
				next[to] = slices.Delete(next[to], k, k+1) // a neighbour's edge, the other way round
				continue
			}
			next[from] = append(next[from], to)
			corners = append(corners, from)
		}
	}
	var loops [][]enumerate.Point
	for _, at := range corners {
		var loop []enumerate.Point
		for len(next[at]) > 0 {
			loop = append(loop, at)
			last := len(next[at]) - 1
			next[at], at = next[at][:last], next[at][last]
		}
		if len(loop) > 0 {
			loops = append(loops, straighten(loop))
		}
	}
	return loops
}

// straighten drops the corners of a closed line at which it does not turn.
func straighten(loop []enumerate.Point) []enumerate.Point {
	var out []enumerate.Point
	for i, p := range loop {
		a, b := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if (p.X-a.X)*(b.Y-p.Y) != (p.Y-a.Y)*(b.X-p.X) {
			out = append(out, p)
		}
	}
	return out
}

// segment is a straight line between two corners, from the left one, or the upper
// one of an upright line, to the other.
type segment struct{ from, to enumerate.Point }

// lines returns the lines between cells, as few and as long as possible: thin
// ones inside regions, thick ones between regions and round the board, and faded
// ones between regions beyond a border that is joined to another one.
func (b *Board) lines() (thin, thick, faded []segment) {
	type edge struct {
		segment
		cells  [2]*Cell // the second is nil at the rim
		depths [2][2]int
	}
	edges := map[segment]*edge{}
	var all []*edge
	for i := range b.Cells {
		c := &b.Cells[i]
		for k, from := range c.Outline {
			next := (k + 1) % len(c.Outline)
			s := newSegment(from, c.Outline[next])
			var depths [2]int
			if c.Depth != nil {
				depths = [2]int{c.Depth[k], c.Depth[next]}
				if s.from != from {
					depths[0], depths[1] = depths[1], depths[0]
				}
			}
			if e := edges[s]; e != nil {
				e.cells[1], e.depths[1] = c, depths
				continue
			}
			e := &edge{s, [2]*Cell{c, nil}, [2][2]int{depths, depths}}
			edges[s] = e
			all = append(all, e)
		}
	}
	for _, e := range all {
		one, other := e.cells[0], e.cells[1]
		switch {
		case one.Repeat && other == nil:
		case other == nil || one.Region != other.Region || e.depths[0] != e.depths[1]:
			if one.Repeat && other != nil && other.Repeat {
				faded = append(faded, e.segment)
			} else {
				thick = append(thick, e.segment)
			}
		case one.Region != enumerate.Outside:
			thin = append(thin, e.segment)
		}
	}
	return join(thin), join(thick), join(faded)
}

func newSegment(from, to enumerate.Point) segment {
	if to.X < from.X || to.X == from.X && to.Y < from.Y {
		from, to = to, from
	}
	return segment{from, to}
}

// join makes long segments of edges that lie end to end.
func join(edges []segment) []segment {
	slices.SortFunc(edges, compare)
	var out []segment
	for _, e := range edges {
		if n := len(out); n > 0 && out[n-1].to == e.from && out[n-1].parallel(e) {
			out[n-1].to = e.to
			continue
		}
		out = append(out, e)
	}
	return out
}

func (s segment) parallel(o segment) bool {
	return (s.to.X-s.from.X)*(o.to.Y-o.from.Y) == (s.to.Y-s.from.Y)*(o.to.X-o.from.X)
}

// compare orders the edges of a lattice by direction, then line by line, then
// along the line: edges of one direction have one length.
func compare(a, b segment) int {
	ax, ay, bx, by := a.to.X-a.from.X, a.to.Y-a.from.Y, b.to.X-b.from.X, b.to.Y-b.from.Y
	offset := func(p enumerate.Point) int { return p.Y*ax - p.X*ay }
	return cmp.Or(cmp.Compare(ay, by), cmp.Compare(ax, bx),
		cmp.Compare(abs(offset(a.from)), abs(offset(b.from))), cmp.Compare(offset(a.from), offset(b.from)),
		cmp.Compare(a.from.X, b.from.X), cmp.Compare(a.from.Y, b.from.Y))
}

func abs(x int) int { return max(x, -x) }
