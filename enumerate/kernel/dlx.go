package kernel

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Dancing links (Knuth 2000; TAOCP 7.2.2.1, Algorithms D, C and M), arranged for
// problems with many solutions, where most of the time goes into the last levels.
//
// Structure. Items are renumbered: those that must be covered come first, in the
// problem's order. Node t < items is the header of item t's list. Every other node
// is the place of one option in one list: up and down link the list, right links the
// option's nodes in a ring.
//
// Invariants between steps of the search:
//
//   - A list holds exactly the options that can still be chosen, unless its item is
//     finished (covered, purified, or used up). The list of a finished item is out of
//     date; the search does not look at it until the item is undone.
//   - length[t] is the number of options in list t; for a bounded item, less the
//     number of options that it still needs, plus 1. So in every case length[t] is
//     the number of children of a branch on t: 0 is a dead end, 1 is forced. For
//     items that are never branched on, or not now, unbranched is added. So the hot loop
//     need not test what kind of item it meets.
//   - active is a linked list of the items that must still be covered, in ascending
//     order; left is their number.
//   - low[base:lows] contains every active item of length 0 or 1, perhaps among
//     others. An item is put there when its length falls to 1. So the search finds
//     forced moves and dead ends without a scan, and a scan for the shortest list may
//     stop at length 2.
//   - hidden lists the unlinked nodes in the order in which they were unlinked, and
//     picked lists the items that were finished or used. To undo is to walk both
//     backwards to the marks of the latest frame. Links must be restored in exactly
//     the reverse order (Knuth's argument); the order does not matter for lengths and
//     the list of active items.
//
// The search keeps a frame only for a node with untried children. It removes the
// frame before it enters the last child, and forced moves have no frame. So going
// back is one walk along the trail, however many forced moves lie in between.
//
// What else was tried: NOTES.md, "Dancing links".
//
// The search tree is that of Knuth's DLX1 with MRV and the leftmost item on ties, and
// nodes counts the same. Updates count unlinked nodes as Knuth's do, but there are
// fewer. Nothing is unlinked for the option that completes a solution, nor, where all
// options have the same size, for the two options before it. Once some item is known
// to have no options left, the option's remaining lists are not walked.

// unbranched is added to the length of an item that must not be branched on.
const unbranched = 1 << 28

// stopInterval is the number of nodes between two looks at the stop flag.
const stopInterval = 1024

// none is no item or no node.
const none = -1

// noFurther in place of a node says that a bounded item gets no further option.
const noFurther = -2

// enough stands in the path of a task in place of an option: the bounded item branched on is given no further one.
const enough enumerate.OptionID = -1

type node struct {
	item     int32
	up, down int32
	right    int32 // the option's next node; a header's is itself
}

// link is an item's place in the list of active items.
type link struct {
	prev, next int32
}

// frame is a node of the search tree with untried children. It holds the marks to
// which the search returns before it tries the next child.
type frame struct {
	item           int32 // branched on
	next           int32 // node to try next, if item is not bounded
	hidden, picked int32
	base, lows     int32
	left, depth    int32
	closed         int32
	share          float64 // of each child
}

// DLX searches exact covers by dancing links. It takes every problem; only memory
// limits the size, at about 30 bytes a member.
type DLX struct {
	problem *enumerate.Problem
	bounded bool // some item is bounded

	nodes    []node
	option   []enumerate.OptionID // by node
	colour   []enumerate.Colour   // by node; nil if the problem has none
	first    []int32              // first node of an option
	need     []int32              // by option: how many of its items must be covered
	min, max []int32              // by item
	required int32                // items that must be covered are 0..required-1

	length []int32
	used   []int32            // by bounded item: options chosen
	fixed  []enumerate.Colour // by secondary item: the colour it has now
	active []link
	left   int32

	pairItems int32    // number of items that two options cover, if that is always the same; else -1
	stamps    []uint64 // by item: equal to stamp if the present option contains the item
	stamp     uint64

	hidden  []int32 // unlinked nodes
	picked  []int32 // t: item covered or coloured; ^t: bounded item used once more
	low     []int32
	hid     int32 // lengths of the three
	picks   int32
	lows    int32
	base    int32
	frames  []frame
	top     int32
	chosen  []enumerate.OptionID
	depth   int32
	closed  int32 // number of enough in chosen; only Split puts them there
	skipped int32 // leading options of chosen that the case fixed
	deepest int32

	share, cut float64
	root, home frame           // marks of the whole problem and of the present case
	current    *enumerate.Case // the present case
	dead       bool            // the present case has no solutions

	tails     *tails // nil without a cache
	tailLeft  int32  // items left at the nodes that the cache holds; none without a cache
	recording bool

	effort enumerate.Effort
	never  atomic.Bool
	most   int64 // nodes of the task at hand, 0 is no limit
}

