package chart

import (
	"math"
	"strconv"

	"coverstat/export/picture"
)

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
	f := &frame{right: Width - dot, low: float64(first), high: max(float64(last), float64(first)+1), top: top}
	var rules []string
	step := roundStep(top / steps)
	for i := 0; float64(i)*step <= top; i++ {
		label := strconv.FormatFloat(float64(i)*step, 'g', 6, 64)
		rules = append(rules, label)
		f.left = max(f.left, digitWidth*float64(len(label))+8)
	}
	p := sheet{picture.New(int(pixels*(Width+2*margin)), int(pixels*(Height+2*margin)))}
	for i, label := range rules {
		y := f.y(float64(i) * step)
		p.fill(f.left, y, Width-f.left, 0, gridColour)
		f.word(f.left-6-digitWidth*float64(len(label))/2, y+0.36*letters, letters, label)
	}
	p.fill(f.left, f.y(0), Width-f.left, 0, axisColour)
	for _, q := range c.Points {
		p.fill(f.x(float64(q.N))-dot/2, f.y(q.Y)-dot/2, dot, dot, Colours[0])
	}
	tick := NiceStep(int64(math.Ceil(float64(last-first) / steps)))
	for n := (int64(first) + tick - 1) / tick * tick; n <= int64(last); n += tick {
		label := strconv.FormatInt(n, 10)
		f.word(min(f.x(float64(n)), Width-digitWidth*float64(len(label))/2), f.y(0)+letters+3, letters, label)
	}
	f.word((f.left+f.right)/2, Height-3, letters, c.Label)
	for _, w := range f.words {
		p.write(w.x, w.y-0.36*w.size, w.size, w.text, false)
	}
	return p.Picture
}

// roundStep returns the least 1, 2 or 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= x {
			return k * power
		}
	}
	return 10 * power
}
