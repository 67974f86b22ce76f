package totals

import (
	"coverstat/enumerate"
	"coverstat/enumerate/kernel/sweep"
)

// memoryKey is the key of the config that sets the limit.
const memoryKey = "output.memory_limit"

// What is counted must not depend on the limit, or two runs of one config would differ. So sweeps by all measures at
// once and for examples of the least and greatest values, which a run can do without, are left out if they take more
// than the default; a smaller limit that does not suffice for them is an error.

// spare is the memory that a sweep may take which a run can do without.
func (j *Sweeps) spare() int64 { return min(j.memory, sweep.DefaultMemory) }

// unneeded reports whether a sweep that a run can do without is left out, because of how it ended.
func (j *Sweeps) unneeded(o sweep.Outcome) bool {
	return o == sweep.Full && j.memory >= sweep.DefaultMemory
}

// expectedMemory is the memory of the largest sweep that must end. States for which there is no memory go
// to files, but for those of sweeps by all measures at once, and of those that go back.
func (j *Sweeps) expectedMemory() enumerate.Memory {
	all := j.memoryOf(task{kind: countOne})
	if j.Prepare() != nil {
		return all
	}
	for _, t := range j.tasks {
		needed := !j.isJoint(t) || j.memory < sweep.DefaultMemory && !j.givenUp(t)
		inMemory := t.kind == countUses || j.isJoint(t) || j.files == nil
		if m := j.memoryOf(t); needed && inMemory && m.Expected > all.Expected {
			all = m
		}
	}
	return all
}

func (j *Sweeps) isJoint(t task) bool { return t.kind == countGroup && t.group == j.joint }

// givenUp reports whether a sweep is not begun, because it takes too much memory.
func (j *Sweeps) givenUp(t task) bool {
	m := j.memoryOf(t)
	m.Limit = sweep.DefaultMemory
	return j.isJoint(t) && m.Refused()
}

func (j *Sweeps) memoryOf(t task) enumerate.Memory {
	m := enumerate.Memory{Expected: t.size.Count, Limit: j.memory, Key: memoryKey, Smaller: j.x.Smaller}
	if t.kind == countUses {
		m.Expected = t.size.Uses
	}
	return m
}
