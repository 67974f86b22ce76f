// Package chart draws shares as SVG: bars beside each other, or curves that rise
// from 0 to 100%.
//
//	c := &chart.Chart{Label: "points", Ticks: ticks, Bars: [][]float64{shares}}
//	svg := c.Inline() // an element for a page; c.File() is a file of its own
//
// It owns the look of a chart: its size, colours, axes, ticks and letters. Callers
// give numbers and texts, and this package escapes the texts. The same chart gives
// the same bytes. What a page may want to colour otherwise, on a dark screen for
// example, has a class: s0, s1, ... for the series, rule for lines, words for texts.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
	"unicode/utf8"
)

// The size of a chart in its own units. Letters of 12 units can be read if the
// chart fills the width of a phone.
const (
	Width  = 360
	Height = 220
)

const (
	letters    = 12.0
	digitWidth = 6.7 // of these letters, in sans-serif faces
	above      = 14  // room for a note above the greatest share
	below      = 34  // room for ticks and a label below the axis
	maxBar     = 46  // width of a bar, or of the bars of one value together
)

// Colours are those of the series, in their order. The colour-blind can tell them
// apart (M. Okabe and K. Ito, Color universal design, 2008).
var Colours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#5a5a5a", "#000000"}

// A Chart shows shares, in percent, over a horizontal axis: either bars or
// curves.
type Chart struct {
	Label string // below the horizontal axis
	Ticks []Tick
	// Bars holds the shares of each series; bar i of a series stands at i.
	Bars [][]float64
	// Notes are written above the bars of the first series; nil for none.
	Notes []string
	// Curves are series of points from Low to High. A curve is a line in steps:
	// each share holds until the next point.
	Curves    [][]Point
	Low, High float64
}

// A Tick is a labelled place on the horizontal axis.
type Tick struct {
	At    float64
	Label string
}

// A Point is where a curve reaches a share.
type Point struct{ X, Share float64 }

