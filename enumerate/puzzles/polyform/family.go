package polyform

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/puzzles/polyform/catalogue"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/measure"
)

// A form is what a family of polyforms has of its own: the lattice, and the
// pieces that configs may name.
type form struct {
	family, help string
	lattice      *lattice.Lattice
	catalogue    func() *catalogue.Catalogue // made once
	boards       []boardKey                  // that have names
}

// forcing is a measure of all lattices.
var forcing = exact.Forcing{Of: "pieces"}

var forms = []*form{
	{"polyomino", "pieces of unit squares that cover the free cells of a board", lattice.Square,
		catalogue.Squares, nil},
	{"polycube", "pieces of unit cubes that fill the free cells of a box", lattice.Cube, catalogue.Cubes, nil},
	{"polyhex", "pieces of regular hexagons that cover the free cells of a board", lattice.Hexagon,
		catalogue.Hexagons, hexBoards},
	{"polyiamond", "pieces of equilateral triangles that cover the free cells of a board", lattice.Triangle,
		catalogue.Triangles, triangleBoards},
}

// Families returns the families of polyforms, a family a lattice.
func Families() []enumerate.Family {
	var families []enumerate.Family
	for _, f := range forms {
		families = append(families, enumerate.Family{
			Name:         f.family,
			Help:         f.help,
			Measures:     f.measureInfos,
			Requires:     true,
			Solutions:    true,
			Sets:         f.namedPieceSets,
			Params:       params{},
			Open:         f.open,
			Drawer:       f.newDrawer,
			Pieces:       f.drawPieces,
			ReadPieces:   f.readPieces,
			Board:        f.drawBoard,
			Solve:        f.solve,
			SolveInput:   f.solveInput(),
			SolveMethods: methods,
			SolveFlags:   solveFlags,
		})
	}
	return families
}

func (f *form) namedPieceSets() []enumerate.NamedSet {
	c := f.catalogue().Complete()
	var sets []enumerate.NamedSet
	for _, name := range c.SetNames {
		sets = append(sets, enumerate.NamedSet{Name: name, Members: c.Sets[name]})
	}
	return sets
}

// measureInfos lists the measures of tilings, and those of boards and of sets of
// pieces that have a meaning on the lattice.
func (f *form) measureInfos() []enumerate.MeasureInfo {
	infos := append(measure.Infos(f.lattice), forcing.Info())
	cell := &Board{Board: lattice.NewBoard(f.lattice, 1, 1, 1)}
	add := func(measures []instanceMeasure, of string) {
		for _, m := range measures {
			if m.lacks == "" {
				m.info.Meaning += " (surveys of " + of + ")"
				infos = append(infos, m.info)
			}
		}
	}
	add(cell.numbering(nil).measures(), "boards")
	add((&pairs{board: cell}).setMeasures(), "piece sets")
	add([]instanceMeasure{{info: symmetryMeasure}}, "boards, piece sets and boards of all sizes")
	add(difficultyMeasures, "boards, piece sets and boards of all sizes")
	return infos
}

func (f *form) open(spec enumerate.Spec) (*enumerate.Job, error) {
	var p params
	if err := spec.Puzzle(&p); err != nil {
		return nil, err
	}
	b, err := f.board(p.BoardParams)
	if err != nil {
		return nil, err
	}
	pieces, chosen, err := f.piecesOf(&p)
	if err != nil {
		return nil, err
	}
	survey := spec.Kind == enumerate.Survey
	if err := p.checkKeys(spec); err != nil {
		return nil, err
	}
	switch {
	case len(p.Board.ranges) > 0:
		return f.openSizes(spec, p, pieces)
	case survey && spec.Kernel != "" && spec.Kernel != "auto":
		return nil, enumerate.KeyErrorf("kernel",
			"kernel %q: a survey of boards or sets goes by puzzle.method (auto, scatter, each): expected auto",
			spec.Kernel)
	case p.Given.choose.set:
		z, err := plainPuzzle(b, pieces)
		if err != nil {
			return nil, err
		}
		return openChallenges(spec, p, z)
	case survey:
		return openPairs(spec, p, b, pieces, chosen)
	}
	r, err := p.restriction(b)
	if err != nil {
		return nil, err
	}
	z, err := newPuzzle(b, pieces, 0, p.Total, r)
	if err != nil {
		return nil, err
	}
	x, err := z.instance(spec)
	if err != nil {
		return nil, err
	}
	job, err := jobs.Open(x, spec)
	if err == nil {
		job.Narrow = z.narrower(p.Forbid)
	}
	return job, err
}

