package nonogram

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"

	"golang.org/x/text/encoding/charmap"
)

// webpbn is the XML of webpbn.com.
var webpbn = formats.Format[*puzzle]{
	Name:   "webpbn",
	About:  "XML as webpbn.com exports it: any number of puzzles of type grid, in one colour or several",
	Source: "webpbn.com/pbn_fmt.html",
	Example: "<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"black\">\n<title>Flag</title>\n" +
		"<color name=\"white\" char=\".\">FFFFFF</color>\n<color name=\"black\" char=\"X\">000000</color>\n<color name=\"red\" char=\"R\">C00000</color>\n" +
		"<clues type=\"columns\">\n<line><count>2</count></line>\n<line><count color=\"red\">1</count></line>\n</clues>\n" +
		"<clues type=\"rows\">\n<line><count>1</count><count color=\"red\">1</count></line>\n<line><count>1</count></line>\n</clues>\n" +
		"<solution type=\"goal\"><image>\n|XR|\n|X.|\n</image></solution>\n</puzzle>\n</puzzleset>\n",
	Recognises: formats.Matching(`(?s)^\s*(?:<.*)?<(?:puzzleset|clues|puzzle\s[^>]*type\s*=)`),
	Read:       pack(readXML),
	Write: formats.Texts("<?xml version=\"1.0\"?>\n<puzzleset>\n", "", "</puzzleset>\n",
		func(p *puzzle) (string, error) { return p.xml(), nil }),
}

// readXML reads the puzzles of a webpbn.com export. A puzzle element has two
// clues elements (type "rows" and "columns") of line elements of count elements.
// A solution of type "goal" holds the picture between bars.
func readXML(data []byte) (all []formats.Maker[*puzzle]) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = toUTF8
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		formats.WellFormed(dec, err)
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "puzzle" {
			at, x := inLine(position(dec)), xmlPuzzle{}
			formats.WellFormed(dec, dec.DecodeElement(&x, &start))
			all = append(all, atOnce(drafted(func(d *draft) {
				at.Need(x.Type == "" || x.Type == "grid", `a puzzle of type "grid"`, "got type %q", x.Type)
				x.read(d)
			})))
		}
	}
	formats.Place{}.Need(len(all) > 0, "a puzzle element", "no puzzle")
	return all
}

// atOnce makes a puzzle before it has its name: it takes less memory than the elements that it is made from.
func atOnce(maker formats.Maker[*puzzle]) formats.Maker[*puzzle] {
	var p *puzzle
	fault := formats.Caught(func() { p = maker("") })
	return func(name string) *puzzle {
		if fault != nil {
			formats.Must(fault)
		}
		p.Name = name
		return p
	}
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
func position(dec *xml.Decoder) formats.Place {
	line, column := dec.InputPos()
	return formats.Place{Line: line, Column: column}
}

// inLine is a place without its column.
func inLine(p formats.Place) formats.Place { return formats.Place{Line: p.Line} }

// xmlPuzzle is a puzzle element.
type xmlPuzzle struct {
	Type      string             `xml:"type,attr"`
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
}

// xmlSide is a clues element: the clues of all rows or of all columns.
type xmlSide struct {
	Type  string             `xml:"type,attr"`
	Text  string             `xml:",chardata"` // where none may be
	Lines []element[xmlLine] `xml:"line"`
}

type xmlLine struct {
	Count  string `xml:"count,attr"` // where none may be
	Text   string `xml:",chardata"`
	Counts []element[struct {
		Colour string `xml:"color,attr"`
		Text   string `xml:",chardata"`
	}] `xml:"count"`
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

// element is an element with the place behind its start tag.
type element[T any] struct {
	at   formats.Place
	item T
}

// UnmarshalXML implements [xml.Unmarshaler].
func (p *element[T]) UnmarshalXML(dec *xml.Decoder, start xml.StartElement) error {
	p.at = position(dec)
	return dec.DecodeElement(&p.item, &start)
}

func (x *xmlPuzzle) read(d *draft) {
	d.p = puzzle{Catalogue: strings.TrimSpace(x.ID), Title: strings.TrimSpace(x.Title), By: strings.TrimSpace(x.Author),
		Copyright: strings.TrimSpace(x.Copyright)}
	if len(x.Lines) > 0 {
		inLine(x.Lines[0].at).Fail("one outside", "got a line within clues")
	}
	x.declare(d)
	for _, clues := range x.Clues {
		x.side(d, clues)
	}
	d.recolour()
	for _, s := range x.Solutions {
		if (s.Type == "" || s.Type == "goal") && d.p.Goal == nil && len(s.Images) > 0 {
			d.goalAt = inLine(s.Images[0].at)
			d.p.Goal = x.picture(d, s.Images[0].item)
		}
	}
}

// declare takes the colours: the default one is the first, and a further one comes as soon as a clue has it.
func (x *xmlPuzzle) declare(d *draft) {
	d.letters = []string{cmp.Or(x.Ink, "black")}
	for _, c := range x.Colours {
		d.inks[c.Name] = ink{RGB: c.rgb(), Name: c.Name}
	}
	if paper, ok := d.inks[cmp.Or(x.Paper, "white")]; ok {
		d.paper = paper
	}
	if _, ok := d.inks[d.letters[0]]; !ok && len(d.inks) > 0 {
		d.inks[d.letters[0]] = ink{Name: d.letters[0]}
	}
}

// side reads the clues of a side.
func (x *xmlPuzzle) side(d *draft, clues element[xmlSide]) {
	side, at := slices.Index([]string{"rows", "columns"}, clues.item.Type), inLine(clues.at)
	text := strings.TrimSpace(clues.item.Text)
	at.Need(text == "", "lines alone in clues", "got the text %q", text)
	at.Need(side >= 0, `clues of type "rows" or "columns"`, "got type %q", clues.item.Type)
	for _, l := range clues.item.Lines {
		const counts = "a line of count elements: <line><count>1</count></line>"
		text := strings.TrimSpace(l.item.Text)
		inLine(l.at).Need(text == "", counts, "got a line with the text %q", text)
		inLine(l.at).Need(l.item.Count == "", counts, "got a line with an attribute count")
		clue := []int{}
		for _, c := range l.item.Counts {
			at, text := trimmed(c.at, c.item.Text)
			numbers := parseClue(text, at, nil)
			name := cmp.Or(c.item.Colour, d.letters[0])
			colour, ok := d.use(name)
			_, declared := d.inks[name]
			inLine(c.at).Need(ok && (declared || colour == 0), "a colour that the puzzle declares",
				"got a count of colour %q", c.item.Colour)
			for _, n := range numbers {
				clue = append(clue, line.Run(n, colour))
			}
		}
		d.add(side, clue, l.at)
	}
}

// picture reads rows between bars. In black and white X is black and everything else is not; of declared
// colours the characters count.
func (x *xmlPuzzle) picture(d *draft, s string) picture {
	cells := map[byte]line.Cell{'X': line.Black}
	for _, c := range x.Colours {
		if len(c.Char) == 1 {
			cells[c.Char[0]] = line.Crossed
			if k, ok := d.colour(c.Name); ok {
				cells[c.Char[0]] = line.Of(k)
			}
		}
	}
	pic := picture{}
	for row := range strings.Lines(s) {
		for _, ch := range []byte(strings.Trim(strings.TrimSpace(row), "|")) {
			c, known := cells[ch]
			if !known {
				d.goalAt.Need(len(d.letters) <= 1, "the characters of declared colours", "got %q in a picture", ch)
				c = line.Crossed
			}
			pic = append(pic, c)
		}
	}
	return pic
}
