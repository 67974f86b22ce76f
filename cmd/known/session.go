package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// figures are the reproduced numbers of a row, written as in the table; "" is
// unknown.
type figures struct{ raw, distinct string }

// A tooLongError says that a row needs more CPU seconds than the budget.
type tooLongError struct{ seconds float64 }

// Error implements error.
func (e *tooLongError) Error() string { return fmt.Sprintf("about %.0f s of CPU", e.seconds) }

// session runs configs, each once, and keeps their datasets.
type session struct {
	ctx    context.Context
	dir    string  // for the datasets
	budget float64 // CPU seconds for one row
	runs   map[string]*produce.Findings
}

// recipe says how a row of the table is reproduced. A row without recipe is
// reproduced by counting the solutions of the shipped run with its id.
type recipe struct {
	pattern string  // regular expression that matches the whole id
	seconds float64 // of CPU, about
	// make returns the figures; match are the submatches of the id. nil counts the
	// solutions of the shipped run.
	make func(s *session, match []string) (figures, error)
}

// anyNumber counts the tilings of a square board by pieces of a set, each used any
// number of times.
func anyNumber(set string) func(*session, []string) (figures, error) {
	return func(s *session, m []string) (figures, error) {
		return s.count("dominoes-8x8", "puzzle.board={rows: "+m[1]+", cols: "+m[1]+"}", "puzzle.pieces=[{set: "+set+", count: any}]", "measures=[]")
	}
}

func recipes() []recipe {
	return []recipe{
		{"onesided-9x10", 600, nil},
		{"obeirne-hexagon", 600, nil},
		{"tetris-cube", 65, nil},
		{"bedlam", 25, nil},
		// Counted with a memory of sub-problems: listing takes a minute.
		{"dominoes-torus-8x8", 1, func(s *session, m []string) (figures, error) { return s.countBy(false, m[0]) }},
		{`trominoes-(\d)x\d`, 1, anyNumber("trominoes")},
		{`tetrominoes-(\d)x\d`, 1, anyNumber("tetrominoes")},
		{`nonogram-(unique|line)-(\d)`, 60, nonograms},
		{`chessboard-O4-(\d)(\d)`, 2, placeOfSquare},
		{`crossroads-0-(.*)`, 1, func(s *session, m []string) (figures, error) {
			return s.bin("pent-"+m[1], "crossroads", 0)
		}},
		{"border-12-6x10", 1, func(s *session, _ []string) (figures, error) {
			f, err := s.measure("pent-6x10", "border_pieces")
			if err == nil && f.Distinct.Min.String() != "8" {
				err = fmt.Errorf("the least is %s, published is 8", f.Distinct.Min)
			}
			if err != nil {
				return figures{}, err
			}
			return s.bin("pent-6x10", "border_pieces", 12)
		}},
		{"colour3-6x10", 1, func(s *session, _ []string) (figures, error) { return s.bin("pent-6x10", "colours_corners", 3) }},
		{`fault-free-(\d)x(\d)`, 10, func(s *session, m []string) (figures, error) {
			f, err := s.run("dominoes-8x8", "puzzle.board={rows: "+m[1]+", cols: "+m[2]+"}")
			if err != nil {
				return figures{}, err
			}
			d := f.Document.Measures.Find("fault_lines")
			return figures{d.Raw.Histogram.Count(0).String(), d.Distinct.Histogram.Count(0).String()}, nil
		}},
		{"genius-dice", 15, solvable},
		{"hexomino-sets-6x6", 25, solvable},
		{`genius-(fewest|most)`, 15, func(s *session, m []string) (figures, error) {
			f, err := s.measure("genius-dice", "solutions")
			if err != nil {
				return figures{}, err
			}
			extreme := f.Raw.Min
			if m[1] == "most" {
				extreme = f.Raw.Max
			}
			return figures{raw: extreme.String()}, nil
		}},
		{"nonograms-5x5", 60, func(s *session, _ []string) (figures, error) { return nonograms(s, []string{"", "unique", "5"}) }},
	}
}

// reproduce computes the figures of a row. The error is a [tooLongError] if that
// needs more than the budget.
func (s *session) reproduce(id string) (figures, error) {
	for _, r := range recipes() {
		m := regexp.MustCompile("^(?:" + r.pattern + ")$").FindStringSubmatch(id)
		if m == nil {
			continue
		}
		if r.seconds > s.budget {
			return figures{}, &tooLongError{r.seconds}
		}
		if r.make != nil {
			return r.make(s, m)
		}
	}
	return s.count(id)
}

