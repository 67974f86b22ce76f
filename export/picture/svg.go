package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
)

// fontFamily are the sans-serif faces that most readers have one of.
const fontFamily = "Helvetica, Arial, Liberation Sans, sans-serif"

// SVG writes the picture. Neighbouring rectangles of one colour are one path:
// a sheet is a few kilobytes.
func (p *Picture) SVG(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" shape-rendering="crispEdges">`, p.width, p.height, p.width, p.height)
	b.WriteByte('\n')
	if p.title != "" {
		b.WriteString("<title>")
		escape(&b, p.title)
		b.WriteString("</title>\n")
	}
	for i := 0; i < len(p.rects); {
		fill := p.rects[i].fill
		fmt.Fprintf(&b, `<path %s d="`, paint(fill))
		for ; i < len(p.rects) && p.rects[i].fill == fill; i++ {
			r := p.rects[i]
			fmt.Fprintf(&b, "M%d %dh%dv%dh%dz", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), -r.Dx())
		}
		b.WriteString("\"/>\n")
	}
	if len(p.labels) > 0 {
		fmt.Fprintf(&b, "<g font-family=\"%s\" text-anchor=\"middle\">\n", fontFamily)
		for _, l := range p.labels {
			fmt.Fprintf(&b, `<text x="%d" y="%.1f" font-size="%d" %s>`, l.x, l.baseline(), l.size, paint(l.ink))
			escape(&b, l.text)
			b.WriteString("</text>\n")
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// baseline returns where letters stand whose middle is at y: capitals are
// about 0.72 of their size high.
func (l label) baseline() float64 { return float64(l.y) + 0.36*float64(l.size) }

func paint(c color.NRGBA) string {
	if c.A == 255 {
		return fmt.Sprintf(`fill="#%02x%02x%02x"`, c.R, c.G, c.B)
	}
	return fmt.Sprintf(`fill="#%02x%02x%02x" fill-opacity="%.2f"`, c.R, c.G, c.B, float64(c.A)/255)
}

func escape(b *bytes.Buffer, text string) {
	// Writes to a buffer do not fail.
	_ = xml.EscapeText(b, []byte(text))
}
