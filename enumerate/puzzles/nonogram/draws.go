package nonogram

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// oneOrMore is a parameter that a config gives as a value or as a list.
type oneOrMore[T any] struct {
	values []T
	list   bool
}

// UnmarshalYAML reads either.
func (o *oneOrMore[T]) UnmarshalYAML(decode func(any) error) error {
	var shape any
	if err := decode(&shape); err != nil {
		return err
	}
	switch x := shape.(type) {
	case nil:
		return nil
	case []any:
		if len(x) == 0 {
			return &enumerate.InputError{Problem: "an empty list", Expected: "at least one value"}
		}
		o.list = true
		return decode(&o.values)
	}
	o.values = make([]T, 1)
	return decode(&o.values[0])
}

// given reports whether the config has the parameter.
func (o oneOrMore[T]) given() bool { return len(o.values) > 0 }

// only returns the value, or zero.
func (o oneOrMore[T]) only() (x T) {
	if o.given() {
		x = o.values[0]
	}
	return x
}

// drawSource are random pictures: every cell black with the same probability,
// independently. A picture depends on the seed and its number alone.
type drawSource struct {
	rows, cols int
	draws      int64
	density    float64
	seed       uint64
}

func openDraws(p params) (source, error) {
	if p.Rows.list || p.Cols.list || p.Density.list {
		return openMixes(p)
	}
	s := &drawSource{rows: p.Rows.only(), cols: p.Cols.only(), draws: p.Draw, density: 0.5, seed: p.Seed}
	if !p.Cols.given() {
		s.cols = s.rows
	}
	if p.Density.given() {
		s.density = p.Density.only()
	}
	if err := checkSides(s.rows, s.cols); err != nil {
		return nil, err
	}
	return s, checkDensity(s.density)
}

func checkSides(rows, cols int) error {
	if rows < 1 || cols < 1 || rows > maxDrawnSide || cols > maxDrawnSide {
		return enumerate.KeyErrorf("puzzle.rows", "pictures of %d rows and %d columns: expected 1 to %d of each", rows, cols, maxDrawnSide)
	}
	return nil
}

func checkDensity(density float64) error {
	if !(density >= 0 && density <= 1) {
		return enumerate.KeyErrorf("puzzle.density", "puzzle.density %v: expected 0 to 1", density)
	}
	return nil
}

func (s *drawSource) count() int64 { return s.draws }

func (s *drawSource) puzzle(i int64) *Puzzle {
	return drawn(rand.NewPCG(s.seed, uint64(i)), s.rows, s.cols, s.density)
}

// drawn draws a picture and returns its clues.
func drawn(random rand.Source, rows, cols int, density float64) *Puzzle {
	rng := rand.New(random)
	pic := make(Picture, rows*cols)
	for c := range pic {
		pic[c] = line.Crossed
		if rng.Float64() < density {
			pic[c] = line.Black
		}
	}
	return FromPicture(pic, cols)
}

func drawColumn() enumerate.Column {
	return enumerate.Column{Name: "draw", Type: enumerate.Int64, Meaning: "number of the draw, from 0"}
}

func (s *drawSource) labels() []enumerate.Column { return []enumerate.Column{drawColumn()} }

func (s *drawSource) appendLabels(out *enumerate.Batch, col int, i int64) {
	out.AppendInt64(col, i)
}

func (s *drawSource) checkLabels(b *enumerate.Batch, col, row int, p *Puzzle) error {
	return checkDraw(s, b.IntAt(col, row), p)
}

// checkDraw tests that a draw gives the clues that its row has.
func checkDraw(s source, i int64, p *Puzzle) error {
	if i < 0 || i >= s.count() {
		return fmt.Errorf("draw is %d, expected 0 to %d", i, s.count()-1)
	}
	q := s.puzzle(i)
	if got, want := appendClues(nil, p.Rows, p.Cols), appendClues(nil, q.Rows, q.Cols); string(got) != string(want) {
		return fmt.Errorf("instance %q, expected %q, which draw %d gives", got, want, i)
	}
	return nil
}

func (s *drawSource) fact() enumerate.Fact {
	return enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%d pictures of %d by %d cells drawn, each cell black with probability %v, seed %d",
		s.draws, s.rows, s.cols, s.density, s.seed), Value: s.draws}
}

func (s *drawSource) analysis() enumerate.Analysis {
	return enumerate.Analysis{Drawn: fmt.Sprintf("clues of pictures of %d by %d cells, each cell black with probability %v, independently; clues that more pictures have come more often; puzzles that the search did not answer within its limit count as neither solvable nor unique",
		s.rows, s.cols, s.density)}
}

