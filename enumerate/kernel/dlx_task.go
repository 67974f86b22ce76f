package kernel

import (
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
)

// Search implements [enumerate.Kernel]. A path may hold enough.
func (d *DLX) Search(t enumerate.Task, stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	if stop == nil {
		stop = &d.never
	}
	d.cut = -1 // a share may underflow to 0
	if !d.enter(t.Case) {
		return enumerate.Effort{}, true
	}
	d.replay(t.Path)
	d.share, d.most = 1, t.MostNodes
	if d.tails != nil {
		d.tails.open()
	}
	return d.measured(stop, visit)
}

// Split implements [enumerate.Kernel]. Every case has the same share.
func (d *DLX) Split(cases []enumerate.Case, maxShare float64) ([]enumerate.Task, enumerate.Effort) {
	var tasks []enumerate.Task
	var above enumerate.Effort
	d.cut, d.most = max(0, maxShare), 0
	for i := range cases {
		c := &cases[i]
		if len(tasks) > enumerate.MostTasks {
			break
		}
		if !d.enter(c) {
			continue
		}
		d.share = 1 / float64(len(cases))
		effort, _ := d.measured(&d.never, func(chosen []enumerate.OptionID) bool {
			tasks = append(tasks, enumerate.Task{Case: c, Path: slices.Clone(chosen[d.skipped:]), Share: d.share})
			return len(tasks) <= enumerate.MostTasks
		})
		effort.Solutions = 0 // those were tasks
		above.Add(effort)
	}
	return tasks, above
}

// measured searches below the present state.
func (d *DLX) measured(stop *atomic.Bool, visit enumerate.Visit) (enumerate.Effort, bool) {
	d.effort = enumerate.Effort{}
	d.deepest = d.depth
	done := d.search(stop, visit)
	d.effort.Deepest = int(d.deepest - d.skipped)
	return d.effort, done
}

// enter returns to the root of the case, and reports false if the case cannot have
// solutions. Entering the same case again costs one walk along the trail.
func (d *DLX) enter(c *enumerate.Case) bool {
	if c != d.current || c == nil {
		d.undo(&d.root)
		if d.tails != nil {
			d.forgetTails()
		}
		d.current = c
		d.dead = c != nil && !d.apply(c)
		d.listLow()
		d.skipped = d.depth
		d.home = d.marks()
	}
	d.undo(&d.home)
	return !d.dead
}

// apply unlinks the banned options and takes the fixed ones.
func (d *DLX) apply(c *enumerate.Case) bool {
	for _, o := range c.Banned {
		if d.linked(o) {
			d.remove(o)
		}
	}
	for _, o := range c.Fixed {
		if !d.linked(o) {
			return false
		}
		d.chosen[d.depth] = o
		d.depth++
		d.remove(o)
		if !d.commitAll(o, none) {
			return false
		}
	}
	return true
}

// linked reports whether an option can still be chosen: none of its nodes is unlinked
// and none of its items is finished.
func (d *DLX) linked(o enumerate.OptionID) bool {
	for q := d.first[o]; q < d.first[o+1]; q++ {
		t := d.nodes[q].item
		if d.nodes[d.nodes[q].up].down != q {
			return false
		}
		if d.max[t] == 1 && t < d.required && d.length[t] >= unbranched/2 {
			return false
		}
		if d.max[t] != 1 && d.used[t] == d.max[t] {
			return false
		}
	}
	return true
}

// listLow makes the list of short items anew.
func (d *DLX) listLow() {
	d.base, d.lows = 0, 0
	for t := range d.required {
		if d.length[t] <= 1 {
			d.low[d.lows] = t
			d.lows++
		}
	}
}

// replay follows a task's path by the branching rule.
func (d *DLX) replay(path []enumerate.OptionID) {
	for _, o := range path {
		d.top = 0
		q := int32(none)
		if c, n := d.choose(); n > 0 {
			q, _ = d.branch(c, n)
		}
		if q < 0 && d.top > 0 {
			for q = d.next(); q != none; q = d.next() {
				if o == enough && q == noFurther || o != enough && q != noFurther && d.option[q] == o {
					break
				}
			}
		}
		if o == enough && q == noFurther {
			continue
		}
		if q < 0 || d.option[q] != o {
			panic("kernel: the task is not one of this problem and kernel")
		}
		d.chosen[d.depth] = o
		d.depth++
		d.commit(q)
	}
}
