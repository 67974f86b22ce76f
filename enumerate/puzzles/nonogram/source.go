package nonogram

import (
	"fmt"

	"coverstat/enumerate"
)

// A source yields numbered puzzles. It may be used from many goroutines.
type source interface {
	count() int64
	puzzle(i int64) *Puzzle
	// labels are the columns that say which puzzle a row is about.
	labels() []enumerate.Column
	appendLabels(out *enumerate.Batch, col int, i int64)
	// checkLabels tests those of a row that is about p.
	checkLabels(b *enumerate.Batch, col, row int, p *Puzzle) error
	fact() enumerate.Fact
	// analysis says what to look at together. Where it breaks rows down, they
	// have the column unique.
	analysis() enumerate.Analysis
}

// reach returns the breakdown of how far the theorems and other methods get.
func reach(by []string, text string) enumerate.Breakdown {
	return enumerate.Breakdown{
		Title: "How far the theorems reach, by size and density",
		Text: "The share of puzzles in which each means settles every cell: the six theorems as corrected, in any order and again and again; " +
			"the theorems in their printed order; complete logic on one line at a time. Unique are puzzles that have one solution, by whatever means; of those where the search was stopped at its limit nobody knows. " +
			"Rounds are turns of the theorems over all lines." + text,
		By: by, Of: []string{"theorem_solvable", "printed_solvable", "line_solvable", "unique", "stopped", "rounds"},
	}
}

// fileSource yields the puzzles of files, in the order of the config.
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
		{Name: "size_class", Type: enumerate.Int32, Meaning: "the longer side, rounded up to a multiple of 5", Unit: "cells"},
		{Name: "density_class", Type: enumerate.Int32, Meaning: "black cells in a hundred cells, rounded to tens", Unit: "percent"},
	}
}

func (s *fileSource) appendLabels(out *enumerate.Batch, col int, i int64) {
	out.AppendString(col, []byte(s.puzzles[i].Name))
	out.AppendString(col+1, []byte(s.puzzles[i].Title))
	size, density := classes(s.puzzles[i])
	out.AppendInt32(col+2, size)
	out.AppendInt32(col+3, density)
}

// classes returns the classes of size and density of a puzzle. Half of ten
// percent is rounded up.
func classes(p *Puzzle) (size, density int32) {
	cells := p.Height() * p.Width()
	if cells > 0 {
		density = int32((200*p.Black()/cells+10)/20) * 10
	}
	return int32(max(p.Height(), p.Width())+4) / 5 * 5, density
}

func (s *fileSource) checkLabels(b *enumerate.Batch, col, row int, p *Puzzle) error {
	size, density := classes(p)
	if got := b.IntAt(col+2, row); got != int64(size) {
		return fmt.Errorf("size_class is %d, expected %d", got, size)
	}
	if got := b.IntAt(col+3, row); got != int64(density) {
		return fmt.Errorf("density_class is %d, expected %d", got, density)
	}
	return nil
}

func (s *fileSource) analysis() enumerate.Analysis {
	return enumerate.Analysis{Breakdowns: []enumerate.Breakdown{reach([]string{"size_class", "density_class"},
		" Sizes are longer sides up to so many cells, densities the nearest tens of percent.")}}
}

func (s *fileSource) fact() enumerate.Fact {
	return enumerate.Fact{Key: "instances", Text: fmt.Sprintf("%d puzzles of %d files", len(s.puzzles), s.files), Value: len(s.puzzles)}
}
