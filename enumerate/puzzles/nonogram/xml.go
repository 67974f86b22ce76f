package nonogram

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"

	"golang.org/x/text/encoding/charmap"
)

// webpbn is the XML of webpbn.com.
func webpbn() formats.Format[*Puzzle] {
	return formats.Format[*Puzzle]{
		Name:   "webpbn",
		About:  "XML as webpbn.com exports it: any number of puzzles of type grid, in one colour or several",
		Source: "webpbn.com/pbn_fmt.html",
		Example: "<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"black\">\n<title>Flag</title>\n" +
			"<color name=\"white\" char=\".\">FFFFFF</color>\n<color name=\"black\" char=\"X\">000000</color>\n<color name=\"red\" char=\"R\">C00000</color>\n" +
			"<clues type=\"columns\">\n<line><count>2</count></line>\n<line><count color=\"red\">1</count></line>\n</clues>\n" +
			"<clues type=\"rows\">\n<line><count>1</count><count color=\"red\">1</count></line>\n<line><count>1</count></line>\n</clues>\n" +
			"<solution type=\"goal\"><image>\n|XR|\n|X.|\n</image></solution>\n</puzzle>\n</puzzleset>\n",
		Recognises: formats.Matching(`(?s)^\s*(?:<.*)?<(?:puzzleset|clues|puzzle\s[^>]*type\s*=)`),
		Read:       whole(readXML),
		Write:      written(nil, (*Puzzle).xml, "<?xml version=\"1.0\"?>\n<puzzleset>\n", "", "</puzzleset>\n"),
	}
}

// readXML reads the puzzles of a webpbn.com export. A puzzle element has two
// clues elements (type "rows" and "columns") of line elements of count elements.
// A solution of type "goal" holds the picture between bars.
func readXML(data []byte, each func(*Puzzle, error)) error {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = toUTF8
	puzzles := 0
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "puzzle" {
			d := &draft{}
			var p *Puzzle
			p, err = d.finish(readXMLPuzzle(d, dec, start))
			if input := (*enumerate.InputError)(nil); err == nil || errors.As(err, &input) {
				puzzles++
				each(p, err)
				continue
			}
		}
		if err != nil {
			return xmlFault(dec, err)
		}
	}
	if puzzles == 0 {
		return fault(place{}, "no puzzle", "a puzzle element")
	}
	return nil
}

// xmlFault gives errors of the XML itself their place.
func xmlFault(dec *xml.Decoder, err error) error {
	if in := (*enumerate.InputError)(nil); errors.As(err, &in) {
		return err
	}
	in := fault(place{line: position(dec).line}, err.Error(), "well-formed XML")
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		in.Line, in.Problem = syntax.Line, syntax.Msg
	}
	return in
}

// toUTF8 returns a text that is declared to be in an encoding as UTF-8. The
// exports declare UTF-8 or nothing. Files that people have saved again are mostly
// Western European; as everywhere on the web, ISO-8859-1 then means windows-1252,
// which has quotation marks where ISO-8859-1 has nothing (WHATWG, Encoding
// Standard). Other encodings are read as they are, since all of them have the same
// digits.
func toUTF8(encoding string, text io.Reader) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(text), nil
	}
	return text, nil
}

// position returns the place behind the last token.
func position(dec *xml.Decoder) place {
	line, column := dec.InputPos()
	return place{line, column}
}

// xmlPuzzle is a puzzle element.
type xmlPuzzle struct {
	Ink       string             `xml:"defaultcolor,attr"`
	ID        string             `xml:"id"`
	Title     string             `xml:"title"`
	Author    string             `xml:"author"`
	Copyright string             `xml:"copyright"`
	Paper     string             `xml:"backgroundcolor,attr"`
	Colours   []xmlColour        `xml:"color"`
	Clues     []element[xmlSide] `xml:"clues"`
	Lines     []element[xmlLine] `xml:"line"` // where none may be
	Solutions []struct {
		Type   string            `xml:"type,attr"`
		Images []element[string] `xml:"image"`
	} `xml:"solution"`
	lettered `xml:"-"`
}

// xmlSide is a clues element: the clues of all rows or of all columns.
type xmlSide struct {
	Type  string             `xml:"type,attr"`
	Text  string             `xml:",chardata"` // where none may be
	Lines []element[xmlLine] `xml:"line"`
}

type xmlLine struct {
	Count  string              `xml:"count,attr"` // where none may be
	Text   string              `xml:",chardata"`
	Counts []element[xmlCount] `xml:"count"`
}

// xmlColour is a declared colour: its name, its character in pictures, and red, green and blue.
type xmlColour struct {
	Name string `xml:"name,attr"`
	Char string `xml:"char,attr"`
	RGB  string `xml:",chardata"`
}

// rgb reads three or six hexadecimal digits.
func (c xmlColour) rgb() uint32 {
	text := strings.TrimSpace(c.RGB)
	if len(text) == 3 {
		text = string([]byte{text[0], text[0], text[1], text[1], text[2], text[2]})
	}
	n, _ := strconv.ParseUint(text, 16, 24)
	return uint32(n)
}

