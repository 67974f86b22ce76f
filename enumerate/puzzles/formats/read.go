package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A Place is a line and a column in a file, from 1; 0 means that it is not known.
type Place struct{ Line, Column int }

// Past returns the place behind a text that begins at p.
func (p Place) Past(text string) Place {
	if n := strings.Count(text, "\n"); n > 0 {
		p = Place{p.Line + n, 1}
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	return Place{p.Line, p.Column + utf8.RuneCountInString(text)}
}

// Fail ends the reading of a puzzle, in whatever function it is called: [Caught] returns what was expected and the
// problem, which has verbs for args, as an error. So a reader says what a format is, and not after each step that
// there was no fault.
func (p Place) Fail(expected, problem string, args ...any) {
	panic(&enumerate.InputError{Line: p.Line, Column: p.Column, Problem: fmt.Sprintf(problem, args...),
		Expected: expected})
}

// Need is Fail unless it is ok.
func (p Place) Need(ok bool, expected, problem string, args ...any) {
	if !ok {
		p.Fail(expected, problem, args...)
	}
}

// Must fails with an error of what a reader called, if there is one. Another error than an [enumerate.InputError]
// becomes one without a place.
func Must(err error) {
	if err == nil {
		return
	}
	var fault *enumerate.InputError
	if !errors.As(err, &fault) {
		fault = &enumerate.InputError{Problem: err.Error()}
	}
	panic(fault)
}

// Caught returns the error by which read failed, nil if it did not.
func Caught(read func()) (fault *enumerate.InputError) {
	defer func() {
		if x := recover(); x != nil {
			var ok bool
			if fault, ok = x.(*enumerate.InputError); !ok {
				panic(x)
			}
		}
	}()
	read()
	return nil
}

// Whole makes the reader of a format whose files are read as a whole. read finds the puzzles of a text, and returns
// for each what makes it and calls it by its name: that of the file, and its number if there are several. If that
// fails, the puzzle is left out.
func Whole[P any](name func(file string, number int) string,
	read func(text []byte) []func(name string) P) func(*Input, func(P) error) error {
	return func(in *Input, each func(P) error) error {
		text, err := in.Text()
		if err != nil {
			return err
		}
		var all []func(string) P
		if fault := Caught(func() { all = read(text) }); fault != nil {
			return fault
		}
		for i, puzzle := range all {
			number := i + 1
			if len(all) == 1 {
				number = 0
			}
			var p P
			if fault := Caught(func() { p = puzzle(name(in.Name, number)) }); fault != nil {
				in.LeaveOut(fault)
			} else if err := each(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// Single makes the reader of a format whose files hold one puzzle, or none: then read returns nil.
func Single[P any](read func(in *Input, text []byte) *P) func(*Input, func(*P) error) error {
	return func(in *Input, each func(*P) error) error {
		text, err := in.Text()
		if err != nil {
			return err
		}
		var p *P
		if fault := Caught(func() { p = read(in, text) }); fault != nil {
			return fault
		}
		if p == nil {
			return nil
		}
		return each(p)
	}
}

// Texts makes the writer of a format in which each puzzle is a text of its own, with others before, between and behind
// them. text says if a puzzle cannot be written.
func Texts[P any](before, between, after string,
	text func(P) (string, error)) func(io.Writer, iter.Seq[P]) error {
	return func(out io.Writer, puzzles iter.Seq[P]) error {
		w := bufio.NewWriter(out)
		w.WriteString(before)
		gap := ""
		for p := range puzzles {
			s, err := text(p)
			if err != nil {
				w.Flush()
				return err
			}
			if _, err := w.WriteString(gap + s); err != nil {
				return err
			}
			gap = between
		}
		w.WriteString(after)
		return w.Flush()
	}
}

// FirstLine returns the first line, without the blanks around it, that is not empty and begins with none of some
// characters, as remarks do.
func FirstLine(head []byte, remarks string) string {
	for _, s := range Lines(head) {
		if s = strings.TrimSpace(s); s != "" && strings.IndexByte(remarks, s[0]) < 0 {
			return s
		}
	}
	return ""
}

// Beginning recognises what has such a first line.
func Beginning(remarks, expression string) func(head []byte) bool {
	pattern := enumerate.Pattern(expression)
	return func(head []byte) bool { return pattern().MatchString(FirstLine(head, remarks)) }
}
