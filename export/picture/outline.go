package picture

import (
	"cmp"
	"slices"

	"coverstat/enumerate"
)

// outline returns closed lines round a set of cells, without corners where they do not turn.
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
		var turns []enumerate.Point
		for i, p := range loop {
			a, b := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
			if (p.X-a.X)*(b.Y-p.Y) != (p.Y-a.Y)*(b.X-p.X) {
				turns = append(turns, p)
			}
		}
		if turns != nil {
			loops = append(loops, turns)
		}
	}
	return loops
}

// segment is a straight line between two corners, from the left one, or the upper
// one of an upright line, to the other.
type segment struct{ from, to enumerate.Point }

// lines returns the lines between cells, as long as possible: thin ones inside regions, thick ones between
// regions and round the board, and faded ones beyond a border that is joined to another one.
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
			s := segment{from, c.Outline[next]}
			if s.to.X < s.from.X || s.to.X == s.from.X && s.to.Y < s.from.Y {
				s = segment{s.to, s.from}
			}
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

// join makes long segments of edges that lie end to end.
func join(edges []segment) []segment {
	slices.SortFunc(edges, compare)
	var out []segment
	for _, e := range edges {
		if n := len(out) - 1; n >= 0 && out[n].to == e.from &&
			(out[n].to.X-out[n].from.X)*(e.to.Y-e.from.Y) == (out[n].to.Y-out[n].from.Y)*(e.to.X-e.from.X) {
			out[n].to = e.to
			continue
		}
		out = append(out, e)
	}
	return out
}

// compare orders the edges of a lattice by direction, then line by line, then along the line.
func compare(a, b segment) int {
	ax, ay, bx, by := a.to.X-a.from.X, a.to.Y-a.from.Y, b.to.X-b.from.X, b.to.Y-b.from.Y
	offset := func(p enumerate.Point) int { return p.Y*ax - p.X*ay }
	return cmp.Or(cmp.Compare(ay, by), cmp.Compare(ax, bx),
		cmp.Compare(abs(offset(a.from)), abs(offset(b.from))), cmp.Compare(offset(a.from), offset(b.from)),
		cmp.Compare(a.from.X, b.from.X), cmp.Compare(a.from.Y, b.from.Y))
}

func abs(x int) int { return max(x, -x) }
