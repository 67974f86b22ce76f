package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"

	"coverstat/stats"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// curve is a distribution as a curve: the share of counts that a value is not
// exceeded by.
type curve struct {
	name   string
	colour color.NRGBA
	d      stats.Distribution
}

// curvesChart draws distributions over one axis, logarithmic if asked for.
// Bars of several distributions would hide one another; these curves do not.
func curvesChart(list []curve, name string, log bool) (template.HTML, error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range list {
		if c.d.Min != nil {
			low, high = min(low, c.d.Min.Float()), max(high, c.d.Max.Float())
		}
	}
	if high < low {
		return "", nil
	}
	at := func(v float64) float64 { return v }
	if log && low >= 0 {
		at = func(v float64) float64 { return math.Log10(v + 1) } // there may be 0
	}
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = gridColour
	p.Add(grid)
	left, right := at(low), math.Max(at(high), at(low)+1)
	for _, c := range list {
		points := c.points(at, left, right)
		if len(points) == 0 {
			continue
		}
		l, err := plotter.NewLine(points)
		if err != nil {
			return "", err
		}
		l.StepStyle = plotter.PostStep
		l.Color, l.Width = c.colour, 1.6
		p.Add(l)
	}
	p.X.Label.Text = name
	if log && low >= 0 {
		p.X.Tick.Marker = plot.ConstantTicks(powerTicks(at, high))
	} else {
		p.X.Tick.Marker = plot.ConstantTicks(evenTicks(low, high))
	}
	p.Y.Tick.Marker = percentTicks{}
	styleAxes(p)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left, right, 0, 100
	c := vgsvg.NewWith(vgsvg.UseWH(chartWidth, chartHeight))
	p.Draw(draw.Crop(draw.New(c), 0, -4, 0, -4)) // the last label and the top line reach out
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return "", err
	}
	drawing, err := body(b.String())
	svg := fmt.Sprintf(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" aria-hidden="true">`, chartWidth, chartHeight)
	return template.HTML(svg + drawing), err // package vgsvg escapes
}

// points are the corners of a curve, one for each third of a point of the
// drawing: a distribution may have many thousands of values.
func (c curve) points(at func(float64) float64, left, right float64) plotter.XYs {
	total, seen := c.d.N.Float(), 0.0
	if total == 0 {
		return nil
	}
	const columns = 3 * chartWidth
	var out plotter.XYs
	last := -1
	add := func(value int64, n float64) {
		seen += n
		x := at(float64(value))
		column := int((x - left) / (right - left) * columns)
		if column == last {
			out[len(out)-1].Y = 100 * seen / total
			return
		}
		last = column
		out = append(out, plotter.XY{X: x, Y: 100 * seen / total})
	}
	for _, b := range c.d.Histogram {
		add(b.Value, b.Count.Float())
	}
	for _, r := range c.d.Ranges {
		add(r.High, r.Count.Float())
	}
	out = append(plotter.XYs{{X: left, Y: 0}}, out...)
	return append(out, plotter.XY{X: right, Y: 100})
}

// powerTicks are 0 and the powers of ten.
func powerTicks(at func(float64) float64, high float64) []plot.Tick {
	ticks := []plot.Tick{{Value: at(0), Label: "0"}}
	for v := 1.0; v <= high && len(ticks) < 30; v *= 10 {
		label := groups(strconv.FormatFloat(v, 'f', 0, 64))
		if v >= 1e6 {
			label = strconv.FormatFloat(v, 'g', 1, 64)
		}
		ticks = append(ticks, plot.Tick{Value: at(v), Label: label})
	}
	return ticks
}

// evenTicks are whole numbers at even distances.
func evenTicks(low, high float64) []plot.Tick {
	step := float64(niceStep(int64((high-low)/8) + 1))
	var ticks []plot.Tick
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: groups(strconv.FormatFloat(v, 'f', 0, 64))})
	}
	return ticks
}

// styleAxes gives axes without lines but below, and small letters.
func styleAxes(p *plot.Plot) {
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width = 0
		// Marks that are not seen: without them, labels would touch the axis.
		a.Tick.LineStyle.Width = vg.Length(0.5)
		a.Tick.LineStyle.Color = color.Transparent
		a.Tick.Length = 4
		a.Padding = 2
		setFont(&a.Tick.Label, 12)
		setFont(&a.Label.TextStyle, 12)
	}
	p.X.LineStyle.Width = 0.75
	p.X.LineStyle.Color = axisColour
	p.X.Padding = 0
}
