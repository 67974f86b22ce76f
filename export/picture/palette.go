package picture

import (
	"image/color"
	"math"
	"slices"

	"coverstat/enumerate"
)

// Palettes lists the names of the palettes, the default first.
func Palettes() []string { return []string{"safe", "classic", "print"} }

// classic are the colours in which chessboard tilings have long been published:
// one for each pentomino and one for the 2x2 square.
var classic = map[string]color.NRGBA{
	"L5": {84, 130, 53, 255},
	"W5": {112, 48, 160, 255},
	"F5": {166, 166, 166, 255},
	"V5": {0, 176, 240, 255},
	"N5": {0, 32, 96, 255},
	"Z5": {0, 0, 0, 255},
	"T5": {192, 0, 0, 255},
	"P5": {255, 217, 102, 255},
	"Y5": {0, 112, 192, 255},
	"O4": {0, 176, 80, 255},
	"X5": {255, 255, 0, 255},
	"I5": {198, 89, 17, 255},
	"U5": {146, 208, 80, 255},
}

// safe are colours that everyone can tell apart: any two of them differ by 18 at least in CIEDE2000 (M. Luo
// and others, 2001), and by 12 for readers who lack the cones for red, for green or for blue (G. Machado and
// others, 2009); all differ as much from paper and from black lines. They were found by annealing.
var safe = []color.NRGBA{
	{253, 228, 53, 255}, {35, 86, 223, 255}, {228, 71, 112, 255}, {76, 195, 163, 255}, {243, 180, 255, 255},
	{147, 75, 10, 255}, {146, 130, 255, 255}, {236, 155, 92, 255}, {75, 117, 84, 255}, {199, 245, 177, 255},
	{171, 124, 0, 255}, {120, 80, 127, 255}, {62, 148, 162, 255},
}

// colours returns a colour for each name.
func colours(palette string, names []string) (out []color.NRGBA, err error) {
	if !slices.Contains(Palettes(), palette) {
		return nil, enumerate.Unknown("no palette", palette, Palettes(), "")
	}
	others := 0
	for _, name := range names {
		c, known := classic[name]
		switch {
		case palette == "print":
			c = paper
		case palette == "safe" || !known:
			c = safeColour(others)
			others++
		}
		out = append(out, c)
	}
	return out, nil
}

// safeColour returns the n-th of the safe colours, and beyond them variations:
// lighter, darker, and then more of both.
func safeColour(n int) color.NRGBA {
	c, n := safe[n%len(safe)], n/len(safe)
	if n == 0 {
		return c
	}
	toward, share := paper, 0.55
	if n%2 == 0 {
		toward, share = color.NRGBA{A: 255}, 0.4
	}
	return Mix(c, toward, min(0.85, share*(1+0.25*float64((n-1)/2))))
}

// Mix returns the colour at share, from 0 to 1, of the way between two.
func Mix(from, to color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.NRGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 255}
}

// inkOn returns black or white, whichever is read more easily on a colour, by luminance (WCAG 2, 2008).
func inkOn(fill color.NRGBA) color.NRGBA {
	l := luminance(fill) + 0.05
	if l*l > (luminance(black)+0.05)*(luminance(paper)+0.05) {
		return black
	}
	return paper
}

func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear returns the linear component of an sRGB one.
func linear(c uint8) float64 {
	x := float64(c) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
