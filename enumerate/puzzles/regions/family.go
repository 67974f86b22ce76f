package regions

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/polyform"
)

// Family returns the family of partitions into regions.
func Family() enumerate.Family {
	return enumerate.Family{
		Name:     "regions",
		Help:     "partitions of a board, or of another graph, into connected regions of any shape",
		Measures: func() []enumerate.MeasureInfo { return infos },
		Requires: true,
		Params:   params{},
		Open:     open,
		Drawer:   drawer,
		Board:    board,
		Formats:  func() enumerate.Formats { return graphFormats().ForCommands() },
	}
}

type params struct {
	Lattice string `yaml:"lattice" values:"squares,cubes,hexagons,triangles" default:"squares" help:"what the cells of the board are" example:"hexagons"`
	polyform.BoardParams
	Graph   string              `yaml:"graph" help:"instead of a board, a file: lines of two vertices that are neighbours, or JSON with nodes and links or adjacency; coverstat list formats has all formats" example:"counties.json"`
	Format  string              `yaml:"format" default:"what the content says" help:"the format of the graph's file, a name that coverstat list formats has" example:"edges"`
	Weights string              `yaml:"weights" help:"a second file with the weights: a number for each of the vertices 1, 2, ..., or lines of a name and a value, with a header where puzzle.weight names the column" example:"people.csv"`
	Weight  string              `yaml:"weight" default:"1 for each" help:"the attribute of the graph's nodes, or the column of weights, that is their weight, a whole number of at least 0" example:"population"`
	Unit    int64               `yaml:"unit" default:"1" help:"weights are rounded to multiples of it: a sweep is far shorter where many weights are equal" example:"1000"`
	Size    sizeParam           `yaml:"size" default:"any" help:"cells of a region, or its weight in units: a number, a range, or a deviation from the mean; it may be left out where there is a total" example:"{min: 4, max: 6}"`
	Weighed weightParam         `yaml:"weighted_by" values:"spanning_trees,cut_edges" default:"nothing" help:"what each solution counts by, beside counting once: the product of its regions' numbers of spanning trees; and that times its cut edges" example:"spanning_trees"`
	Given   givenParam          `yaml:"given" help:"vertices that all partitions have together in a region, and vertices that they have apart" example:"{together: [[a, b, c]], apart: [[a, d]]}"`
	Total   polyform.CountParam `yaml:"total" default:"any" help:"how many regions there are: a number or a range" example:"{min: 2, max: 5}"`

	lattice, unit bool // whether the config has these
}

// read decodes the puzzle section.
func (p *params) read(puzzle func(into any) error) error {
	const none = math.MinInt64
	p.Unit = none
	err := puzzle(p)
	p.lattice, p.unit = p.Lattice != "", p.Unit != none
	if p.Lattice = cmp.Or(p.Lattice, "squares"); !p.unit {
		p.Unit = 1
	}
	return err
}

// board implements Board of [enumerate.Family].
func board(puzzle func(into any) error) (string, error) {
	var p params
	if err := p.read(puzzle); err != nil || p.Board.Picture == "" {
		return "", err
	}
	b, err := p.On(p.Lattice)
	if err != nil {
		return "", err
	}
	return b.Text(), nil
}

// open makes a job.
func open(spec enumerate.Spec) (*enumerate.Job, error) {
	var p params
	if err := p.read(spec.Puzzle); err != nil {
		return nil, err
	}
	g, err := p.graph(spec)
	if err != nil {
		return nil, err
	}
	if err := p.bound(g); err != nil {
		return nil, err
	}
	if err := g.restrict(p.Given); err != nil {
		return nil, err
	}
	spec.Remark(g.oddity())
	spec.Remark(g.misfit(p.Unit))
	x, err := g.instance(spec)
	if err != nil {
		return nil, err
	}
	if p.Weighed.trees {
		x.Weighed, x.WeighedBy = g.weighed(x, p.Weighed.cutEdges), p.Weighed.measures()
	}
	return jobs.Open(x, spec)
}

