package grid

import "encoding/binary"

// digitBit[v] is the bit of digit v of a 9x9 board; there is none for other values.
var digitBit = [256]uint32{1: 1, 2: 1 << 1, 3: 1 << 2, 4: 1 << 3, 5: 1 << 4, 6: 1 << 5, 7: 1 << 6, 8: 1 << 7, 9: 1 << 8}

// solvesNine is [Shape.CheckSolution] for 9x9 boards without the reason, in a
// quarter of its time. It takes three cells at once, nine bits a cell, and has no
// branch that depends on a digit. Nine cells are different digits if they have
// all nine bits together.
func solvesNine(grid, givens *[81]byte) bool {
	const (
		all  = 1<<9 - 1
		each = 1 | 1<<9 | 1<<18 // a bit of each of three cells
	)
	digits := func(x uint32) uint32 { return (x | x>>9 | x>>18) & all }
	var wrong, col0, col1, col2 uint32
	for band := 0; band < 81; band += 27 {
		var box0, box1, box2 uint32
		for at := band; at < band+27; at += 9 {
			c := (*[9]byte)(grid[at:])
			a0 := digitBit[c[0]] | digitBit[c[1]]<<9 | digitBit[c[2]]<<18
			a1 := digitBit[c[3]] | digitBit[c[4]]<<9 | digitBit[c[5]]<<18
			a2 := digitBit[c[6]] | digitBit[c[7]]<<9 | digitBit[c[8]]<<18
			wrong |= digits(a0|a1|a2) ^ all
			box0, box1, box2 = box0|a0, box1|a1, box2|a2
		}
		wrong |= digits(box0)&digits(box1)&digits(box2) ^ all
		col0, col1, col2 = col0|box0, col1|box1, col2|box2
	}
	wrong |= col0&col1&col2 ^ all*each

	// The givens, eight cells at once. Adding 7f carries into the top bit of
	// every byte that is not 0.
	var other uint64
	for at := 0; at < 81; at += 8 {
		i := min(at, 81-8)
		given := binary.LittleEndian.Uint64(givens[i:])
		top := (given&0x7f7f7f7f7f7f7f7f + 0x7f7f7f7f7f7f7f7f | given) >> 7 & 0x0101010101010101
		other |= (given ^ binary.LittleEndian.Uint64(grid[i:])) & (top * 0xff)
	}
	return wrong == 0 && other == 0
}
