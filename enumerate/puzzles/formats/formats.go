package formats

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// A Format is one way in which puzzles of type P stand in files.
type Format[P any] struct {
	Name    string // lower case, without blanks: configs and flags name it
	About   string // one line
	Source  string // where it is described
	Example string // a whole file; tests read it
	// Recognises says whether a file is of this format by its first 64 KiB, or all of it if it is shorter.
	Recognises func(head []byte) bool
	// Likely says of a file that it recognises whether it may be of another kind of puzzle, if nobody has said
	// more. Nil where that cannot be.
	Likely func(head []byte) enumerate.Likelihood
	// Read gives the puzzles of a file to each, which may not keep them if they share memory.
	// It returns an error of each as it is. Nil if the format is only recognised.
	Read func(in *Input, each func(P) error) error
	// Instead says how to get a format that is read, where Read is nil.
	Instead string
	// Write writes puzzles; nil if the format is not written.
	Write func(out io.Writer, puzzles iter.Seq[P]) error
}

// Matching recognises what a regular expression matches.
func Matching(expression string) func(head []byte) bool {
	pattern := enumerate.Pattern(expression)
	return func(head []byte) bool { return pattern().Match(head) }
}

// A List is the formats of one kind of puzzle, the first to be tried first.
type List[P any] struct {
	Noun    string // what a puzzle is called: "graph"
	Formats []Format[P]
	// Config is that of [enumerate.Formats].
	Config func(file string, first P) (text string, notes []string, err error)
}

// headSize is the number of bytes by which formats are recognised.
const headSize = 1 << 16

// Read reads the puzzles of a file in its format, and says what was left out. It is an error if
// there is no puzzle that could be read.
func (l List[P]) Read(file enumerate.PuzzleFile, each func(P) error) (enumerate.LeftOut, error) {
	in, head, err := newInput(file)
	if err != nil {
		return in.left, in.place(err)
	}
	format, err := l.choose(file.Format, head)
	if err != nil {
		return in.left, in.place(err)
	}
	if format.Read == nil {
		return in.left,
			in.place(&enumerate.InputError{Problem: "this is " + format.About + ", which coverstat does not read; " +
				format.Instead})
	}
	number := 0
	err = format.Read(in, func(p P) error {
		number++
		return each(p)
	})
	switch {
	case err != nil:
	case number == 0 && in.left.Number == 0:
		err = &enumerate.InputError{Problem: "no " + l.Noun, Expected: format.About}
	case number == 0:
		first := *in.left.First
		if in.left.Number > 1 {
			first.Problem = fmt.Sprintf("no %s could be read, and this is the first of %d faults: %s", l.Noun,
				in.left.Number, first.Problem)
		}
		err = &first
	}
	return in.left, in.place(err)
}

// choose returns the named format, or the first that recognises the file.
func (l List[P]) choose(name string, head []byte) (Format[P], error) {
	if name != "" {
		return l.find(name, func(f Format[P]) bool { return f.Read != nil })
	}
	for _, f := range l.Formats {
		if f.Recognises(head) {
			return f, nil
		}
	}
	var read []string
	for _, f := range l.Formats {
		if f.Read != nil {
			read = append(read, f.Name)
		}
	}
	return Format[P]{}, &enumerate.InputError{Problem: "this is in no format of a " + l.Noun + " that coverstat knows",
		Expected: "one of " + strings.Join(read, ", ") + ", which coverstat list formats explains"}
}