// count lists the solutions of a run.
func (s *session) count(config string, set ...string) (figures, error) {
	return s.countBy(true, config, set...)
}

// countBy counts the solutions of a run, by listing them if list is set.
func (s *session) countBy(list bool, config string, set ...string) (figures, error) {
	st, err := study.Open(config, set, true)
	if err != nil {
		return figures{}, err
	}
	n, err := forecast.Count(s.ctx, st, 0, list)
	if err != nil {
		return figures{}, err
	}
	f := figures{raw: n.Raw.String()}
	if n.Distinct != nil {
		f.distinct = n.Distinct.String()
	}
	return f, nil
}

// run makes the dataset of a config, unless it was made before.
func (s *session) run(config string, set ...string) (*produce.Findings, error) {
	key := config + strings.Join(set, " ")
	if f := s.runs[key]; f != nil {
		return f, nil
	}
	st, err := study.Open(config, set, false)
	if err != nil {
		return nil, err
	}
	f, err := produce.Run(s.ctx, st, produce.RunOptions{Out: filepath.Join(s.dir, fmt.Sprint(len(s.runs)))})
	if err != nil {
		return nil, err
	}
	if s.runs == nil {
		s.runs = map[string]*produce.Findings{}
	}
	s.runs[key] = f
	return f, nil
}

// measure returns the statistics of a measure in a shipped run.
func (s *session) measure(config, name string) (*stats.Measure, error) {
	f, err := s.run(config)
	if err != nil {
		return nil, err
	}
	m := f.Document.Measures.Find(name)
	if m == nil {
		return nil, fmt.Errorf("%s does not measure %s", config, name)
	}
	return m, nil
}

// bin counts the solutions with one value of a measure.
func (s *session) bin(config, name string, value int64) (figures, error) {
	m, err := s.measure(config, name)
	if err != nil {
		return figures{}, err
	}
	return figures{m.Raw.Histogram.Count(value).String(), m.Distinct.Histogram.Count(value).String()}, nil
}

// placeOfSquare counts the solutions of the chessboard with the 2x2 square in one
// place. The table placements has one row for all symmetric places.
func placeOfSquare(s *session, match []string) (figures, error) {
	f, err := s.run("chessboard")
	if err != nil {
		return figures{}, err
	}
	d, err := export.OpenDataset(files.OS(), f.Dir)
	if err != nil {
		return figures{}, err
	}
	places, err := d.Table("placements")
	if err != nil {
		return figures{}, err
	}
	options, err := d.Table("options")
	if err != nil {
		return figures{}, err
	}
	value := func(b *enumerate.Batch, name string, row int) int64 {
		return b.IntAt(enumerate.ColumnIndex(b.Columns, name), row)
	}
	for row := range places.Len() {
		o := int(value(places, "option", row))
		if string(places.StringAt(enumerate.ColumnIndex(places.Columns, "piece"), row)) == "O4" &&
			fmt.Sprint(value(options, "row", o)) == match[1] && fmt.Sprint(value(options, "col", o)) == match[2] {
			return figures{fmt.Sprint(value(places, "raw", row)), fmt.Sprint(value(places, "distinct", row))}, nil
		}
	}
	return figures{}, fmt.Errorf("no place %s,%s", match[1], match[2])
}

// solvable counts the instances of the shipped run that have a solution.
func solvable(s *session, match []string) (figures, error) {
	f, err := s.run(match[0])
	if err != nil {
		return figures{}, err
	}
	i := f.Document.Instances
	return figures{i.SolvableRaw.String(), i.SolvableDistinct.String()}, nil
}

// nonograms counts the n x n nonograms with exactly one solution, or those that a
// solver completes which looks at one line at a time.
func nonograms(s *session, match []string) (figures, error) {
	n := match[2]
	f, err := s.run("nonograms-5x5", "puzzle.rows="+n, "puzzle.cols="+n)
	if err != nil {
		return figures{}, err
	}
	if match[1] == "unique" {
		return figures{raw: f.Document.Instances.UniqueRaw.String()}, nil
	}
	m := f.Document.Measures.Find("line_solvable")
	if m == nil {
		return figures{}, errors.New("no measure line_solvable")
	}
	return figures{raw: m.Raw.Histogram.Count(1).String()}, nil
}
