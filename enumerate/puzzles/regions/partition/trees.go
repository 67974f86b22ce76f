package partition

import (
	"math/bits"
	"slices"

	"coverstat/enumerate/kernel/sweep"
)

// trees is the part of a state of a [forest] that says where the trees of the frontier are.
type trees struct {
	tree   [mostRegions]uint8      // by vertex: its tree, from 1; 0 is a tree to which nothing can be added
	group  [mostRegions + 1]uint8  // by tree, from 1; without groups each tree is one
	weight [mostRegions + 1]int64  // by group
	apart  [mostRegions + 1]uint32 // by group: those that are other regions, as bits
	marks  marks                   // of groups
}

// forestSpec is a forest with keys of some width.
type forestSpec[K sweep.Key] struct {
	spec[K]
	*forest
}

func forestOf[K sweep.Key](f *forest) func(merged bool, _ []sweep.Lists) sweep.Spec[K] {
	base := specOf[K](f.plan)
	return func(merged bool, lists []sweep.Lists) sweep.Spec[K] {
		return &forestSpec[K]{*base(merged, lists).(*spec[K]), f}
	}
}

// Children implements [sweep.Spec]: an edge is in a tree, or not.
func (a *forestSpec[K]) Children(p int, from K, found []sweep.Child[K]) (children []sweep.Child[K], nodes int64) {
	f, s := a.forest, &a.forest.edges[p]
	var t trees
	count := readTrees(f, p, from, &t)
	for i, v := range s.enter {
		count++
		t.tree[s.behind+i], t.group[count] = count, count
		t.weight[count], t.apart[count] = f.Weights[v], 0
		if f.groups {
			t.part(count, t.marks.rivals(f.lists, v))
		}
		t.marks.enter(f.lists, v, count)
	}
	for w := range len(from) {
		from[w] &= a.constant[w]
	}
	for choice := range f.choices {
		if choice == marked && f.marked.Of(from[f.marked.Word]) == 1 {
			continue
		}
		next := t
		next.marks = slices.Clone(t.marks)
		if !next.decide(f, s, choice) {
			continue
		}
		nodes++
		to, ok := finished(f, s, &next, from)
		if !ok {
			continue
		}
		to = keyOfTrees(f, p+1, &next, to)
		if to = plus(to, a.gains[p][choice]); choice == marked {
			to[f.marked.Word] += 1 << f.marked.Shift
		}
		if !sweep.Above(f.tally, p+1, to) && (p < len(f.edges)-1 || enough(f, to)) {
			found = append(found, sweep.Child[K]{Key: to, Place: int32(p + 1), Choice: int32(choice)})
		}
	}
	return found, nodes
}

// decide makes a choice at an edge. It reports whether that is possible.
func (t *trees) decide(f *forest, s *edgeStep, choice int) bool {
	c, d := t.tree[s.ends[0]], t.tree[s.ends[1]]
	if choice == outside && !f.groups {
		return true
	}
	if c == 0 || d == 0 { // without groups alone: with them no tree has the number 0
		return false
	}
	g, h := t.group[c], t.group[d]
	switch {
	case choice == outside, choice == marked:
		t.part(g, 1<<h)
		return g != h
	case choice == inTree && c == d, t.apart[g]>>h&1 != 0, g != h && t.weight[g]+t.weight[h] > f.Most:
		return false
	case g != h && !t.marks.join(f.lists, g, h):
		return false
	case g != h:
		t.join(g, h)
	}
	if choice == inTree {
		for i, x := range t.tree {
			if x == d {
				t.tree[i] = c
			}
		}
		t.group[d] = 0
	}
	return true
}

// part notes that a group is another region than some groups.
func (t *trees) part(g uint8, others uint32) {
	t.apart[g] |= others
	for ; others != 0; others &= others - 1 {
		t.apart[bits.TrailingZeros32(others)] |= 1 << g
	}
}

// join makes one group of two.
func (t *trees) join(g, h uint8) {
	for c, x := range t.group {
		if x == h {
			t.group[c] = g
		}
	}
	t.weight[g] += t.weight[h]
	for others := t.apart[h]; others != 0; others &= others - 1 {
		x := bits.TrailingZeros32(others)
		t.apart[x] = t.apart[x]&^(1<<h) | 1<<g
	}
	t.apart[g] |= t.apart[h]
}

// finished counts the trees that end when vertices leave the frontier, in the numbers that all states have. It reports
// whether they may end.
func finished[K sweep.Key](f *forest, s *edgeStep, t *trees, k K) (K, bool) {
	stays, gone := uint32(0), uint32(0)
	for _, i := range s.stay {
		stays |= 1 << t.tree[i]
	}
	for _, i := range s.leave {
		gone |= 1 << t.tree[i]
	}
	gone &^= stays | 1
	for all := gone; all != 0; all &= all - 1 {
		c := bits.TrailingZeros32(all)
		for others := (stays | gone) &^ (1<<c | 1); others != 0; others &= others - 1 {
			if t.group[c] == t.group[bits.TrailingZeros32(others)] {
				return k, false
			}
		}
	}
	if !f.groups {
		whole := t.whole(f, s, stays&^1)
		for _, i := range s.stay {
			if whole>>t.tree[i]&1 != 0 {
				t.tree[i] = 0
			}
		}
		gone |= whole
	}
	if !t.end(f, s, gone) {
		return k, false
	}
	if gone == 0 {
		return k, true
	}
	n, least, greatest := int64(0), f.Most+1, f.Least-1
	for ; gone != 0; gone &= gone - 1 {
		w := t.weight[t.group[bits.TrailingZeros32(gone)]]
		n, least, greatest = n+1, min(least, w), max(greatest, w)
	}
	if least < f.Least || greatest > f.Most {
		return k, false
	}
	if f.counted {
		if k[f.closed.Word] += uint64(n) << f.closed.Shift; int64(f.closed.Of(k[f.closed.Word])) > f.Greatest {
			return k, false
		}
	}
	return record(f.plan, k, n, least, greatest), true
}

