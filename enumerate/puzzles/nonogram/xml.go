package nonogram

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"

	"golang.org/x/text/encoding/charmap"
)

// readXML reads the puzzles of a webpbn.com export. A puzzle element has two
// clues elements (type "rows" and "columns") of line elements of count elements.
// A solution of type "goal" holds the picture between bars, X for black. Puzzles
// of more than two colours are refused.
func readXML(data []byte) ([]*Puzzle, error) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = toUTF8
	var puzzles []*Puzzle
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "puzzle" {
			var p *Puzzle
			p, err = readXMLPuzzle(dec, start)
			puzzles = append(puzzles, p)
		}
		if err != nil {
			return nil, xmlFault(dec, err)
		}
	}
	if len(puzzles) == 0 {
		return nil, fault(place{}, "no puzzle", "a puzzle element")
	}
	return puzzles, nil
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
	Lines []element[xmlLine] `xml:"line"`
}

type xmlLine struct {
	Counts []element[xmlCount] `xml:"count"`
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

func readXMLPuzzle(dec *xml.Decoder, start xml.StartElement) (*Puzzle, error) {
	for _, a := range start.Attr {
		if a.Name.Local == "type" && a.Value != "" && a.Value != "grid" {
			return nil, unexpected(place{line: position(dec).line}, `a puzzle of type "grid"`, "type %q", a.Value)
		}
	}
	var x xmlPuzzle
	if err := dec.DecodeElement(&x, &start); err != nil {
		return nil, err
	}
	ink := cmp.Or(x.Ink, "black")
	d := &draft{p: &Puzzle{
		Catalogue: strings.TrimSpace(x.ID), Title: strings.TrimSpace(x.Title),
		By: strings.TrimSpace(x.Author), Copyright: strings.TrimSpace(x.Copyright),
	}}
	if len(x.Lines) > 0 {
		return nil, unexpected(place{line: x.Lines[0].at.line}, "a line within clues", "one outside")
	}
	for _, side := range x.Clues {
		list := &d.rows
		switch side.item.Type {
		case "rows":
		case "columns":
			list = &d.cols
		default:
			return nil, unexpected(place{line: side.at.line}, `clues of type "rows" or "columns"`, "type %q", side.item.Type)
		}
		for _, l := range side.item.Lines {
			clue := []int{}
			for _, c := range l.item.Counts {
				if c.item.Colour != "" && c.item.Colour != ink {
					return nil, unexpected(place{line: c.at.line}, "one colour, "+ink, "a count of colour %q", c.item.Colour)
				}
				at, text := c.at.trimmed(c.item.Text)
				numbers, err := parseClue(text, at, nil)
				if err != nil {
					return nil, err
				}
				clue = append(clue, numbers...)
			}
			list.add(clue, l.at)
		}
	}
	for _, s := range x.Solutions {
		if (s.Type == "" || s.Type == "goal") && d.p.Goal == nil && len(s.Images) > 0 {
			d.goalAt = place{line: s.Images[0].at.line}
			d.p.Goal = imagePicture(s.Images[0].item)
		}
	}
	return d.finish()
}

// imagePicture reads rows between bars; X is black, everything else is not.
func imagePicture(s string) Picture {
	pic := Picture{}
	for row := range strings.Lines(s) {
		for _, ch := range []byte(strings.Trim(strings.TrimSpace(row), "|")) {
			c := line.Crossed
			if ch == 'X' {
				c = line.Black
			}
			pic = append(pic, c)
		}
	}
	return pic
}
