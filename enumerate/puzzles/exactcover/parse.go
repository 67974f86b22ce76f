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
)

// A file is a problem as read, with its names.
type file struct {
	problem *enumerate.Problem
	items   map[string]enumerate.Item
	options []string // the text of each option
	colours []string // colours[c-1] is the name of colour c
	left    leftOut
}

// leftOut is what was left out of a file: options of secondary items only. As Knuth's programs do, the
// problem goes without them.
type leftOut struct {
	options int
	first   error // the first one, with its place
}

// String is "" if nothing was left out.
func (l leftOut) String() string {
	if l.options == 0 {
		return ""
	}
	return fmt.Sprintf("%s of secondary items only left out: the first is %v",
		enumerate.Plural(l.options, "option"), l.first)
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
}

func newReader(name string, r io.Reader) *reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	return &reader{name: name, lines: lines}
}

// next reads a problem up to the end of the text, or up to a separator, a line of its own; ended
// says that there was one. The error is [io.EOF] if nothing follows a separator.
func (r *reader) next(separator string) (f *file, ended bool, err error) {
	f = &file{items: map[string]enumerate.Item{}}
	var b enumerate.ProblemBuilder
	p := parser{reader: r, f: f, b: &b, colours: map[string]enumerate.Colour{}}
	size, first := 0, r.line == 0
	for !ended && r.lines.Scan() {
		r.line++
		text := r.lines.Text()
		if size += len(text); size > maxText {
			return nil, false, p.fault(0, "the text is too long", fmt.Sprintf("at most %d MB", maxText>>20))
		}
		if r.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if ended = separator != "" && strings.TrimSpace(text) == separator; ended {
			break
		}
		if err := p.take(text); err != nil {
			return nil, false, err
		}
	}
	if err := r.lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			r.line++
			return nil, false, p.fault(0, "the line is too long", fmt.Sprintf("at most %d bytes", maxLine))
		}
		return nil, false, err
	}
	if len(f.items) == 0 {
		if !first && !ended {
			return nil, false, io.EOF
		}
		return nil, false, p.fault(0, "no items", "a first line of item names")
	}
	if f.problem, err = b.Build(); err != nil {
		return nil, false, p.fault(0, err.Error(), "")
	}
	return f, ended, nil
}

type parser struct {
	*reader
	f       *file
	b       *enumerate.ProblemBuilder
	colours map[string]enumerate.Colour
	primary int // items before this one stand before the bar
	// required says of each item whether it must be covered.
	required []bool
}

func (p *parser) fault(column int, problem, expected string) error {
	return &enumerate.InputError{File: p.name, Line: p.line, Column: column, Problem: problem, Expected: expected}
}

// take reads one line.
func (p *parser) take(line string) error {
	// A bar as the first word begins a comment, indented or not: no line of items begins with the secondary ones.
	switch rest := strings.TrimLeft(line, " \t\r"); {
	case rest == "" || rest[0] == '|':
		return nil
	case len(p.f.items) == 0 && (rest[0] == '<' || strings.HasPrefix(rest, "p xc ") ||
		strings.HasPrefix(rest, "p xcc ")):
		return p.fault(0, "a text in the own format of miniexact",
			"Knuth's format: a line of item names, then an option a line; miniexact reads that, too")
	}
	if len(p.f.items) == 0 {
		return p.takeItems(line)
	}
	return p.takeOption(line)
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

func (p *parser) takeItems(line string) error {
	info, secondary := enumerate.ItemInfo{Min: 1, Max: 1}, false
	for column, word := range words(line) {
		if word == "|" {
			if secondary {
				return p.fault(column, "a second bar", "one, before the secondary items")
			}
			info.Min, secondary = 0, true
			continue
		}
		item := info
		if bounds, name, ok := strings.Cut(word, "|"); ok && !secondary {
			if item.Min, item.Max, ok = parseBounds(bounds); !ok || name == "" {
				return p.fault(column, fmt.Sprintf("item %q", word), "a name, after bounds such as 2:3| or 2|, or none")
			}
			word = name
		}
		if strings.ContainsAny(word, ":|") {
			return p.fault(column, fmt.Sprintf("item %q", word), "a name without : or |")
		}
		if _, ok := p.f.items[word]; ok {
			return p.fault(column, fmt.Sprintf("item %q is there twice", word), "every item once")
		}
		if !secondary {
			p.primary++
		}
		item.Name = word
		p.f.items[word] = p.b.AddItem(item)
		p.required = append(p.required, item.Min > 0)
	}
	return nil
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

func (p *parser) takeOption(line string) error {
	if len(p.f.options) == maxOptions {
		return p.fault(0, fmt.Sprintf("more than %d options", maxOptions), "fewer")
	}
	var members []enumerate.Member
	primary, required := false, false
	for column, word := range words(line) {
		m, err := p.member(column, word)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(members, func(other enumerate.Member) bool { return other.Item == m.Item }) {
			name, _, _ := strings.Cut(word, ":")
			return p.fault(column, fmt.Sprintf("item %q is there twice", name), "every item once in an option")
		}
		primary = primary || int(m.Item) < p.primary
		required = required || p.required[m.Item]
		members = append(members, m)
	}
	text := strings.Join(strings.Fields(line), " ")
	if !primary {
		if p.f.left.options++; p.f.left.first == nil {
			p.f.left.first = p.fault(1, text, "")
		}
		return nil
	}
	if required {
		p.add(text, members...)
		return nil
	}
	// All its items may be left out, so that a solution may have the option or not. An item of its own, which a further
	// option covers, too, says which.
	own := fmt.Sprintf("unused.%d", p.line)
	for taken := true; taken; {
		if _, taken = p.f.items[own]; taken {
			own += "."
		}
	}
	item := p.b.AddItem(enumerate.ItemInfo{Name: own, Min: 1, Max: 1})
	p.add(text, append(members, enumerate.Member{Item: item})...)
	p.add(own, enumerate.Member{Item: item})
	return nil
}

func (p *parser) add(text string, members ...enumerate.Member) {
	p.b.AddOption(members...)
	p.f.options = append(p.f.options, text)
}

// member reads an item of an option, with its colour if it has one.
func (p *parser) member(column int, word string) (enumerate.Member, error) {
	name, colour, coloured := strings.Cut(word, ":")
	item, ok := p.f.items[name]
	m := enumerate.Member{Item: item}
	switch {
	case !ok:
		return m, p.fault(column, fmt.Sprintf("no item %q", name), "an item of the first line")
	case coloured && int(item) < p.primary:
		return m, p.fault(column, fmt.Sprintf("primary item %q has a colour", name), "colours on secondary items only")
	case coloured && colour == "":
		return m, p.fault(column, fmt.Sprintf("item %q has a colon and no colour", name), "a colour after the colon")
	case coloured:
		m.Colour = p.colour(colour)
	}
	return m, nil
}

func (p *parser) colour(name string) enumerate.Colour {
	c, ok := p.colours[name]
	if !ok {
		p.f.colours = append(p.f.colours, name)
		c = enumerate.Colour(len(p.f.colours))
		p.colours[name] = c
	}
	return c
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
