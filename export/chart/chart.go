// Package chart draws shares as bars beside each other, and sequences as points:
//
//	c := &chart.Chart{Label: "points", Ticks: ticks, Bars: [][]float64{shares}}
//	picture := c.Picture()
//
// It owns the look of a chart. The same chart gives the same bytes.
package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"coverstat/export/picture"
)

// Width is that of a chart in its own units. Letters of 12 units can be read if it fills the width of a phone.
const Width = 360

const (
	height      = 220
	letters     = 12.0
	notes       = 10.0 // letters of the notes
	digitWidth  = 6.7  // of letters, in sans-serif faces
	letterWidth = 6.2  // the mean of a text's letters
	above       = 14   // room for a note above the greatest share
	below       = 34   // room for ticks and a label below the axis
	maxBar      = 46   // width of a bar, or of the bars of one value together

	pixels  = 1.5           // of a unit
	margin  = 12.0          // around the chart
	keyLine = 1.6 * letters // height of a line of the legend
)

// The colours of everything but bars.
var (
	gridColour = color.NRGBA{0xe1, 0xe1, 0xdc, 255}
	axisColour = color.NRGBA{0x6e, 0x6e, 0x6e, 255}
	textColour = color.NRGBA{0x46, 0x46, 0x46, 255}
)

// Colours are those of the series, which the colour-blind can tell apart (M. Okabe and K. Ito, Color universal
// design, 2008).
var Colours = [...]color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255},
	{230, 159, 0, 255}, {90, 90, 90, 255}, {0, 0, 0, 255}}

// A Chart shows shares, in percent, as bars over a horizontal axis.
type Chart struct {
	Label  string // below the horizontal axis
	Ticks  []Tick
	Bars   [][]float64 // the shares of each series; bar i of a series stands at i
	Notes  []string    // above the bars of the first series; nil for none
	Keys   []string    // names of the series; pages say them outside of the chart
	Remark string      // what the notes count
}

// A Tick is a labelled place on the horizontal axis.
type Tick struct {
	At    float64
	Label string
}

// A frame is a picture of a chart whose lengths are in the chart's units.
type frame struct {
	*picture.Picture
	legend                 float64 // height of the legend
	left, right, low, high float64 // of the horizontal axis
	top                    float64 // the greatest number
}

// newFrame draws a grid with a labelled line at each step up to the top.
func newFrame(legend, low, high, top, step float64, label func(y float64) string) *frame {
	f := &frame{legend: legend, right: Width, low: low, high: high, top: top}
	f.Picture = picture.New(int(pixels*(Width+2*margin)), int(pixels*(legend+height+2*margin)))
	var labels []string
	for y := 0.0; y <= top; y = float64(len(labels)) * step {
		labels = append(labels, label(y))
		f.left = max(f.left, digitWidth*float64(len(label(y)))+8)
	}
	for i, text := range labels {
		y := f.y(float64(i) * step)
		f.fill(f.left, y, Width-f.left, 0, gridColour)
		f.centre(f.left-6-digitWidth*float64(len(text))/2, y+0.36*letters, letters, text)
	}
	return f
}

func (f *frame) x(v float64) float64 { return f.left + (v-f.low)/(f.high-f.low)*(f.right-f.left) }

func (f *frame) y(v float64) float64 { return above + (height-below-above)*(1-v/f.top) }

func (f *frame) fill(x, y, width, height float64, colour color.NRGBA) {
	f.Fill(pixels*(margin+x), pixels*(margin+f.legend+y), pixels*width, pixels*height, colour)
}

func (f *frame) write(x, y, size float64, text string, right bool) {
	f.Write(pixels*(margin+x), pixels*(margin+f.legend+y), pixels*size, text, textColour, right)
}

// centre writes a text centred on x, which stands on y.
func (f *frame) centre(x, y, size float64, text string) { f.write(x, y-0.36*size, size, text, false) }

// axis draws the horizontal axis with its ticks and its name.
func (f *frame) axis(name string, ticks []Tick) {
	f.fill(f.left, f.y(0), Width-f.left, 0, axisColour)
	for _, t := range ticks {
		half := digitWidth * float64(utf8.RuneCountInString(t.Label)) / 2
		f.centre(min(f.x(t.At), Width-half), f.y(0)+letters+3, letters, t.Label)
	}
	f.centre((f.left+f.right)/2, height-3, letters, name)
}

