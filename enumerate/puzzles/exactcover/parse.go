package exactcover

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// A file is a problem as read, with its names.
type file struct {
	problem *enumerate.Problem
	items   map[string]enumerate.Item
	options []string // the text of each option
	colours []string // colours[c-1] is the name of colour c
	// left are options of secondary items only. As Knuth's programs do, the problem goes without them.
	left enumerate.LeftOut
}

// leftOut says which options were left out; "" if none was.
func (f *file) leftOut() string {
	if f.left.Number == 0 {
		return ""
	}
	return fmt.Sprintf("%s of secondary items only left out: the first is %v",
		enumerate.Plural(f.left.Number, "option"), f.left.First)
}

// Limits of an input. A file beyond them is not in this format.
const (
	maxLine    = 1 << 20
	maxOptions = 10_000_000
	maxText    = 1 << 30 // so that 32 bits number the items of all options, and the bytes of a table
)

// parse reads a problem. Errors name file, line and column.
func parse(name string, r io.Reader) (*file, error) {
	f, _, err := newReader(name, r).next("")
	return f, err
}

// A reader reads problems one by one.
type reader struct {
	name  string
	lines *bufio.Scanner
	line  int

	// The present problem:
	f       *file
	b       enumerate.ProblemBuilder
	colours map[string]enumerate.Colour
	primary int // items before this one stand before the bar
	// required says of each item whether it must be covered.
	required []bool
}

func newReader(name string, r io.Reader) *reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	return &reader{name: name, lines: lines}
}

// next reads a problem up to the end of the text, or up to a separator, a line of its own; ended
// says that there was one. The error is [io.EOF] if nothing follows a separator.
func (r *reader) next(separator string) (f *file, ended bool, err error) {
	first := r.line == 0
	if fault := formats.Caught(func() { ended, err = r.read(separator) }); fault != nil {
		fault.File, err = r.name, fault
	}
	if err == io.EOF && (first || ended) {
		err = &enumerate.InputError{File: r.name, Line: r.line, Problem: "no items",
			Expected: "a first line of item names"}
	}
	return r.f, ended, err
}

// read reads the lines of a problem. The error is [io.EOF] if it has none.
func (r *reader) read(separator string) (ended bool, err error) {
	*r = reader{name: r.name, lines: r.lines, line: r.line, f: &file{items: map[string]enumerate.Item{}},
		colours: map[string]enumerate.Colour{}}
	size := 0
	for r.lines.Scan() {
		r.line++
		text := r.lines.Text()
		if size += len(text); size > maxText {
			r.at(0).Fail(fmt.Sprintf("at most %d MB", maxText>>20), "the text is too long")
		}
		if r.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if ended = separator != "" && strings.TrimSpace(text) == separator; ended {
			break
		}
		r.take(text)
	}
	if err := r.lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		r.line++
		r.at(0).Fail(fmt.Sprintf("at most %d bytes", maxLine), "the line is too long")
	} else if err != nil {
		return false, err
	}
	if len(r.f.items) == 0 {
		return ended, io.EOF
	}
	r.f.problem, err = r.b.Build()
	r.at(0).Need(err == nil, "", "%v", err)
	return ended, nil
}

// at is a place in the present line.
func (r *reader) at(column int) formats.Place { return formats.Place{Line: r.line, Column: column} }

// take reads one line.
func (r *reader) take(line string) {
	// A bar as the first word begins a comment, indented or not: no line of items begins with the secondary ones.
	rest := strings.TrimLeft(line, " \t\r")
	switch {
	case rest == "" || rest[0] == '|':
	case len(r.f.items) > 0:
		r.takeOption(line)
	case rest[0] == '<' || strings.HasPrefix(rest, "p xc ") || strings.HasPrefix(rest, "p xcc "):
		r.at(0).Fail("Knuth's format: a line of item names, then an option a line; miniexact reads that, too",
			"a text in the own format of miniexact")
	default:
		r.takeItems(line)
	}
}

// words returns the words of a line with their columns, from 1.
func words(line string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		end := 0
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' }) {
			begin := end + strings.Index(line[end:], word)
			end = begin + len(word)
			if !yield(begin+1, word) {
				return
			}
		}
	}
}

func (r *reader) takeItems(line string) {
	info, secondary := enumerate.ItemInfo{Min: 1, Max: 1}, false
	for column, word := range words(line) {
		at := r.at(column)
		if word == "|" {
			at.Need(!secondary, "one, before the secondary items", "a second bar")
			info.Min, secondary = 0, true
			continue
		}
		item, name := info, word
		if bounds, rest, ok := strings.Cut(word, "|"); ok && !secondary {
			item.Min, item.Max, ok = parseBounds(bounds)
			at.Need(ok && rest != "", "a name, after bounds such as 2:3| or 2|, or none", "item %q", word)
			name = rest
		}
		at.Need(!strings.ContainsAny(name, ":|"), "a name without : or |", "item %q", name)
		_, twice := r.f.items[name]
		at.Need(!twice, "every item once", "item %q is there twice", name)
		if !secondary {
			r.primary++
		}
		item.Name = name
		r.f.items[name] = r.b.AddItem(item)
		r.required = append(r.required, item.Min > 0)
	}
}

