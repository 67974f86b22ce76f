package regions

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform"
)

// drawer draws the rows of a board, or of a graph whose vertices have places.
func drawer(r enumerate.DrawRequest) (*enumerate.Drawer, error) {
	var p params
	if err := p.read(r.Puzzle); err != nil {
		return nil, err
	}
	column := enumerate.ColumnIndex(r.Columns, regionColumn.Name, enumerate.Int32List)
	if column < 0 {
		return nil, &enumerate.NoPictureError{Reason: "the rows have no regions"}
	}
	var g *graph
	var b *polyform.Board
	var err error
	if p.Graph != "" {
		g, err = readTables(r.Table)
	} else if b, err = p.On(p.Lattice); err == nil {
		g, err = boardGraph(b)
	}
	if err == nil {
		err = p.bound(g)
	}
	if err != nil {
		return nil, err
	}
	all := int64(0)
	for _, w := range g.Weights {
		all += w
	}
	_, most := g.HowMany(all)
	most = min(most, g.Greatest, int64(len(g.Weights)))
	if b == nil {
		return g.drawer(column, int(most)), nil
	}
	terms := "connected regions"
	switch {
	case p.Size.deviation != nil:
		terms += fmt.Sprintf(" of %d to %d cells", g.Least, g.Most)
	case p.Size != (sizeParam{}):
		terms += fmt.Sprintf(" of %v cells", p.Size.CountParam)
	}
	if p.Total != (polyform.CountParam{}) {
		terms = fmt.Sprintf("%v %s", p.Total, terms)
	}
	if len(p.Given.Together)+len(p.Given.Apart) > 0 {
		terms += " with given cells together or apart"
	}
	return polyform.NewRegionDrawer(b, column, int(most), terms), nil
}

// longSide is the longer side of the rectangle round all places, in points.
const longSide = 1000

// placesOf reads the places of all nodes of a file, x and y or the list pos, with y upwards as on maps. It is nil
// if one has none.
func placesOf(nodes []map[string]json.RawMessage) []enumerate.Point {
	at := make([][2]float64, len(nodes))
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i, node := range nodes {
		pos := []json.RawMessage{node["x"], node["y"]}
		if node["pos"] != nil && json.Unmarshal(node["pos"], &pos) != nil || len(pos) != 2 {
			return nil
		}
		for k, raw := range pos {
			var x *float64
			if json.Unmarshal(raw, &x) != nil || x == nil || math.Abs(*x) > 1e100 {
				return nil
			}
			at[i][k], low[k], high[k] = *x, min(low[k], *x), max(high[k], *x)
		}
	}
	side := max(high[0]-low[0], high[1]-low[1])
	if !(side > 0) {
		return nil
	}
	places := make([]enumerate.Point, len(nodes))
	for i, p := range at {
		places[i] = enumerate.Point{X: int(math.Round((p[0] - low[0]) / side * longSide)),
			Y: int(math.Round((high[1] - p[1]) / side * longSide))}
	}
	return places
}

// readTables reads what pictures need of a graph.
func readTables(table func(name string) (*enumerate.Batch, error)) (*graph, error) {
	g := &graph{}
	vertices, err := table(enumerate.VerticesTable)
	if err != nil {
		return nil, err
	}
	edges, err := table(enumerate.EdgesTable)
	if err != nil {
		return nil, err
	}
	weight := enumerate.ColumnIndex(vertices.Columns, "weight", enumerate.Int64)
	x, y := enumerate.ColumnIndex(vertices.Columns, "x", enumerate.Int32),
		enumerate.ColumnIndex(vertices.Columns, "y", enumerate.Int32)
	first, second := enumerate.ColumnIndex(edges.Columns, "first", enumerate.Int32),
		enumerate.ColumnIndex(edges.Columns, "second", enumerate.Int32)
	if min(weight, x, y, first, second) < 0 {
		return nil, &enumerate.NoPictureError{
			Reason: "the vertices of the graph have no places: expected x and y, or pos: [x, y], at each node of a JSON file"}
	}
	g.names = make([]string, vertices.Len())
	for v := range g.names {
		g.Weights = append(g.Weights, vertices.IntAt(weight, v))
		g.places = append(g.places, enumerate.Point{X: int(vertices.IntAt(x, v)), Y: int(vertices.IntAt(y, v))})
	}
	for e := range edges.Len() {
		ends := [2]int32{int32(edges.IntAt(first, e)), int32(edges.IntAt(second, e))}
		if min(ends[0], ends[1]) < 0 || int(max(ends[0], ends[1])) >= len(g.names) {
			return nil, fmt.Errorf("table %s: an edge from %d to %d, of %d vertices", enumerate.EdgesTable, ends[0],
				ends[1], len(g.names))
		}
		g.Edges = append(g.Edges, ends)
	}
	return g, nil
}

