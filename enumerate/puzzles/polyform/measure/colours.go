package measure

import "math/bits"

// colouring finds the fewest colours of a small graph whose vertices are tiles
// 1 to n, bit t of a set standing for tile t. It tries k = 1, 2, 3, ... colours
// by backtracking on the vertex with the fewest colours left (Brélaz 1979,
// DSATUR); a colour not used before is tried once, since new colours are alike.
//
// Invariant while colouring: used[j] is the set of tiles with colour j, no two
// of them in contact; open is the set of tiles without a colour.
type colouring struct {
	contacts []uint64 // contacts[t-1] is the set of tile t
	used     [64]uint64
	open     uint64
}

// fewest returns the chromatic number; contacts[t-1] is the set of tile t.
func (c *colouring) fewest(contacts []uint64) int32 {
	c.contacts = contacts
	all := (uint64(1)<<len(contacts) - 1) << 1
	if all == 0 {
		return 0
	}
	for k := 1; ; k++ {
		c.open = all
		clear(c.used[:k])
		if c.colour(k, 0) {
			return int32(k)
		}
	}
}

// colour extends the colouring, of which the first begun colours are in use,
// to all open tiles with at most k colours.
func (c *colouring) colour(k, begun int) bool {
	if c.open == 0 {
		return true
	}
	tile, least, degree := 0, k+1, -1
	usable := min(k, begun+1)
	for open := c.open; open != 0; open &= open - 1 {
		t := bits.TrailingZeros64(open)
		near := c.contacts[t-1]
		left := k - begun // colours not begun are free to all
		for j := range begun {
			if c.used[j]&near == 0 {
				left++
			}
		}
		if left == 0 {
			return false
		}
		if left > least {
			continue
		}
		if d := bits.OnesCount64(near & c.open); left < least || d > degree {
			tile, least, degree = t, left, d
		}
	}
	bit := uint64(1) << tile
	c.open &^= bit
	for j := range usable {
		if c.used[j]&c.contacts[tile-1] != 0 {
			continue
		}
		c.used[j] |= bit
		if c.colour(k, max(begun, j+1)) {
			return true
		}
		c.used[j] &^= bit
	}
	c.open |= bit
	return false
}
