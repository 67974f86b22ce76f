package packings

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// The search meets in the middle. The board is cut into the cells below a
// certain one and the others, lower and upper. A packing is then
//
//	a crossing   the placements with cells in both halves,
//	an upper     the placements within what the crossing leaves of the upper
//	             half, of some of the other pieces, and
//	a lower      the placements within the rest of the lower half, of all the
//	             pieces left.
//
// What a lower contributes depends only on the free lower cells F and on the
// set D of pieces left, and many crossings and uppers agree in those. So the
// lowers of a pair (F, D) are listed once, as offsets into the table, and an
// upper is a record: where in the table its segment begins, and which list to
// add to it. The inner loop of the whole count runs down a list and increments
// counters of one segment.
//
// Invariants:
//
//   - Ranks ascend with masks, so the subsets with the same upper cells are a
//     segment of the table: it begins at the rank of those cells with the
//     lowest ones, and an offset in it depends on the lower cells alone.
//   - All crossings of a task agree in F. The task's lists are complete before
//     its first record is made.
//   - A list is its length followed by its offsets. The entry 0 of arena is an
//     empty list; no record refers to it.
//   - A list is there as long as records refer to it: the block may be handed to
//     flush and emptied at any time; the arena is emptied between two tasks, after
//     the block.
//   - All records of a block have one weight.
//   - bucket[n] is a part of the upper cells of record n, ascending with ranks;
//     segments of different buckets do not overlap.
//
// This takes a third of the time of placing the pieces one after another on the whole
// board. What else was tried: NOTES.md.

// shape is a placement up to translation: anchors are the cells its lowest
// cell may be put on.
type shape struct {
	cells   uint64 // cell 0 is in it
	anchors uint64
	others  []uint8 // its other cells
}

// fits returns the anchors at which the shape lies within free.
func (s *shape) fits(free uint64) uint64 {
	at := s.anchors & free
	for _, d := range s.others {
		at &= free >> (d & 63)
	}
	return at
}

// walk places pieces in all ways: of each piece any number of copies up to
// its limit, the later ones after the earlier in the order (shape, anchor).
type walk struct {
	shapes [][]shape
	limit  []int
	area   []int
	digit  []uint32
	// No more than most cells of zone may stay free at the end.
	zone uint64
	most int
	// leaf gets what is free and the sum of the digits of the pieces placed.
	leaf func(free uint64, placed uint32)

	nodes  int64
	stop   *atomic.Bool
	halted bool
}

// start begins at an area.
func (w *walk) start(free uint64) {
	rest := 0
	for p, n := range w.limit {
		rest += n * w.area[p]
	}
	w.place(0, 0, 0, 0, free, 0, rest)
}

// place goes on at piece p, of which used copies are placed: the next one with
// shape first above the anchors of gone, or with a later shape. rest is the
// area of the pieces that may still come.
func (w *walk) place(p, used, first int, gone, free uint64, placed uint32, rest int) {
	if bits.OnesCount64(free&w.zone)-rest > w.most || w.halted {
		return
	}
	if p == len(w.shapes) {
		w.leaf(free, placed)
		return
	}
	if used < w.limit[p] {
		shapes := w.shapes[p]
		for i := first; i < len(shapes); i++ {
			s := &shapes[i]
			at := s.fits(free) &^ gone
			gone = 0
			for ; at != 0; at &= at - 1 {
				if w.nodes++; w.nodes&1023 == 0 && w.stop.Load() {
					w.halted = true
				}
				w.place(p, used+1, i, at^(at-1), free&^(s.cells<<(bits.TrailingZeros64(at)&63)), placed+w.digit[p],
					rest-w.area[p])
			}
		}
	}
	w.place(p+1, 0, 0, 0, free, placed, rest-(w.limit[p]-used)*w.area[p])
}

// record is an upper with the lists of its crossing's task.
type record struct {
	segment uint32 // rank of the first subset with its upper cells
	list    uint32 // index into arena
}

// blockRecords is the size of a block: 10 MB with its sorted copy. With fewer records,
// too few of each bucket meet in the cache.
const blockRecords = 1 << 19

// arenaEntries is the greatest length of the arena, 16 MB, unless the lists of one task
// are longer. maxLowers bounds the lowers of a single task.
const (
	arenaEntries = 1 << 22
	maxLowers    = 1 << 28
)

// kernel makes lists and records for one goroutine.
type kernel struct {
	plan  *plan
	space *Space
	flush func(k *kernel)

	lower, upper walk
	weight       uint32 // what each packing counts in this block
	full         uint32 // the pieces that the crossing left, as a sum of digits
	pads         []uint64
	padRanks     []uint32

	lists  listIndex
	found  []lower
	arena  []uint32
	block  []record
	bucket []uint16
	large  bool // there were more than maxLowers; the search ended early
}

// lower is one as it was found: which list it goes to, and its offset.
type lower struct {
	list, offset uint32
}

