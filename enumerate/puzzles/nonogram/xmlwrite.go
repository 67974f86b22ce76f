package nonogram

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// xml is the puzzle as an element of an export of webpbn.com. The first colour is the default one.
func (p *puzzle) xml() string {
	b := &strings.Builder{}
	inks := p.namedInks()
	fmt.Fprintf(b, "<puzzle type=\"grid\" defaultcolor=%s backgroundcolor=%s>\n", quoted(inks[1].Name),
		quoted(inks[0].Name))
	for _, t := range texts {
		if text := *t.field(p); text != "" {
			fmt.Fprintf(b, "<%s>%s</%s>\n", t.element, escaped(oneLine(text)), t.element)
		}
	}
	for k, ink := range inks {
		fmt.Fprintf(b, "<color name=%s char=\"%c\">%06X</color>\n", quoted(ink.Name), p.character(k-1), ink.RGB)
	}
	for _, side := range []int{ofCols, ofRows} {
		fmt.Fprintf(b, "<clues type=\"%ss\">\n", sideNames[side])
		for _, clue := range p.clues()[side] {
			b.WriteString("<line>")
			for _, run := range clue {
				colour := ""
				if k := line.Colour(run); k > 0 {
					colour = " color=" + quoted(inks[k+1].Name)
				}
				fmt.Fprintf(b, "<count%s>%d</count>", colour, line.Length(run))
			}
			b.WriteString("</line>\n")
		}
		b.WriteString("</clues>\n")
	}
	if p.Goal != nil {
		b.WriteString("<solution type=\"goal\"><image>\n")
		for row := range slices.Chunk(p.Goal, p.width()) {
			b.WriteByte('|')
			for _, c := range row {
				b.WriteByte(p.character(line.ColourOf(c)))
			}
			b.WriteString("|\n")
		}
		b.WriteString("</image></solution>\n")
	}
	b.WriteString("</puzzle>\n")
	return b.String()
}

// character is the one that pictures of a puzzle have for a colour, -1 for the paper.
func (p *puzzle) character(colour int) byte {
	switch {
	case colour < 0:
		return '.'
	case p.blackAndWhite():
		return 'X'
	}
	return line.Letter(colour)
}

// namedInks returns the paper and the colours, each with a name of its own.
func (p *puzzle) namedInks() []ink {
	inks := []ink{{RGB: 0xffffff, Name: "white"}, {Name: "black"}}
	if len(p.Palette) > 0 {
		inks = slices.Clone(p.Palette)
	}
	for len(inks) <= p.colours() {
		inks = append(inks, ink{})
	}
	for k := range inks {
		name := cmp.Or(inks[k].Name, fmt.Sprintf("colour %d", k))
		for slices.ContainsFunc(inks[:k], func(i ink) bool { return i.Name == name }) {
			name += "'"
		}
		inks[k].Name = name
	}
	return inks
}

func escaped(text string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(text))
	return b.String()
}

func quoted(text string) string { return `"` + escaped(text) + `"` }
