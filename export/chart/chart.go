// Package chart draws shares as bars beside each other, and sequences as points.
//
//	c := &chart.Chart{Label: "points", Ticks: ticks, Bars: [][]float64{shares}}
//	picture := c.Picture()
//
// It owns the look of a chart: its size, colours, axes, ticks and letters. A page that wants
// other colours, on a dark screen for example, knows these by their values. The same chart gives
// the same bytes.
package chart

import (
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
	notes      = 10.0 // letters of the notes
	digitWidth = 6.7  // of these letters, in sans-serif faces

	letterWidth = 6.2 // the mean of a text's letters
	above       = 14  // room for a note above the greatest share
	below       = 34  // room for ticks and a label below the axis
	maxBar      = 46  // width of a bar, or of the bars of one value together
)

// The colours of everything but bars.
const (
	gridColour = "#e1e1dc"
	axisColour = "#6e6e6e"
	textColour = "#464646"
)

// Colours are those of the series, in their order. The colour-blind can tell them
// apart (M. Okabe and K. Ito, Color universal design, 2008).
var Colours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#5a5a5a", "#000000"}

// A Chart shows shares, in percent, as bars over a horizontal axis.
type Chart struct {
	Label string // below the horizontal axis
	Ticks []Tick
	// Bars holds the shares of each series; bar i of a series stands at i.
	Bars [][]float64
	// Notes are written above the bars of the first series; nil for none.
	Notes []string
	// Keys name the series, and Remark says what the notes count. Pages say both
	// outside of the chart.
	Keys   []string
	Remark string
}

// A Tick is a labelled place on the horizontal axis.
type Tick struct {
	At    float64
	Label string
}

// frame is a chart laid out: the area between its axes, and what is drawn.
type frame struct {
	left, right, low, high float64   // of the horizontal axis
	top                    float64   // the greatest share, in percent
	rules                  []float64 // heights of the lines of the grid
	bars                   [][]bar   // of each series
	words                  []word
}

// bar is a bar from the axis to its top.
type bar struct{ x, top, width float64 }

// word is a text centred on x, which stands on y.
type word struct {
	x, y, size float64
	text       string
}

func (f *frame) x(v float64) float64 { return f.left + (v-f.low)/(f.high-f.low)*(f.right-f.left) }

func (f *frame) y(share float64) float64 {
	return above + (Height-below-above)*(1-share/f.top)
}

// layout finds the places of everything.
func (c *Chart) layout() *frame {
	f := &frame{right: Width, low: -0.6, high: float64(len(c.Bars[0])) - 0.4, top: c.top()}
	step := NiceStep(int64(math.Ceil(f.top / 6)))
	var shares []string
	for share := int64(0); float64(share) <= f.top; share += step {
		shares = append(shares, strconv.FormatInt(share, 10)+"%")
		f.rules = append(f.rules, f.y(float64(share)))
		f.left = max(f.left, digitWidth*float64(len(shares[len(shares)-1]))+8)
	}
	for k, shares := range c.Bars {
		together := min(0.8*(f.right-f.left)/(f.high-f.low), maxBar*math.Sqrt(float64(len(c.Bars))))
		width := together / float64(len(c.Bars))
		f.bars = append(f.bars, nil)
		for i, share := range shares {
			if share > 0 {
				f.bars[k] = append(f.bars[k], bar{f.x(float64(i)) - together/2 + float64(k)*width, f.y(share), width})
			}
		}
	}
	bottom := f.y(0)
	for i, label := range shares {
		f.word(f.left-6-digitWidth*float64(len(label))/2, f.rules[i]+0.36*letters, letters, label)
	}
	for _, t := range c.Ticks {
		half := digitWidth * float64(utf8.RuneCountInString(t.Label)) / 2
		f.word(min(f.x(t.At), Width-half), bottom+letters+3, letters, t.Label)
	}
	f.word((f.left+f.right)/2, Height-3, letters, c.Label)
	for i, note := range c.Notes {
		f.word(f.x(float64(i)), f.y(c.Bars[0][i])-3, notes, note)
	}
	return f
}

func (f *frame) word(x, y, size float64, text string) {
	f.words = append(f.words, word{x, y, size, text})
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
