package chart

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
)

// wellFormed parses an element and returns the names of those in it.
func wellFormed(t *testing.T, svg string) map[string]int {
	t.Helper()
	names := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			names[e.Name.Local]++
		}
	}
}

func TestBars(t *testing.T) {
	c := &Chart{Label: "<script>", Notes: []string{"1,000", "0", "<b>"}, Ticks: []Tick{{0, "0"}, {2, "2"}},
		Bars: [][]float64{{75, 0, 25}}}
	c.Keys, c.Remark = []string{"<i>", "a name that is so long that it does not fit beside the first"}, "<u>"
	var file strings.Builder
	if err := c.Picture().SVG(&file); err != nil {
		t.Fatal(err)
	}
	svg := file.String()
	names := wellFormed(t, svg)
	if names["script"]+names["b"]+names["i"]+names["u"] > 0 || names["path"] < 3 {
		t.Errorf("elements %v in\n%s", names, svg)
	}
	for _, text := range []string{">60%<", "&lt;script&gt;", ">1,000<", "&lt;i&gt;", "&lt;u&gt;", "beside the first"} {
		if !strings.Contains(svg, text) {
			t.Errorf("no %q in\n%s", text, svg)
		}
	}
	if bars := regexp.MustCompile(`fill="#0072b2" d="([^"]*)"`).FindAllStringSubmatch(svg, -1); strings.Count(bars[len(bars)-1][1], "M") != 2 {
		t.Errorf("bars %s, expected two", bars)
	}
	if bad := regexp.MustCompile(`NaN|Inf|e[+-]\d`).FindString(svg); bad != "" {
		t.Errorf("%s in\n%s", bad, svg)
	}
}

// TestBarsOfSeries: the bars of a value stand side by side, apart from those of the next.
func TestBarsOfSeries(t *testing.T) {
	for n := 1; n <= 3; n++ {
		c := &Chart{Label: "points"}
		for range n {
			c.Bars = append(c.Bars, []float64{20, 30, 50})
		}
		_, bars := c.layout(0)
		end := 0.0
		for i := range 3 {
			for k := range n {
				b := bars[k][i]
				if k > 0 && math.Abs(b.x-end) > 1e-9 || k == 0 && b.x < end+1 || b.width < 1 {
					t.Errorf("%d series: bar %d of series %d is at %v, the one before ends at %v", n, i, k, b.x, end)
				}
				end = b.x + b.width
			}
		}
	}
}

// TestPlot: each point is drawn, on a grid that begins at 0, whatever the size of the numbers; n begins with the first one
// where that is far from 0.
func TestPlot(t *testing.T) {
	for _, c := range []struct {
		points []Point
		label  string // on the grid
	}{
		{[]Point{{1, 1}, {2, 2}, {3, 1.5}}, ">0.5<"},
		{[]Point{{0, 0}, {40, 30}}, ">25<"},
		{[]Point{{5, 3e20}}, ">2e+20<"},
		{[]Point{{0, 0}}, ">1<"},
		{[]Point{{990, 1}, {1000, 2}}, ">990<"},
	} {
		var file strings.Builder
		if err := (&Plot{Label: "<n>", Points: c.points}).Picture().SVG(&file); err != nil {
			t.Fatal(err)
		}
		svg := file.String()
		wellFormed(t, svg)
		dots := regexp.MustCompile(`fill="#0072b2" d="([^"]*)"`).FindStringSubmatch(svg)
		if dots == nil || strings.Count(dots[1], "M") != len(c.points) || !strings.Contains(svg, c.label) || !strings.Contains(svg, "&lt;n&gt;") {
			t.Errorf("%v: expected %d points and %s in\n%s", c.points, len(c.points), c.label, svg)
		}
	}
}

func TestNiceStep(t *testing.T) {
	for n, want := range map[float64]float64{0.3: 0.5, 1: 1, 2: 2, 3: 5, 6: 10, 11: 20, 1_000_001: 2_000_000} {
		if got := NiceStep(n); got != want {
			t.Errorf("%v: %v, expected %v", n, got, want)
		}
	}
}
