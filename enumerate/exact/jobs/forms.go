package jobs

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
)

// formList is a list of canonical forms with their orbit sizes, in few slices.
type formList struct {
	options []enumerate.OptionID // of all forms, one after another
	ends    []int64              // form k ends here, and begins where k-1 ends
	orbits  []int64
}

func (l *formList) len() int { return len(l.ends) }

func (l *formList) add(form []enumerate.OptionID, orbit int64) {
	l.options = append(l.options, form...)
	l.ends = append(l.ends, int64(len(l.options)))
	l.orbits = append(l.orbits, orbit)
}

// append adds all forms of another list.
func (l *formList) append(o formList) {
	shift := int64(len(l.options))
	l.options = append(l.options, o.options...)
	for _, end := range o.ends {
		l.ends = append(l.ends, end+shift)
	}
	l.orbits = append(l.orbits, o.orbits...)
}

// at returns form k, which belongs to the list, and its orbit size.
func (l *formList) at(k int32) (form []enumerate.OptionID, orbit int64) {
	from := int64(0)
	if k > 0 {
		from = l.ends[k-1]
	}
	return l.options[from:l.ends[k]], l.orbits[k]
}

// formCounts counts canonical forms that come in any order.
type formCounts struct {
	formList
	number  map[string]int32 // form, four bytes an option, to its number
	times   []int64
	weights []weights // of the draws; zero where they are not asked for
	key     []byte
}

func (c *formCounts) reset() {
	clear(c.number)
	c.options, c.ends, c.orbits = c.options[:0], c.ends[:0], c.orbits[:0]
	c.times, c.weights = c.times[:0], c.weights[:0]
}

// count adds a draw of a form, and returns the number of the form.
func (c *formCounts) count(form []enumerate.OptionID, orbit int64) int32 {
	c.key = c.key[:0]
	for _, o := range form {
		c.key = append(c.key, byte(o), byte(o>>8), byte(o>>16), byte(o>>24))
	}
	if k, ok := c.number[string(c.key)]; ok {
		c.times[k]++
		return k
	}
	k := int32(len(c.times))
	c.number[string(c.key)] = k
	c.add(form, orbit)
	c.times = append(c.times, 1)
	c.weights = append(c.weights, weights{})
	return k
}

// bytes estimates the memory: the options of each form twice, and 96 bytes more for a form.
func (c *formCounts) bytes() int64 { return int64(8*len(c.options) + 96*len(c.times)) }

// A solutionList holds the canonical forms of all solutions. Solutions are drawn
// from it with equal probability, or in proportion to their weights.
type solutionList struct {
	formList
	total  big.Int // solutions, or their weights
	groups []orbitGroup
	ends   []*big.Int // by form: the weights of the solutions up to it; nil if solutions have none

	// One of these makes the list.
	census   *Census
	rows     *enumerate.Listing
	instance *exact.Instance // whose solutions the rows are
}

// orbitGroup are the forms with orbits of one size, in the census's order.
type orbitGroup struct {
	orbit uint64
	forms []int32
}

// maxListOptions bounds the options in the list: 1 GB.
const maxListOptions = 1 << 28

var errTooMany = fmt.Errorf(
	"too many solutions for uniform draws from a list: expected at most %d options in all of them", maxListOptions)

// fill makes the list.
func (l *solutionList) fill(workers int, stop *atomic.Bool, progress func(float64)) error {
	if l.rows != nil {
		return l.read(stop)
	}
	if err := l.search(workers, stop, progress); err != nil || stop.Load() {
		return err
	}
	l.group()
	return nil
}

// search lists the canonical forms, tasks in parallel, in task order.
func (l *solutionList) search(workers int, stop *atomic.Bool, progress func(float64)) error {
	lists := make([]formList, len(l.census.cut().tasks))
	var options atomic.Int64
	_, err := l.census.EachClass(workers, stop, progress, func(task int, form []enumerate.OptionID, orbit int64) error {
		if options.Add(int64(len(form))) > maxListOptions {
			return errTooMany
		}
		lists[task].add(form, orbit)
		return nil
	})
	if err != nil || stop.Load() {
		return err
	}
	for i := range lists {
		l.append(lists[i])
		lists[i] = formList{}
	}
	return nil
}

// group puts the forms into groups.
func (l *solutionList) group() {
	raw, bySize := uint64(0), map[uint64][]int32{}
	for k, orbit := range l.orbits {
		bySize[uint64(orbit)] = append(bySize[uint64(orbit)], int32(k))
		raw += uint64(orbit)
	}
	l.total.SetUint64(raw)
	for orbit, forms := range bySize {
		l.groups = append(l.groups, orbitGroup{orbit, forms})
	}
	slices.SortFunc(l.groups, func(a, b orbitGroup) int { return int(b.orbit) - int(a.orbit) }) // the largest first
}

// draw returns the number of the form of a solution that is drawn from all raw solutions, each with
// the same probability, or in proportion to its weight.
func (l *solutionList) draw(random *rand.Rand) int32 {
	if l.ends != nil {
		r := below(random, &l.total)
		return int32(sort.Search(len(l.ends), func(k int) bool { return l.ends[k].Cmp(r) > 0 }))
	}
	r := random.Uint64N(l.total.Uint64())
	for _, g := range l.groups {
		n := g.orbit * uint64(len(g.forms))
		if r < n {
			return g.forms[r/g.orbit]
		}
		r -= n
	}
	panic("sample: a rank beyond the last solution")
}

// below draws a number that is less than n.
func below(random *rand.Rand, n *big.Int) *big.Int {
	r, word := new(big.Int), new(big.Int)
	for {
		r.SetInt64(0)
		for bits := n.BitLen(); bits > 0; bits -= 64 {
			r.Or(r.Lsh(r, uint(min(bits, 64))), word.SetUint64(random.Uint64()>>max(0, 64-bits)))
		}
		if r.Cmp(n) < 0 {
			return r
		}
	}
}