// newKernel returns a kernel that hands its blocks to flush. It allocates only
// where a buffer was never so full before.
func newKernel(pl *plan, space *Space, stop *atomic.Bool, flush func(*kernel)) *kernel {
	// Small tables have small buffers to begin with.
	records, entries := min(blockRecords, space.size), min(arenaEntries, space.size)
	k := &kernel{
		plan: pl, space: space, flush: flush, arena: make([]uint32, 1, 1+entries),
		block: make([]record, 0, records), bucket: make([]uint16, 0, records),
		lists: listIndex{list: make([]uint32, pl.sets)},
	}
	k.lower = walk{
		area: pl.area, digit: pl.digit, limit: pl.copies,
		zone: pl.lower, most: space.k, stop: stop, leaf: k.foundLower,
	}
	k.upper = walk{
		area: pl.area, digit: pl.digit, limit: make([]int, len(pl.copies)),
		zone: pl.upper, most: space.k, stop: stop, leaf: k.foundUpper,
	}
	// pads[j] completes j lower cells with the highest cells of the board to a
	// subset; the lowest such subset then has offset 0.
	k.pads, k.padRanks = make([]uint64, space.k+1), make([]uint32, space.k+1)
	for j := range k.pads {
		if above := space.k - j; above <= bits.OnesCount64(pl.upper) && j <= bits.OnesCount64(pl.lower) {
			k.pads[j] = space.board &^ space.lowest[len(space.cells)-above]
			k.padRanks[j] = space.rank(k.pads[j] | space.lowest[j])
		}
	}
	return k
}

// run does a task and reports whether it was finished.
func (k *kernel) run(t task) bool {
	if t.section.weight != k.weight {
		k.finish()
	}
	k.weight = t.section.weight
	k.lower.shapes, k.upper.shapes = t.section.lower, t.section.upper
	k.lists.reset()
	k.found = k.found[:0]
	k.lower.start(t.crossings[0].free & k.plan.lower)
	if len(k.found) == 0 {
		return !k.lower.halted
	}
	if len(k.arena)+len(k.found)+len(k.lists.counts) > arenaEntries {
		k.finish()
	}
	k.makeLists()
	for _, c := range t.crossings {
		k.full = 0
		for p, n := range k.plan.copies {
			left := n - int(c.placed/k.plan.digit[p]%uint32(n+1))
			k.upper.limit[p] = left
			k.full += k.plan.digit[p] * uint32(left)
		}
		k.upper.start(c.free)
	}
	return !k.lower.halted && !k.upper.halted
}

// finish empties the block and the arena. It is called after the last task too.
func (k *kernel) finish() {
	k.flush(k)
	k.block, k.bucket, k.arena = k.block[:0], k.bucket[:0], k.arena[:1]
}

// foundLower notes a lower for the list of its pieces.
func (k *kernel) foundLower(free uint64, placed uint32) {
	j := bits.OnesCount64(free)
	if k.pads[j] == 0 && j < k.space.k {
		return // more would be uncovered above than there are cells
	}
	if len(k.found) == maxLowers {
		k.large, k.lower.halted = true, true
		return
	}
	k.found = append(k.found, lower{k.lists.count(placed), k.space.rank(k.pads[j]|free) - k.padRanks[j]})
}

// makeLists sorts the lowers found into lists.
func (k *kernel) makeLists() {
	at := len(k.arena)
	end := at + len(k.found) + len(k.lists.counts)
	k.arena = slices.Grow(k.arena, end-at)[:end]
	for i, n := range k.lists.counts {
		k.arena[at] = n
		k.lists.counts[i] = uint32(at)
		at += int(n) + 1
	}
	for i, set := range k.lists.sets {
		k.lists.list[set] = k.lists.counts[i]
	}
	last := k.lists.counts
	for _, f := range k.found {
		last[f.list]++
		k.arena[last[f.list]] = f.offset
	}
}

// foundUpper makes a record, if there are lowers that complete it.
func (k *kernel) foundUpper(free uint64, placed uint32) {
	list := k.lists.list[k.full-placed]
	if list == 0 {
		return
	}
	if len(k.block) == blockRecords {
		k.flush(k)
		k.block, k.bucket = k.block[:0], k.bucket[:0]
	}
	cells := free & k.plan.upper
	j := k.space.k - bits.OnesCount64(cells)
	k.block = append(k.block, record{k.space.rank(cells | k.space.lowest[j]), list})
	k.bucket = append(k.bucket, uint16(cells>>(k.plan.bucket&63)))
}

// maxPieceSets is the largest number of sets of pieces, 8 MB of index for each
// worker. Twenty different pieces have so many.
const maxPieceSets = 1 << 20

// listIndex finds the list of a set of pieces, given as the sum of the pieces'
// digits.
type listIndex struct {
	// list is by set: 1 + the index in counts; after makeLists the list's place in
	// the arena. 0 if there is no list.
	list   []uint32
	sets   []uint32 // that have a list
	counts []uint32 // of the lowers for each of them
}

func (l *listIndex) reset() {
	for _, set := range l.sets {
		l.list[set] = 0
	}
	l.sets, l.counts = l.sets[:0], l.counts[:0]
}

// count counts one more lower for a set of pieces and returns the index of its
// list.
func (l *listIndex) count(set uint32) uint32 {
	if l.list[set] == 0 {
		l.sets, l.counts = append(l.sets, set), append(l.counts, 0)
		l.list[set] = uint32(len(l.counts))
	}
	i := l.list[set] - 1
	l.counts[i]++
	return i
}
