package symmetry

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// A finder looks for all permutations of items that map the options of a problem onto
// themselves. Items and options are a graph with coloured edges, and these are its
// automorphisms. The method is that of B. D. McKay, Practical graph isomorphism (1981),
// in its simplest form: refine, fix an item, refine again, until all items are told
// apart; then see which other items can be fixed in place of each, the last one first.
//
// Each item has a hash of what tells it from others: its bounds, then the hashes of the
// options that contain it, and so on. Items that nothing tells apart have equal hashes. So
// two refinements agree if and only if their sorted hashes are equal. If different items
// have equal hashes by chance, symmetries may be missed. None is invented: every permutation
// is tested on the options.
//
// Invariants: base[k].hashes are the hashes when the items of base[:k] are fixed; the
// generators found while level k is done leave all items of base[:k] where they are.
type finder struct {
	problem *enumerate.Problem
	index   *optionIndex
	base    []level
	last    []uint64 // hashes that tell all items apart
	work    int64    // members visited
	most    int64

	sums   []uint64 // scratch of a round
	sorted []uint64
}

// A level of the search fixes one more item.
type level struct {
	item   enumerate.Item
	hashes []uint64
	rounds int      // that refine the hashes once the item is fixed
	after  []uint64 // sorted hashes then
}

const (
	// findWork bounds the members of options that the search for symmetries visits. It
	// takes two seconds.
	findWork = 1 << 28
	// mostLevels bounds the items to be fixed. Each mostly doubles the number of
	// symmetries at least, and a group lists them all.
	mostLevels = 64
)

// Find returns generators of the group of all item permutations that map items to items
// with the same bounds and options to options with the same colours, and the number of
// its elements. Items that are in the same options are never exchanged. The error says that the search takes too long
// or that there are too many.
func Find(p *enumerate.Problem) (generators [][]enumerate.Item, order float64, err error) {
	return find(p, findWork)
}

func find(p *enumerate.Problem, work int64) (generators [][]enumerate.Item, order float64, err error) {
	f := &finder{problem: p, index: newOptionIndex(p), most: work, sums: make([]uint64, p.Items())}
	f.makeBase()
	orbit := enumerate.Indices(enumerate.Item(p.Items())) // a forest; the root stands for the orbit
	order = 1
	for k := len(f.base) - 1; k >= 0; k-- {
		l := &f.base[k]
		var failed []enumerate.Item
		for to := range enumerate.Item(p.Items()) {
			known := func(i enumerate.Item) bool { return root(orbit, i) == root(orbit, to) }
			if l.hashes[to] != l.hashes[l.item] || known(l.item) || slices.ContainsFunc(failed, known) {
				continue
			}
			perm := f.extend(k, l.hashes, to)
			if perm == nil {
				failed = append(failed, to)
				continue
			}
			generators = append(generators, perm)
			for i, image := range perm {
				orbit[root(orbit, image)] = root(orbit, enumerate.Item(i))
			}
		}
		size := 0
		for i := range orbit {
			if root(orbit, enumerate.Item(i)) == root(orbit, l.item) {
				size++
			}
		}
		order *= float64(size)
	}
	if f.work > f.most {
		return nil, 0, fmt.Errorf("the search for symmetries takes too long, or there are too many")
	}
	return generators, order, nil
}

// root returns the item or option that stands for the orbit of i.
func root[T ~int32](orbit []T, i T) T {
	for orbit[i] != i {
		orbit[i] = orbit[orbit[i]]
		i = orbit[i]
	}
	return i
}

