package inspect

import (
	"math"
	"slices"
	"testing"
)

// TestDuplicates: equal hashes are found in one chunk and in different ones, in
// the first range of hashes and in the last.
func TestDuplicates(t *testing.T) {
	c := &rowScan{hashes: [][]uint64{{0, 7, 1 << 60, math.MaxUint64}, {}, {1, 1 << 56, 1<<60 + 1}}}
	if wrong := c.duplicates(); wrong != nil {
		t.Errorf("different hashes: %v", wrong)
	}
	c.hashes = append(c.hashes, []uint64{0, 3, 3, 1 << 60, math.MaxUint64})
	if wrong, want := c.duplicates(), []string{"4 rows have the key of another"}; !slices.Equal(wrong, want) {
		t.Errorf("%v, expected %v", wrong, want)
	}
}
