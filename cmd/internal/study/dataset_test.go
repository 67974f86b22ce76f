package study

import (
	"slices"
	"strings"
	"testing"
)

// TestDifferences: each place is named at which two texts of JSON differ, and what is in one
// alone.
func TestDifferences(t *testing.T) {
	have := `{"puzzle": {"board": {"cols": 12}, "pieces": ["I4", "O4"]}, "seed": 18446744073709551615, "old": 1}`
	want := `{"puzzle": {"board": {"cols": 20}, "pieces": ["I4", "T4"]}, "seed": 18446744073709551614, "list": [1], "new": [1]}`
	found, err := Differences([]byte(have), []byte(want))
	if expected := []string{
		"list is not there, expected [1]", "new is not there, expected [1]", "old is 1, expected none",
		"puzzle.board.cols is 12, expected 20", `puzzle.pieces.1 is "O4", expected "T4"`,
		"seed is 18446744073709551615, expected 18446744073709551614",
	}; err != nil || !slices.Equal(found, expected) {
		t.Errorf("%q, %v", found, err)
	}
	long := strings.Repeat("x", 1000)
	if found, err := Differences([]byte(`"`+long+`y"`), []byte(`"`+long+`z"`)); err != nil || len(found) != 1 || len(found[0]) > 500 {
		t.Errorf("long texts: %q, %v", found, err)
	}
	if found, err := Differences([]byte(`{}`), []byte(`{"require": ["used(I2)<5"]}`)); err != nil ||
		!slices.Equal(found, []string{`require is not there, expected ["used(I2)<5"]`}) {
		t.Errorf("%q, %v", found, err)
	}
	if found, err := Differences([]byte(`{"a": [1, 2]}`), []byte(`{"a": [1]}`)); err != nil || !slices.Equal(found, []string{"a has 2 entries, expected 1"}) {
		t.Errorf("%q, %v", found, err)
	}
}
