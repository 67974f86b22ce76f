package picture

import (
	"image"
	"image/draw"
	"image/png"
	"io"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// PNG writes the picture. Letters are set in Go's own typeface, which comes
// with the program, so they look the same everywhere.
func (p *Picture) PNG(w io.Writer) error {
	m := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for _, r := range p.rects {
		op := draw.Src
		if r.fill.A != 255 {
			op = draw.Over
		}
		draw.Draw(m, r.Rectangle, image.NewUniform(r.fill), image.Point{}, op)
	}
	if err := p.write(m); err != nil {
		return err
	}
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, m)
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
			face, err = opentype.NewFace(typeface, &opentype.FaceOptions{Size: float64(l.size), DPI: 72, Hinting: font.HintingNone})
			if err != nil {
				return err
			}
			faces[l.size] = face
		}
		d := font.Drawer{Dst: m, Src: image.NewUniform(l.ink), Face: face}
		d.Dot = fixed.Point26_6{X: fixed.I(l.x) - d.MeasureString(l.text)/2, Y: fixed.Int26_6(l.baseline() * 64)}
		d.DrawString(l.text)
	}
	return nil
}
