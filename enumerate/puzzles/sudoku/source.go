package sudoku

import (
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/survey"
)

// A source is the list of a survey's puzzles.
type source struct {
	survey.Source
	facts  []enumerate.Fact
	tables func() ([]enumerate.Table, error) // of a survey of the source; nil: none
	drawn  string                            // how the puzzles were drawn; "" if they were not
	// open returns what gives the puzzles to one goroutine: the cells of puzzle i,
	// which must not be changed, and the number that identifies it.
	open func() func(i int64) (cells []byte, number int64)
}

const (
	firstStride = 64   // 25 ms of drawing
	maxTasks    = 2048 // of a file
)

// drawPuzzles returns puzzles drawn by chance; a puzzle's number is its draw.
func drawPuzzles(shape grid.Shape, draws survey.Draw, seed uint64) *source {
	count := draws.Number
	method, bias, stride := howDrawn(shape)
	return &source{
		Source: survey.Source{Count: count, Stride: stride},
		facts: []enumerate.Fact{
			{Key: "instances", Text: fmt.Sprintf("%s%s drawn with seed %d", draws.AtMost(),
				enumerate.Plural(count, "puzzle"), seed), Value: count},
			{Key: "drawing", Text: "drawing: " + method, Value: method},
			{Key: "bias", Text: "bias: " + bias, Value: bias},
		},
		drawn: "puzzles drawn so, each independently: " + method + "; " + bias,
		open: func() func(int64) ([]byte, int64) {
			draw := randomPuzzles(shape)
			return func(i int64) ([]byte, int64) { return draw(seed, uint64(i)), i }
		},
	}
}

// maxRejects bounds the table of faults.
const maxRejects = 100_000

// chunkSize is the number of puzzles whose cells are kept in one piece of memory. If each had its own,
// a survey would take a twentieth longer.
const chunkSize = 1024

// readPuzzles returns the puzzles of a file; a puzzle's number is its line. They are
// kept in memory.
func readPuzzles(p *params, shape grid.Shape, spec enumerate.Spec) (*source, error) {
	file, err := spec.Open(p.Input)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var chunks [][]byte // the cells of chunkSize puzzles each
	var lines []int
	size := shape.Cells()
	var rejects []*enumerate.InputError // the first maxRejects
	in := enumerate.PuzzleFile{Name: p.Input, In: file, Format: p.Format, Remark: spec.Remark,
		Fault: func(fault *enumerate.InputError) {
			if len(rejects) < maxRejects {
				rejects = append(rejects, fault)
			}
		}}
	left, err := grid.List(grid.Ask{Shape: shape, Digits: p.Digits}).Read(in,
		func(p *grid.Puzzle) error {
			if len(lines)%chunkSize == 0 {
				chunks = append(chunks, make([]byte, 0, chunkSize*size))
			}
			last := &chunks[len(chunks)-1]
			*last, lines = append(*last, p.Cells...), append(lines, p.Line)
			return nil
		})
	if err != nil {
		return nil, err
	}
	spec.Remark(left.String())
	count, faults := len(lines), left.Number
	s := &source{
		Source: survey.Source{Count: int64(count), Stride: firstStride},
		facts: []enumerate.Fact{
			{Key: "instances", Text: enumerate.Plural(count, "puzzle") + " in " + p.Input, Value: int64(count)},
			{Key: "rejected", Text: enumerate.Plural(faults, "fault") + " in it (tables/rejects)",
				Value: int64(faults)},
		},
		tables: func() ([]enumerate.Table, error) { return []enumerate.Table{rejectTable(rejects)}, nil },
		open: func() func(int64) ([]byte, int64) {
			return func(i int64) ([]byte, int64) {
				return chunks[i/chunkSize][int(i%chunkSize)*size:][:size], int64(lines[i])
			}
		},
	}
	for s.Count > maxTasks*s.Stride {
		s.Stride *= 2
	}
	return s, nil
}

// rejectTable says what was wrong with a file.
func rejectTable(faults []*enumerate.InputError) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "line", Type: enumerate.Int64, Meaning: "line of the file"},
		{Name: "column", Type: enumerate.Int64, Meaning: "column in it"},
		{Name: "problem", Type: enumerate.String, Meaning: "what was wrong"},
		{Name: "expected", Type: enumerate.String, Meaning: "what would have been right"},
	})
	for _, fault := range faults {
		b.AppendValues(0, fault.Line, fault.Column, fault.Problem, fault.Expected)
	}
	return enumerate.Table{Name: enumerate.RejectsTable, Rows: b}
}
