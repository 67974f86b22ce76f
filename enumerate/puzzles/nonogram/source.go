package nonogram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/survey"
)

// A source is numbered puzzles. It may be used from many goroutines.
type source struct {
	survey.Source
	puzzle   func(i int64) *puzzle
	labels   []column // say which puzzle a row is about
	numbered bool     // a label is the number, which gives the puzzle
	coloured bool     // a puzzle has several colours
	fact     enumerate.Fact
	// analysis says which columns are counted together. Where it has
	// breakdowns, the rows have the columns unique and stopped.
	analysis enumerate.Analysis
}

const puzzleTasks = 512

func sourceOf(count int64) survey.Source {
	return survey.Source{Count: count, Tasks: int(min(puzzleTasks, count))}
}

// reach returns the breakdown of how far the theorems and other methods get.
func reach(by []string, text string) enumerate.Breakdown {
	return enumerate.Breakdown{
		Title: "How far the theorems reach, by size and density",
		Text: "The share of puzzles in which each means settles every cell: the six theorems as corrected, in any order and again and again; " +
			"the theorems in their printed order; complete logic on one line at a time. A unique puzzle has one solution, whatever means finds it; where the search was stopped at its limit, this is not known. " +
			"Rounds are turns of the theorems over all lines." + text,
		By: by, Of: []string{"theorem_solvable", "printed_solvable", "line_solvable", "unique", "stopped", "rounds"},
	}
}

// openFiles returns the puzzles of files, in the order of the config.
func openFiles(spec enumerate.Spec, paths []string, format string) (*source, error) {
	var all []*puzzle
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, enumerate.KeyErrorf("puzzle.input", "puzzle.input: %s is there twice", path)
		}
		in, err := spec.Open(path)
		if err != nil {
			return nil, err
		}
		puzzles, left, err := read(enumerate.PuzzleFile{Name: path, In: in, Format: format})
		in.Close()
		if err != nil {
			return nil, err
		}
		spec.Remark(left.String())
		all = append(all, puzzles...)
	}
	src := &source{
		Source:   sourceOf(int64(len(all))),
		puzzle:   func(i int64) *puzzle { return all[i] },
		coloured: slices.ContainsFunc(all, func(p *puzzle) bool { return !p.blackAndWhite() }),
		labels: []column{
			survey.Stored("file", "the file as the config names it, with #n for the n-th puzzle of several",
				func(a *answer) *string { return &a.puzzle.Name }),
			survey.Stored("title", "the title that the file gives", func(a *answer) *string { return &a.puzzle.Title }),
			survey.Value("size_class", "the longer side, rounded up to a multiple of 5",
				func(a *answer) int32 { return a.puzzle.sizeClass() }).In("cells"),
			survey.Value("density_class", "black cells in a hundred cells, rounded to tens",
				func(a *answer) int32 { return a.puzzle.densityClass() }).In("percent"),
		},
		fact: enumerate.Fact{Key: "instances", Text: enumerate.Plural(len(all), "puzzle") + " of " +
			enumerate.Plural(len(paths), "file"), Value: len(all)},
		analysis: enumerate.Analysis{Breakdowns: []enumerate.Breakdown{reach([]string{"size_class", "density_class"},
			" Sizes are longer sides up to so many cells, densities the nearest tens of percent.")}},
	}
	if src.coloured {
		src.labels = append(src.labels, survey.Stored(paletteColumn,
			"the colours of the paper, of # and of b, c, … in the solution, in hexadecimal digits; empty for black on white",
			func(a *answer) *string { return &a.palette }))
	}
	return src, nil
}

// paletteColumn has the colours of a puzzle, where a file has puzzles of several.
const paletteColumn = "palette"

// palette is the colours as rows have them.
func (p *puzzle) palette() string {
	var words []string
	for _, ink := range p.Palette {
		words = append(words, fmt.Sprintf("%06x", ink.RGB))
	}
	return strings.Join(words, " ")
}

// sizeClass is the longer side, rounded up to a multiple of 5.
func (p *puzzle) sizeClass() int32 { return int32(max(p.height(), p.width())+4) / 5 * 5 }

// densityClass is the share of black cells in percent, rounded to tens, a half
// upwards.
func (p *puzzle) densityClass() int32 {
	return int32((200*p.black()/(p.height()*p.width())+10)/20) * 10
}

// oneOrMore is a parameter that a config gives as a value or as a list.
type oneOrMore[T any] struct {
	values []T
	list   bool
}

