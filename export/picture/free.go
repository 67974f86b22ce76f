package picture

import (
	"image/color"
	"math"
)

// New returns a picture that is only paper: what is no board, such as a chart, is
// drawn on it by Fill and Write. Lengths are in pixels.
func New(width, height int) *Picture {
	p := &Picture{width: width, height: height}
	p.rectangle(0, 0, width, height, paper)
	return p
}

// Fill fills a rectangle. Its borders lie between pixels: they would be grey inside one.
func (p *Picture) Fill(x, y, width, height float64, colour color.NRGBA) {
	left, top, right, bottom := math.Round(x), math.Round(y), math.Round(x+width), math.Round(y+height)
	p.rectangle(int(left), int(top), int(right-left), max(1, int(bottom-top)), colour)
}

// Write writes a text in one line, centred on a point, or to the right of it.
func (p *Picture) Write(x, y, size float64, text string, colour color.NRGBA, right bool) {
	p.label(int(math.Round(x)), int(math.Round(y)), int(size), text, colour, right)
}

// Append puts another picture below.
func (p *Picture) Append(q *Picture) {
	left, top := float64(max(0, p.width-q.width)/2), float64(p.height)
	p.width, p.height = max(p.width, q.width), p.height+q.height
	p.areas[0] = New(p.width, p.height).areas[0]
	for _, a := range q.areas {
		loops := make([][]corner, len(a.loops))
		for i, loop := range a.loops {
			for _, c := range loop {
				loops[i] = append(loops[i], corner{c.x + left, c.y + top})
			}
		}
		p.areas = append(p.areas, area{loops, a.fill})
	}
	for _, l := range q.labels {
		l.x, l.y = l.x+int(left), l.y+int(top)
		p.labels = append(p.labels, l)
	}
	p.slanted = p.slanted || q.slanted
}