// graph makes the graph of a config.
func (p *params) graph(spec enumerate.Spec) (*graph, error) {
	for _, key := range []struct {
		name   string
		given  bool
		ofFile bool // whether it goes with a file, or with a board
	}{
		{"weight", p.Weight != "", true}, {"weights", p.Weights != "", true}, {"format", p.Format != "", true},
		{"unit", p.unit, true},
		{"lattice", p.lattice, false}, {"board", !reflect.ValueOf(p.Board).IsZero(), false},
		{"wrap", p.Wrap != nil, false}, {"symmetry", p.Symmetry != "", false},
	} {
		if key.given && key.ofFile != (p.Graph != "") {
			with := "puzzle.graph"
			if !key.ofFile {
				with = "a board"
			}
			return nil, enumerate.KeyErrorf("puzzle."+key.name, "puzzle.%s goes with %s alone: expected one of the two",
				key.name, with)
		}
	}
	switch {
	case p.Graph == "":
		b, err := p.On(p.Lattice)
		if err != nil {
			return nil, err
		}
		return boardGraph(b)
	case p.Unit < 1:
		return nil, enumerate.KeyErrorf("puzzle.unit", "puzzle.unit %d: expected 1 or more", p.Unit)
	case p.unit && p.Weight == "" && p.Weights == "":
		return nil, enumerate.KeyErrorf("puzzle.unit",
			"puzzle.unit without a weight: expected puzzle.weight or puzzle.weights with it")
	}
	return p.readFile(spec)
}

// bound puts the bounds of sizes and of their number into the problem.
func (p *params) bound(g *graph) error {
	least, most, sized := p.Size.Range()
	fewest, greatest, total := p.Total.Range()
	if p.Size.deviation != nil {
		return g.deviate(p.Size.deviation, int64(fewest), int64(greatest), total)
	}
	if !sized && !total {
		return enumerate.KeyErrorf("puzzle.size",
			"puzzle.size is missing: expected the size of regions, such as 6 or {min: 4, max: 6}, or puzzle.total, their number")
	}
	g.Least, g.Most = int64(least), int64(most)
	if !sized || most == enumerate.Unbounded {
		var err error
		if g.Most, err = g.sum(); err != nil {
			return err
		}
	}
	g.Fewest, g.Greatest = int64(fewest), int64(greatest)
	if !total {
		g.Greatest = int64(len(g.names))
	}
	return nil
}

// sum is that of all weights.
func (g *graph) sum() (sum int64, err error) {
	for _, w := range g.Weights {
		if sum += w; sum > math.MaxInt32 {
			return 0, enumerate.KeyErrorf("puzzle.unit",
				"the weights add up to more than %s: expected a larger puzzle.unit", enumerate.Grouped(math.MaxInt32))
		}
	}
	return sum, nil
}

// instance fills in what the jobs need to know.
func (g *graph) instance(spec enumerate.Spec) (*exact.Instance, error) {
	problem, err := g.Cover(g.edgeName)
	if err != nil {
		return nil, err
	}
	group, err := g.group(problem)
	if err != nil {
		return nil, err
	}
	known := func([]string) ([]exact.Measure, error) { return g.measures(), nil }
	x, err := exact.NewInstance(problem, group, known, spec.Measures, spec.Require)
	if err != nil {
		return nil, err
	}
	x.Space, x.NewForm = &g.Problem, g.newForm
	node := kernelNode * max(1, float64(len(g.names))/fewVertices)
	x.Kernels = []exact.KernelChoice{{Name: "regions", Node: node,
		New: func() (enumerate.Kernel, error) { return newKernel(g), nil }}}
	x.Scans = g.orders()
	x.Solution, x.Tables = []enumerate.Column{regionColumn}, g.tables
	x.NewRecorder = func() exact.Recorder { return &recorder{graph: g, instance: x} }
	x.Facts, x.Smaller = g.facts(), "fewer vertices"
	switch {
	case g.board != nil:
		x.Smaller = "a smaller board"
	case slices.ContainsFunc(g.Weights, func(w int64) bool { return w != g.Weights[0] }):
		x.Smaller = "fewer vertices, or a larger puzzle.unit"
	}
	return x, nil
}

// vertices writes their number.
func vertices(n int) string {
	if n == 1 {
		return "1 vertex"
	}
	return enumerate.Grouped(n) + " vertices"
}

func (g *graph) facts() []enumerate.Fact {
	about := fmt.Sprintf("graph of %s and %s", vertices(len(g.names)), enumerate.Plural(len(g.Edges), "edge"))
	if g.board != nil {
		about = "board of " + g.board.String()
	}
	sizes := fmt.Sprintf("regions of weight %s, %s of them", fromTo(g.Least, g.Most), fromTo(g.Fewest, g.Greatest))
	return append([]enumerate.Fact{{Key: "board", Text: about, Value: len(g.names)},
		{Key: "regions", Text: sizes, Value: []int64{g.Least, g.Most, g.Fewest, g.Greatest}}}, g.givenFacts()...)
}

// fromTo writes a range for people.
func fromTo(low, high int64) string {
	if low == high {
		return enumerate.Grouped(low)
	}
	return enumerate.Grouped(low) + " to " + enumerate.Grouped(high)
}
