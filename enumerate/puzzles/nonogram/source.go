package nonogram

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// A source is numbered puzzles. It may be used from many goroutines.
type source struct {
	survey.Source
	puzzle   func(i int64) *Puzzle
	labels   []column // say which puzzle a row is about
	numbered bool     // a label is the number, which gives the puzzle
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
func openFiles(spec enumerate.Spec, paths []string) (*source, error) {
	var all []*Puzzle
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, enumerate.KeyErrorf("puzzle.input", "puzzle.input: %s is there twice", path)
		}
		in, err := spec.Open(path)
		if err != nil {
			return nil, err
		}
		puzzles, err := Read(path, in)
		in.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, puzzles...)
	}
	return &source{
		Source: sourceOf(int64(len(all))),
		puzzle: func(i int64) *Puzzle { return all[i] },
		labels: []column{
			survey.Stored("file", "the file as the config names it, with #n for the n-th puzzle of several", func(a *answer) *string { return &a.puzzle.Name }),
			survey.Stored("title", "the title that the file gives", func(a *answer) *string { return &a.puzzle.Title }),
			survey.Value("size_class", "the longer side, rounded up to a multiple of 5", func(a *answer) int32 { return a.puzzle.sizeClass() }).In("cells"),
			survey.Value("density_class", "black cells in a hundred cells, rounded to tens", func(a *answer) int32 { return a.puzzle.densityClass() }).In("percent"),
		},
		fact: enumerate.Fact{Key: "instances", Text: enumerate.Plural(len(all), "puzzle") + " of " + enumerate.Plural(len(paths), "file"), Value: len(all)},
		analysis: enumerate.Analysis{Breakdowns: []enumerate.Breakdown{reach([]string{"size_class", "density_class"},
			" Sizes are longer sides up to so many cells, densities the nearest tens of percent.")}},
	}, nil
}

// sizeClass is the longer side, rounded up to a multiple of 5.
func (p *Puzzle) sizeClass() int32 { return int32(max(p.Height(), p.Width())+4) / 5 * 5 }

// densityClass is the share of black cells in percent, rounded to tens, a half
// upwards.
func (p *Puzzle) densityClass() int32 {
	return int32((200*p.Black()/(p.Height()*p.Width())+10)/20) * 10
}
