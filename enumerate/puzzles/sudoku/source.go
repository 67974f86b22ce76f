package sudoku

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/draw"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// A source is the list of a survey's puzzles, cut into tasks.
type source interface {
	// tasks is the number of tasks, size the number of puzzles of one.
	tasks() int
	size(task int) int
	// open returns a reader for one goroutine.
	open() puzzleReader
	facts() []enumerate.Fact
	// tables are the dimension tables of a survey of the source.
	tables() ([]enumerate.Table, error)
	// drawn says how the puzzles were drawn; "" if they were not.
	drawn() string
}

// A puzzleReader yields the puzzles of tasks.
type puzzleReader interface {
	// each calls visit with the puzzles of a task in order: the cells, which
	// stay the reader's, and the number that identifies the puzzle.
	each(task int, visit func(cells []byte, number int64) (bool, error)) error
	close() error
}

// drawnSource draws puzzles; a puzzle's number is its draw.
type drawnSource struct {
	count int64
	seed  uint64
}

const drawsPerTask = 64 // about 25 ms

func (s *drawnSource) tasks() int { return int((s.count + drawsPerTask - 1) / drawsPerTask) }

func (s *drawnSource) size(task int) int {
	return int(min(drawsPerTask, s.count-int64(task)*drawsPerTask))
}

func (s *drawnSource) facts() []enumerate.Fact {
	return []enumerate.Fact{
		{Key: "instances", Text: fmt.Sprintf("%s drawn with seed %d", enumerate.Plural(s.count, "puzzle"), s.seed), Value: s.count},
		{Key: "drawing", Text: "drawing: " + draw.Method, Value: draw.Method},
		{Key: "bias", Text: "bias: " + draw.Bias, Value: draw.Bias},
	}
}

func (s *drawnSource) tables() ([]enumerate.Table, error) { return nil, nil }

func (s *drawnSource) drawn() string {
	return "puzzles drawn so, each independently: " + draw.Method + "; " + draw.Bias
}

func (s *drawnSource) open() puzzleReader { return &drawer{s, draw.NewSource(s.seed)} }

type drawer struct {
	*drawnSource
	draws *draw.Source
}

func (d *drawer) each(task int, visit func([]byte, int64) (bool, error)) error {
	for i := range d.size(task) {
		number := int64(task)*drawsPerTask + int64(i)
		puzzle, _ := d.draws.Puzzle(uint64(number))
		if more, err := visit(puzzle[:], number); !more || err != nil {
			return err
		}
	}
	return nil
}

func (d *drawer) close() error { return nil }

// fileSource reads a file of puzzles; a puzzle's number is its line. It reads the
// file once to find where tasks begin and what is wrong; then every worker reads
// its tasks. So memory grows by 24 bytes a task only.
type fileSource struct {
	path     string
	shape    grid.Shape
	openFile func(string) (io.ReadCloser, error)
	puzzles  int64
	faults   int64
	rejects  []enumerate.InputError // the first maxRejects
	stride   int64                  // puzzles a task
	marks    []grid.Mark            // where tasks begin
}

const (
	firstStride = 64
	maxTasks    = 2048
	maxRejects  = 100_000
)

func newFileSource(path string, shape grid.Shape, openFile func(string) (io.ReadCloser, error)) (*fileSource, error) {
	s := &fileSource{path: path, shape: shape, openFile: openFile, stride: firstStride}
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, packed, err := grid.Unpack(file)
	if err != nil {
		return nil, unreadable(path, err)
	}
	in := io.Reader(text)
	if packed {
		if in, err = s.unpack(text); err != nil {
			return nil, unreadable(path, err)
		}
	}
	r, err := grid.NewReader(in, path, shape)
	if err != nil {
		return nil, unreadable(path, err)
	}
	var mark grid.Mark // behind the last sound puzzle
	var fault *enumerate.InputError
	for {
		_, err := r.Next()
		switch {
		case err == io.EOF && s.puzzles+s.faults == 0:
			return nil, &enumerate.InputError{File: path, Problem: "no puzzle", Expected: "a line of cells, or a grid"}
		case err == io.EOF:
			return s, nil
		case errors.As(err, &fault):
			if s.faults++; len(s.rejects) < maxRejects {
				s.rejects = append(s.rejects, *fault)
			}
			continue
		case err != nil:
			return nil, unreadable(path, err)
		}
		if s.puzzles%s.stride == 0 {
			s.begin(mark)
		}
		s.puzzles++
		mark = r.Mark()
	}
}