// parseBounds reads how many options may contain an item: "2:3" or "2".
func parseBounds(text string) (least, most int32, ok bool) {
	low, high, two := strings.Cut(text, ":")
	if !two {
		high = low
	}
	a, err := strconv.ParseUint(low, 10, 31)
	b, err2 := strconv.ParseUint(high, 10, 31)
	return int32(a), int32(b), err == nil && err2 == nil && a <= b && b > 0
}

func (r *reader) takeOption(line string) {
	r.at(0).Need(len(r.f.options) < maxOptions, "fewer", "more than %d options", maxOptions)
	var members []enumerate.Member
	primary, required := false, false
	for column, word := range words(line) {
		m := r.member(column, word)
		if slices.ContainsFunc(members, func(other enumerate.Member) bool { return other.Item == m.Item }) {
			name, _, _ := strings.Cut(word, ":")
			r.at(column).Fail("every item once in an option", "item %q is there twice", name)
		}
		primary = primary || int(m.Item) < r.primary
		required = required || r.required[m.Item]
		members = append(members, m)
	}
	text := strings.Join(strings.Fields(line), " ")
	switch {
	case !primary:
		r.f.left.Add(&enumerate.InputError{File: r.name, Line: r.line, Column: 1, Problem: text})
		return
	case required:
		r.add(text, members...)
		return
	}
	// All its items may be left out, so that a solution may have the option or not. An item of its own, which a further
	// option covers, too, says which.
	own := fmt.Sprintf("unused.%d", r.line)
	for taken := true; taken; {
		if _, taken = r.f.items[own]; taken {
			own += "."
		}
	}
	item := r.b.AddItem(enumerate.ItemInfo{Name: own, Min: 1, Max: 1})
	r.add(text, append(members, enumerate.Member{Item: item})...)
	r.add(own, enumerate.Member{Item: item})
}

func (r *reader) add(text string, members ...enumerate.Member) {
	r.b.AddOption(members...)
	r.f.options = append(r.f.options, text)
}

// member reads an item of an option, with its colour if it has one.
func (r *reader) member(column int, word string) enumerate.Member {
	name, colour, coloured := strings.Cut(word, ":")
	item, ok := r.f.items[name]
	m := enumerate.Member{Item: item}
	switch at := r.at(column); {
	case !ok:
		at.Fail("an item of the first line", "no item %q", name)
	case coloured && int(item) < r.primary:
		at.Fail("colours on secondary items only", "primary item %q has a colour", name)
	case coloured && colour == "":
		at.Fail("a colour after the colon", "item %q has a colon and no colour", name)
	case coloured:
		if m.Colour, ok = r.colours[colour]; !ok {
			r.f.colours = append(r.f.colours, colour)
			m.Colour = enumerate.Colour(len(r.f.colours))
			r.colours[colour] = m.Colour
		}
	}
	return m
}

// permutation reads a generator in cycle notation: (a b c)(d e) takes a to b,
// b to c, c to a, and exchanges d and e.
func (f *file) permutation(text string) ([]enumerate.Item, error) {
	perm := make([]enumerate.Item, f.problem.Items())
	moved := make([]bool, len(perm))
	for i := range perm {
		perm[i] = enumerate.Item(i)
	}
	rest := strings.TrimSpace(text)
	for rest != "" {
		inside, after, ok := strings.Cut(rest, ")")
		if !ok || !strings.HasPrefix(inside, "(") {
			return nil, enumerate.Errorf("symmetry %q: expected cycles of item names such as (a b)(c d e)", text)
		}
		var cycle []enumerate.Item
		for _, name := range strings.Fields(inside[1:]) {
			item, ok := f.items[name]
			if !ok {
				return nil, enumerate.Errorf("symmetry %q: no item %q", text, name)
			}
			if moved[item] {
				return nil, enumerate.Errorf("symmetry %q: item %q is there twice", text, name)
			}
			moved[item] = true
			cycle = append(cycle, item)
		}
		for k, item := range cycle {
			perm[item] = cycle[(k+1)%len(cycle)]
		}
		rest = strings.TrimSpace(after)
	}
	return perm, nil
}

// cycles writes a permutation of items as permutation reads it.
func (f *file) cycles(perm []enumerate.Item) string {
	var s strings.Builder
	written := make([]bool, len(perm))
	for i := range perm {
		for x, before := enumerate.Item(i), "("; !written[x] && perm[x] != x; x, before = perm[x], " " {
			written[x] = true
			s.WriteString(before + f.problem.Item(x).Name)
			if written[perm[x]] {
				s.WriteString(")")
			}
		}
	}
	return s.String()
}
