package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
)

// fontFamily are sans-serif typefaces; most systems have one of them.
const fontFamily = "Helvetica, Arial, Liberation Sans, sans-serif"

// SVG writes the picture. Areas of one colour in a row are one path, so a sheet is a few kilobytes.
func (p *Picture) SVG(w io.Writer) error {
	var b bytes.Buffer
	role := "img"
	if len(p.links) > 0 {
		role = "group" // readers do not look for links in an image
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="%s"`,
		p.width, p.height, p.width, p.height, role)
	if !p.slanted {
		b.WriteString(` shape-rendering="crispEdges"`)
	}
	b.WriteString(">\n")
	if p.Title != "" {
		b.WriteString("<title>")
		escape(&b, p.Title)
		b.WriteString("</title>\n")
	}
	for i := 0; i < len(p.areas); {
		fill := p.areas[i].fill
		fmt.Fprintf(&b, `<path %s d="`, paint(fill))
		for ; i < len(p.areas) && p.areas[i].fill == fill; i++ {
			p.areas[i].path(&b)
		}
		b.WriteString("\"/>\n")
	}
	if len(p.labels) > 0 {
		fmt.Fprintf(&b, "<g font-family=\"%s\" text-anchor=\"middle\">\n", fontFamily)
		for _, l := range p.labels {
			anchor := ""
			if l.left {
				anchor = ` text-anchor="start"`
			}
			fmt.Fprintf(&b, `<text x="%d" y="%.1f" font-size="%d"%s %s>`, l.x, l.baseline(), l.size, anchor,
				paint(l.ink))
			escape(&b, l.text)
			b.WriteString("</text>\n")
		}
		b.WriteString("</g>\n")
	}
	for _, l := range p.links {
		b.WriteString(`<a href="`)
		escape(&b, l.address)
		fmt.Fprintf(&b,
			`"><title>solve this puzzle in a browser</title><rect x="%d" y="%d" width="%d" height="%d" fill="none" pointer-events="all"/></a>`+"\n",
			l.place.Min.X, l.place.Min.Y, l.place.Dx(), l.place.Dy())
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// path writes the closed lines round an area.
func (a area) path(b *bytes.Buffer) {
	for _, loop := range a.loops {
		at := loop[0]
		fmt.Fprintf(b, "M%s %s", number(at.x), number(at.y))
		for _, p := range loop[1:] {
			switch {
			case p.y == at.y:
				b.WriteString("h" + number(p.x-at.x))
			case p.x == at.x:
				b.WriteString("v" + number(p.y-at.y))
			default:
				b.WriteString("L" + number(p.x) + " " + number(p.y))
			}
			at = p
		}
		b.WriteString("z")
	}
}

// number writes a length in pixels, to the hundredth.
func number(x float64) string { return strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64) }

// baseline returns where letters stand whose middle is at y: capitals are about 0.72 of their size high.
func (l label) baseline() float64 { return float64(l.y) + 0.36*float64(l.size) }

func paint(c color.NRGBA) string {
	if c.A == 255 {
		return fmt.Sprintf(`fill="%s"`, Hex(c))
	}
	return fmt.Sprintf(`fill="%s" fill-opacity="%.2f"`, Hex(c), float64(c.A)/255)
}

// Hex writes a colour as HTML and SVG do, without its opacity.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(b *bytes.Buffer, text string) { _ = xml.EscapeText(b, []byte(text)) } // a buffer takes all