// bar is a bar from the axis to its top.
type bar struct{ x, top, width float64 }

// layout draws a grid below a legend, and finds the places of the bars of each series.
func (c *Chart) layout(legend float64) (*frame, [][]bar) {
	top := 1.0
	for _, shares := range c.Bars {
		top = max(top, slices.Max(shares))
	}
	f := newFrame(legend, -0.6, float64(len(c.Bars[0]))-0.4, top, NiceStep(math.Ceil(top/6)),
		func(share float64) string { return strconv.Itoa(int(share)) + "%" })
	bars := make([][]bar, len(c.Bars))
	for k, shares := range c.Bars {
		together := min(0.8*(f.right-f.left)/(f.high-f.low), maxBar*math.Sqrt(float64(len(c.Bars))))
		width := together / float64(len(c.Bars))
		for i, share := range shares {
			if share > 0 {
				bars[k] = append(bars[k], bar{f.x(float64(i)) - together/2 + float64(k)*width, f.y(share), width})
			}
		}
	}
	return f, bars
}

// Picture returns a chart of bars as a picture of its own, below a legend that names the series.
func (c *Chart) Picture() *picture.Picture {
	x, legend := 0.0, 0.0
	var keys [][2]float64 // as many in a line as fit
	for _, name := range c.Keys {
		width := 1.6*letters + letterWidth*float64(utf8.RuneCountInString(name))
		if x > 0 && x+width > Width {
			x, legend = 0, legend+keyLine
		}
		keys = append(keys, [2]float64{x, legend})
		x += width + letters
	}
	if len(keys) > 0 {
		legend += keyLine
	}
	remark := legend
	if c.Remark != "" {
		legend += keyLine
	}
	f, series := c.layout(legend)
	for i, k := range keys {
		f.fill(k[0], k[1]-legend+0.2*letters, letters, letters, Colours[i%len(Colours)])
		f.write(k[0]+1.6*letters, k[1]-legend+0.7*letters, letters, c.Keys[i], true)
	}
	f.write(0, remark-legend+0.7*letters, letters, c.Remark, true)
	for k, bars := range series {
		for _, b := range bars {
			f.fill(b.x, b.top, b.width, f.y(0)-b.top, Colours[k%len(Colours)])
		}
	}
	for i, note := range c.Notes {
		f.centre(f.x(float64(i)), f.y(c.Bars[0][i])-3, notes, note)
	}
	f.axis(c.Label, c.Ticks)
	return f.Picture
}

// NiceStep returns the least 1, 2 or 5 times a power of ten that is not below x.
func NiceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= x {
			return k * power
		}
	}
	return 10 * power
}

// A Plot shows numbers of at least 0 as points over whole numbers, from 0 on unless the first one is far from it.
type Plot struct {
	Label  string // below the horizontal axis
	Points []Point
}

// A Point is a number over n.
type Point struct {
	N int
	Y float64
}

const (
	dot   = 4.0 // width of a point
	steps = 6   // lines of a grid, at most, and ticks
)

// Picture returns a plot as a picture of its own.
func (c *Plot) Picture() *picture.Picture {
	top, first, last := 0.0, c.Points[0].N, 1
	for _, q := range c.Points {
		top, last = max(top, q.Y), max(last, q.N)
	}
	if 2*first < last {
		first = 0
	}
	if top == 0 {
		top = 1
	}
	f := newFrame(0, float64(first), max(float64(last), float64(first)+1), top, NiceStep(top/steps),
		func(y float64) string { return strconv.FormatFloat(y, 'g', 6, 64) })
	f.right -= dot
	var ticks []Tick
	step := int64(NiceStep(max(1, math.Ceil(float64(last-first)/steps))))
	for n := (int64(first) + step - 1) / step * step; n <= int64(last); n += step {
		ticks = append(ticks, Tick{float64(n), strconv.FormatInt(n, 10)})
	}
	f.axis(c.Label, ticks)
	for _, q := range c.Points {
		f.fill(f.x(float64(q.N))-dot/2, f.y(q.Y)-dot/2, dot, dot, Colours[0])
	}
	return f.Picture
}
