package stats

import "testing"

func TestGroupDigits(t *testing.T) {
	for in, want := range map[string]string{"": "", "1": "1", "100": "100", "129168": "129,168", "-123": "-123", "-1234567": "-1,234,567"} {
		if got := GroupDigits(in); got != want {
			t.Errorf("%q: %q, expected %q", in, got, want)
		}
	}
}
