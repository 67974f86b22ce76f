package search

import (
	"cmp"
	"slices"
)

// clauseRef is the place of a clause in the arena.
type clauseRef = int32

const noClause clauseRef = -1

// clauses is an arena of clauses. At reference r stand its number of literals,
// its rank and the last conflict that used it, then the literals. The first two
// literals are watched. References change only in forget, which runs at level
// 0, where no reason is ever asked for.
//
// The arena is one slice of integers, not a pointer for each clause. So the
// garbage collector has nothing to follow, and clauses that were learnt
// together lie together.
type clauses struct {
	arena   []int32
	all     []clauseRef // in order of birth
	watches [][]watch   // by the literal that became false
	learnt  int         // of all, how many may be forgotten
}

// watch is an entry of a watch list: a clause and another literal of it. While
// that literal is true the clause need not be looked at.
type watch struct {
	r       clauseRef
	blocker literal
}

const (
	hdrSize = 0
	hdrRank = 1 // decision levels among the literals when learnt; 0: never forget
	hdrUsed = 2 // number of the last conflict it took part in
	hdrLen  = 3
)

func (d *clauses) init(cells int) { d.watches = make([][]watch, 2*cells) }

func (d *clauses) literals(r clauseRef) []literal {
	return d.arena[r+hdrLen:][:d.arena[r+hdrSize]]
}

// add stores a clause of at least two literals and watches the first two.
// Rank 0 keeps it for good.
func (d *clauses) add(ps []literal, rank, used int32) clauseRef {
	r := clauseRef(len(d.arena))
	d.arena = append(d.arena, int32(len(ps)), rank, used)
	d.arena = append(d.arena, ps...)
	d.all = append(d.all, r)
	if rank > 0 {
		d.learnt++
	}
	d.watch(r)
	return r
}

func (d *clauses) watch(r clauseRef) {
	ps := d.literals(r)
	d.watches[ps[0]] = append(d.watches[ps[0]], watch{r, ps[1]})
	d.watches[ps[1]] = append(d.watches[ps[1]], watch{r, ps[0]})
}

func (d *clauses) used(r clauseRef, conflict int64) {
	if d.arena[r+hdrRank] > 0 {
		d.arena[r+hdrUsed] = int32(conflict)
	}
}

// forget drops the worse half of the learnt clauses, and every clause for which
// satisfied reports true. It always keeps clauses of two levels (Audemard and
// Simon, 2009) and of two literals. Call it at level 0 after propagation.
func (d *clauses) forget(satisfied func([]literal) bool) {
	var weak []clauseRef
	for _, r := range d.all {
		if d.arena[r+hdrRank] > 2 && d.arena[r+hdrSize] > 2 {
			weak = append(weak, r)
		}
	}
	slices.SortFunc(weak, func(a, b clauseRef) int {
		return cmp.Or(cmp.Compare(d.arena[a+hdrRank], d.arena[b+hdrRank]),
			cmp.Compare(d.arena[b+hdrUsed], d.arena[a+hdrUsed]), cmp.Compare(a, b))
	})
	keep := max(0, d.learnt/2-(d.learnt-len(weak)))
	for _, r := range weak[min(keep, len(weak)):] {
		d.arena[r+hdrRank] = -1
	}
	old := d.arena
	all := d.all
	d.arena = make([]int32, 0, len(old))
	d.all = d.all[:0]
	d.learnt = 0
	for p := range d.watches {
		d.watches[p] = d.watches[p][:0]
	}
	for _, r := range all {
		ps := old[r+hdrLen:][:old[r+hdrSize]]
		if old[r+hdrRank] >= 0 && !satisfied(ps) {
			d.add(ps, old[r+hdrRank], old[r+hdrUsed])
		}
	}
}
