package partition

import (
	"slices"

	"coverstat/enumerate"
)

// lists are the lists of vertices that a problem keeps together, and then those that it keeps apart.
type lists struct {
	of       [][]int // by vertex: those with it
	together int     // so many are of vertices together
	count    int
	pairs    bool    // states know which regions are apart: lists whose vertices are all behind need no marks
	stored   [][]int // by place: those whose marks are in states
}

// marks are the regions of a frontier that have vertices of a list, as bits, by list.
type marks []uint32

func listsOf(p *Problem, pairs bool) *lists {
	l := &lists{of: make([][]int, len(p.Weights)), together: len(p.Together), pairs: pairs}
	for _, list := range slices.Concat(p.Together, p.Apart) {
		for _, v := range list {
			l.of[v] = append(l.of[v], l.count)
		}
		l.count++
	}
	return l
}

// ahead reports by list whether any of some vertices is in it. It is nil if there are no lists.
func (l *lists) ahead(vertices []enumerate.Item) []bool {
	if l.count == 0 {
		return nil
	}
	ahead := make([]bool, l.count)
	for _, v := range vertices {
		for _, k := range l.of[v] {
			ahead[k] = true
		}
	}
	return ahead
}

// store adds a place before which these vertices are behind, and the others ahead.
func (l *lists) store(behind, others []enumerate.Item) {
	met, ahead := l.ahead(behind), l.ahead(others)
	var stored []int
	for k := range met {
		if met[k] && (ahead[k] || k < l.together || !l.pairs) {
			stored = append(stored, k)
		}
	}
	l.stored = append(l.stored, stored)
}

// mostStored is the greatest number of lists in a state.
func (l *lists) mostStored() (most int) {
	for _, stored := range l.stored {
		most = max(most, len(stored))
	}
	return most
}

// enter marks a region as one with a vertex.
func (m marks) enter(l *lists, v int32, region uint8) {
	for _, k := range l.of[v] {
		m[k] |= 1 << region
	}
}

// rivals returns the regions that a vertex may not be in.
func (m marks) rivals(l *lists, v int32) (rivals uint32) {
	if len(m) == 0 {
		return 0
	}
	for _, k := range l.of[v] {
		if k >= l.together {
			rivals |= m[k]
		}
	}
	return rivals
}

// join makes one region c of two. It reports whether they may be one.
func (m marks) join(l *lists, c, d uint8) bool {
	for k, all := range m {
		with := all >> d & 1
		if k >= l.together && all>>c&with != 0 {
			return false
		}
		m[k] = all&^(1<<d) | with<<c
	}
	return true
}

// end takes regions away that cannot grow any more, and marks that nothing ahead depends on. ahead says which lists
// have vertices ahead. It reports whether the lists together may still be in one region each.
func (m marks) end(l *lists, gone uint32, ahead []bool) bool {
	for k, all := range m {
		ended, left := all&gone, all&^gone
		if k < l.together && ended != 0 && (left != 0 || ended&(ended-1) != 0 || ahead[k]) {
			return false
		}
		if !ahead[k] && (left&(left-1) == 0 || k >= l.together && l.pairs) {
			left = 0
		}
		m[k] = left
	}
	return true
}
