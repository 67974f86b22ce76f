package nonogram

import (
	"fmt"
	"math/rand/v2"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
)

// A source yields numbered puzzles. It may be used from many goroutines.
type source interface {
	count() int64
	puzzle(i int64) *Puzzle
	// labels are the columns that say which puzzle a row is about.
	labels() []enumerate.Column
	appendLabels(out *enumerate.Batch, col int, i int64)
	fact() enumerate.Fact
}

// fileSource are the puzzles of files, in the order of the config.
type fileSource struct {
	puzzles []*Puzzle
	files   int
}

func openFiles(spec enumerate.Spec, paths []string) (*fileSource, error) {
	s := &fileSource{files: len(paths)}
	for _, path := range paths {
		in, err := spec.Open(path)
		if err != nil {
			return nil, err
		}
		puzzles, err := Read(path, in)
		in.Close()
		if err != nil {
			return nil, err
		}
		s.puzzles = append(s.puzzles, puzzles...)
	}
	return s, nil
}

func (s *fileSource) count() int64           { return int64(len(s.puzzles)) }
func (s *fileSource) puzzle(i int64) *Puzzle { return s.puzzles[i] }

func (s *fileSource) labels() []enumerate.Column {
	return []enumerate.Column{
		{Name: "file", Type: enumerate.String, Meaning: "the file as the config names it, with #n for the n-th puzzle of several"},
		{Name: "title", Type: enumerate.String, Meaning: "the title that the file gives"},
	}
}

func (s *fileSource) appendLabels(out *enumerate.Batch, col int, i int64) {
	out.AppendString(col, []byte(s.puzzles[i].Name))
	out.AppendString(col+1, []byte(s.puzzles[i].Title))
}

func (s *fileSource) fact() enumerate.Fact {
	return enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%d puzzles of %d files", len(s.puzzles), s.files), Value: len(s.puzzles)}
}

// drawSource are random pictures: every cell black with the same probability,
// independently. A picture depends on the seed and its number alone.
type drawSource struct {
	rows, cols int
	draws      int64
	density    float64
	seed       uint64
}

func openDraws(p params) (*drawSource, error) {
	s := &drawSource{rows: p.Rows, cols: p.Cols, draws: p.Draw, density: 0.5, seed: p.Seed}
	if p.Density != nil {
		s.density = *p.Density
	}
	if p.Rows < 1 || p.Cols < 1 || p.Rows > maxDrawnSide || p.Cols > maxDrawnSide {
		return nil, enumerate.Errorf("pictures of %d rows and %d columns: expected 1 to %d of each", p.Rows, p.Cols, maxDrawnSide)
	}
	if !(s.density >= 0 && s.density <= 1) {
		return nil, enumerate.Errorf("puzzle.density %v: expected 0 to 1", s.density)
	}
	return s, nil
}

func (s *drawSource) count() int64 { return s.draws }

func (s *drawSource) puzzle(i int64) *Puzzle {
	rng := rand.New(rand.NewPCG(s.seed, uint64(i)))
	pic := make(Picture, s.rows*s.cols)
	for c := range pic {
		pic[c] = line.Crossed
		if rng.Float64() < s.density {
			pic[c] = line.Black
		}
	}
	return FromPicture(pic, s.cols)
}

func (s *drawSource) labels() []enumerate.Column {
	return []enumerate.Column{{Name: "draw", Type: enumerate.Int64, Meaning: "number of the draw, from 0"}}
}

func (s *drawSource) appendLabels(out *enumerate.Batch, col int, i int64) {
	out.AppendInt64(col, i)
}

func (s *drawSource) fact() enumerate.Fact {
	return enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%d pictures of %d by %d cells drawn, each cell black with probability %v, seed %d",
		s.draws, s.rows, s.cols, s.density, s.seed), Value: s.draws}
}