// drawer draws vertices as dots of the colours of their regions, and edges as bars below them: inside a region
// broad ones in its colour, between regions narrow grey ones.
func (g *graph) drawer(column, most int) *enumerate.Drawer {
	sides := 2 * math.Sqrt(float64(len(g.places))) // of a cell, in the longer side
	scale := sides / longSide
	d := &enumerate.Drawer{Columns: []int{column}, ScaleX: scale, ScaleY: scale, Scattered: true}
	for k := range most {
		d.Pieces = append(d.Pieces, enumerate.DrawnPiece{Name: strconv.Itoa(k)})
	}
	empty := make([]int32, len(g.places))
	for v := range empty {
		empty[v] = int32(enumerate.Paper)
	}
	d.Puzzle = func(*enumerate.Batch, int) (*enumerate.Drawing, error) {
		return &enumerate.Drawing{Cells: g.cells(empty, scale)}, nil
	}
	d.Draw = func(rows *enumerate.Batch, row int, _ *atomic.Bool) (*enumerate.Drawing, error) {
		regions := rows.ListAt(0, row)
		if len(regions) != len(g.places) {
			return nil, fmt.Errorf("the row has regions of %d vertices, expected %d", len(regions), len(g.places))
		}
		for v, k := range regions {
			if k < 0 || int(k) >= most {
				return nil, fmt.Errorf("the row has no region of vertex %d", v)
			}
		}
		return &enumerate.Drawing{Cells: g.cells(regions, scale)}, nil
	}
	return d
}

// cells draws regions, a negative one as paper. scale is that of the [enumerate.Drawer].
func (g *graph) cells(regions []int32, scale float64) (cells []enumerate.DrawnCell) {
	// moved is a point so many sides away from another one.
	moved := func(p enumerate.Point, x, y float64) enumerate.Point {
		return enumerate.Point{X: p.X + int(math.Round(x/scale)), Y: p.Y + int(math.Round(y/scale))}
	}
	for _, e := range g.Edges {
		from, to := g.places[e[0]], g.places[e[1]]
		x, y := float64(to.X-from.X), float64(to.Y-from.Y)
		length := math.Hypot(x, y)
		if length == 0 {
			continue
		}
		half, fill := 0.15, enumerate.Fill(regions[e[0]])
		if regions[e[0]] != regions[e[1]] || fill < 0 {
			half, fill = 0.05, enumerate.Dark
		}
		x, y = x/length*half, y/length*half
		bar := []enumerate.Point{moved(from, y, -x), moved(to, y, -x), moved(to, -y, x), moved(from, -y, x)}
		cells = append(cells,
			enumerate.DrawnCell{Outline: bar, Region: enumerate.Outside, Fill: fill, Repeat: true})
	}
	for v, p := range g.places {
		var dot []enumerate.Point
		for k := range 8 {
			angle := (float64(k) + 0.5) * math.Pi / 4
			dot = append(dot, moved(p, -0.35*math.Cos(angle), -0.35*math.Sin(angle)))
		}
		cells = append(cells,
			enumerate.DrawnCell{Outline: dot, Region: int(regions[v]), Fill: enumerate.Fill(regions[v])})
	}
	return cells
}