// end takes the groups of some trees that end out of the marks. It reports whether the lists together may still be in
// one region each.
func (t *trees) end(f *forest, s *edgeStep, gone uint32) bool {
	if len(t.marks) == 0 {
		return true
	}
	groups := uint32(0)
	for ; gone != 0; gone &= gone - 1 {
		groups |= 1 << t.group[bits.TrailingZeros32(gone)]
	}
	if !t.marks.end(f.lists, groups, s.lists) {
		return false
	}
	for _, all := range t.marks[:f.lists.together] {
		weight := int64(0)
		for left := all; left != 0; left &= left - 1 {
			g := bits.TrailingZeros32(left)
			if weight += t.weight[g]; t.apart[g]&all != 0 || weight > f.Most {
				return false
			}
		}
	}
	return true
}

// whole returns those of some trees to which nothing can be added, as bits.
func (t *trees) whole(f *forest, s *edgeStep, of uint32) (whole uint32) {
	lightest, second := s.lightest, s.lightest
	for all := of; all != 0; all &= all - 1 {
		switch w := t.weight[bits.TrailingZeros32(all)]; {
		case w < lightest:
			lightest, second = w, lightest
		case w < second:
			second = w
		}
	}
	for all := of; all != 0; all &= all - 1 {
		c := bits.TrailingZeros32(all)
		other := lightest
		if t.weight[c] == lightest {
			other = second
		}
		if t.weight[c]+other > f.Most {
			whole |= 1 << c
		}
	}
	return whole
}

// enough reports whether there are as many trees at the end as there may be regions, and a marked edge if one is
// wanted.
func enough[K sweep.Key](f *forest, k K) bool {
	return (!f.counted || int64(f.closed.Of(k[f.closed.Word])) >= f.Fewest) &&
		(!f.marks || f.marked.Of(k[f.marked.Word]) == 1)
}

// A state has the tree of each vertex of the frontier, the group of each tree if there are groups, the weight of each
// group, the groups that it is apart from, and the marks of groups. Trees and groups are numbered by their first
// vertices.

// readTrees reads a state at place p into trees, which are empty, and returns how many there are.
func readTrees[K sweep.Key](f *forest, p int, k K, t *trees) (count uint8) {
	at := 0
	read := func(width int) uint64 {
		at += width
		return bitsAt(k, at-width, width)
	}
	for i := range f.edges[p].behind {
		t.tree[i] = uint8(read(f.label))
		count = max(count, t.tree[i])
	}
	groups := count
	for c := uint8(1); c <= count; c++ {
		t.group[c] = c
	}
	if f.groups {
		groups = 0
		for c := uint8(1); c <= count; c++ {
			t.group[c] = uint8(read(f.label))
			groups = max(groups, t.group[c])
		}
	}
	for g := uint8(1); g <= groups; g++ {
		t.weight[g] = int64(read(f.weight))
	}
	for g := uint8(2); g <= groups && f.groups; g++ {
		row := uint32(read(int(g-1))) << 1
		t.apart[g] |= row
		for ; row != 0; row &= row - 1 {
			t.apart[bits.TrailingZeros32(row)] |= 1 << g
		}
	}
	t.marks = make(marks, f.lists.count)
	for _, l := range f.lists.stored[p] {
		t.marks[l] = uint32(read(int(groups))) << 1
	}
	return count
}

// keyOfTrees adds the trees of the frontier at place p to the numbers that all states have.
func keyOfTrees[K sweep.Key](f *forest, p int, t *trees, k K) K {
	b := packer{words: new([16]uint64)}
	numbered := make([]uint8, 0, mostRegions+1) // trees, and then groups, in the order of their numbers
	number := func(x uint8) uint64 {
		i := slices.Index(numbered, x)
		if i < 0 {
			i, numbered = len(numbered), append(numbered, x)
		}
		return uint64(i + 1)
	}
	for _, i := range f.edges[p-1].stay {
		if c := t.tree[i]; c == 0 {
			b = b.put(f.label, 0)
		} else {
			b = b.put(f.label, number(c))
		}
	}
	if f.groups {
		all := numbered
		numbered = make([]uint8, 0, mostRegions+1)
		for _, c := range all {
			b = b.put(f.label, number(t.group[c]))
		}
	}
	for _, g := range numbered {
		b = b.put(f.weight, uint64(t.weight[g]))
	}
	for i, g := range numbered {
		if !f.groups {
			break
		}
		row := uint64(0)
		for j, h := range numbered[:i] {
			if t.apart[g]>>h&1 != 0 && t.weight[g]+t.weight[h] <= f.Most {
				row |= 1 << j
			}
		}
		b = b.put(i, row)
	}
	for _, l := range f.lists.stored[p] {
		row := uint64(0)
		for i, g := range numbered {
			row |= uint64(t.marks[l]>>g&1) << i
		}
		b = b.put(len(numbered), row)
	}
	return addTo(k, b)
}
