package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/configs/covers"
	"coverstat/enumerate"
	"coverstat/stats"
)

// figures are the reproduced numbers of a row, written as in the table; "" is
// unknown.
type figures struct{ raw, distinct string }

// session runs configs, each once, and keeps their datasets.
type session struct {
	ctx  context.Context
	dir  string // for the datasets and configs
	runs map[string]*produce.Outcome
}

// recipe says how a row of the table is reproduced that is neither the count of a
// config nor that of a shipped run.
type recipe struct {
	pattern string // regular expression that matches the whole id
	// make returns the figures; match are the submatches of the id.
	make func(s *session, match []string) (figures, error)
}

func recipes() []recipe {
	return []recipe{
		{`nonogram-(unique|line)-(\d)`, nonograms},
		{`chessboard-O4-(\d)(\d)`, placeOfSquare},
		{`crossroads-0-(.*)`, func(s *session, m []string) (figures, error) {
			return s.bin("pent-"+m[1], "crossroads", 0)
		}},
		{"border-12-6x10", func(s *session, _ []string) (figures, error) {
			f, err := s.measure("pent-6x10", "border_pieces")
			if err == nil && f.Distinct.Min.String() != "8" {
				err = fmt.Errorf("the least is %s, published is 8", f.Distinct.Min)
			}
			if err != nil {
				return figures{}, err
			}
			return s.bin("pent-6x10", "border_pieces", 12)
		}},
		{"colour3-6x10", func(s *session, _ []string) (figures,
			error) {
			return s.bin("pent-6x10", "colours_corners", 3)
		}},
		{`fault-free-(\d)x(\d)`, func(s *session, m []string) (figures, error) {
			return s.count("dominoes-8x8", true, "puzzle.board={rows: "+m[1]+", cols: "+m[2]+"}",
				"require=[fault_lines=0]")
		}},
		{`tatami-(\d+)x(\d+)`, func(s *session, m []string) (figures, error) {
			return s.count("dominoes-8x8", false, "puzzle.board={rows: "+m[1]+", cols: "+m[2]+"}",
				"puzzle.pieces=[{name: I1, count: any}, {name: I2, count: any}]", "require=[crossroads=0]")
		}},
		{"genius-dice", solvable},
		{"genius-star(-golden)?", geniusStar},
		{"hexomino-sets-6x6", solvable},
		{`genius-(fewest|most)`, func(s *session, m []string) (figures, error) {
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
		{"nonograms-5x5", func(s *session, _ []string) (figures,
			error) {
			return nonograms(s, []string{"", "unique", "5"})
		}},
	}
}

// reproduce computes the figures of a row.
func (s *session) reproduce(c knownCount) (figures, error) {
	if c.Config != "" {
		file, err := s.write(c)
		if err != nil {
			return figures{}, err
		}
		switch {
		case strings.HasPrefix(c.ID, "classes-"):
			return s.classes(file)
		case strings.HasPrefix(c.ID, "best-"):
			return s.best(file)
		}
		return s.count(file, c.Distinct != "")
	}
	for _, r := range recipes() {
		if m := regexp.MustCompile("^(?:" + r.pattern + ")$").FindStringSubmatch(c.ID); m != nil {
			return r.make(s, m)
		}
	}
	return s.count(c.ID, c.Distinct != "")
}

// write writes the config of a row to a file, and the exact cover that it reads.
func (s *session) write(c knownCount) (string, error) {
	family, puzzle, _ := strings.Cut(c.Config, " ")
	if family == "covers" {
		family = "exactcover"
		cover := filepath.Join(s.dir, "cover.txt")
		var text, symmetry strings.Builder
		args := strings.Fields(puzzle)
		if err := errors.Join(covers.Write(&text, args, false), covers.Write(&symmetry, args, true)); err != nil {
			return "", err
		}
		if err := os.WriteFile(cover, []byte(text.String()), 0o666); err != nil {
			return "", err
		}
		puzzle = fmt.Sprintf("{input: %q, symmetry: [", cover)
		for line := range strings.Lines(symmetry.String()) {
			puzzle += fmt.Sprintf("%q, ", strings.TrimSpace(line))
		}
		puzzle += "]}"
	}
	file := filepath.Join(s.dir, c.ID+".yaml")
	return file, os.WriteFile(file, []byte("family: "+family+"\njob: census\npuzzle: "+puzzle+"\n"), 0o666)
}

// count counts the solutions of a config. If distinct is set and a count without a list does
// not tell their number up to symmetry, it lists them.
func (s *session) count(config string, distinct bool, set ...string) (figures, error) {
	st, err := study.Open(config, set, true)
	if err != nil {
		return figures{}, err
	}
	n, err := forecast.Count(s.ctx, st, 0, false)
	if err == nil && distinct && n.Distinct == nil {
		n, err = forecast.Count(s.ctx, st, 0, true)
	}
	if err != nil {
		return figures{}, err
	}
	f := figures{raw: n.Raw.String()}
	if n.Distinct != nil {
		f.distinct = n.Distinct.String()
	}
	return f, nil
}

// classes lists the classes of solutions by their stabilisers, in the order that a count has.
func (s *session) classes(config string) (figures, error) {
	st, err := study.Open(config, nil, true)
	if err != nil {
		return figures{}, err
	}
	n, err := forecast.Count(s.ctx, st, 0, false)
	if err != nil {
		return figures{}, err
	}
	var list []string
	for _, c := range n.BySymmetry {
		list = append(list, c.Classes.String())
	}
	return figures{distinct: strings.Join(list, " ")}, nil
}

// best is the largest number of classes of solutions that use each piece equally often.
func (s *session) best(config string) (figures, error) {
	f, err := s.run(config, "measures=[used(*)]", "output.rows=false")
	if err != nil {
		return figures{}, err
	}
	joint, err := f.Table(enumerate.JointTable)
	if err != nil {
		return figures{}, err
	}
	most := int64(0)
	for row := range joint.Len() {
		most = max(most, joint.IntAt(enumerate.ColumnIndex(joint.Columns, "distinct"), row))
	}
	return figures{distinct: fmt.Sprint(most)}, nil
}

// run makes the dataset of a config, unless it was made before.
func (s *session) run(config string, set ...string) (*produce.Outcome, error) {
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
		s.runs = map[string]*produce.Outcome{}
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
	places, err := f.Table(enumerate.PlacementsTable)
	if err != nil {
		return figures{}, err
	}
	options, err := f.Table(enumerate.OptionsTable)
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

// solvable counts the instances of the shipped run that have a solution.
func solvable(s *session, match []string) (figures, error) {
	f, err := s.run(match[0])
	if err != nil {
		return figures{}, err
	}
	i := f.Document.Instances
	return figures{i.SolvableRaw.String(), i.SolvableDistinct.String()}, nil
}
