package nonogram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"

	"golang.org/x/text/encoding/charmap"
)

// readXML reads the puzzles of a webpbn.com export: puzzle elements with two
// clues elements (type "rows" and "columns") of line elements of count elements;
// a solution of type "goal" holds the picture between bars, X for black.
// Puzzles of more than two colours are refused.
func readXML(file string, data []byte) ([]*Puzzle, error) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.Strict = true
	dec.CharsetReader = decoded
	x := &xmlReader{dec: dec, file: file}
	var out []*Puzzle
	for {
		tok, err := x.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "puzzle" {
			p, err := x.puzzle(len(out)+1, e)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, &enumerate.InputError{File: file, Problem: "no puzzle", Expected: "a puzzle element"}
	}
	if len(out) == 1 {
		out[0].Name = file
	}
	return out, nil
}

type xmlReader struct {
	dec  *xml.Decoder
	file string
}

// next returns the next token; errors of the XML get their place.
func (x *xmlReader) next() (xml.Token, error) {
	tok, err := x.dec.Token()
	if err == nil || err == io.EOF {
		return tok, err
	}
	fault := &enumerate.InputError{File: x.file, Line: x.line().line, Problem: err.Error(), Expected: "well-formed XML"}
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		fault.Line, fault.Problem = syntax.Line, syntax.Msg
	}
	return nil, fault
}

// decoded returns a text that is declared to be in an encoding as UTF-8. The
// exports declare UTF-8 or nothing; what people have saved anew is mostly
// Western European, and as everywhere in the web ISO-8859-1 then means
// windows-1252, which has quotation marks where that has nothing (WHATWG,
// Encoding Standard). Others are read as they stand, since numbers are the same
// in all of them.
func decoded(encoding string, text io.Reader) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(text), nil
	}
	return text, nil
}

// at is the place behind the last token.
func (x *xmlReader) at() place {
	line, column := x.dec.InputPos()
	return place{line, column}
}

// line is its line alone.
func (x *xmlReader) line() place { return place{line: x.at().line} }

// text collects the character data of an element, blanks and all, and reads past
// its end.
func (x *xmlReader) text() (string, error) {
	var b strings.Builder
	for depth := 1; depth > 0; {
		tok, err := x.next()
		if err == io.EOF {
			return "", &enumerate.InputError{File: x.file, Line: x.line().line, Problem: "got the end", Expected: "a closing tag"}
		}
		if err != nil {
			return "", err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			b.Write(t)
		}
	}
	return b.String(), nil
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (x *xmlReader) puzzle(number int, start xml.StartElement) (*Puzzle, error) {
	d := &draft{file: x.file, p: &Puzzle{Name: fmt.Sprintf("%s#%d", x.file, number)}}
	ink := attr(start, "defaultcolor")
	if ink == "" {
		ink = "black"
	}
	if t := attr(start, "type"); t != "" && t != "grid" {
		return nil, d.fail(x.line(), `a puzzle of type "grid"`, "type %q", t)
	}
	var side string // "rows" or "columns" inside a clues element
	var clue []int
	var clueAt place
	goal := false
	for {
		tok, err := x.next()
		if err == io.EOF {
			return nil, d.fail(x.line(), "</puzzle>", "the end")
		}
		if err != nil {
			return nil, err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			at := x.line()
			switch t.Name.Local {
			case "title", "author", "copyright", "id":
				s, err := x.text()
				if err != nil {
					return nil, err
				}
				s = strings.TrimSpace(s)
				switch t.Name.Local {
				case "title":
					d.p.Title = s
				case "author":
					d.p.By = s
				case "copyright":
					d.p.Copyright = s
				case "id":
					d.p.Catalogue = s
				}
			case "clues":
				side = attr(t, "type")
				if side != "rows" && side != "columns" {
					return nil, d.fail(at, `clues of type "rows" or "columns"`, "type %q", side)
				}
			case "line":
				clue, clueAt = []int{}, x.at()
			case "count":
				if c := attr(t, "color"); c != "" && c != ink {
					return nil, d.fail(at, "one colour, "+ink, "a count of colour %q", c)
				}
				from := x.at()
				s, err := x.text()
				if err != nil {
					return nil, err
				}
				blanks := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
				n, err := d.parseClue(strings.TrimSpace(s), from.past(s[:blanks]))
				if err != nil {
					return nil, err
				}
				clue = append(clue, n...)
			case "solution":
				goal = attr(t, "type") == "" || attr(t, "type") == "goal"
			case "image":
				s, err := x.text()
				if err != nil {
					return nil, err
				}
				if goal && d.p.Goal == nil {
					d.goalAt = at
					d.p.Goal = imagePicture(s)
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "line":
				switch side {
				case "rows":
					d.addRow(clue, clueAt)
				case "columns":
					d.addCol(clue, clueAt)
				default:
					return nil, d.fail(x.line(), "a line within clues", "one outside")
				}
			case "clues":
				side = ""
			case "puzzle":
				return d.finish()
			}
		}
	}
}

// imagePicture reads rows between bars; X is black, everything else is not.
func imagePicture(s string) Picture {
	pic := Picture{}
	for row := range strings.Lines(s) {
		row = strings.Trim(strings.TrimSpace(row), "|")
		for _, ch := range []byte(row) {
			if ch == 'X' {
				pic = append(pic, line.Black)
			} else {
				pic = append(pic, line.Crossed)
			}
		}
	}
	return pic
}
