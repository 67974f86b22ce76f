package kernel

import (
	"sync/atomic"

	"coverstat/enumerate"
)

// search visits the solutions below the present state. It does not restore the state.
// With a cut it stops at the first nodes whose share is at most cut: it visits these
// nodes instead of the solutions below them.
func (d *DLX) search(stop *atomic.Bool, visit enumerate.Visit) bool {
	d.top = 0
	d.recording = false
	look := d.effort.Nodes + stopInterval
	descend := true // the present state is a node not yet looked at
	for {
		q := int32(none)
		if descend {
			var ok bool
			if q, ok = d.descend(visit); !ok {
				return false
			}
		}
		if q < 0 {
			if d.recording && d.top == d.tails.top {
				d.endRecord()
			}
			if q = d.next(); q == none {
				return true
			}
			if q == noFurther {
				if d.cut >= 0 {
					d.chosen[d.depth] = enough
					d.depth++
					d.closed++
				}
				descend = true
				continue
			}
		}
		d.take(d.option[q])
		if d.effort.Nodes >= look {
			if d.most > 0 && d.effort.Nodes > d.most || stop.Load() {
				return false
			}
			look = d.effort.Nodes + stopInterval
		}
		if d.left == d.need[d.option[q]] && !d.bounded { // the option covers all that is left
			if !d.deliver(visit) {
				return false
			}
			descend = false
			continue
		}
		descend = d.commit(q)
	}
}

// take puts an option on the path.
func (d *DLX) take(o enumerate.OptionID) {
	d.effort.Nodes++
	d.chosen[d.depth] = o
	d.depth++
	d.deepest = max(d.deepest, d.depth-d.closed)
}

// deliver visits the chosen options.
func (d *DLX) deliver(visit enumerate.Visit) bool {
	d.effort.Solutions++
	if d.recording {
		d.record()
	}
	return visit(d.chosen[:d.depth])
}

// descend looks at the present node. It returns the node of the option to take if
// there is only one, else none. ok is false if visit returned false.
func (d *DLX) descend(visit enumerate.Visit) (q int32, ok bool) {
	if d.share <= d.cut {
		return none, d.deliver(visit)
	}
	if d.left == d.tailLeft && d.cut < 0 {
		if found, ok := d.repeatTail(visit); found {
			return none, ok
		}
	}
	c, n := d.choose()
	switch {
	case n == 0:
		return none, true
	case c >= 0 && d.left == d.pairItems:
		return none, d.lastTwo(c, n, visit)
	}
	q, solved := d.branch(c, n)
	return q, !solved || d.deliver(visit)
}

// lastTwo visits the solutions below a node that lacks two options, where all options
// have the same size: one option that contains c, and one that covers exactly what is
// left then. The second option is in the list of each of its items, so no list needs
// to be changed to find it.
func (d *DLX) lastTwo(c, n int32, visit enumerate.Visit) bool {
	share := d.share
	for q := d.nodes[c].down; q != c; q = d.nodes[q].down {
		d.share = share / float64(n)
		d.take(d.option[q])
		ok := d.lastOne(q, visit)
		d.depth--
		if !ok {
			return false
		}
	}
	d.share = share
	return true
}

// lastOne visits the solutions that need one more option after that of node q.
func (d *DLX) lastOne(q int32, visit enumerate.Visit) bool {
	if d.share <= d.cut {
		return d.deliver(visit)
	}
	d.stamp++
	d.stamps[d.nodes[q].item] = d.stamp
	for r := d.nodes[q].right; r != q; r = d.nodes[r].right {
		d.stamps[d.nodes[r].item] = d.stamp
	}
	t := d.active[d.required].next // the first active item that the option does not cover
	for d.stamps[t] == d.stamp {
		t = d.active[t].next
	}
	if d.cut >= 0 { // solutions become tasks
		n := 0
		for q := d.nodes[t].down; q != t; q = d.nodes[q].down {
			if d.disjoint(q) {
				n++
			}
		}
		d.share /= float64(max(n, 1))
	}
	for q := d.nodes[t].down; q != t; q = d.nodes[q].down {
		if !d.disjoint(q) {
			continue
		}
		d.take(d.option[q])
		ok := d.deliver(visit)
		d.depth--
		if !ok {
			return false
		}
	}
	return true
}

