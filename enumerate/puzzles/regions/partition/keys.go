package partition

import (
	"math/bits"

	"coverstat/enumerate/kernel/sweep"
)

// A state has the region of each vertex of the frontier; the weight of each region, the regions that it may not join,
// and the marks. Of the images of a region it has the first alone; and of a pair of regions that which the greater
// first image is in.

// read reads a state at place p into an empty frontier.
func read[K sweep.Key](r *plan, p int, k K, f *frontier) {
	at := 0
	for i := range r.steps[p][0].behind {
		f.label[i] = uint8(bitsAt(k, at, r.label))
		f.count, at = max(f.count, f.label[i]), at+r.label
	}
	images := r.regionImages(p, f)
	for c := uint8(1); c <= f.count; c++ {
		if leastImage(images, c) < c {
			continue
		}
		f.weight[c] = int64(bitsAt(k, at, r.weight))
		at += r.weight
		for i := range images {
			f.weight[images[i][c]] = f.weight[c]
		}
	}
	for c := uint8(1); c <= f.count; c++ {
		if leastImage(images, c) < c {
			continue
		}
		row := uint32(bitsAt(k, at, int(c-1))) << 1
		at += int(c - 1)
		for d := c + 1; d <= f.count && images != nil; d++ {
			if leastImage(images, d) <= c {
				row |= uint32(bitsAt(k, at, 1)) << d
				at++
			}
		}
		for f.apart[c] |= row; row != 0; row &= row - 1 {
			d := bits.TrailingZeros32(row)
			f.apart[d] |= 1 << c
			for i := range images {
				x, y := images[i][c], images[i][d]
				f.apart[x] |= 1 << y
				f.apart[y] |= 1 << x
			}
		}
	}
	f.marks = make(marks, r.lists.count)
	for _, l := range r.lists.stored[p] {
		f.marks[l] = uint32(bitsAt(k, at, int(f.count))) << 1
		at += int(f.count)
	}
}

// stateOf adds a frontier at place p to the numbers that all states have.
func stateOf[K sweep.Key](r *plan, p int, f *frontier, k K) K {
	b := packer{words: new([16]uint64)}
	if p < len(r.steps) {
		for _, c := range f.label[:r.steps[p][0].behind] {
			b = b.put(r.label, uint64(c))
		}
	}
	images := r.regionImages(p, f)
	for c := uint8(1); c <= f.count; c++ {
		if leastImage(images, c) == c {
			b = b.put(r.weight, uint64(f.weight[c]))
		}
	}
	for c := uint8(1); c <= f.count; c++ {
		if leastImage(images, c) < c {
			continue
		}
		b = b.put(int(c-1), uint64(f.apart[c]>>1&(1<<(c-1)-1)))
		for d := c + 1; d <= f.count && images != nil; d++ {
			if leastImage(images, d) <= c {
				b = b.put(1, uint64(f.apart[c]>>d&1))
			}
		}
	}
	for _, l := range r.lists.stored[p] {
		b = b.put(int(f.count), uint64(f.marks[l]>>1))
	}
	return addTo(k, b)
}

// bitsAt returns the number of some bits from a bit on.
func bitsAt[K sweep.Key](k K, at, width int) uint64 {
	w, shift := at>>6, at&63
	x := k[w] >> shift
	if shift+width > 64 {
		x |= k[w+1] << (64 - shift)
	}
	return x & (1<<width - 1)
}

// packer puts numbers side by side.
type packer struct {
	words *[16]uint64
	last  uint64 // word, of which so many bits are filled
	fill  int
	w     int // its number
}

func (b packer) put(width int, x uint64) packer {
	b.last |= x << (b.fill & 63)
	if b.fill += width; b.fill >= 64 {
		b.words[b.w&15] = b.last
		b.fill -= 64
		b.last, b.w = x>>((width-b.fill)&63), b.w+1
	}
	return b
}

// addTo adds all numbers to a key that is 0 where they stand.
func addTo[K sweep.Key](k K, b packer) K {
	b.words[b.w&15] = b.last
	for w := range len(k) {
		k[w] |= b.words[w]
	}
	return k
}
