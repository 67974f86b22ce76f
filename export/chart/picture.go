package chart

import (
	"unicode/utf8"

	"coverstat/export/picture"
)

const (
	pixels  = 1.5           // of a unit
	margin  = 12.0          // around the chart, in units
	keyLine = 1.6 * letters // height of a line of the legend
)

// Picture returns a chart of bars as a picture of its own, below a legend that names
// the series.
func (c *Chart) Picture() *picture.Picture {
	x, top := 0.0, 0.0
	var keys [][2]float64 // as many in a line as fit
	for _, name := range c.Keys {
		width := 1.6*letters + letterWidth*float64(utf8.RuneCountInString(name))
		if x > 0 && x+width > Width {
			x, top = 0, top+keyLine
		}
		keys = append(keys, [2]float64{x, top})
		x += width + letters
	}
	if len(keys) > 0 {
		top += keyLine
	}
	remark := top
	if c.Remark != "" {
		top += keyLine
	}
	p := sheet{picture.New(int(pixels*(Width+2*margin)), int(pixels*(top+Height+2*margin)))}
	for i, k := range keys {
		p.fill(k[0], k[1]+0.2*letters, letters, letters, Colours[i%len(Colours)])
		p.write(k[0]+1.6*letters, k[1]+0.7*letters, letters, c.Keys[i], true)
	}
	p.write(0, remark+0.7*letters, letters, c.Remark, true)

	f := c.layout()
	for _, y := range f.rules {
		p.fill(f.left, top+y, f.right-f.left, 0, gridColour)
	}
	for k, bars := range f.bars {
		for _, b := range bars {
			p.fill(b.x, top+b.top, b.width, f.y(0)-b.top, Colours[k%len(Colours)])
		}
	}
	p.fill(f.left, top+f.y(0), f.right-f.left, 0, axisColour)
	for _, w := range f.words {
		p.write(w.x, top+w.y-0.36*w.size, w.size, w.text, false)
	}
	return p.Picture
}

// sheet is a picture whose lengths are in units of a chart.
type sheet struct{ *picture.Picture }

func (p sheet) fill(x, y, width, height float64, colour string) {
	p.Fill(pixels*(margin+x), pixels*(margin+y), pixels*width, pixels*height, colour)
}

func (p sheet) write(x, y, size float64, text string, right bool) {
	p.Write(pixels*(margin+x), pixels*(margin+y), pixels*size, text, textColour, right)
}