// makeBase fixes items until the hashes tell all of them apart. It fixes one of those with
// the most frequent hash. With the least frequent one, the transversals of the cyclic Latin
// square of order 11 take 10! images: ten rows can be fixed and all columns still have one hash.
func (f *finder) makeBase() {
	hashes := f.start()
	f.refine(hashes, len(hashes))
	for {
		size := map[uint64]int{}
		for _, h := range hashes {
			size[h]++
		}
		item := enumerate.Item(none)
		for i, h := range hashes {
			if size[h] > 1 && (item == none || size[h] > size[hashes[item]]) {
				item = enumerate.Item(i)
			}
		}
		if len(f.base) == mostLevels {
			f.work = f.most + 1
		}
		if item == none || f.work > f.most {
			f.last = hashes
			return
		}
		l := level{item: item, hashes: slices.Clone(hashes)}
		hashes[item] = enumerate.Mix(hashes[item])
		l.rounds = f.refine(hashes, len(hashes))
		l.after = slices.Clone(f.sorted)
		f.base = append(f.base, l)
	}
}

// start returns the hashes before any refinement: items are told apart by their bounds,
// and items in the same options by their order, since to exchange these changes nothing.
func (f *finder) start() []uint64 {
	p := f.problem
	hashes := make([]uint64, p.Items())
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			hashes[m.Item] = enumerate.Mix(hashes[m.Item] ^ uint64(o)<<32 ^ uint64(m.Colour))
		}
	}
	before := map[uint64]uint64{}
	for i, h := range hashes {
		info := p.Item(enumerate.Item(i))
		bounds := enumerate.Mix(uint64(info.Min)<<32 | uint64(info.Max))
		hashes[i] = enumerate.Mix(bounds ^ before[h^bounds])
		before[h^bounds]++
	}
	return hashes
}

// refine tells items apart by their options, in so many rounds at most. It ends when a
// round tells no more items apart and returns the number of rounds. f.sorted are the hashes
// then.
func (f *finder) refine(hashes []uint64, most int) (rounds int) {
	p := f.problem
	for different := 0; ; rounds++ {
		f.sorted = append(f.sorted[:0], hashes...)
		slices.Sort(f.sorted)
		n := 0
		for i, h := range f.sorted {
			if i == 0 || h != f.sorted[i-1] {
				n++
			}
		}
		if rounds == most || n == different || n == len(hashes) {
			return rounds
		}
		different = n
		clear(f.sums)
		for o := range p.Options() {
			option := p.Option(enumerate.OptionID(o))
			sum := uint64(0)
			for _, m := range option {
				sum += enumerate.Mix(hashes[m.Item] ^ uint64(m.Colour))
			}
			for _, m := range option {
				f.sums[m.Item] += enumerate.Mix(sum ^ uint64(m.Colour))
			}
		}
		for i, sum := range f.sums {
			hashes[i] = enumerate.Mix(hashes[i] ^ sum)
		}
		f.work += int64(p.Members())
	}
}

// extend returns a symmetry that maps the base items as was chosen above level k, and that
// of level k to the given item; nil if there is none. hashes are those of the images.
func (f *finder) extend(k int, hashes []uint64, to enumerate.Item) []enumerate.Item {
	l := &f.base[k]
	if f.work > f.most {
		return nil
	}
	hashes = slices.Clone(hashes)
	hashes[to] = enumerate.Mix(hashes[to])
	if f.refine(hashes, l.rounds); !slices.Equal(f.sorted, l.after) {
		return nil
	}
	if k+1 == len(f.base) {
		return f.permutation(hashes)
	}
	next := &f.base[k+1]
	for i, h := range hashes {
		if h == next.hashes[next.item] {
			if perm := f.extend(k+1, hashes, enumerate.Item(i)); perm != nil {
				return perm
			}
		}
	}
	return nil
}

// permutation maps items to those of the same hash, if that is a symmetry.
func (f *finder) permutation(hashes []uint64) []enumerate.Item {
	at := make(map[uint64]enumerate.Item, len(hashes))
	for i, h := range hashes {
		at[h] = enumerate.Item(i)
	}
	perm := make([]enumerate.Item, len(hashes))
	for i, h := range f.last {
		perm[i] = at[h]
	}
	if _, err := f.index.induced(perm); err != nil {
		return nil
	}
	return perm
}
