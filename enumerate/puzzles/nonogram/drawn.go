package nonogram

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/survey"
)

// oneOrMore is a parameter that a config gives as a value or as a list.
type oneOrMore[T any] struct {
	values []T
	list   bool
}

// UnmarshalYAML reads a value or a list.
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

// Shapes lists what UnmarshalYAML accepts.
func (oneOrMore[T]) Shapes() []any { return []any{*new(T), []T{}} }

// given reports whether the config has the parameter.
func (o oneOrMore[T]) given() bool { return len(o.values) > 0 }

// only returns the value, or zero.
func (o oneOrMore[T]) only() (x T) {
	if o.given() {
		x = o.values[0]
	}
	return x
}

// drawnSource are random pictures: every cell is black with the same probability,
// independently. Lists in the config give several kinds of pictures, the same number of
// each. The kinds take turns, so that all tasks have about the same work and the first
// rows show every kind.
type drawnSource struct {
	kinds  []kind
	each   int64 // pictures of each kind
	seed   uint64
	lists  bool   // the config gives lists
	square bool   // it gives no columns
	text   string // the kinds of lists, for readers
}

// kind is a size and a density of pictures.
type kind struct {
	rows, cols int
	density    float64
}

// percent is the density where the config gives lists.
func (k kind) percent() int { return int(math.Round(100 * k.density)) }

// maxKinds bounds the lists: a breakdown has a group for each.
const maxKinds = 4096

func openDrawn(p params) (source, error) {
	s := &drawnSource{each: p.Draw, seed: p.Seed, square: !p.Cols.given(), lists: p.Rows.list || p.Cols.list || p.Density.list}
	densities := p.Density.values
	if !p.Density.given() {
		densities = []float64{0.5}
	}
	for _, d := range densities {
		if !(d >= 0 && d <= 1) {
			return nil, enumerate.KeyErrorf("puzzle.density", "puzzle.density %v: expected 0 to 1", d)
		}
		if percent := (kind{density: d}).percent(); s.lists && math.Abs(100*d-float64(percent)) > 1e-9 {
			return nil, enumerate.KeyErrorf("puzzle.density", "puzzle.density %v: expected whole hundredths where sizes or densities are lists", d)
		}
	}
	rowList := p.Rows.values
	if !s.lists && !p.Rows.given() {
		rowList = []int{0} // refused below
	}
	seen := map[kind]bool{}
	for _, rows := range rowList {
		cols := p.Cols.values
		if s.square {
			cols = []int{rows}
		}
		for _, c := range cols {
			if rows < 1 || c < 1 || rows > maxDrawnSide || c > maxDrawnSide {
				return nil, enumerate.KeyErrorf("puzzle.rows", "pictures of %d rows and %d columns: expected 1 to %d of each", rows, c, maxDrawnSide)
			}
			for _, d := range densities {
				k := kind{rows, c, d}
				if s.lists {
					k.density = float64(k.percent()) / 100
				}
				if seen[k] {
					return nil, enumerate.KeyErrorf("puzzle", "puzzle: %d by %d cells with density %v are there twice", k.rows, k.cols, k.density)
				}
				seen[k] = true
				s.kinds = append(s.kinds, k)
			}
		}
	}
	if n := len(s.kinds); n == 0 || n > maxKinds {
		return nil, enumerate.KeyErrorf("puzzle.rows", "puzzle: %d sizes and densities: expected rows, and at most %d in all", n, maxKinds)
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

func (s *drawnSource) count() int64 { return s.each * int64(len(s.kinds)) }

// kind returns the kind of picture i.
func (s *drawnSource) kind(i int64) kind { return s.kinds[i%int64(len(s.kinds))] }

// random returns the random numbers of picture i. With lists they depend on the seed, the
// kind and the number of the picture among those of its kind, so that a longer list leaves
// the pictures of the other kinds as they are.
func (s *drawnSource) random(i int64) *rand.Rand {
	if !s.lists {
		return rand.New(rand.NewPCG(s.seed, uint64(i)))
	}
	k := s.kind(i)
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[0:], s.seed)
	binary.LittleEndian.PutUint32(seed[8:], uint32(k.rows))
	binary.LittleEndian.PutUint32(seed[12:], uint32(k.cols))
	binary.LittleEndian.PutUint64(seed[16:], uint64(k.percent()))
	binary.LittleEndian.PutUint64(seed[24:], uint64(i/int64(len(s.kinds))))
	return rand.New(rand.NewChaCha8(seed))
}

// puzzle draws picture i and returns its clues.
func (s *drawnSource) puzzle(i int64) *Puzzle {
	k, rng := s.kind(i), s.random(i)
	pic := make(Picture, k.rows*k.cols)
	for c := range pic {
		pic[c] = line.Crossed
		if rng.Float64() < k.density {
			pic[c] = line.Black
		}
	}
	return fromPicture(pic, k.cols)
}

func (s *drawnSource) labels() []column {
	labels := []column{survey.Stored("draw", "number of the draw, from 0", func(a *answer) *int64 { return &a.number })}
	if s.lists {
		labels = append(labels, survey.Value("density_percent", "probability of a black cell in the drawing",
			func(a *answer) int32 { return int32(s.kind(a.number).percent()) }).In("percent"))
	}
	return labels
}

func (s *drawnSource) recheck(a *answer) error {
	if a.number < 0 || a.number >= s.count() {
		return fmt.Errorf("draw is %d, expected 0 to %d", a.number, s.count()-1)
	}
	a.puzzle = s.puzzle(a.number)
	return nil
}

func (s *drawnSource) fact() enumerate.Fact {
	k := s.kinds[0]
	text := fmt.Sprintf("%d pictures of %d by %d cells drawn, each cell black with probability %v, seed %d", s.each, k.rows, k.cols, k.density, s.seed)
	if s.lists {
		text = fmt.Sprintf("%d pictures drawn of each kind: %s; seed %d", s.each, s.text, s.seed)
	}
	return enumerate.Fact{Key: "instances", Text: text, Value: s.count()}
}

func (s *drawnSource) analysis() (a enumerate.Analysis) {
	k := s.kinds[0]
	a.Drawn = fmt.Sprintf("clues of pictures of %d by %d cells, each cell black with probability %v", k.rows, k.cols, k.density)
	if s.lists {
		by := []string{"height", "width", "density_percent"}
		if s.square {
			by = []string{"height", "density_percent"}
		}
		a.Breakdowns = []enumerate.Breakdown{reach(by, "")}
		a.Drawn = "clues of pictures, as many of each size and density: " + s.text
	}
	a.Drawn += ", independently; clues that more pictures have come more often; puzzles that the search did not answer within its limit are undecided, neither solvable nor without a solution"
	return a
}
