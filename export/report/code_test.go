package report

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestCode: the picture of a code has its modules, and no others; there is none of nothing, and none that is too large.
func TestCode(t *testing.T) {
	address := "https://puzz.link/p?sudoku/4/4/g1k23k3g"
	c := codeOf(address)
	q, err := qr.Encode(address, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[[2]int]bool{}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllStringSubmatch(string(c.SVG), -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		drawn[[2]int{x, y}] = true
	}
	for y := range q.Size + 8 {
		for x := range q.Size + 8 {
			if q.Black(x-4, y-4) != drawn[[2]int{x, y}] {
				t.Fatalf("module %d, %d: drawn %v", x-4, y-4, drawn[[2]int{x, y}])
			}
		}
	}
	if want := 0.35 * float64(q.Size+8); c.Side != want {
		t.Errorf("side %v, expected %v", c.Side, want)
	}
	for _, address := range []string{"", strings.Repeat("x", 900), strings.Repeat("x", 9000)} {
		if c := codeOf(address); c != (qrCode{}) {
			t.Errorf("an address of %d bytes has a code of %v mm", len(address), c.Side)
		}
	}
}
