package subsets

import (
	"math/bits"
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/polyform/packings"
)

// sized returns a space of choices and says which masks it should have.
func sized(size []int, low, high, total int, group [][]uint8) (Space, int, func(mask uint64) bool) {
	return NewChoices(size, low, high, total, group), len(size), func(mask uint64) bool {
		sum, n := 0, bits.OnesCount64(mask)
		for i, k := range size {
			sum += k * int(mask>>i&1)
		}
		return mask>>len(size) == 0 && sum == total && n >= low && n <= high
	}
}

// TestSpaces: every space has the right masks, numbers them in their order, and counts
// and visits their orbits.
func TestSpaces(t *testing.T) {
	check := func(s Space, things int, in func(mask uint64) bool) {
		t.Helper()
		next := int64(0)
		var least []uint64
		for mask := range uint64(1) << (things + 1) {
			if s.Contains(mask) != in(mask) {
				t.Fatalf("%T: mask %b: %v", s, mask, s.Contains(mask))
			}
			if !in(mask) {
				continue
			}
			if got := s.Unrank(next); got != mask {
				t.Fatalf("%T: number %d is %b, expected %b", s, next, got, mask)
			}
			if c, ok := s.(*Choices); ok {
				if r, _ := c.Rank(mask); r != next {
					t.Fatalf("%T: mask %b has number %d, expected %d", s, mask, r, next)
				}
			}
			next++
			images := s.Images(nil, mask)
			if len(images) != s.Order() || images[0] != mask {
				t.Fatalf("%T: images %b of %b", s, images, mask)
			}
			if slices.Min(images) == mask {
				least = append(least, mask)
			}
		}
		if s.Len() != next || s.Orbits().Int64() != int64(len(least)) {
			t.Errorf("%T: %d instances, %v orbits: expected %d, %d", s, s.Len(), s.Orbits(), next, len(least))
		}
		var visited []uint64
		sum := 0
		for _, part := range [][2]int64{{0, next / 3}, {next / 3, next}} {
			visitOrbits(s, part[0], part[1], func(rank int64, mask uint64, orbit int) bool {
				if s.Unrank(rank) != mask {
					t.Errorf("%T: visited %b as number %d", s, mask, rank)
				}
				visited = append(visited, mask)
				sum += orbit
				return true
			})
		}
		if !slices.Equal(visited, least) || int64(sum) != next {
			t.Errorf("%T: visited %b with %d instances in all, expected %b, %d", s, visited, sum, least, next)
		}
	}
	check(sized([]int{1, 1, 1, 1, 1, 1}, 3, 3, 3, [][]uint8{{0, 1, 2, 3, 4, 5}, {1, 0, 2, 4, 5, 3}, {0, 1, 2, 5, 3, 4}, {1, 0, 2, 3, 4, 5}, {0, 1, 2, 4, 5, 3}, {1, 0, 2, 5, 3, 4}}))
	check(sized([]int{3, 1, 2, 5, 3, 3, 2}, 0, 9, 8, [][]uint8{{0, 1, 2, 3, 4, 5, 6}, {4, 1, 6, 3, 0, 5, 2}}))
	check(sized([]int{4, 4}, 2, 2, 9, [][]uint8{{0, 1}}))

	square := [][]uint8{{0, 1, 2, 3}, {1, 3, 0, 2}, {3, 2, 1, 0}, {2, 0, 3, 1}} // the turns of 2 x 2 cells
	two, err := packings.NewSpace(15, 2, square)
	if err != nil {
		t.Fatal(err)
	}
	check(two, 4, func(mask uint64) bool { return mask < 16 && bits.OnesCount64(mask) == 2 })
	// A diagonal and a cell beside it: half a turn alone maps this list onto itself.
	list := []uint64{0b0001, 0b0110, 0b1000, 0b1001}
	l := NewListed(list, square)
	if l.Order() != 2 {
		t.Errorf("a group of order %d, expected 2", l.Order())
	}
	check(l, 4, func(mask uint64) bool { return slices.Contains(list, mask) })
}
