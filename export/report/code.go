package report

import (
	"fmt"
	"html/template"
	"strings"

	"rsc.io/qr"
)

// Codes can be scanned from paper with modules of codeModule millimetres; a wider one than mostCode takes more
// place than a puzzle.
const (
	codeModule = 0.35
	codeMargin = 4 // modules round a code, as its standard has it
	mostCode   = 32.0
)

// A qrCode is a QR code as SVG. The zero value is none.
type qrCode struct {
	SVG  template.HTML
	Side float64 // in millimetres, with its margin
}

// codeOf returns the code of an address, none if there is no address or the code would be too large.
func codeOf(address string) qrCode {
	q, err := qr.Encode(address, qr.L)
	if address == "" || err != nil {
		return qrCode{}
	}
	n := q.Size + 2*codeMargin
	side := float64(n) * codeModule
	if side > mostCode {
		return qrCode{}
	}
	var path strings.Builder
	for y := range q.Size {
		for x := range q.Size {
			if q.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+codeMargin, y+codeMargin)
			}
		}
	}
	svg := fmt.Sprintf(
		`<svg class="code" style="width: %.2fmm" viewBox="0 0 %d %d" role="img" aria-label="code of the address" shape-rendering="crispEdges"><path d="%s"/></svg>`,
		side, n, n, path.String())
	return qrCode{template.HTML(svg), side} // numbers alone
}
