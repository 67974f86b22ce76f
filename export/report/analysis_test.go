package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/stats"
)

var analysisColumns = []enumerate.Column{
	{Name: "size", Type: enumerate.Int32, Meaning: "how large"},
	{Name: "kind", Type: enumerate.Int32},
	{Name: "yes", Type: enumerate.Bool, Role: enumerate.Measured, Meaning: "whether"},
	{Name: "cost", Type: enumerate.Int64, Role: enumerate.Measured},
	{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
}

// analysed counts 60 rows by an analysis.
func analysed(t *testing.T, a enumerate.Analysis, weight int32) *stats.Accumulator {
	t.Helper()
	x, err := stats.New(analysisColumns, enumerate.Census, a)
	if err != nil {
		t.Fatal(err)
	}
	b := enumerate.NewBatch(analysisColumns)
	for i := range 60 {
		b.AppendInt32(0, int32(i%3*1000))
		b.AppendInt32(1, int32(i%4))
		b.AppendBool(2, i%3 == 0 || i%4 == 0)
		b.AppendInt64(3, int64(i))
		b.AppendInt32(4, weight)
	}
	if err := x.Add(b); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestCrosstabTable(t *testing.T) {
	table := analysed(t, enumerate.Analysis{Crosstabs: [][2]string{{"size", "yes"}}}, 8).Crosstabs()[0]
	c := newCrosstab(table, enumerate.Census, analysisColumns)
	got := fmt.Sprint(c.Heads, c.Counted, c.Totals)
	for _, r := range c.Rows {
		got += fmt.Sprint("|", r.Head)
		for _, x := range r.Cells {
			got += " " + x.Text
		}
		got += " = " + r.Total
	}
	if want := "[0 1,000 2,000]solutions[160 160 160 480]|no 0 120 120 = 240|yes 160 40 40 = 240"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c.Rows[1].Cells[0].Fill == "" || c.Rows[0].Cells[0].Fill == c.Rows[1].Cells[0].Fill {
		t.Errorf("never and always have the colours %q and %q", c.Rows[0].Cells[0].Fill, c.Rows[1].Cells[0].Fill)
	}
	if c.Distinct == nil || c.Distinct.Totals[3] != "60" || c.Bits == "" {
		t.Errorf("up to symmetry: %+v, %q bits", c.Distinct, c.Bits)
	}
	// Many values across and few down are turned; too many both ways are not shown.
	var wide stats.CrossCounts
	for v := range int64(40) {
		wide = append(wide, stats.CrossRow{Value: v, Counts: stats.Histogram{{Value: v % 2, Count: stats.Int(1)}}})
	}
	turned := newCrosstab(&stats.CrossTable{Across: "size", Down: "yes", Exact: true, Raw: wide}, enumerate.Survey, analysisColumns)
	if turned.Across != "yes" || len(turned.Heads) != 2 || len(turned.Rows) != 40 || turned.Rows[3].Cells[1].Text != "1" || turned.Rows[3].Cells[0].Text != "0" {
		t.Errorf("%+v", turned)
	}
	for i := range wide {
		wide[i].Counts[0].Value = wide[i].Value
	}
	if big := newCrosstab(&stats.CrossTable{Across: "size", Down: "cost", Exact: true, Raw: wide}, enumerate.Survey, analysisColumns); big.Rows != nil || !strings.Contains(big.Big, "40 by 40") {
		t.Errorf("%+v", big)
	}
	if many := newCrosstab(&stats.CrossTable{Across: "size", Down: "cost"}, enumerate.Survey, analysisColumns); many.Big == "" {
		t.Error("a table that was given up is shown")
	}
}

func TestBreakdownGrids(t *testing.T) {
	a := enumerate.Analysis{Drawn: "by chance", Breakdowns: []enumerate.Breakdown{
		{Title: "A title", Text: "a text", By: []string{"size", "kind"}, Of: []string{"yes", "cost"}},
		{By: []string{"size"}, Of: []string{"cost", "yes"}},
		{By: []string{"size", "yes", "kind"}, Of: []string{"cost", "size"}},
	}}
	m := &export.Manifest{Analysis: &a}
	list := analysed(t, a, 1).Breakdowns()
	b := newBreakdown(list[0], m, analysisColumns)
	if b.Title != "A title" || b.Text != "a text" || len(b.Grids) != 2 || len(b.Grids[0].Rows) != 3 || len(b.Grids[0].Heads) != 4 {
		t.Fatalf("%+v", b)
	}
	if c := b.Grids[0].Rows[0].Cells[1]; c.Text != "100.0%" || c.Small != "56.6–100.0%" {
		t.Errorf("a share of 5 in 5 is shown as %+v", c)
	}
	if c := b.Grids[1].Rows[1].Cells[1]; c.Text != "25" || c.Small != "1.44–48.6" { // 1, 13, 25, 37, 49; Student: 2.776 · 18.97 / √5
		t.Errorf("a mean is shown as %+v", c)
	}
	if b := newBreakdown(list[1], m, analysisColumns); b.Title != "By size" || len(b.Grids) != 1 || len(b.Grids[0].Heads) != 2 || b.Grids[0].Rows[2].Head != "2,000" {
		t.Errorf("%+v", b)
	}
	// Some combinations of three never come, and numbers of rows differ.
	b = newBreakdown(list[2], m, analysisColumns)
	if len(b.Grids) != 2 || len(b.Grids[0].Rows) != 5 || b.Grids[0].Rows[1].Head != "1,000 × no" || b.Grids[0].Rows[1].Cells[0].Text != "" {
		t.Errorf("%+v", b.Grids)
	}
	list[0].Exact = false
	if b := newBreakdown(list[0], m, analysisColumns); b.Grids != nil || b.Big == "" {
		t.Errorf("%+v", b)
	}
}

func TestComparisonTable(t *testing.T) {
	measure := func(name string, bins ...int64) stats.Measure {
		var h stats.Histogram
		for i := 0; i < len(bins); i += 2 {
			h = append(h, stats.Bin{Value: bins[i], Count: stats.Int(bins[i+1])})
		}
		return stats.Measure{Name: name, Raw: h.Describe(), Distinct: h.Describe()}
	}
	doc := &stats.Document{Job: enumerate.Survey}
	doc.Measures = stats.Measures{measure("a_depth", 0, 94, 20, 3, 21, 2, 30, 1), measure("b_depth", 5, 100),
		measure("a_alone", 0, 60, 1, 40), measure("b_alone", 0, 100)}
	limit := int64(20)
	c, err := newComparison(enumerate.Comparison{Title: "Which?", Rows: []string{"A", "B"}, Quantities: []enumerate.Quantity{
		{Name: "depth", Columns: []string{"a_depth", "b_depth"}, Threshold: &limit, Log: true},
		{Name: "alone", Columns: []string{"a_alone", "b_alone"}, Share: true}}}, doc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range c.Rows {
		line := r.Name
		for _, x := range r.Cells {
			line += " " + x.Text
		}
		got = append(got, line)
	}
	if want := "A 100 1.32 0 20 30 3.0% 40|B 100 5 5 5 5 0% 0"; strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
	if len(c.Charts) != 1 || !strings.Contains(string(c.Charts[0].SVG), "<svg") {
		t.Errorf("%d charts", len(c.Charts))
	}
	again, err := newComparison(enumerate.Comparison{Rows: []string{"A"}, Quantities: []enumerate.Quantity{{Name: "depth", Columns: []string{"c_depth"}}}}, doc)
	if err == nil {
		t.Errorf("a measure that is not there is compared: %+v", again)
	}
}

// TestRangesInComparisons: where values are published by range, figures are
// ranges, too.
func TestRangesInComparisons(t *testing.T) {
	d := stats.Distribution{N: stats.Int(10), Ranges: []stats.Range{{Low: 0, High: 3, Count: stats.Int(4)}, {Low: 4, High: 7, Count: stats.Int(6)}}}
	if q := quantile(d, 1, 2); q != "4–7" {
		t.Errorf("median %s", q)
	}
	if s := above(d, 5); s != "≤ 60.0%" {
		t.Errorf("above 5: %s", s)
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 13190.4: "13,190", 166.01: "166", 4.5624: "4.562", 0.000123456: "0.0001235", 1e-20: "0", -2.5: "−2.5", 1234567: "1,234,567", math.Pi: "3.142"} {
		if got := digits(x, 4); got != want {
			t.Errorf("%v: %s, expected %s", x, got, want)
		}
	}
}

func TestSectionsWithTheirOwnView(t *testing.T) {
	doc := &stats.Document{Sections: []stats.Section{{Name: stats.CrosstabsSection, Value: stats.CrossTables{}}, {Name: "others", Value: map[string]int{"a": 1}}}}
	out, err := sections(doc)
	if err != nil || len(out) != 1 || out[0].Title != "others" {
		t.Errorf("%+v, %v", out, err)
	}
}