// UnmarshalYAML reads a value or a list.
func (o *oneOrMore[T]) UnmarshalYAML(decode func(any) error) error {
	o.values = make([]T, 1)
	if decode(&o.values[0]) == nil {
		return nil
	}
	o.list = true
	if err := decode(&o.values); err != nil {
		return err
	}
	if len(o.values) == 0 {
		return &enumerate.InputError{Problem: "an empty list", Expected: "at least one value"}
	}
	return nil
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

// kind is a size and a density of pictures.
type kind struct {
	rows, cols int
	density    float64
}

// percent is the density where the config gives lists.
func (k kind) percent() int { return int(math.Round(100 * k.density)) }

// maxKinds bounds the lists: a breakdown has a group for each.
const maxKinds = 4096

// openDrawn returns random pictures: every cell is black with the same probability,
// independently. Lists in the config give several kinds of pictures, the same number of
// each. The kinds take turns, so that all tasks have about the same work and the first
// rows show every kind.
func openDrawn(p params) (*source, error) {
	if !p.Density.given() {
		p.Density.values = []float64{0.5}
	}
	lists, square := p.Rows.list || p.Cols.list || p.Density.list, !p.Cols.given()
	kinds, err := kindsOf(p, lists, square)
	if err != nil {
		return nil, err
	}
	n := int64(len(kinds))
	s := &source{Source: sourceOf(p.Draw.Number * n), numbered: true}
	if p.Draw.Until > 0 {
		if lists {
			return nil, enumerate.KeyErrorf("puzzle.draw",
				"puzzle.draw: until, with lists of sizes or densities: expected one size and one density, or draw: N of each")
		}
		s.Tasks = p.Draw.Tasks(s.Count)
	}
	s.labels = []column{survey.Stored(enumerate.DrawColumn, "number of the draw, from 0",
		func(a *answer) *int64 { return &a.number })}
	s.fact = enumerate.Fact{Key: "instances", Value: s.Count}
	if lists {
		s.puzzle = func(i int64) *puzzle {
			k := kinds[i%n]
			return k.draw(enumerate.Random(p.Seed, k.stream(i/n)))
		}
		columns, by := "as many columns", []string{"height", "density_percent"}
		if !square {
			columns, by = "columns "+words(p.Cols.values), []string{"height", "width", "density_percent"}
		}
		text := fmt.Sprintf("rows %s, %s, a cell black with probability %s", words(p.Rows.values), columns,
			words(p.Density.values))
		s.fact.Text = fmt.Sprintf("%d pictures drawn of each kind: %s; seed %d", p.Draw.Number, text, p.Seed)
		s.labels = append(s.labels, survey.Value("density_percent", "probability of a black cell in the drawing",
			func(a *answer) int32 { return int32(kinds[a.number%n].percent()) }).In("percent"))
		s.analysis.Breakdowns = []enumerate.Breakdown{reach(by, "")}
		s.analysis.Drawn = "clues of pictures, as many of each size and density: " + text
	} else {
		k := kinds[0]
		s.puzzle = func(i int64) *puzzle { return k.draw(enumerate.Random(p.Seed, enumerate.Stream(i))) }
		s.fact.Text = fmt.Sprintf("%s%d pictures of %d by %d cells drawn, each cell black with probability %v, seed %d",
			p.Draw.AtMost(), p.Draw.Number,
			k.rows, k.cols, k.density, p.Seed)
		s.analysis.Drawn = fmt.Sprintf("clues of pictures of %d by %d cells, each cell black with probability %v",
			k.rows,
			k.cols, k.density)
	}
	s.analysis.Drawn += ", independently; clues that more pictures have come more often; puzzles that the search did not answer within its limit are undecided, neither solvable nor without a solution"
	return s, nil
}

// kindsOf returns the kinds of pictures that a config asks for.
func kindsOf(p params, lists, square bool) (kinds []kind, err error) {
	for _, d := range p.Density.values {
		if !(d >= 0 && d <= 1) {
			return nil, enumerate.KeyErrorf("puzzle.density", "puzzle.density %v: expected 0 to 1", d)
		}
		if percent := (kind{density: d}).percent(); lists && math.Abs(100*d-float64(percent)) > 1e-9 {
			return nil, enumerate.KeyErrorf("puzzle.density",
				"puzzle.density %v: expected whole hundredths where sizes or densities are lists", d)
		}
	}
	if !lists && !p.Rows.given() {
		p.Rows.values = []int{0} // refused below
	}
	for _, rows := range p.Rows.values {
		if square {
			p.Cols.values = []int{rows}
		}
		for _, cols := range p.Cols.values {
			if rows < 1 || cols < 1 || rows > maxDrawnSide || cols > maxDrawnSide {
				return nil, enumerate.KeyErrorf("puzzle.rows",
					"pictures of %d rows and %d columns: expected 1 to %d of each", rows,
					cols, maxDrawnSide)
			}
			for _, d := range p.Density.values {
				k := kind{rows, cols, d}
				if lists {
					k.density = float64(k.percent()) / 100
				}
				if slices.Contains(kinds, k) {
					return nil, enumerate.KeyErrorf("puzzle", "puzzle: %d by %d cells with density %v are there twice",
						k.rows, k.cols,
						k.density)
				}
				kinds = append(kinds, k)
			}
		}
	}
	if n := len(kinds); n == 0 || n > maxKinds {
		return nil, enumerate.KeyErrorf("puzzle.rows",
			"puzzle: %d sizes and densities: expected rows, and at most %d in all",
			n, maxKinds)
	}
	return kinds, nil
}

// words lists values for readers.
func words[T any](list []T) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}

// stream names the random numbers of a picture where the config gives lists. It has the kind and
// the number of the picture among those of its kind, so that a longer list leaves the pictures of
// the other kinds as they are.
func (k kind) stream(number int64) enumerate.Stream {
	return enumerate.Stream(k.rows)<<54 | enumerate.Stream(k.cols)<<44 | enumerate.Stream(
		k.percent())<<37 | enumerate.Stream(number)
}

// draw draws a picture and returns its clues.
func (k kind) draw(rng *rand.Rand) *puzzle {
	pic := make(picture, k.rows*k.cols)
	for c := range pic {
		pic[c] = line.Crossed
		if rng.Float64() < k.density {
			pic[c] = line.Black
		}
	}
	return fromPicture(pic, k.cols)
}
