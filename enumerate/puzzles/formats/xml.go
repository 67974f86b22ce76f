package formats

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"coverstat/enumerate"
)

// WellFormed fails with an error of the XML itself, if there is one.
func WellFormed(d *xml.Decoder, err error) {
	if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
		Place{Line: syntax.Line}.Fail("well-formed XML", "%s", syntax.Msg)
	}
	if err != nil {
		line, _ := d.InputPos()
		Place{Line: line}.Fail("well-formed XML", "%v", err)
	}
}

// Elements shows the elements of XML. It fails at faults behind the first element, which reading a value does not see,
// and at text in an element for which mayHold is false; expected says where text may stand. start may pass over an
// element by [xml.Decoder.Skip], and says so.
func Elements(d *xml.Decoder, expected string, mayHold func(element string) bool,
	start func(at Place, e xml.StartElement) (skipped bool)) {
	open := []string{""}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		WellFormed(d, err)
		line, _ := d.InputPos()
		at := Place{Line: line}
		switch x := token.(type) {
		case xml.StartElement:
			if !start(at, x) {
				open = append(open, x.Name.Local)
			}
		case xml.EndElement:
			open = open[:max(1, len(open)-1)]
		case xml.CharData:
			if text := strings.TrimSpace(string(x)); text != "" && !mayHold(open[len(open)-1]) {
				at.Fail(expected, "the text %q", enumerate.Shorten(text))
			}
		}
	}
}