// checkKeys returns an error if keys do not fit the job, or one another.
func (p *params) checkKeys(spec enumerate.Spec) error {
	survey := spec.Kind == enumerate.Survey
	if ranges := p.Board.ranges; len(ranges) > 0 {
		if !survey {
			return enumerate.KeyErrorf("puzzle.board",
				"puzzle.board: %s is a range, which makes many boards: expected job: survey, got %s", ranges[0].name,
				spec.Kind)
		}
		return p.checkSizeKeys()
	}
	for _, wrong := range []struct {
		is        bool
		key, text string
	}{
		{p.Choose != nil && !survey, "choose", "puzzle.choose makes many sets of pieces: expected job: survey, got " +
			string(spec.Kind)},
		{survey && len(p.Blocked) == 0 && len(p.Flags) > 0, "flags",
			"puzzle.flags belong to surveys of boards: expected puzzle.blocked with them"},
		{survey && p.Limit < 0, "limit", fmt.Sprintf("puzzle.limit %d: expected 1 or more", p.Limit)},
		{survey && p.Total.set, "total", "puzzle.total has no meaning in a survey: expected a census or a sample"},
		{!survey && len(p.Blocked) > 0, "blocked",
			"puzzle.blocked makes many boards: expected job: survey, got " + string(spec.Kind)},
		{p.Draw.Number < 0 || p.Draw.Number > maxDraws, "draw",
			fmt.Sprintf("puzzle.draw %d: expected 1 to %d", p.Draw.Number, maxDraws)},
		{!survey && p.Draw.Number > 0, "draw", "puzzle.draw draws instances of a survey: expected job: survey, got " +
			string(spec.Kind)},
		{survey && p.Given.picture != "", "given",
			"puzzle.given: a picture in a survey: expected a census or a sample, or {choose: 3}"},
		{!survey && p.Given.choose.set, "given",
			"puzzle.given: choose makes many puzzles: expected job: survey, or a picture"},
		{p.Given.choose.set && (p.Choose != nil || len(p.Blocked) > 0), "given",
			"puzzle.given: choose in a survey of boards or sets: expected it alone"},
		{p.Given.choose.set && (p.Limit != 0 || p.Method != ""), "given",
			"puzzle.limit and puzzle.method in a survey of given pieces, which counts all solutions of each: expected neither"},
		{survey && len(p.Forbid) > 0, "forbid", "puzzle.forbid in a survey: expected a census or a sample"},
		{p.Seed != 0 && p.Draw.Number == 0, "seed", "puzzle.seed belongs to puzzle.draw: expected draw: N with it"},
		{!survey && (p.Limit != 0 || p.Method != ""), "limit",
			"puzzle.limit and puzzle.method belong to surveys: got job " + string(spec.Kind)},
	} {
		if wrong.is {
			return enumerate.KeyErrorf("puzzle."+wrong.key, "%s", wrong.text)
		}
	}
	return nil
}

// checkSizeKeys returns an error if a key has no meaning for boards of many sizes.
func (p *params) checkSizeKeys() error {
	for _, wrong := range []struct {
		is        bool
		key, text string
	}{
		{p.Choose != nil, "choose", ""},
		{len(p.Blocked) > 0, "blocked", ""},
		{len(p.Flags) > 0, "flags", ""},
		{p.Given != givenParam{}, "given", ""},
		{len(p.Forbid) > 0, "forbid", ""},
		{p.Draw.Number != 0 || p.Seed != 0, "draw", ", whose tables have all boards"},
		{p.Limit != 0, "limit", ", where all solutions of each board are counted"},
		{p.Method != "", "method", ", where each board is counted like that of a census"},
	} {
		if wrong.is {
			return enumerate.KeyErrorf("puzzle."+wrong.key,
				"puzzle.%s in a survey over sizes of boards%s: expected no puzzle.%s, or a board of one size",
				wrong.key, wrong.text, wrong.key)
		}
	}
	return nil
}

