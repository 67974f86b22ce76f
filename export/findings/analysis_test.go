package findings

import (
	"fmt"
	"slices"
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

// findingsOf makes findings of datasets of these columns.
func findingsOf(job enumerate.Kind, a enumerate.Analysis) *Findings {
	return &Findings{columns: analysisColumns, Statistics: &stats.Document{Job: job}, Manifest: &export.Manifest{Analysis: a}, Things: things(job)}
}

func TestCrosstabTable(t *testing.T) {
	counted := analysed(t, enumerate.Analysis{Breakdowns: []enumerate.Breakdown{{By: []string{"yes", "size"}}}}, 8).Breakdowns()[0]
	b := findingsOf(enumerate.Census, enumerate.Analysis{}).breakdown(counted)
	want := []string{"|size", "yes|0|1,000|2,000|solutions", "no|0|120|120|240", "yes|160|40|40|240", "all|160|160|160|480"}
	if got := lines(b.Table); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	never, always := b.Table.Rows[2][1].Tint, b.Table.Rows[3][1].Tint
	if never != -1 || always <= 0 {
		t.Errorf("never and always have the tints %v and %v", never, always)
	}
	if len(b.Numbers) != 1 {
		t.Errorf("numbers: %q", b.Numbers)
	}
	// Many values across and few down are turned; too many both ways are not shown.
	var wide []stats.Group
	for v := range stats.Integer(40) {
		wide = append(wide, stats.Group{Values: []stats.Integer{v % 2, v}, RawN: stats.Int(1), DistinctN: stats.Int(1)})
	}
	f := findingsOf(enumerate.Survey, enumerate.Analysis{})
	turned := f.breakdown(&stats.GroupTable{By: []string{"yes", "size"}, Exact: true, Groups: wide})
	if got := lines(turned.Table); turned.Title != "yes × size" || len(got) != 43 || got[1] != "size|no|yes|instances" || got[5] != "3|0|1|1" {
		t.Errorf("%s: %q", turned.Title, got)
	}
	for i := range wide {
		wide[i].Values[0] = wide[i].Values[1]
	}
	if big := f.breakdown(&stats.GroupTable{By: []string{"cost", "size"}, Exact: true, Groups: wide}); big.Table != nil || !strings.Contains(fmt.Sprint(big.Notes), "40 by 40") {
		t.Errorf("%+v", big)
	}
	if many := f.breakdown(&stats.GroupTable{By: []string{"cost", "size"}}); many.Table != nil || !strings.Contains(fmt.Sprint(many.Notes), "too many combinations") {
		t.Errorf("a table that was given up is shown as %+v", many)
	}
}

func TestBreakdownTables(t *testing.T) {
	a := enumerate.Analysis{Drawn: "by chance", Breakdowns: []enumerate.Breakdown{
		{Title: "A title", Text: "a text", By: []string{"size", "kind"}, Of: []string{"yes", "cost"}},
		{By: []string{"size"}, Of: []string{"cost", "yes"}},
		{By: []string{"size", "yes", "kind"}, Of: []string{"cost", "size"}},
	}}
	f := findingsOf(enumerate.Survey, a)
	list := analysed(t, a, 1).Breakdowns()
	b := f.breakdown(list[0])
	if b.Title != "A title" || b.Notes[0] != "a text" || len(b.Parts) != 2 || len(b.Parts[0].Table.Rows) != 2+3 || len(b.Parts[0].Table.Rows[2]) != 1+4 {
		t.Fatalf("%+v", b)
	}
	if c := b.Parts[0].Table.Rows[2][2]; c.Text != "100%" || c.Small != "56.6–100%" {
		t.Errorf("a share of 5 in 5 is shown as %+v", c)
	}
	if c := b.Parts[1].Table.Rows[3][2]; c.Text != "25" || c.Small != "1.44–48.6" { // 1, 13, 25, 37, 49; Student: 2.776 · 18.97 / √5
		t.Errorf("a mean is shown as %+v", c)
	}
	if b := f.breakdown(list[1]); b.Title != "By size" || len(b.Parts) != 1 || len(b.Parts[0].Table.Rows[0]) != 1+2 || b.Parts[0].Table.Rows[3][0].Text != "2,000" {
		t.Errorf("%+v", b)
	}
	// Some combinations of three never come, and numbers of rows differ.
	b = f.breakdown(list[2])
	if row := b.Parts[0].Table.Rows[3]; len(b.Parts) != 2 || len(b.Parts[0].Table.Rows) != 2+5 || row[0].Text != "1,000 × no" || row[1].Text != "" {
		t.Errorf("%+v", b.Parts)
	}
	list[0].Exact = false
	if b := f.breakdown(list[0]); b.Parts != nil || !strings.Contains(fmt.Sprint(b.Notes), "too many combinations") {
		t.Errorf("%+v", b)
	}
}

// TestTooManyValues: where there is no histogram there are no bars.
func TestTooManyValues(t *testing.T) {
	least, most, no, mean := stats.Int(0), stats.Int(99999), false, 10.0
	d := stats.Distribution{N: stats.Int(10), Mean: &mean, Min: &least, Max: &most, HistogramExact: &no}
	if b := barsOf(both(stats.Measure{Name: "m", Raw: d, Distinct: d})...); len(b.List) > 0 || !b.same() {
		t.Errorf("bars %+v", b)
	}
}

func TestInstanceShares(t *testing.T) {
	f := findingsOf(enumerate.Survey, enumerate.Analysis{})
	f.Statistics.Instances = &stats.Instances{}
	if out, err := f.shares(); err != nil || out != nil {
		t.Errorf("without estimates: %+v, %v", out, err)
	}
	f.Statistics.Estimates = &stats.Estimates{About: "the draws", Instances: stats.InstanceShares{Solvable: stats.Wilson(1, 2, 0.95), Unique: stats.Wilson(0, 2, 0.95)}}
	out, err := f.shares()
	if err != nil || len(out) != 1 || out[0].Notes[0] != "About: the draws." || lines(out[0].Table)[0] != "solvable instances|50%|9.5% to 90.5%|95%, wilson" {
		t.Fatalf("%+v, %v", out, err)
	}
}
