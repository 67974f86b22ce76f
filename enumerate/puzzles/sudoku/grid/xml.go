package grid

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bytes"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// openSudoku is the format of OpenSudoku, an app for phones.
func openSudoku() (formats.Format[*Puzzle], way) {
	return formats.Format[*Puzzle]{
		Name:   "opensudoku",
		About:  "XML of OpenSudoku, both versions; of a game that was begun the givens alone are read",
		Source: "romario333/opensudoku: OpenSudokuImportTask.java, CellCollection.java",
		Example: `<opensudoku version="2"><folder name="f" created="1"><game created="1" state="0" data="` + exampleZero + `"/></folder></opensudoku>
`,
		Recognises: func(head []byte) bool { return bytes.Contains(head, []byte("<opensudoku")) },
	}, way{func([]byte) Shape { return Nine }, openXML}
}

func openXML(r *reader, _ []byte) error {
	d := xml.NewDecoder(r.in)
	var open []string // elements
	r.next = func() (bool, error) {
		token, err := d.Token()
		r.line, _ = d.InputPos()
		var syntax *xml.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return false, damaged{r.fault(0, "this is no whole XML: "+syntax.Msg, "a file as OpenSudoku writes it")}
		case err == io.EOF || err != nil:
			return false, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if open = append(open, e.Name.Local); len(open) == 1 && e.Name.Local != "opensudoku" {
				return false, damaged{r.fault(0, "element "+e.Name.Local, "opensudoku")}
			}
			if v, ok := attribute(e, "version"); len(open) == 1 && ok && v != "2" {
				return false, damaged{r.fault(0, "version "+v, "version 2, or none for 1")}
			}
			if e.Name.Local != "game" {
				return false, nil
			}
			data, ok := attribute(e, "data")
			if !ok {
				return false, r.fault(0, "a game without data", "the cells")
			}
			text, problem := gameCells(data)
			if problem != "" {
				return false, r.fault(0, problem, "81 digits, or version: 1 and 81 times value|note|0 or 1|")
			}
			return r.take(piece{text: text})
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			text := strings.TrimSpace(string(e))
			if text != "" && (len(open) == 0 ||
				slices.Contains([]string{"opensudoku", "folder", "game"}, open[len(open)-1])) {
				return false, r.fault(0, fmt.Sprintf("the text %q", enumerate.Shorten(text)), "games in folders")
			}
		}
		return false, nil
	}
	return nil
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
func gameCells(data string) (text []byte, problem string) {
	body, begun := strings.CutPrefix(strings.TrimSpace(data), "version:")
	if !begun {
		if strings.Trim(body, "0123456789") != "" {
			return nil, fmt.Sprintf("data %q", enumerate.Shorten(data))
		}
		return []byte(body), ""
	}
	f := strings.Fields(body)
	if len(f) != 2 || f[0] != "1" {
		return nil, fmt.Sprintf("data %q", enumerate.Shorten(data))
	}
	fields := strings.Split(strings.TrimSuffix(f[1], "|"), "|")
	if len(fields) != 3*81 {
		return nil, fmt.Sprintf("%d fields of cells", len(fields))
	}
	for i := 0; i < len(fields); i += 3 {
		value, editable := fields[i], fields[i+2]
		if len(value) != 1 || value[0] < '0' || value[0] > '9' || editable != "0" && editable != "1" {
			return nil, fmt.Sprintf("cell %d: %q", i/3+1, strings.Join(fields[i:i+3], "|"))
		}
		if editable == "1" {
			value = "0"
		}
		text = append(text, value...)
	}
	return text, ""
}
