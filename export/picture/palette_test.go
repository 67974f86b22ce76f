package picture

import (
	"image/color"
	"math"
	"testing"
)

// lacking are the matrices by which linear RGB looks to readers with all cones, and
// to those who lack the ones for red, green or blue (Machado, Oliveira and
// Fernandes, 2009).
var lacking = map[string][3][3]float64{
	"nothing":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan":    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteran":  {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanope": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in CIELAB as a reader sees it.
func lab(c color.NRGBA, sight [3][3]float64) [3]float64 {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var m [3]float64
	for i, row := range sight {
		m[i] = min(1, max(0, row[0]*in[0]+row[1]*in[1]+row[2]*in[2]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*m[0] + 0.3575761*m[1] + 0.1804375*m[2]) / 0.95047)
	y := f(0.2126729*m[0] + 0.7151522*m[1] + 0.0721750*m[2])
	z := f((0.0193339*m[0] + 0.1191920*m[1] + 0.9503041*m[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the difference of two colours in CIELAB (Sharma, Wu and Dalal, 2005).
func ciede2000(p, q [3]float64) float64 {
	const degree = math.Pi / 180
	seventh := func(c float64) float64 { c = math.Pow(c, 7); return math.Sqrt(c / (c + math.Pow(25, 7))) }
	g := (1 - seventh((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2)) / 2
	a, b := p[1]*(1+g), q[1]*(1+g)
	c, d := math.Hypot(a, p[2]), math.Hypot(b, q[2])
	h, k := math.Mod(math.Atan2(p[2], a)/degree+360, 360), math.Mod(math.Atan2(q[2], b)/degree+360, 360)
	turn, middle := k-h, (h+k)/2
	switch {
	case c*d == 0:
		turn, middle = 0, h+k
	case math.Abs(turn) > 180:
		turn -= math.Copysign(360, turn)
		middle = math.Mod(middle+180, 360)
	}
	dl, dc, dh := q[0]-p[0], d-c, 2*math.Sqrt(c*d)*math.Sin(turn/2*degree)
	l, m := (p[0]+q[0])/2-50, (c+d)/2
	t := 1 - 0.17*math.Cos((middle-30)*degree) + 0.24*math.Cos(2*middle*degree) + 0.32*math.Cos((3*middle+6)*degree) - 0.20*math.Cos((4*middle-63)*degree)
	sl, sc, sh := 1+0.015*l*l/math.Sqrt(20+l*l), 1+0.045*m, 1+0.015*m*t
	r := -2 * seventh(m) * math.Sin(60*degree*math.Exp(-math.Pow((middle-275)/25, 2)))
	return math.Sqrt(dl*dl/sl/sl + dc*dc/sc/sc + dh*dh/sh/sh + r*dc/sc*dh/sh)
}

// TestDifference compares with published differences (Sharma, Wu and Dalal, table 1).
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := ciede2000(c.p, c.q); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v and %v differ by %.4f, expected %.4f", c.p, c.q, got, c.want)
		}
	}
}

// TestToldApart compares all colours of the default palette with each other, with
// paper and with black lines, as readers see them who lack a kind of cones or none.
func TestToldApart(t *testing.T) {
	for name, sight := range lacking {
		want := 12.0
		if name == "nothing" {
			want = 18
		}
		least := math.Inf(1)
		all := append([]color.NRGBA{paper, black}, safe...)
		for i, c := range all {
			for _, d := range all[:i] {
				x := ciede2000(lab(c, sight), lab(d, sight))
				least = min(least, x)
				if x < want {
					t.Errorf("lacking %s: %s and %s differ by %.1f, expected %.0f", name, Hex(c), Hex(d), x, want)
				}
			}
		}
		t.Logf("lacking %s: least difference %.1f", name, least)
	}
}
