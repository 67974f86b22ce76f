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

// Fail panics with an [enumerate.InputError], which [Caught] returns: what was expected at the place, and the problem,
// which has verbs for args.
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

// A Maker makes a puzzle that was found in a file, and has a name now. If it fails, the puzzle is left out.
type Maker[P any] func(name string) P

// Whole makes the reader of a format whose files are read as a whole. read finds the puzzles of a text; if it fails, no
// puzzle of the file is read. name names a puzzle by its file and its number: from 1, or 0 if it is the only one.
func Whole[P any](name func(file string, number int) string,
	read func(text []byte) []Maker[P]) func(*Input, func(P) error) error {
	return func(in *Input, each func(P) error) error {
		text, err := in.Text()
		if err != nil {
			return err
		}
		var all []Maker[P]
		if fault := Caught(func() { all = read(text) }); fault != nil {
			return fault
		}
		for i, maker := range all {
			number := i + 1
			if len(all) == 1 {
				number = 0
			}
			var p P
			if fault := Caught(func() { p = maker(name(in.Name, number)) }); fault != nil {
				in.LeaveOut(fault)
			} else if err := each(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// Single makes the reader of a format whose files hold one puzzle, or none: then read returns nil. It may fail.
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