// disjoint reports whether no item of q's option is stamped.
func (d *DLX) disjoint(q int32) bool {
	for r := d.nodes[q].right; r != q; r = d.nodes[r].right {
		if d.stamps[d.nodes[r].item] == d.stamp {
			return false
		}
	}
	return true
}

// branch branches on item c, which has n options. With several children it opens a
// frame. With one child it needs no frame and returns the node of the option. solved
// says that nothing is left to cover.
func (d *DLX) branch(c, n int32) (q int32, solved bool) {
	if c < 0 {
		if !d.bounded {
			return none, true
		}
		if c, n = d.optionalItem(); c < 0 {
			return none, true
		}
	}
	if d.max[c] != 1 {
		d.open(c, n)
		return none, false
	}
	if n > 1 {
		d.base = d.lows // no active item has a length below 2
	}
	d.finish(c)
	if n == 1 && !d.bounded {
		// The option stays in the other items' lists; commit unlinks it there.
		return d.nodes[c].down, false
	}
	if d.left != d.pairItems/2 { // else each option is the last
		d.hideAll(c)
	}
	d.open(c, n)
	return none, false
}

// open pushes a frame for a branch on c with n children.
func (d *DLX) open(c, n int32) {
	f := &d.frames[d.top]
	d.top++
	f.item, f.next = c, d.nodes[c].down
	f.hidden, f.picked, f.base, f.lows = d.hid, d.picks, d.base, d.lows
	f.left, f.depth, f.closed, f.share = d.left, d.depth, d.closed, d.share/float64(n)
}

// choose picks the item to branch on and returns it with the number of its children.
// If c is none, n is 0 at a dead end, and more if nothing is left to cover.
func (d *DLX) choose() (c, n int32) {
	c = none
	for _, t := range d.low[d.base:d.lows] {
		if l := d.length[t]; l <= 1 {
			if l <= 0 {
				return none, 0
			}
			if c < 0 || t < c {
				c = t
			}
		}
	}
	if c >= 0 {
		return c, 1
	}
	c, n = none, unbranched
	for t := d.active[d.required].next; t != d.required; t = d.active[t].next {
		if l := d.length[t]; l < n {
			c, n = t, l
			if l == 2 {
				return c, n
			}
		}
	}
	return c, n
}

// optionalItem finds a bounded item that has enough options and may get more,
// once every item is covered often enough. The children are its options, and
// one child for no further option.
func (d *DLX) optionalItem() (c, n int32) {
	for t := range d.required {
		if d.used[t] < d.max[t] && d.max[t] > 1 && d.nodes[t].down != t {
			n = 1
			for q := d.nodes[t].down; q != t; q = d.nodes[q].down {
				n++
			}
			return t, n
		}
	}
	return none, 0
}

// next returns to the latest frame and takes its next child: the node of an option,
// noFurther, or none when no frame is left.
func (d *DLX) next() int32 {
	for d.top > 0 {
		f := &d.frames[d.top-1]
		d.undo(f)
		if d.max[f.item] != 1 {
			if q := d.nextBounded(f); q != none {
				return q
			}
			continue
		}
		q := f.next
		f.next = d.nodes[q].down
		if f.next == f.item {
			d.top--
		}
		return q
	}
	return none
}

// nextBounded takes the next child of a bounded item: the first option in its list.
// First it unlinks that option for good, so that later children are without it and
// each set of options is found once, in list order (the tweaking of Knuth's Algorithm
// M).
func (d *DLX) nextBounded(f *frame) int32 {
	b := f.item
	q := d.nodes[b].down
	switch {
	case q == b: // none left
		d.top--
		if d.used[b] >= d.min[b] {
			return noFurther
		}
		return none
	case d.length[b] <= 0: // too few left
		d.top--
		return none
	}
	d.remove(d.option[q])
	f.hidden, f.lows = d.hid, d.lows
	return q
}
