package kernel

import "coverstat/enumerate"

// This file chooses options and undoes choices.

// commit takes the option of node q and covers its items. The item branched on was
// covered before, unless it is bounded. commit reports false if some item is left
// without options.
func (d *DLX) commit(q int32) bool {
	if d.bounded || d.colour != nil {
		return d.commitAll(d.option[q], q)
	}
	d.left -= d.need[d.option[q]]
	nodes := d.nodes
	// All items must be finished before any list is walked. Then unbranched is
	// added to the lengths of the option's own items, and these do not look
	// like dead ends.
	for r := nodes[q].right; r != q; r = nodes[r].right {
		if t := nodes[r].item; t < d.required {
			d.finish(t)
		}
	}
	for r := nodes[q].right; r != q; r = nodes[r].right {
		if !d.hideAll(nodes[r].item) {
			return false
		}
	}
	return true
}

// commitAll is commit for problems with colours or bounded items. Without a node q it
// covers all items of the option.
func (d *DLX) commitAll(o enumerate.OptionID, q int32) bool {
	if q >= 0 && d.max[d.nodes[q].item] == 1 {
		d.left--
	} else {
		q = none
	}
	for r := d.first[o]; r < d.first[o+1]; r++ {
		t := d.nodes[r].item
		switch {
		case r == q:
		case d.max[t] != 1:
			d.useBounded(t)
		case t < d.required:
			d.finish(t)
			d.left--
		}
	}
	for r := d.first[o]; r < d.first[o+1]; r++ {
		t, ok := d.nodes[r].item, true
		switch {
		case r == q:
		case d.max[t] != 1:
			if d.used[t] == d.max[t] {
				ok = d.hideAll(t)
			}
		case d.colour != nil && d.colour[r] != 0:
			ok = d.purify(t, d.colour[r])
		default:
			ok = d.hideAll(t)
		}
		if !ok {
			return false
		}
	}
	return true
}

// finish takes an item that is covered once out of the active items.
func (d *DLX) finish(t int32) {
	d.deactivate(t)
	d.picked[d.picks] = t
	d.picks++
}

// deactivate takes an item out of the active ones, which are branched on.
func (d *DLX) deactivate(t int32) {
	d.length[t] += unbranched
	x := d.active[t]
	d.active[x.prev].next = x.next
	d.active[x.next].prev = x.prev
}

// activate undoes deactivate.
func (d *DLX) activate(t int32) {
	d.length[t] -= unbranched
	x := d.active[t]
	d.active[x.prev].next = t
	d.active[x.next].prev = t
}

// useBounded counts an option of a bounded item. The option left the list, and the item
// needs one option less, so the length stays the same.
func (d *DLX) useBounded(t int32) {
	d.used[t]++
	d.length[t]++
	if d.used[t] == d.min[t] {
		d.deactivate(t)
		d.left--
	}
	d.picked[d.picks] = ^t
	d.picks++
}

// purify gives a secondary item a colour: only the options that agree with it stay.
// It reports false if some item is left without options.
func (d *DLX) purify(t int32, colour enumerate.Colour) bool {
	if d.fixed[t] == colour {
		return true
	}
	d.fixed[t] = colour
	d.picked[d.picks] = t
	d.picks++
	for q := d.nodes[t].down; q != t; q = d.nodes[q].down {
		if d.colour[q] == colour {
			continue
		}
		for r := d.nodes[q].right; r != q; r = d.nodes[r].right {
			if d.unlink(r) <= 0 {
				return false
			}
		}
	}
	return true
}

// remove unlinks an option everywhere.
func (d *DLX) remove(o enumerate.OptionID) {
	for q := d.first[o]; q < d.first[o+1]; q++ {
		d.unlink(q)
	}
}

// unlink takes one node out of its list and returns the new length of the list.
func (d *DLX) unlink(q int32) int32 {
	n := &d.nodes[q]
	d.nodes[n.up].down = n.down
	d.nodes[n.down].up = n.up
	d.hidden[d.hid] = q
	d.hid++
	d.effort.Updates++
	l := d.length[n.item] - 1
	d.length[n.item] = l
	if l <= 1 {
		d.low[d.lows] = n.item
		d.lows++
	}
	return l
}

// hideAll unlinks the options in list t from all other lists, and reports whether
// every one of those still has an option. It is unlink in a loop, written out, and the
// hottest code of the kernel. Every item is written to the end of low, and the end
// moves on only if the item's list is short. The compiler does that without a branch;
// whether a length falls to 1 cannot be predicted.
func (d *DLX) hideAll(t int32) bool {
	nodes, length, hidden, low := d.nodes, d.length, d.hidden, d.low
	h, lows := int(d.hid), int(d.lows)
	before := h
	empty := int32(0) // negative after an empty list
	for q := nodes[t].down; q != t; q = nodes[q].down {
		for r := nodes[q].right; r != q; {
			n := &nodes[r]
			nodes[n.up].down = n.down
			nodes[n.down].up = n.up
			hidden[h] = r
			h++
			l := length[n.item] - 1
			length[n.item] = l
			empty |= l - 1
			low[lows] = n.item
			if l <= 1 {
				lows++
			}
			r = n.right
		}
	}
	d.effort.Updates += int64(h - before)
	d.hid, d.lows = int32(h), int32(lows)
	return empty >= 0
}

// undo returns to the state that the frame marks.
func (d *DLX) undo(f *frame) {
	nodes, length := d.nodes, d.length
	hidden := d.hidden[f.hidden:d.hid]
	for i := len(hidden) - 1; i >= 0; i-- {
		q := hidden[i]
		n := &nodes[q]
		nodes[n.up].down = q
		nodes[n.down].up = q
		length[n.item]++
	}
	picked := d.picked[f.picked:d.picks]
	for i := len(picked) - 1; i >= 0; i-- {
		t := picked[i]
		switch {
		case t < 0:
			d.unuseBounded(^t)
		case t >= d.required:
			d.fixed[t] = 0
		default:
			d.activate(t)
		}
	}
	d.hid, d.picks, d.base, d.lows = f.hidden, f.picked, f.base, f.lows
	d.left, d.depth, d.closed, d.share = f.left, f.depth, f.closed, f.share
}

// unuseBounded undoes useBounded.
func (d *DLX) unuseBounded(t int32) {
	if d.used[t] == d.min[t] {
		d.activate(t)
	}
	d.used[t]--
	d.length[t]--
}
