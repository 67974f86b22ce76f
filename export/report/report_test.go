package report

import (
	"bytes"
	"image/color"
	"strings"
	"testing"

	"coverstat/export"
	"coverstat/export/chart"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/stats"

	"golang.org/x/net/html"
)

const evil = `<script>alert(1)</script>`

// TestHostileNames fills every text of a page with an element and parses the
// page: none of them may become one.
func TestHostileNames(t *testing.T) {
	cells := []findings.Cell{{Text: evil, Small: evil, Head: true, Class: `"` + evil, Span: 2}, {Text: evil, Small: evil, Class: `"` + evil, Tint: 0.25}}
	c := &chart.Chart{Label: evil, Ticks: []chart.Tick{{Label: evil}}, Bars: [][]float64{{100}}, Notes: []string{evil}}
	board := &picture.Board{Caption: evil, Cells: []picture.Cell{{Text: evil}}}
	part := findings.Section{ID: `"` + evil, Class: `"` + evil, Title: evil, Mark: evil, Notes: []string{evil}, Warnings: []string{evil}, Points: []findings.Point{{Lead: evil, Text: evil}},
		Table: &findings.Table{Class: evil, Rows: [][]findings.Cell{cells}}, Code: evil, Language: evil,
		Colours: []picture.LegendEntry{{Name: evil, Symbol: evil, Fill: color.NRGBA{0x12, 0x34, 0x56, 255}, Ink: color.NRGBA{0xab, 0xcd, 0xef, 255}}},
		Figures: []findings.Figure{{Board: board, Spoken: evil, Bold: evil, Text: evil, Row: evil, Keys: []string{evil}}}, Layout: `"` + evil}
	whole := part
	whole.Parts, whole.Folded = []findings.Section{part}, []findings.Section{part}
	measure := part
	measure.Chart, measure.Numbers = &findings.Figure{Chart: c, Spoken: `"` + evil, Keys: []string{evil}}, []findings.NamedNumber{{Name: evil, Value: evil}}
	m := &export.Manifest{Name: evil, Family: evil, Job: evil, Program: export.Program{Name: `">` + evil, Version: evil}}
	f := &findings.Findings{Manifest: m, Statistics: &stats.Document{}, Title: evil, Text: []string{evil}, Puzzle: []string{evil}, Partial: evil, Warnings: []string{evil}, Sentences: []string{evil},
		Counts: []findings.Count{{Name: evil, Raw: stats.Int(2), Note: evil}}}
	var out bytes.Buffer
	if err := Page(&out, f, []findings.Section{whole, measure}); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	root, err := html.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	text := 0
	for n := range root.Descendants() {
		switch {
		case n.Type == html.ElementNode && n.Data == "script":
			t.Fatalf("a script element in %v", n.Parent.Data)
		case n.Type == html.TextNode && strings.Contains(n.Data, evil):
			text++
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") && !strings.HasPrefix(a.Val, "data:") && !strings.HasPrefix(a.Val, "#") {
				t.Errorf("attribute %s=%q", a.Key, a.Val)
			}
		}
	}
	if !strings.Contains(page, `style="background:#123456;color:#abcdef"`) || !strings.Contains(page, `style="--shade:0.250"`) {
		t.Error("colours of cells are lost")
	}
	if text < 50 {
		t.Errorf("the name is shown %d times, expected everywhere", text)
	}
}