// xmlCount is a number of a clue.
type xmlCount struct {
	Colour string `xml:"color,attr"`
	Text   string `xml:",chardata"`
}

// element is an element with the place behind its start tag.
type element[T any] struct {
	at   place
	item T
}

// UnmarshalXML implements [xml.Unmarshaler].
func (p *element[T]) UnmarshalXML(dec *xml.Decoder, start xml.StartElement) error {
	p.at = position(dec)
	return dec.DecodeElement(&p.item, &start)
}

func readXMLPuzzle(d *draft, dec *xml.Decoder, start xml.StartElement) error {
	for _, a := range start.Attr {
		if a.Name.Local == "type" && a.Value != "" && a.Value != "grid" {
			refused := unexpected(place{line: position(dec).line}, `a puzzle of type "grid"`, "type %q", a.Value)
			return cmp.Or(dec.Skip(), error(refused))
		}
	}
	var x xmlPuzzle
	if err := dec.DecodeElement(&x, &start); err != nil {
		return err
	}
	d.p = Puzzle{Catalogue: strings.TrimSpace(x.ID), Title: strings.TrimSpace(x.Title), By: strings.TrimSpace(x.Author),
		Copyright: strings.TrimSpace(x.Copyright)}
	if len(x.Lines) > 0 {
		return unexpected(place{line: x.Lines[0].at.line}, "a line within clues", "one outside")
	}
	x.declare()
	for _, clues := range x.Clues {
		if err := x.side(d, clues); err != nil {
			return err
		}
	}
	x.recolour(d)
	for _, s := range x.Solutions {
		if (s.Type == "" || s.Type == "goal") && d.p.Goal == nil && len(s.Images) > 0 {
			d.goalAt = place{line: s.Images[0].at.line}
			var err error
			if d.p.Goal, err = x.picture(s.Images[0].item, d.goalAt); err != nil {
				return err
			}
		}
	}
	return nil
}

// declare takes the colours: the default one is the first, and a further one comes as soon as a clue has it.
func (x *xmlPuzzle) declare() {
	x.lettered = newLettered()
	x.letters = []string{cmp.Or(x.Ink, "black")}
	for _, c := range x.Colours {
		x.inks[c.Name] = Ink{RGB: c.rgb(), Name: c.Name}
	}
	if paper, ok := x.inks[cmp.Or(x.Paper, "white")]; ok {
		x.paper = paper
	}
	if _, ok := x.inks[x.letters[0]]; !ok && len(x.inks) > 0 {
		x.inks[x.letters[0]] = Ink{Name: x.letters[0]}
	}
}

// side reads the clues of a side.
func (x *xmlPuzzle) side(d *draft, clues element[xmlSide]) error {
	side := slices.Index([]string{"rows", "columns"}, clues.item.Type)
	text := strings.TrimSpace(clues.item.Text)
	switch {
	case text != "":
		return unexpected(place{line: clues.at.line}, "lines alone in clues", "the text %q", text)
	case side < 0:
		return unexpected(place{line: clues.at.line}, `clues of type "rows" or "columns"`, "type %q", clues.item.Type)
	}
	for _, l := range clues.item.Lines {
		const counts = "a line of count elements: <line><count>1</count></line>"
		if text := strings.TrimSpace(l.item.Text); text != "" {
			return unexpected(place{line: l.at.line}, counts, "a line with the text %q", text)
		}
		if l.item.Count != "" {
			return unexpected(place{line: l.at.line}, counts, "a line with an attribute count")
		}
		clue := []int{}
		for _, c := range l.item.Counts {
			at, text := c.at.trimmed(c.item.Text)
			numbers, err := parseClue(text, at, nil)
			if err != nil {
				return err
			}
			name := cmp.Or(c.item.Colour, x.letters[0])
			colour, ok := x.use(name)
			if _, declared := x.inks[name]; !ok || !declared && colour > 0 {
				return unexpected(place{line: c.at.line}, "a colour that the puzzle declares", "a count of colour %q",
					c.item.Colour)
			}
			for _, n := range numbers {
				clue = append(clue, line.Run(n, colour))
			}
		}
		d.add(side, clue, l.at)
	}
	return nil
}

// picture reads rows between bars. In black and white X is black and everything else is not; of declared
// colours the characters count.
func (x *xmlPuzzle) picture(s string, at place) (Picture, error) {
	cells := map[byte]line.Cell{'X': line.Black}
	for _, c := range x.Colours {
		if len(c.Char) == 1 {
			cells[c.Char[0]] = line.Crossed
			if k, ok := x.colour(c.Name); ok {
				cells[c.Char[0]] = line.Of(k)
			}
		}
	}
	pic := Picture{}
	for row := range strings.Lines(s) {
		for _, ch := range []byte(strings.Trim(strings.TrimSpace(row), "|")) {
			c, known := cells[ch]
			if !known && len(x.letters) > 1 {
				return nil, unexpected(at, "the characters of declared colours", "%q in a picture", ch)
			}
			if !known {
				c = line.Crossed
			}
			pic = append(pic, c)
		}
	}
	return pic, nil
}