// unpack copies the text of a packed file to a temporary file without a name,
// which the workers read: they do not do the tasks in order, and one cannot seek
// in a packed file.
func (s *fileSource) unpack(text io.Reader) (io.Reader, error) {
	temp, err := os.CreateTemp("", "coverstat-sudoku-*")
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	if err := os.Remove(temp.Name()); err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	lines := lineCounter(1)
	size, err := io.Copy(io.MultiWriter(temp, &lines), text)
	if fault := grid.Damaged(err, s.path, int(lines)); fault != nil {
		return nil, fault
	}
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	s.openFile = func(string) (io.ReadCloser, error) { return unpacked{io.NewSectionReader(temp, 0, size)}, nil }
	return io.NewSectionReader(temp, 0, size), nil
}

// lineCounter counts the ends of lines that are written to it.
type lineCounter int

// Write implements [io.Writer].
func (n *lineCounter) Write(p []byte) (int, error) {
	*n += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

type unpacked struct{ *io.SectionReader }

// Close does nothing, for all readers share the file.
func (unpacked) Close() error { return nil }

// begin starts a task. When there are maxTasks, it joins every second one to the
// one before, so that the tasks depend on the file alone.
func (s *fileSource) begin(mark grid.Mark) {
	if len(s.marks) == maxTasks {
		for i := range maxTasks / 2 {
			s.marks[i] = s.marks[2*i]
		}
		s.marks = s.marks[:maxTasks/2]
		s.stride *= 2
	}
	s.marks = append(s.marks, mark)
}

func unreadable(path string, err error) error {
	if fault := (*enumerate.InputError)(nil); errors.As(err, &fault) {
		return fault
	}
	return &enumerate.InputError{File: path, Problem: err.Error(), Expected: "a text of puzzles, packed by gzip or not"}
}

func (s *fileSource) tasks() int { return len(s.marks) }

func (s *fileSource) size(task int) int {
	return int(min(s.stride, s.puzzles-int64(task)*s.stride))
}

func (s *fileSource) facts() []enumerate.Fact {
	return []enumerate.Fact{
		{Key: "instances", Text: enumerate.Plural(s.puzzles, "puzzle") + " in " + s.path, Value: s.puzzles},
		{Key: "rejected", Text: enumerate.Plural(s.faults, "fault") + " in it (tables/rejects)", Value: s.faults},
	}
}

// tables says what was wrong with the file.
func (s *fileSource) tables() ([]enumerate.Table, error) {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "line", Type: enumerate.Int64, Meaning: "line of the file"},
		{Name: "column", Type: enumerate.Int64, Meaning: "column in it"},
		{Name: "problem", Type: enumerate.String, Meaning: "what was wrong"},
		{Name: "expected", Type: enumerate.String, Meaning: "what would have been right"},
	})
	for _, fault := range s.rejects {
		b.AppendInt64(0, int64(fault.Line))
		b.AppendInt64(1, int64(fault.Column))
		b.AppendString(2, []byte(fault.Problem))
		b.AppendString(3, []byte(fault.Expected))
	}
	return []enumerate.Table{{Name: "rejects", Rows: b}}, nil
}

func (s *fileSource) drawn() string { return "" }

func (s *fileSource) open() puzzleReader {
	reader, _ := grid.NewReader(bytes.NewReader(nil), s.path, s.shape) // an empty text has no fault
	return &fileReader{fileSource: s, reader: reader}
}

// fileReader reads the tasks of a file wherever they are.
type fileReader struct {
	*fileSource
	file   io.ReadCloser
	reader *grid.Reader
}

func (f *fileReader) each(task int, visit func([]byte, int64) (bool, error)) error {
	if err := f.seek(task); err != nil {
		return err
	}
	for range f.size(task) {
		puzzle, err := f.reader.Next()
		for err != nil {
			if fault := (*enumerate.InputError)(nil); !errors.As(err, &fault) {
				return fmt.Errorf("%s: the file has changed since it was first read: %w", f.path, err)
			}
			puzzle, err = f.reader.Next()
		}
		if more, err := visit(puzzle.Cells, int64(puzzle.Line)); !more || err != nil {
			return err
		}
	}
	return nil
}

// seek goes to the beginning of a task and lets the reader see no more than its text.
func (f *fileReader) seek(task int) error {
	if f.file == nil {
		var err error
		if f.file, err = f.openFile(f.path); err != nil {
			return err
		}
	}
	seeker, ok := f.file.(io.Seeker)
	if !ok {
		return fmt.Errorf("%s: cannot go back in this file", f.path)
	}
	mark, end := f.marks[task], int64(math.MaxInt64)
	if task+1 < len(f.marks) {
		end = f.marks[task+1].Offset
	}
	if _, err := seeker.Seek(mark.Offset, io.SeekStart); err != nil {
		return err
	}
	f.reader.Restart(io.LimitReader(f.file, end-mark.Offset), mark)
	return nil
}

func (f *fileReader) close() error {
	if f.file == nil {
		return nil
	}
	file := f.file
	f.file = nil
	return file.Close()
}
