package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a chart, in points: such that its letters are read where it
// fills a phone.
const (
	chartWidth  = 360
	chartHeight = 220
)

// The two series, apart for the colour-blind and in grey.
var (
	rawColour      = color.NRGBA{31, 78, 121, 255}
	distinctColour = color.NRGBA{224, 140, 44, 255}
	axisColour     = color.NRGBA{110, 110, 110, 255}
	gridColour     = color.NRGBA{225, 225, 220, 255}
)

// chart draws a distribution as a part of a page.
func chart(m bars, unit string) (template.HTML, error) {
	drawing, err := plotBars(m, unit)
	head := fmt.Sprintf(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" aria-hidden="true">`, chartWidth, chartHeight)
	return template.HTML(head + drawing), err // package vgsvg escapes
}

// Chart draws the distribution of a measure as a file of its own, SVG.
func Chart(m stats.Measure, unit string) ([]byte, error) {
	b := barsOf(m)
	if len(b.List) == 0 {
		return nil, enumerate.Errorf("measure %s has no values", m.Name)
	}
	name := strings.ReplaceAll(m.Name, "_", " ")
	if unit != "" && unit != name {
		unit = name + " (" + unit + ")"
	} else {
		unit = name
	}
	drawing, err := plotBars(b, unit)
	if err != nil {
		return nil, err
	}
	const margin = 12
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d %d %d %d" role="img" font-family="Liberation Sans, Arial, Helvetica, sans-serif"><rect x="%d" y="%d" width="100%%" height="100%%" fill="#fff"/>%s`,
		(chartWidth+2*margin)*3/2, (chartHeight+2*margin)*3/2, -margin, -margin, chartWidth+2*margin, chartHeight+2*margin, -margin, -margin, drawing), nil
}

// plotBars draws a distribution as bars: the share of each value, among raw
// objects and, where that differs, among classes.
func plotBars(m bars, unit string) (string, error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	raw, distinct := shares(m)
	n := len(m.List)
	slot := float64(chartWidth-60) / float64(n)
	width := math.Min(slot*0.8, 46)
	series := []struct {
		values plotter.Values
		ink    color.Color
		shift  float64
	}{{raw, rawColour, 0}}
	if !m.Same {
		width /= 2
		series[0].shift = -width / 2
		series = append(series, series[0])
		series[1].values, series[1].ink, series[1].shift = distinct, distinctColour, width/2
	}
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = gridColour
	p.Add(grid)
	top := 0.0
	for _, s := range series {
		b, err := plotter.NewBarChart(s.values, vg.Length(width))
		if err != nil {
			return "", err
		}
		b.Color, b.Offset, b.LineStyle.Width = s.ink, vg.Length(s.shift), 0
		p.Add(b)
		for _, v := range s.values {
			top = max(top, v)
		}
	}
	if m.Same && n <= 12 {
		if err := addCounts(p, m, raw); err != nil {
			return "", err
		}
		top *= 1.06
	}
	style(p, m, unit)
	p.X.Min, p.X.Max = -0.6, float64(n)-0.4
	p.Y.Min, p.Y.Max = 0, top
	c := vgsvg.NewWith(vgsvg.UseWH(chartWidth, chartHeight))
	p.Draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return "", err
	}
	return body(b.String())
}

// shares returns the bars in percent.
func shares(m bars) (raw, distinct plotter.Values) {
	var r, d float64
	for _, b := range m.List {
		r, d = r+b.Raw.Float(), d+b.Distinct.Float()
	}
	for _, b := range m.List {
		raw = append(raw, 100*b.Raw.Float()/math.Max(r, 1))
		distinct = append(distinct, 100*b.Distinct.Float()/math.Max(d, 1))
	}
	return raw, distinct
}

// addCounts writes the number of classes above each bar: rare values have
// bars too low to be seen.
func addCounts(p *plot.Plot, m bars, shares plotter.Values) error {
	at := plotter.XYLabels{}
	for i, b := range m.List {
		at.XYs = append(at.XYs, plotter.XY{X: float64(i), Y: shares[i]})
		at.Labels = append(at.Labels, commas(b.Distinct))
	}
	l, err := plotter.NewLabels(at)
	if err != nil {
		return err
	}
	for i := range l.TextStyle {
		setFont(&l.TextStyle[i], 10)
		l.TextStyle[i].XAlign = draw.XCenter
	}
	l.Offset = vg.Point{Y: 3}
	p.Add(l)
	return nil
}

func style(p *plot.Plot, m bars, unit string) {
	var ticks []plot.Tick
	every := (len(m.List) + 11) / 12
	longest := len(m.List[len(m.List)-1].Label())
	if m.Ranges != "" {
		longest = len(strconv.FormatInt(m.List[len(m.List)-1].Low, 10))
	}
	every = max(every, (len(m.List)*longest*7+chartWidth-61)/(chartWidth-60))
	for i, b := range m.List {
		if i%every == 0 {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: strconv.FormatInt(b.Low, 10)})
		}
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Marker = percentTicks{}
	p.X.Label.Text = unit
	if m.Ranges != "" {
		p.X.Label.Text = strings.TrimPrefix(unit+", ", ", ") + m.Ranges
	}
	styleAxes(p)
}

func setFont(s *text.Style, size float64) {
	s.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: font.Length(size)}
	s.Color = color.NRGBA{70, 70, 70, 255}
}

// percentTicks are gonum's ticks with a sign of percent.
type percentTicks struct{}

func (percentTicks) Ticks(low, high float64) []plot.Tick {
	var out []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Label != "" {
			t.Label = strconv.FormatFloat(t.Value, 'g', 4, 64) + "%"
			out = append(out, t)
		}
	}
	return out
}

// body returns what stands in a drawing, with the end of its element: without
// the head of an XML file, and without its typeface, to be replaced by others
// of the same widths, as phones do not have Liberation Sans.
func body(svg string) (string, error) {
	at := strings.Index(svg, "<g ")
	if at < 0 {
		return "", fmt.Errorf("a chart without a drawing")
	}
	return strings.ReplaceAll(svg[at:], "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", ""), nil
}