// NewDLX returns a kernel for the problem.
func NewDLX(p *enumerate.Problem) *DLX {
	items, members := p.Items(), p.Members()
	d := &DLX{
		problem: p,
		nodes:   make([]node, items, items+members),
		option:  make([]enumerate.OptionID, items, items+members),
		first:   make([]int32, p.Options()+1),
		need:    make([]int32, p.Options()),
		min:     make([]int32, items),
		max:     make([]int32, items),
		length:  make([]int32, items),
		used:    make([]int32, items),
		fixed:   make([]enumerate.Colour, items),
		active:  make([]link, items+1),
		hidden:  make([]int32, members),
		picked:  make([]int32, members),
		low:     make([]int32, members+items+1),
		stamps:  make([]uint64, items),

		tailLeft: none,
	}
	d.addItems()
	d.addOptions()
	deep := int(d.required) // every option covers one of these
	if d.bounded {
		deep = p.Options() + items
	}
	d.chosen = make([]enumerate.OptionID, deep+1)
	d.frames = make([]frame, deep+1)
	d.root = d.marks()
	d.home = d.root
	return d
}

// addItems renumbers the items and makes their headers.
func (d *DLX) addItems() {
	t := int32(0)
	for _, must := range []bool{true, false} {
		for i := range d.problem.Items() {
			info := d.problem.Item(enumerate.Item(i))
			if must != (info.Min > 0) {
				continue
			}
			d.nodes[t] = node{item: t, up: t, down: t, right: t}
			d.min[t], d.max[t] = info.Min, info.Max
			d.bounded = d.bounded || info.Bounded()
			d.used[i] = t // the new number, for addOptions, which clears it
			if must {
				d.length[t] = 1 - info.Min
				d.required++
			} else {
				d.length[t] = unbranched
			}
			t++
		}
	}
	d.left = d.required
	n := d.required + 1
	for t := range n {
		d.active[t] = link{prev: (t + n - 1) % n, next: (t + 1) % n}
	}
}

// addOptions makes the lists. Options with an item that no option may contain are
// unlinked for good.
func (d *DLX) addOptions() {
	p := d.problem
	coloured := p.Coloured()
	if coloured {
		d.colour = make([]enumerate.Colour, len(d.nodes), cap(d.nodes))
	}
	for o := range p.Options() {
		first := int32(len(d.nodes))
		d.first[o] = first
		for _, m := range p.Option(enumerate.OptionID(o)) {
			q, t := int32(len(d.nodes)), d.used[m.Item]
			last := d.nodes[t].up
			d.nodes = append(d.nodes, node{item: t, up: last, down: t, right: q + 1})
			d.nodes[last].down, d.nodes[t].up = q, q
			d.length[t]++
			d.option = append(d.option, enumerate.OptionID(o))
			if coloured {
				d.colour = append(d.colour, m.Colour)
			}
			if t < d.required {
				d.need[o]++
			}
		}
		d.nodes[len(d.nodes)-1].right = first
	}
	d.first[p.Options()] = int32(len(d.nodes))
	d.pairItems = none
	if !d.bounded && !coloured && p.Options() > 0 && slices.Min(d.need) == slices.Max(d.need) {
		d.pairItems = 2 * d.need[0]
	}
	clear(d.used)
	for o := range p.Options() {
		for q := d.first[o]; q < d.first[o+1]; q++ {
			if d.max[d.nodes[q].item] == 0 {
				d.remove(enumerate.OptionID(o))
				break
			}
		}
	}
}

// marks returns the present state as a frame to which undo can return.
func (d *DLX) marks() frame {
	return frame{hidden: d.hid, picked: d.picks, base: d.base, lows: d.lows, left: d.left, depth: d.depth,
		closed: d.closed, share: d.share}
}
