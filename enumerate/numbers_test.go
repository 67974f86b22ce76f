package enumerate

import (
	"math"
	"testing"
)

func TestGroupDigits(t *testing.T) {
	for in, want := range map[string]string{"": "", "1": "1", "100": "100", "129168": "129,168", "-123": "-123", "-1234567": "-1,234,567"} {
		if got := GroupDigits(in); got != want {
			t.Errorf("%q: %q, expected %q", in, got, want)
		}
	}
}

func TestDecimal(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1936.123: "1,936", 37460.4: "37,460", 25.1361: "25.14", 0.8913: "0.8913", -2.5: "-2.5", 1e15: "1e+15", math.Inf(1): "unknown"} {
		if got := Decimal(x, 4); got != want {
			t.Errorf("%v is written %s, expected %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0%", 1: "100%", 0.5: "50%", 0.97251: "97.3%", 0.9999: "99.99%", 0.00044: "0.044%", 0.9996: "99.96%"} {
		if got := Percent(x); got != want {
			t.Errorf("%v is written %s, expected %s", x, got, want)
		}
	}
}
