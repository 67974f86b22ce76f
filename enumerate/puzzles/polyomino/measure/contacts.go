package measure

import "math/bits"

// contacts fills the contact sets with one pass over the pairs of cells that
// share a side (and one over those that share a corner alone). Of each pair the
// one tile enters the other's set, whether or not they differ: a branch here
// would be mispredicted every third cell. Afterwards the sets are made
// symmetric and the marks of no tile and of itself dropped.
func (e *Evaluator) contacts() {
	tiles := len(e.solution)
	clear(e.edge)
	clear(e.ofClass)
	for k, o := range e.solution {
		c := int(e.set.options[o].class)
		e.ofClass[c*e.words+(k+1)/64] |= 1 << ((k + 1) % 64)
	}
	mark(e.edge, e.words, e.owner, e.set.sides)
	if e.corner != nil {
		copy(e.corner, e.edge)
		mark(e.corner, e.words, e.owner, e.set.touches)
		symmetric(e.corner, e.words, tiles)
	}
	symmetric(e.edge, e.words, tiles)
}

// A star is a cell and two cells that touch it, which may be the same: so a
// board has fewer stars than pairs of cells that touch, and there are fewer sets
// to write. On the 8x8 board piece_contacts takes 1.12 times the time of a loop
// over rows and columns; with a list of pairs, or with three rays, 1.33 times.
type star struct {
	centre int32
	rays   [starRays]int32
}

const starRays = 2

// stars makes stars of pairs of cells in ascending order.
func stars(pairs [][2]int32) []star {
	var all []star
	n := 0 // rays of the last one
	for _, p := range pairs {
		if n == 0 || n == starRays || all[len(all)-1].centre != p[0] {
			all = append(all, star{p[0], [starRays]int32{p[1], p[1]}})
			n = 1
			continue
		}
		all[len(all)-1].rays[n] = p[1]
		n++
	}
	return all
}

// mark enters, for each star, the tiles of the rays in the set of the tile at
// the centre.
func mark(sets []uint64, words int, owner []int16, stars []star) {
	if words == 1 {
		for i := range stars {
			s := &stars[i]
			sets[owner[s.centre]] |= 1<<(uint16(owner[s.rays[0]])&63) | 1<<(uint16(owner[s.rays[1]])&63)
		}
		return
	}
	for i := range stars {
		t := int(owner[stars[i].centre])
		for _, ray := range stars[i].rays {
			u := int(owner[ray])
			sets[t*words+u/64] |= 1 << (u % 64)
		}
	}
}

// symmetric enters every contact on both sides and drops bit 0 and the
// diagonal.
func symmetric(sets []uint64, words, tiles int) {
	for t := 1; t <= tiles; t++ {
		own := sets[t*words : (t+1)*words]
		own[0] &^= 1
		own[t/64] &^= 1 << (t % 64)
		for x, set := range own {
			for ; set != 0; set &= set - 1 {
				u := 64*x + bits.TrailingZeros64(set)
				sets[u*words+t/64] |= 1 << (t % 64)
			}
		}
	}
}
