package picture

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes the picture. Letters are set in Go's own typeface, so they look the same everywhere.
func (p *Picture) PNG(w io.Writer) error {
	m := image.NewRGBA(image.Rect(0, 0, p.width, p.height))
	for _, a := range p.areas {
		a.draw(m)
	}
	if err := p.write(m); err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, m)
}

// draw fills the area. Nearly all areas are rectangles, and those need no rasteriser.
func (a area) draw(m draw.Image) {
	fill := image.NewUniform(a.fill)
	bounds, rectangle := a.bounds()
	if rectangle {
		draw.Draw(m, bounds, fill, image.Point{}, draw.Over)
		return
	}
	z := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for _, loop := range a.loops {
		for i, c := range loop {
			x, y := float32(c.x-float64(bounds.Min.X)), float32(c.y-float64(bounds.Min.Y))
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(m, bounds, fill, image.Point{})
}

// bounds returns the pixels that an area lies in, and whether it fills them.
func (a area) bounds() (r image.Rectangle, filled bool) {
	low, high := a.loops[0][0], a.loops[0][0]
	for _, loop := range a.loops {
		for _, c := range loop {
			low, high = corner{min(low.x, c.x), min(low.y, c.y)}, corner{max(high.x, c.x), max(high.y, c.y)}
		}
	}
	filled = len(a.loops) == 1 && len(a.loops[0]) == 4
	for _, c := range a.loops[0] {
		filled = filled && (c.x == low.x || c.x == high.x) && (c.y == low.y || c.y == high.y)
	}
	return image.Rect(int(low.x), int(low.y), int(math.Ceil(high.x)), int(math.Ceil(high.y))), filled
}

// write sets the letters.
func (p *Picture) write(m draw.Image) error {
	if len(p.labels) == 0 {
		return nil
	}
	typeface, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	faces := map[int]font.Face{}
	for _, l := range p.labels {
		face := faces[l.size]
		if face == nil {
			// 72 dots an inch make a point a pixel.
			face, err = opentype.NewFace(typeface, &opentype.FaceOptions{Size: float64(l.size), DPI: 72,
				Hinting: font.HintingNone})
			if err != nil {
				return err
			}
			faces[l.size] = face
		}
		d := font.Drawer{Dst: m, Src: image.NewUniform(l.ink), Face: face}
		d.Dot = fixed.Point26_6{X: fixed.I(l.x), Y: fixed.Int26_6(l.baseline() * 64)}
		if !l.left {
			d.Dot.X -= d.MeasureString(l.text) / 2
		}
		d.DrawString(l.text)
	}
	return nil
}