// piecesOf returns the pieces of a config: those of every puzzle, and those that
// puzzle.choose chooses from.
func (f *form) piecesOf(p *params) (pieces, chosen []Piece, err error) {
	if p.Choose == nil || len(p.Pieces) > 0 {
		if pieces, err = f.resolvePieces(p.Pieces); err != nil {
			return nil, nil, enumerate.AtKey("puzzle.pieces", err)
		}
	}
	if p.Choose != nil {
		chosen, err = f.resolveChoice(p.Choose, pieces)
	}
	return pieces, chosen, err
}

// instance fills in what the jobs of an exact cover need to know.
func (z *Puzzle) instance(spec enumerate.Spec) (*exact.Instance, error) {
	l := newLayout(z, spec.Compact)
	asked, forcing := forcing.Take(spec.Measures)
	measures, err := measure.Compile(z.measurePuzzle(), asked)
	if err != nil {
		return nil, err
	}
	names := measures.Columns
	if forcing != nil {
		names = append(slices.Clone(names), forcing.Info().Column())
	}
	if err := l.checkNames(names); err != nil {
		return nil, err
	}
	r, err := exact.Require(z.Problem, spec.Require, l.meters)
	if err != nil {
		return nil, err
	}
	return &exact.Instance{
		Problem:     z.Problem,
		Group:       z.Group,
		Kernels:     z.kernels(),
		Scans:       z.scans(),
		Impossible:  cmp.Or(z.impossible(), r.Impossible()),
		Conditions:  r,
		Solution:    l.columns,
		Measures:    measures.Columns,
		Forcing:     forcing,
		FindMeasure: measures.Find,
		Sums:        func() []*enumerate.Sum { return measures.Sums(z.Problem, z.cellItem) },
		AddUp:       measure.AddUp(),
		NewRecorder: func() exact.Recorder { return l.newRecorder(measures.NewEvaluator()) },
		Tables:      l.tables,
		Occupancy:   z.occupancy,
		Facts:       z.facts(),
		Cover:       z.cover,
		Smaller:     "a smaller board or fewer pieces",

		NewRowCounts: contactCounts(l),
	}, nil
}

// measurePuzzle describes the puzzle to package measure.
func (z *Puzzle) measurePuzzle() *measure.Subject {
	b := &measure.Subject{Board: &z.Board.Board, Placements: z.Placements, Order: z.Group.Order(),
		Orbits: z.Group.Orbits(), Exchanges: z.exchanges}
	for i, p := range z.Pieces {
		b.Pieces = append(b.Pieces,
			measure.Piece{Name: p.Name, Copies: z.copies(i), Separate: !z.Board.Connected(p.Orientations[0])})
	}
	return b
}

func (z *Puzzle) facts() []enumerate.Fact {
	pieces := pieceFact("pieces ", z.Pieces)
	if z.total >= 0 {
		info := z.Problem.Item(z.total)
		pieces.Text += fmt.Sprintf(": %v in all", CountParam{min: info.Min, max: info.Max})
	}
	return append([]enumerate.Fact{
		{Key: "board", Text: "board of " + z.Board.String(), Value: z.Board.Picture().String()},
		pieces,
	}, z.restrictionFacts()...)
}

// pieceFact names pieces, each with its number of copies unless that is 1.
func pieceFact(what string, pieces []Piece) enumerate.Fact {
	var names []string
	for _, p := range pieces {
		if p.Min != 1 || p.Max != 1 {
			p.Name += fmt.Sprintf(" (%v)", CountParam{min: p.Min, max: p.Max})
		}
		names = append(names, p.Name)
	}
	return enumerate.Fact{Key: "pieces", Text: what + strings.Join(names, " "), Value: names}
}
