package convert

import (
	"bufio"
	"io"
	"strings"

	"coverstat/enumerate"
)

// Mark is in everything that this package writes.
const Mark = "written by coverstat convert"

// Formats are the names of the formats.
var Formats = []string{"knuth", "opb", "cnf", "minizinc", "xcsp3", "burrtools", "nnf"}

// Write writes a cover in a format. The title says what it is of. What the format cannot say is an
// [enumerate.InputError].
func Write(w io.Writer, format string, c *enumerate.Cover, title string) error {
	write, known := map[string]func(w *bufio.Writer, c *enumerate.Cover, title string) error{
		"knuth": writeKnuth, "opb": writeOPB, "cnf": writeCNF, "minizinc": writeMiniZinc, "xcsp3": writeXCSP3,
		"burrtools": writeBurrTools, "nnf": writeNNF,
	}[format]
	if !known {
		return enumerate.Unknown("no format", format, Formats, "")
	}
	out := bufio.NewWriter(w)
	if err := write(out, c, strings.Join(strings.Fields(title), " ")); err != nil {
		return err
	}
	return out.Flush()
}

// names are the texts for the parts of a cover: without spaces, so that a list of
// them can be read back.
type names struct {
	cover   *enumerate.Cover
	items   []string
	renamed []map[enumerate.Colour]string // of each item, what its colours are called; nil where as in the cover
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
			name := n.colour(m.Colour)
			if n.renamed != nil && n.renamed[m.Item] != nil {
				name = n.renamed[m.Item][m.Colour]
			}
			dst = append(dst, name...)
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
