package strip

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"coverstat/enumerate"
)

// A Board is the exact cover of a strip of some length.
type Board struct {
	Problem *enumerate.Problem
	// Slices are the primary items of each slice, in the same order in all of them.
	Slices [][]enumerate.Item
	// Sums are what conditions compare.
	Sums []*enumerate.Sum
}

const (
	coveredWords = 4
	touchedWords = 2
	mostSums     = 4 // conditions that add up over pieces
)

// state is what is known at a boundary, or between two items of a slice.
type state struct {
	covered [coveredWords]uint64 // items, from the first of the slice on
	touched [touchedWords]uint64 // marks, by their place in the list of the slice
	values  [mostSums]int32
}

// choice is an option whose first item is at hand.
type choice struct {
	covers [coveredWords]uint64
	adds   [mostSums]int32
	marks  [touchedWords]uint64 // that it touches
}

// ending is a mark that no later option touches, and the sum it adds to.
type ending struct{ mark, sum int }

// slice is what happens in a slice. Two slices with equal fields do the same with every state.
type slice struct {
	choices [][]choice // by place of the first item
	endings [][]ending // by the place after which they are
	carry   []int      // by mark of the slice: its place in the list of the next slice, -1 if it has ended
}

// strip is a board in slices.
type strip struct {
	slices []slice
	base   [mostSums]int32
	reach  int // the most slices that an option has items of
}

// Errors that say why there is no graph.
var (
	errWide  = errors.New("the options at a boundary between two slices reach too many items")
	errMarks = errors.New("the conditions have too many marks at a boundary")
)

// cut makes a strip of a board.
func cut(b *Board) (*strip, error) {
	if len(b.Sums) > mostSums {
		return nil, errors.New("the conditions compare more than 4 measures")
	}
	p, n := b.Problem, len(b.Slices)
	s := &strip{slices: make([]slice, n), reach: 1}
	width := len(b.Slices[0])
	place := make([]int, p.Items())
	for i := range place {
		place[i] = -1
	}
	for c, items := range b.Slices {
		for j, i := range items {
			place[i] = c*width + j
		}
	}
	for i := range p.Items() {
		if info := p.Item(enumerate.Item(i)); (place[i] >= 0) != info.Primary() || place[i] < 0 &&
			(info.Min > 0 || info.Max != enumerate.Unbounded) {
			return nil, errors.New("the number of some pieces is bounded")
		}
	}
	first := make([]int, p.Options())
	choices := make([]choice, p.Options())
	for o := range choices {
		var at []int
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if place[m.Item] >= 0 {
				at = append(at, place[m.Item])
			}
		}
		first[o] = slices.Min(at)
		begin := first[o] / width
		for _, x := range at {
			s.reach = max(s.reach, x/width-begin+1)
			if x -= begin * width; x >= 64*coveredWords {
				return nil, errWide
			}
			choices[o].covers[x>>6] |= 1 << (x & 63)
		}
	}
	if err := s.addSums(b.Sums, first, width, choices); err != nil {
		return nil, err
	}
	for c := range s.slices {
		s.slices[c].choices = make([][]choice, width)
	}
	for o, x := range choices {
		list := &s.slices[first[o]/width].choices[first[o]%width]
		*list = append(*list, x)
	}
	for c := range s.slices {
		for _, list := range s.slices[c].choices {
			slices.SortFunc(list, compareChoices)
		}
	}
	return s, nil
}

func compareChoices(x, y choice) int {
	return cmp.Or(slices.Compare(x.covers[:], y.covers[:]), slices.Compare(x.adds[:], y.adds[:]),
		slices.Compare(x.marks[:], y.marks[:]))
}

// mark is a mark of a sum: the options that touch it, by their first places.
type mark struct {
	sum         int
	options     []enumerate.OptionID
	first, last int // places
}

// addSums puts the values of sums into choices, and their marks into slices.
func (s *strip) addSums(sums []*enumerate.Sum, first []int, width int, choices []choice) error {
	var marks []*mark
	for k, sum := range sums {
		if sum.Contacts != nil {
			return errors.New("a condition counts pairs of pieces that touch")
		}
		s.base[k] = int32(sum.Base)
		for o, v := range sum.Values {
			choices[o].adds[k] = v
		}
		for _, options := range sum.Marks {
			if len(options) == 0 {
				s.base[k]++
				continue
			}
			m := &mark{sum: k, options: options, first: first[options[0]], last: first[options[0]]}
			for _, o := range options {
				m.first, m.last = min(m.first, first[o]), max(m.last, first[o])
			}
			marks = append(marks, m)
		}
	}
	for c := range s.slices {
		live := s.liveAt(marks, c, width, first, choices)
		if len(live) > 64*touchedWords {
			return errMarks
		}
		t := &s.slices[c]
		t.endings, t.carry = make([][]ending, width), make([]int, len(live))
		next := s.liveAt(marks, c+1, width, first, choices)
		for at, m := range live {
			if t.carry[at] = slices.Index(next, m); m.last < (c+1)*width {
				t.carry[at] = -1
				t.endings[m.last-c*width] = append(t.endings[m.last-c*width], ending{at, m.sum})
			}
			for _, o := range m.options {
				if first[o]/width == c {
					choices[o].marks[at>>6] |= 1 << (at & 63)
				}
			}
		}
		for _, list := range t.endings {
			slices.SortFunc(list, func(x, y ending) int { return cmp.Or(x.mark-y.mark, x.sum-y.sum) })
		}
	}
	return nil
}