// mixSource are random pictures of several sizes and densities, the same number
// of each. They take turns, so that the work of a task is like that of any
// other and the first rows are of all kinds. A picture depends on the seed,
// its size and density, and its number among those, and not on what else is
// in the lists.
type mixSource struct {
	mixes  []mix
	each   int64 // of every mix
	seed   uint64
	square bool
	text   string
}

// mix is a size and a density.
type mix struct{ rows, cols, percent int }

// maxMixes bounds the lists: a breakdown has a group for each.
const maxMixes = 4096

func openMixes(p params) (*mixSource, error) {
	s := &mixSource{each: p.Draw, seed: p.Seed, square: !p.Cols.given()}
	densities := p.Density.values
	if !p.Density.given() {
		densities = []float64{0.5}
	}
	var percents []int
	for _, d := range densities {
		if err := checkDensity(d); err != nil {
			return nil, err
		}
		percent := math.Round(100 * d)
		if math.Abs(100*d-percent) > 1e-9 {
			return nil, enumerate.KeyErrorf("puzzle.density", "puzzle.density %v: expected whole hundredths where sizes or densities are lists", d)
		}
		percents = append(percents, int(percent))
	}
	seen := map[mix]bool{}
	for _, rows := range p.Rows.values {
		cols := p.Cols.values
		if s.square {
			cols = []int{rows}
		}
		for _, c := range cols {
			if err := checkSides(rows, c); err != nil {
				return nil, err
			}
			for _, percent := range percents {
				m := mix{rows, c, percent}
				if seen[m] {
					return nil, enumerate.KeyErrorf("puzzle", "puzzle: %d by %d cells with density %v are there twice", rows, c, float64(percent)/100)
				}
				seen[m] = true
				s.mixes = append(s.mixes, m)
			}
		}
	}
	if n := len(s.mixes); n == 0 || n > maxMixes {
		return nil, enumerate.KeyErrorf("puzzle.rows", "puzzle: %d sizes and densities: expected rows, and at most %d in all", n, maxMixes)
	}
	columns := "as many columns"
	if !s.square {
		columns = "columns " + words(p.Cols.values)
	}
	s.text = fmt.Sprintf("rows %s, %s, a cell black with probability %s", words(p.Rows.values), columns, words(densities))
	return s, nil
}

// words lists values for readers.
func words[T any](list []T) string {
	var out []string
	for _, x := range list {
		out = append(out, fmt.Sprint(x))
	}
	return strings.Join(out, ", ")
}

func (s *mixSource) count() int64 { return s.each * int64(len(s.mixes)) }

func (s *mixSource) puzzle(i int64) *Puzzle {
	m := s.mixes[i%int64(len(s.mixes))]
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[0:], s.seed)
	binary.LittleEndian.PutUint32(seed[8:], uint32(m.rows))
	binary.LittleEndian.PutUint32(seed[12:], uint32(m.cols))
	binary.LittleEndian.PutUint64(seed[16:], uint64(m.percent))
	binary.LittleEndian.PutUint64(seed[24:], uint64(i/int64(len(s.mixes))))
	return drawn(rand.NewChaCha8(seed), m.rows, m.cols, float64(m.percent)/100)
}

func (s *mixSource) labels() []enumerate.Column {
	return []enumerate.Column{drawColumn(),
		{Name: "density_percent", Type: enumerate.Int32, Meaning: "probability of a black cell in the drawing", Unit: "percent"}}
}

func (s *mixSource) appendLabels(out *enumerate.Batch, col int, i int64) {
	out.AppendInt64(col, i)
	out.AppendInt32(col+1, int32(s.mixes[i%int64(len(s.mixes))].percent))
}

func (s *mixSource) checkLabels(b *enumerate.Batch, col, row int, p *Puzzle) error {
	i := b.IntAt(col, row)
	if err := checkDraw(s, i, p); err != nil {
		return err
	}
	if got, want := b.IntAt(col+1, row), int64(s.mixes[i%int64(len(s.mixes))].percent); got != want {
		return fmt.Errorf("density_percent is %d, expected %d", got, want)
	}
	return nil
}

func (s *mixSource) fact() enumerate.Fact {
	return enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%d pictures drawn of each kind: %s; seed %d", s.each, s.text, s.seed), Value: s.count()}
}

func (s *mixSource) analysis() enumerate.Analysis {
	by := []string{"height", "width", "density_percent"}
	if s.square {
		by = []string{"height", "density_percent"}
	}
	return enumerate.Analysis{
		Breakdowns: []enumerate.Breakdown{reach(by, "")},
		Drawn:      "clues of pictures, as many of each size and density: " + s.text + ", independently; clues that more pictures have come more often; puzzles that the search did not answer within its limit count as neither solvable nor unique",
	}
}
