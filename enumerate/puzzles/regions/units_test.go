package regions

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"coverstat/enumerate"
)

// TestUnits: weights are rounded to the nearest multiple of the unit, halves up.
func TestUnits(t *testing.T) {
	for unit, want := range map[int64][]int64{1: {0, 1, 499, 500, 1499, 1500, 2000}, 1000: {0, 0, 0, 1, 1, 2, 2}, 3: {0, 0, 166, 167, 500, 500, 667}} {
		file := &fileGraph{}
		for _, w := range []int{0, 1, 499, 500, 1499, 1500, 2000} {
			file.names = append(file.names, "v")
			file.attributes = append(file.attributes, map[string]json.RawMessage{"people": json.RawMessage(fmt.Sprint(w))})
		}
		got, err := (&params{Graph: "g", Weight: "people", Unit: unit}).weights(enumerate.Spec{}, file)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("unit %d: %v, %v, expected %v", unit, got, err, want)
		}
	}
}
