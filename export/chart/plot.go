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
	f := newFrame(0, float64(first), max(float64(last), float64(first)+1), top, NiceStep(top/steps), func(y float64) string { return strconv.FormatFloat(y, 'g', 6, 64) })
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
