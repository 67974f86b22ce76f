package subsets

import (
	"math/bits"
	"slices"
	"testing"

	"coverstat/enumerate/puzzles/polyform/packings"
)

// TestSpaces: every space has the right instances, numbers them in their order, and counts
// and visits their orbits.
func TestSpaces(t *testing.T) {
	square := [][]uint8{{0, 1, 2, 3}, {1, 3, 0, 2}, {3, 2, 1, 0}, {2, 0, 3, 1}} // the turns of 2 x 2 cells
	cells := func(perms ...[]uint8) (group []Symmetry) {
		for _, perm := range perms {
			group = append(group, Symmetry{Cells: perm})
		}
		return group
	}
	pieces := func(perms ...[]uint8) (group []Symmetry) {
		for _, perm := range perms {
			group = append(group, Symmetry{Pieces: perm})
		}
		return group
	}
	size := []int{3, 1, 2, 5, 3, 3, 2}
	total := func(mask uint64) (sum int) {
		for i, k := range size {
			sum += k * int(mask>>i&1)
		}
		return sum
	}
	two, err := packings.NewSpace(15, 2, square)
	if err != nil {
		t.Fatal(err)
	}
	pair := func(mask uint64) bool { return mask < 16 && bits.OnesCount64(mask) == 2 }
	none := func(mask uint64) bool { return mask == 0 }
	// A diagonal and a cell beside it: half a turn alone maps this list onto itself.
	list := []uint64{0b0001, 0b0110, 0b1000, 0b1001}
	for n, c := range []struct {
		blocked, sets List
		group         []Symmetry
		order         int
		board, set    func(uint64) bool
	}{
		{nil, NewChoices([]int{1, 1, 1, 1, 1, 1}, 3, 3, 3), pieces([]uint8{0, 1, 2, 3, 4, 5}, []uint8{1, 0, 2, 4, 5, 3}, []uint8{0, 1, 2, 5, 3, 4},
			[]uint8{1, 0, 2, 3, 4, 5}, []uint8{0, 1, 2, 4, 5, 3}, []uint8{1, 0, 2, 5, 3, 4}, []uint8{0, 1, 2, 3, 4, 5}), 6,
			none, func(mask uint64) bool { return mask < 64 && bits.OnesCount64(mask) == 3 }},
		{nil, NewChoices(size, 0, 9, 8), pieces([]uint8{0, 1, 2, 3, 4, 5, 6}, []uint8{4, 1, 6, 3, 0, 5, 2}), 2,
			none, func(mask uint64) bool { return mask < 128 && total(mask) == 8 }},
		{nil, NewChoices([]int{4, 4}, 2, 2, 9), pieces([]uint8{0, 1}), 1, none, func(uint64) bool { return false }},
		{two, nil, cells(square...), 4, pair, none},
		{Masks(list), nil, cells(square...), 2, func(mask uint64) bool { return slices.Contains(list, mask) }, none},
		// A turn by a quarter exchanges two of the pieces.
		{NewChoices([]int{1, 1, 1, 1}, 2, 2, 2), NewChoices([]int{1, 1, 1}, 1, 2, 2), []Symmetry{{square[0], []uint8{0, 1, 2}}, {square[1], []uint8{1, 0, 2}}, {square[2], []uint8{0, 1, 2}}, {square[3], []uint8{1, 0, 2}}}, 4,
			pair, func(mask uint64) bool { return mask < 8 && bits.OnesCount64(mask) == 2 }},
	} {
		s, err := NewSpace(c.blocked, c.sets, c.group)
		if err != nil || s.Order() != c.order {
			t.Fatalf("space %d: a group of order %d, expected %d: %v", n, s.Order(), c.order, err)
		}
		next := int64(0)
		var least []Instance
		for both := range uint64(1) << 16 {
			in := Instance{both >> 8, both & 255}
			if s.Contains(in) != (c.board(in.Blocked) && c.set(in.Set)) {
				t.Fatalf("space %d: instance %b: %v", n, in, s.Contains(in))
			}
			if !s.Contains(in) {
				continue
			}
			if got := s.unrank(next); got != in {
				t.Fatalf("space %d: number %d is %b, expected %b", n, next, got, in)
			}
			if choices, ok := c.sets.(*Choices); ok && c.blocked == nil {
				if r, _ := choices.Rank(in.Set); r != next {
					t.Fatalf("space %d: set %b has number %d, expected %d", n, in.Set, r, next)
				}
			}
			next++
			images := s.Images(nil, in)
			if len(images) != s.Order() || images[0] != in {
				t.Fatalf("space %d: images %b of %b", n, images, in)
			}
			if slices.MinFunc(images, Instance.Compare) == in {
				least = append(least, in)
			}
		}
		if s.Len() != next || s.Orbits().Int64() != int64(len(least)) {
			t.Errorf("space %d: %d instances, %v orbits: expected %d, %d", n, s.Len(), s.Orbits(), next, len(least))
		}
		var visited []Instance
		sum := 0
		for _, part := range [][2]int64{{0, next / 3}, {next / 3, next}} {
			s.Classes(part[0], part[1], func(rank int64, in Instance, orbit int) bool {
				if s.unrank(rank) != in {
					t.Errorf("space %d: visited %b as number %d", n, in, rank)
				}
				visited = append(visited, in)
				sum += orbit
				return true
			})
		}
		if !slices.Equal(visited, least) || int64(sum) != next {
			t.Errorf("space %d: visited %b with %d instances in all, expected %b, %d", n, visited, sum, least, next)
		}
	}
}
