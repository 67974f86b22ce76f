package convert

import (
	"bufio"
	"io"
	"strings"

	"coverstat/enumerate"
)

// Mark is in everything that this package writes.
const Mark = "written by coverstat convert"

// A format writes a cover. The title says what it is of, on one line.
type format struct {
	name  string
	write func(w *bufio.Writer, c *enumerate.Cover, title string) error
}

var formats = []format{
	{"knuth", writeKnuth},
	{"opb", writeOPB},
	{"cnf", writeCNF},
	{"burrtools", writeBurrTools},
}

// Formats are the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes a cover in a format. What the format cannot say is an
// [enumerate.InputError].
func Write(w io.Writer, format string, c *enumerate.Cover, title string) error {
	title = strings.Join(strings.Fields(title), " ")
	for _, f := range formats {
		if f.name == format {
			out := bufio.NewWriter(w)
			if err := f.write(out, c, title); err != nil {
				return err
			}
			return out.Flush()
		}
	}
	return enumerate.Unknown("no format", format, Formats(), "")
}

// names are the texts for the parts of a cover: without spaces, so that a list of
// them can be read back.
type names struct {
	cover *enumerate.Cover
	items []string
}

// newNames gives each item a name of its own, without the characters of reserved.
func newNames(c *enumerate.Cover, reserved string) *names {
	n := &names{cover: c}
	taken := map[string]bool{}
	for i := range enumerate.Item(c.Problem.Items()) {
		name := strings.Map(func(r rune) rune {
			if r <= ' ' || strings.ContainsRune(reserved, r) {
				return '_'
			}
			return r
		}, c.Problem.Item(i).Name)
		for taken[name] || name == "" {
			name += "'"
		}
		taken[name] = true
		n.items = append(n.items, name)
	}
	return n
}

// option appends the members of an option: items, with their colours after a colon.
func (n *names) option(dst []byte, o enumerate.OptionID) []byte {
	for k, m := range n.cover.Problem.Option(o) {
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, n.items[m.Item]...)
		if m.Colour != 0 {
			dst = append(dst, ':')
			dst = append(dst, n.colour(m.Colour)...)
		}
	}
	return dst
}

// colour is the name of a colour.
func (n *names) colour(c enumerate.Colour) string {
	if n.cover.Colours != nil {
		return n.cover.Colours[c-1]
	}
	return decimal(c)
}

// label is what an option is besides its items, "" for nothing.
func (n *names) label(o enumerate.OptionID) string {
	if n.cover.Label == nil {
		return ""
	}
	label := n.cover.Label(o)
	for _, m := range n.cover.Problem.Option(o) {
		if n.cover.Problem.Item(m.Item).Name == label {
			return ""
		}
	}
	return strings.Join(strings.Fields(label), " ")
}
