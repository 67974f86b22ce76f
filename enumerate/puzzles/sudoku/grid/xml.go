package grid

import (
	"encoding/xml"
	"errors"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// openSudoku is the format of OpenSudoku, an app for phones.
var openSudoku = way{Format: formats.Format[*Puzzle]{
	Name:   "opensudoku",
	About:  "XML of OpenSudoku, both versions; of a game that was begun the givens alone are read",
	Source: "romario333/opensudoku: OpenSudokuImportTask.java, CellCollection.java",
	Example: `<opensudoku version="2"><folder name="f" created="1"><game created="1" state="0" data="` + exampleZero + `"/></folder></opensudoku>
`,
	Recognises: formats.Matching(`<opensudoku`),
}, shape: func([]byte) Shape { return Nine }, open: openXML}

func openXML(r *reader, _ []byte) {
	d := xml.NewDecoder(r.in)
	var open []string // elements
	r.next = func() (bool, error) {
		token, err := d.Token()
		r.line, _ = d.InputPos()
		if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
			return false, r.damage("a file as OpenSudoku writes it", "this is no whole XML: "+syntax.Msg)
		}
		if err != nil {
			return false, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
			if v, ok := attribute(e, "version"); len(open) == 1 && ok && v != "2" {
				return false, r.damage("version 2, or none for 1", "version "+v)
			}
			if len(open) == 1 && e.Name.Local != "opensudoku" {
				return false, r.damage("opensudoku", "element "+e.Name.Local)
			}
			if e.Name.Local == "game" {
				data, ok := attribute(e, "data")
				r.at(0).Need(ok, "the cells", "a game without data")
				return r.take(piece{text: r.gameCells(data)}), nil
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			text := strings.TrimSpace(string(e))
			r.at(0).Need(text == "" || len(open) > 0 &&
				!slices.Contains([]string{"opensudoku", "folder", "game"}, open[len(open)-1]), "games in folders",
				"the text %q", enumerate.Shorten(text))
		}
		return false, nil
	}
}

func attribute(e xml.StartElement, name string) (string, bool) {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// gameCells returns the givens of a game's data.
func (r *reader) gameCells(data string) (text []byte) {
	const expected = "81 digits, or version: 1 and 81 times value|note|0 or 1|"
	body, begun := strings.CutPrefix(strings.TrimSpace(data), "version:")
	if !begun {
		r.at(0).Need(strings.Trim(body, "0123456789") == "", expected, "data %q", enumerate.Shorten(data))
		return []byte(body)
	}
	f := strings.Fields(body)
	r.at(0).Need(len(f) == 2 && f[0] == "1", expected, "data %q", enumerate.Shorten(data))
	fields := strings.Split(strings.TrimSuffix(f[1], "|"), "|")
	r.at(0).Need(len(fields) == 3*81, expected, "%d fields of cells", len(fields))
	for i := 0; i < len(fields); i += 3 {
		value, editable := fields[i], fields[i+2]
		if len(value) != 1 || value[0] < '0' || value[0] > '9' || editable != "0" && editable != "1" {
			r.at(0).Fail(expected, "cell %d: %q", i/3+1, strings.Join(fields[i:i+3], "|"))
		}
		if editable == "1" {
			value = "0"
		}
		text = append(text, value...)
	}
	return text
}