// Inline returns the chart as an element of a page, which says elsewhere what
// the chart shows.
func (c *Chart) Inline() string {
	head := fmt.Sprintf(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" aria-hidden="true">`, Width, Height)
	return head + c.content() + "</svg>"
}

// File returns the chart as a file of its own.
func (c *Chart) File() []byte {
	const margin = 12
	const width, height = Width + 2*margin, Height + 2*margin
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d %d %d %d" role="img" font-family="Liberation Sans, Arial, Helvetica, sans-serif">
<rect x="%d" y="%d" width="%d" height="%d" fill="#fff"/>%s</svg>
`, width*3/2, height*3/2, -margin, -margin, width, height, -margin, -margin, width, height, c.content())
}

// frame is the area of a chart between its axes.
type frame struct {
	left, right, low, high float64 // of the horizontal axis
	top                    float64 // the greatest share, in percent
	out                    bytes.Buffer
}

func (f *frame) x(v float64) float64 { return f.left + (v-f.low)/(f.high-f.low)*(f.right-f.left) }

func (f *frame) y(share float64) float64 {
	return above + (Height-below-above)*(1-share/f.top)
}

// content returns what the SVG element holds.
func (c *Chart) content() string {
	f := &frame{right: Width, low: c.Low, high: c.High, top: 100}
	if len(c.Bars) > 0 {
		f.low, f.high, f.top = -0.6, float64(len(c.Bars[0]))-0.4, c.top()
	} else {
		f.right -= 12 // the last tick is at the very end
	}
	step := NiceStep(int64(math.Ceil(f.top / 6)))
	var shares []string
	for share := int64(0); float64(share) <= f.top; share += step {
		shares = append(shares, strconv.FormatInt(share, 10)+"%")
		f.left = max(f.left, digitWidth*float64(len(shares[len(shares)-1]))+8)
	}
	f.out.WriteString("\n<path class=\"rule\" fill=\"none\" stroke=\"#e1e1dc\" stroke-width=\"0.5\" d=\"")
	for i := range shares {
		fmt.Fprintf(&f.out, "M%s %sH%s", number(f.left), number(f.y(float64(int64(i)*step))), number(f.right))
	}
	f.out.WriteString("\"/>\n")
	f.bars(c.Bars)
	for k, points := range c.Curves {
		f.curve(k, points)
	}
	fmt.Fprintf(&f.out, "<path class=\"rule\" fill=\"none\" stroke=\"#6e6e6e\" stroke-width=\"0.75\" d=\"M%s %sH%s\"/>\n", number(f.left), number(f.y(0)), number(f.right))
	f.texts(c, shares, float64(step))
	return f.out.String()
}

// top returns the greatest share among the bars.
func (c *Chart) top() float64 {
	top := 0.0
	for _, shares := range c.Bars {
		for _, share := range shares {
			top = max(top, share)
		}
	}
	return max(top, 1)
}

// begin begins the path of a series. Its colour is that of the text, so that a
// page can set it by its class.
func (f *frame) begin(series int, attributes string) {
	k := series % len(Colours)
	fmt.Fprintf(&f.out, "<path class=\"s%d\" color=\"%s\" %s d=\"", k, Colours[k], attributes)
}

func (f *frame) bars(series [][]float64) {
	for k, shares := range series {
		together := min(0.8*(f.right-f.left)/(f.high-f.low), maxBar*math.Sqrt(float64(len(series))))
		width := together / float64(len(series))
		f.begin(k, `fill="currentColor"`)
		for i, share := range shares {
			if share > 0 {
				x := f.x(float64(i)) - together/2 + float64(k)*width
				fmt.Fprintf(&f.out, "M%s %sV%sh%sV%sz", number(x), number(f.y(0)), number(f.y(share)), number(width), number(f.y(0)))
			}
		}
		f.out.WriteString("\"/>\n")
	}
}

func (f *frame) curve(series int, points []Point) {
	if len(points) == 0 {
		return
	}
	f.begin(series, `fill="none" stroke="currentColor" stroke-width="1.6"`)
	for i, p := range points {
		if i == 0 {
			fmt.Fprintf(&f.out, "M%s %s", number(f.x(p.X)), number(f.y(p.Share)))
			continue
		}
		fmt.Fprintf(&f.out, "H%sV%s", number(f.x(p.X)), number(f.y(p.Share)))
	}
	f.out.WriteString("\"/>\n")
}

// texts writes the labels of both axes and the notes.
func (f *frame) texts(c *Chart, shares []string, step float64) {
	fmt.Fprintf(&f.out, "<g class=\"words\" font-size=\"%g\" fill=\"#464646\" text-anchor=\"middle\">\n", letters)
	bottom := f.y(0)
	for i, label := range shares {
		x := f.left - 6 - digitWidth*float64(len(label))/2
		f.text(x, f.y(float64(i)*step)+0.36*letters, label, "")
	}
	for _, t := range c.Ticks {
		half := digitWidth * float64(utf8.RuneCountInString(t.Label)) / 2
		f.text(min(f.x(t.At), Width-half), bottom+letters+3, t.Label, "")
	}
	f.text((f.left+f.right)/2, Height-3, c.Label, "")
	for i, note := range c.Notes {
		f.text(f.x(float64(i)), f.y(c.Bars[0][i])-3, note, ` font-size="10"`)
	}
	f.out.WriteString("</g>\n")
}

func (f *frame) text(x, y float64, text, attributes string) {
	fmt.Fprintf(&f.out, "<text x=\"%s\" y=\"%s\"%s>%s</text>\n", number(x), number(y), attributes, html.EscapeString(text))
}

// number writes a coordinate, to the hundredth.
func number(x float64) string { return strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64) }

// NiceStep returns the least 1, 2 or 5 times a power of ten that is not below n.
func NiceStep(n int64) int64 {
	for p := int64(1); ; p *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if k*p >= n || p > 1<<58/10 {
				return k * p
			}
		}
	}
}
