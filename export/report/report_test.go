package report

import (
	"bytes"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coverstat/export"
	"coverstat/stats"

	"golang.org/x/net/html"
)

// histogram makes a measure of n different values.
func histogram(n int, value func(i int) int64) stats.Measure {
	var raw, distinct stats.Histogram
	for i := range n {
		raw = append(raw, stats.Bin{Value: value(i), Count: stats.Int(int64(8*i + 4))})
		distinct = append(distinct, stats.Bin{Value: value(i), Count: stats.Int(int64(i + 1))})
	}
	return stats.Measure{Name: "m", Raw: raw.Describe(), Distinct: distinct.Describe()}
}

// TestBarsKeepTotals joins histograms of all kinds: nothing is lost, bars are
// in order and apart, and few.
func TestBarsKeepTotals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 300 {
		n := 1 + r.IntN(200)
		at := int64(r.IntN(2000)) - 1000
		stretch := 1 + r.Int64N(1<<r.IntN(30))
		m := histogram(n, func(int) int64 { at += 1 + r.Int64N(stretch); return at })
		b := barsOf(m)
		total := new(big.Int)
		for i, x := range b.List {
			total.Add(total, x.Raw.Big())
			if x.High < x.Low || i > 0 && x.Low <= b.List[i-1].High {
				t.Fatalf("bars %+v and %+v", b.List[max(0, i-1)], x)
			}
		}
		if total.Cmp(m.Raw.N.Big()) != 0 {
			t.Fatalf("bars hold %v, expected %v", total, m.Raw.N)
		}
		if len(b.List) > 64 {
			t.Fatalf("%d bars for values from %v to %v", len(b.List), m.Raw.Min, m.Raw.Max)
		}
		if _, err := chart(b, "things"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBarsOfRanges(t *testing.T) {
	no := false
	least, most := stats.Int(0), stats.Int(99999)
	d := stats.Distribution{N: stats.Int(30), Min: &least, Max: &most, HistogramExact: &no, Ranges: []stats.Range{
		{Low: 0, High: 3, Count: stats.Int(10)}, {Low: 1000, High: 1003, Count: stats.Int(15)}, {Low: 99996, High: 99999, Count: stats.Int(5)}}}
	b := barsOf(stats.Measure{Name: "m", Raw: d, Distinct: d})
	total := new(big.Int)
	for _, x := range b.List {
		total.Add(total, x.Raw.Big())
	}
	if total.Int64() != 30 || !b.Same {
		t.Errorf("%+v", b)
	}
}

func TestSame(t *testing.T) {
	h := stats.Histogram{{Value: 0, Count: stats.Int(8)}, {Value: 1, Count: stats.Int(16)}}
	half := stats.Histogram{{Value: 0, Count: stats.Int(1)}, {Value: 1, Count: stats.Int(2)}}
	if b := barsOf(stats.Measure{Raw: h.Describe(), Distinct: half.Describe()}); !b.Same {
		t.Error("alike: said to differ")
	}
	half[0].Count = stats.Int(2)
	if b := barsOf(stats.Measure{Raw: h.Describe(), Distinct: half.Describe()}); b.Same {
		t.Error("different: said to be alike")
	}
}

// TestOutline reads what package stats writes for a sample, and a section
// that nobody has thought of yet.
func TestOutline(t *testing.T) {
	e := stats.Estimates{About: "the distribution that the sampler draws from, whatever that is",
		Coverage: stats.Interval{Estimate: 0.5, Low: 0.4, High: 0.6, Confidence: 0.95, Method: "good-turing"}}
	data, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	o, err := newOutline("estimates", data)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Texts) != 1 || o.Lines[0] != (line{"coverage", "0.5", "0.4 to 0.6", "95%, good-turing"}) {
		t.Errorf("%+v", o)
	}
	o, err = newOutline("other", []byte(`{"a_b": {"c": [1, 2], "d": [{"e": null}]}, "f": true, "g": "short"}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range o.Lines {
		got = append(got, l.Name+"="+l.Value)
	}
	for _, g := range o.Groups {
		for _, l := range g.Lines {
			got = append(got, g.Name+": "+l.Name+"="+l.Value)
		}
	}
	if want := "a b › c=1, 2|f=true|g=short|a b › d: 1 › e=null"; strings.Join(got, "|") != want {
		t.Errorf("got %s, expected %s", strings.Join(got, "|"), want)
	}
}

const evil = `<script>alert(1)</script>`

// TestHostileNames fills every text of a page with an element and parses the
// page: none of them may become one.
func TestHostileNames(t *testing.T) {
	m := histogram(5, func(i int) int64 { return int64(i) })
	b := barsOf(m)
	svg, err := chart(b, evil)
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{Name: evil, Family: evil, Kind: evil, Lead: []string{evil}, Warning: evil, Figures: []figure{{evil, evil}},
		Strips:   []strip{{evil, evil, []exhibit{{evil, evil, evil, true, ""}}}},
		Measures: []measure{{Name: evil, Meaning: evil, Unit: evil, Summary: []figure{{evil, evil}}, Chart: svg, Spoken: `"` + evil, Bars: b, Table: b.List}},
		Heat:     []heatMap{{Piece: evil, Low: evil, High: evil}},
		Comparisons: []*comparison{{Title: evil, Text: evil, Heads: []head{{evil, []string{evil}}},
			Rows: []contestant{{Name: evil, Colour: "#123456", Cells: []cell{{Text: evil, Small: evil}}}}, Charts: []curveChart{{evil, evil, svg}}}},
		Breakdowns: []*breakdown{{Title: evil, Text: evil, Notes: []string{evil},
			Grids: []grid{{Name: evil, Meaning: evil, Down: evil, Across: evil, Heads: []string{evil}, Rows: []crossLine{{evil, []cell{{Text: evil, Small: evil, Fill: "#abcdef"}}, evil}}}}},
			{Title: evil, Big: evil}},
		Crosstabs: []*crosstab{{Across: evil, Down: evil, Meanings: []string{evil}, Bits: evil, Heads: []string{evil}, Counted: evil, Totals: []string{evil},
			Rows: []crossLine{{evil, []cell{{Text: evil, Fill: "#abcdef"}}, evil}}}, {Across: evil, Down: evil, Big: evil}},
		Weighted: &weighted{Text: evil, Lines: []weightedLine{{evil, evil, evil, evil, evil}}},
		Contacts: &contacts{Note: evil, Names: []string{evil}, Rows: []crossLine{{evil, []cell{{Text: evil, Small: evil}}, evil}}},
		Against:  &against{evil, true, []againstLine{{evil, evil, evil, evil, evil, evil, evil}}},
		Sections: []*outline{{Title: evil, Texts: []string{evil}, Lines: []line{{evil, evil, evil, evil}},
			Groups: []group{{evil, []line{{evil, evil, evil, evil}}}}}},
		Facts: []string{evil}, Config: evil, ConfigName: evil, ConfigFile: true,
		Inputs:  []export.Input{{Path: evil, SHA256: evil}},
		Program: export.Program{Name: `">` + evil, Version: evil},
		Proof:   proof{Complete: true, Rows: evil, Checks: []string{evil}, Orbits: []orbit{{evil, evil, evil}}, Files: []export.FileInfo{{Path: evil, SHA256: evil}}, Digest: evil}}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
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
			if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") && !strings.HasPrefix(a.Val, "data:") {
				t.Errorf("attribute %s=%q", a.Key, a.Val)
			}
		}
	}
	if !strings.Contains(page, `style="background:#abcdef"`) || !strings.Contains(page, `style="background:#123456"`) {
		t.Error("colours of cells are lost")
	}
	if text < 50 {
		t.Errorf("the name is shown %d times, expected everywhere", text)
	}
}

func TestSameChart(t *testing.T) {
	b := barsOf(histogram(7, func(i int) int64 { return int64(i) }))
	first, err := chart(b, "points")
	if err != nil {
		t.Fatal(err)
	}
	second, err := chart(b, "points")
	if err != nil || first != second {
		t.Errorf("the same chart has other bytes (%v)", err)
	}
	if strings.Contains(string(first), "<?xml") || !strings.Contains(string(first), "<text") {
		t.Error("not an inline drawing with text")
	}
}

func TestGroups(t *testing.T) {
	for in, want := range map[string]string{"1": "1", "129168": "129,168", "-1234567": "−1,234,567", "100": "100"} {
		if got := groups(in); got != want {
			t.Errorf("%s: %s, expected %s", in, got, want)
		}
	}
}

func TestRanking(t *testing.T) {
	var r ranking
	for row, v := range []int64{3, 9, 9, 1, 7, 7, 2, 8, 10} {
		r.offer(int64(row), v)
	}
	if r.values[0] != 10 || r.rows[1] != 1 || r.rows[2] != 2 || len(r.rows) != stripLength {
		t.Errorf("%+v", r)
	}
}