// find returns the named format among those that can do something.
func (l List[P]) find(name string, can func(Format[P]) bool) (Format[P], error) {
	var names []string
	for _, f := range l.Formats {
		if !can(f) {
			continue
		}
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format[P]{}, enumerate.Unknown("no format of a "+l.Noun, name, names, "")
}

// Write writes puzzles in the named format.
func (l List[P]) Write(name string, out io.Writer, puzzles iter.Seq[P]) error {
	f, err := l.find(name, func(f Format[P]) bool { return f.Write != nil })
	if err != nil {
		return err
	}
	return f.Write(out, puzzles)
}

// ForCommands is the list as commands know it.
func (l List[P]) ForCommands() enumerate.Formats {
	all := enumerate.Formats{
		Noun:   l.Noun,
		Config: func(file string, first any) (string, []string, error) { return l.Config(file, first.(P)) },
		Recognises: func(file enumerate.PuzzleFile) enumerate.Likelihood {
			_, head, err := newInput(file)
			i := slices.IndexFunc(l.Formats, func(f Format[P]) bool { return f.Recognises(head) })
			switch {
			case err != nil:
				return enumerate.Possible // reading it says what is wrong
			case i < 0:
				return enumerate.Unlikely
			case l.Formats[i].Read == nil:
				return enumerate.Refused
			case l.Formats[i].Likely != nil:
				return l.Formats[i].Likely(head)
			}
			return enumerate.Likely
		},
		Read: func(file enumerate.PuzzleFile, each func(any) error) (enumerate.LeftOut, error) {
			return l.Read(file, func(p P) error { return each(p) })
		},
		Write: func(name string, out io.Writer, puzzles iter.Seq[any]) error {
			return l.Write(name, out, func(yield func(P) bool) {
				for p := range puzzles {
					if !yield(p.(P)) {
						return
					}
				}
			})
		},
	}
	for _, f := range l.Formats {
		all.List = append(all.List, enumerate.FormatInfo{
			Name: f.Name, About: f.About, Source: f.Source, Example: f.Example,
			Reads: f.Read != nil, Writes: f.Write != nil, Instead: f.Instead,
		})
	}
	return all
}

// An Input is a file of a known format, unpacked and without a byte order mark.
type Input struct {
	Name string // for errors; those without a name of a file get it
	*bufio.Reader
	fault  func(*enumerate.InputError)
	remark func(text string)
	left   enumerate.LeftOut
}

func newInput(file enumerate.PuzzleFile) (*Input, []byte, error) {
	in := &Input{Name: file.Name, Reader: bufio.NewReaderSize(file.In, headSize), fault: file.Fault,
		remark: file.Remark}
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in.Reader)
		if err != nil {
			return in, nil, Damage(err)
		}
		in.Reader = bufio.NewReaderSize(z, headSize)
	}
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	head, _ := in.Peek(headSize) // an error comes back when the file is read
	return in, head, nil
}

// LeaveOut says that a line or a puzzle is left out, and why.
func (in *Input) LeaveOut(fault *enumerate.InputError) {
	if fault.File == "" {
		fault.File = in.Name
	}
	in.left.Add(fault)
	if in.fault != nil {
		in.fault(fault)
	}
}

// Remark says how the file is read.
func (in *Input) Remark(format string, args ...any) {
	if in.remark != nil {
		in.remark(fmt.Sprintf(format, args...))
	}
}

// maxText bounds the files that are read as a whole.
const maxText = 256 << 20

// Text reads the whole file.
func (in *Input) Text() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err == nil && len(text) > maxText {
		err = &enumerate.InputError{Problem: "the file is larger than 256 MiB", Expected: "a smaller one"}
	}
	return text, Damage(err)
}

// Lines are the lines of a text with their numbers, from 1. Each ends with a line feed, a carriage
// return, or both.
func Lines(text []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 1; len(text) > 0; n++ {
			end := bytes.IndexAny(text, "\r\n")
			if end < 0 {
				yield(n, string(text))
				return
			}
			line := string(text[:end])
			if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
				end++
			}
			text = text[end+1:]
			if !yield(n, line) {
				return
			}
		}
	}
}

// Damage returns the error of a packed file that is damaged as an [enumerate.InputError] that says so, and any
// other error as it is.
func Damage(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &enumerate.InputError{Problem: "the gzip file is cut off", Expected: "a whole one"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return &enumerate.InputError{Problem: "the gzip file is damaged", Expected: "a whole one"}
	}
	return err
}

// place adds the name of the file to an error that has none.
func (in *Input) place(err error) error {
	var input *enumerate.InputError
	if errors.As(err, &input) && input.File == "" && input.Key == "" {
		input.File = in.Name
	}
	return err
}