// liveAt lists the marks that options of slice c or later touch, and earlier ones may have touched; then those of which
// slice c has the first option. The order depends on which options these are, relative to the slice,
// so that alike slices have alike lists.
func (s *strip) liveAt(marks []*mark, c, width int, first []int, choices []choice) []*mark {
	type listed struct {
		*mark
		signature []byte
	}
	var live []listed
	for _, m := range marks {
		if m.first >= (c+1)*width || m.last < c*width {
			continue
		}
		fresh := byte(0)
		if m.first >= c*width {
			fresh = 1
		}
		var options [][]byte
		for _, o := range m.options {
			if ahead := first[o] - c*width; ahead >= 0 && ahead < 2*s.reach*width {
				b := binary.BigEndian.AppendUint32(nil, uint32(ahead))
				for _, w := range choices[o].covers {
					b = binary.BigEndian.AppendUint64(b, w)
				}
				options = append(options, b)
			}
		}
		slices.SortFunc(options, slices.Compare[[]byte])
		live = append(live, listed{m, append([]byte{fresh, byte(m.sum)}, slices.Concat(options...)...)})
	}
	slices.SortStableFunc(live, func(x, y listed) int { return slices.Compare(x.signature, y.signature) })
	var list []*mark
	for _, m := range live {
		list = append(list, m.mark)
	}
	return list
}

// equal reports whether two slices do the same.
func (s *slice) equal(t *slice) bool {
	return slices.EqualFunc(s.choices, t.choices, slices.Equal[[]choice]) && slices.EqualFunc(s.endings, t.endings,
		slices.Equal[[]ending]) &&
		slices.Equal(s.carry, t.carry)
}

// step calls to with the states that come of one at an item of a slice, the last of them at the first item of the
// next slice.
func (f *Family) step(s *slice, place int, from state, to func(state)) {
	if from.covered[place>>6]>>(place&63)&1 != 0 {
		f.pass(s, place, from, to)
		return
	}
next:
	for i := range s.choices[place] {
		x := &s.choices[place][i]
		next := from
		for w := range x.covers {
			if from.covered[w]&x.covers[w] != 0 {
				continue next
			}
			next.covered[w] |= x.covers[w]
		}
		for w := range x.marks {
			next.touched[w] |= x.marks[w]
		}
		for k := range f.sums() {
			next.values[k] += x.adds[k]
		}
		f.pass(s, place, next, to)
	}
}

// pass ends the marks of an item, and a slice after its last item.
func (f *Family) pass(s *slice, place int, x state, to func(state)) {
	if s.endings != nil {
		for _, e := range s.endings[place] {
			if x.touched[e.mark>>6]>>(e.mark&63)&1 == 0 {
				x.values[e.sum]++
			}
		}
	}
	if !f.settle(&x) {
		return
	}
	width := len(s.choices)
	if place+1 == width {
		x.covered = shifted(x.covered, width)
		touched := x.touched
		x.touched = [touchedWords]uint64{}
		for at, next := range s.carry {
			if next >= 0 && touched[at>>6]>>(at&63)&1 != 0 {
				x.touched[next>>6] |= 1 << (next & 63)
			}
		}
	}
	to(x)
}

// settle makes values equal that are taken for equal. It reports whether the state may still count.
func (f *Family) settle(x *state) bool {
	for k := range f.sums() {
		v := int64(x.values[k])
		if v > f.Most[k] {
			return false
		}
		x.values[k] = int32(min(v, f.Settled[k]))
	}
	return true
}

// shifted moves bits down.
func shifted(x [coveredWords]uint64, by int) (y [coveredWords]uint64) {
	for w := range y {
		if from := w + by/64; from < coveredWords {
			y[w] = x[from] >> (by & 63)
			if by&63 != 0 && from+1 < coveredWords {
				y[w] |= x[from+1] << (64 - by&63)
			}
		}
	}
	return y
}
