package cover

import (
	"encoding/binary"
	"math/bits"
)

// fitting tells by tables which options of a step have all their slots free in a state. A window is eight slots in a
// row; for each value of them a table has the options that need none of those taken, a bit each. So the options that fit
// are what the tables of all windows have in common.
type fitting struct {
	windows []window
	tables  []table // of the first 64 options by window, of the next 64, ...
}

// window is where keys have eight slots.
type window struct{ word, shift int }

type table [256]uint64

// mostTables are of a step, 2 KiB each. One that would need more, or more than one for two options, has none.
const mostTables = 32

// addFitting makes the tables of all steps. Steps whose options need the same slots share them.
func (p *plan) addFitting() {
	made := map[string]*fitting{}
	var needs []byte
	for at := range p.steps {
		s := &p.steps[at]
		needs = needs[:0]
		for i := range s.options {
			needs = append(needs, byte(len(s.options[i].free)))
			for _, word := range s.options[i].free {
				needs = binary.LittleEndian.AppendUint64(needs, word)
			}
		}
		f := made[string(needs)]
		if f == nil {
			f = fittingOf(s.options)
			made[string(needs)] = f
		}
		s.fitting = f
	}
}

func fittingOf(options []option) *fitting {
	f := &fitting{windows: windowsOf(options)}
	groups := (len(options) + 63) / 64
	if n := groups * len(f.windows); n > mostTables || 2*n > len(options) {
		return f
	}
	f.tables = make([]table, 0, groups*len(f.windows))
	for g := range groups {
		group := options[64*g : min(64*g+64, len(options))]
		for _, w := range f.windows {
			f.tables = append(f.tables, tableOf(group, w))
		}
	}
	return f
}

// windowsOf covers the slots that options need by windows.
func windowsOf(options []option) (windows []window) {
	for word, more := 0, true; more; word++ {
		needed := uint64(0)
		more = false
		for i := range options {
			if free := options[i].free; word < len(free) {
				needed, more = needed|free[word], true
			}
		}
		for needed != 0 {
			shift := min(bits.TrailingZeros64(needed), 56)
			windows = append(windows, window{word, shift})
			needed &^= 255 << shift
		}
	}
	return windows
}

// tableOf is the table of a window, for at most 64 options.
func tableOf(options []option, w window) (t table) {
	var against [8]uint64 // by slot of the window: the options that need it
	for i := range options {
		if free := options[i].free; w.word < len(free) {
			for slots := free[w.word] >> w.shift & 255; slots != 0; slots &= slots - 1 {
				against[bits.TrailingZeros64(slots)] |= 1 << i
			}
		}
	}
	t[0] = ^uint64(0) >> (64 - len(options))
	for x := 1; x < len(t); x++ {
		t[x] = t[x&(x-1)] &^ against[bits.TrailingZeros(uint(x))]
	}
	return t
}

// fit returns which of 64 choices from a first one on have all their slots free, as bits.
func (s *optionsAt[K]) fit(first int, k K) (fit uint64) {
	if n := len(s.windows); len(s.tables) > 0 {
		fit = ^uint64(0)
		tables := s.tables[first>>6*n:][:n]
		for i, w := range s.windows {
			fit &= tables[i][byte(k[w.word]>>(w.shift&63))]
		}
		return fit
	}
	choices := s.choices[first:min(first+64, len(s.choices))]
	for i := range choices {
		if !touches(k, choices[i].free) {
			fit |= 1 << i
		}
	}
	return fit
}

// open reports whether a choice has all its slots free in a state. At the end, which has no choices, all are open.
func (s *optionsAt[K]) open(k K) bool {
	if len(s.tables) == 0 {
		for i := range s.choices {
			if !touches(k, s.choices[i].free) {
				return true
			}
		}
		return s.end
	}
	for first := 0; first < len(s.choices); first += 64 {
		if s.fit(first, k) != 0 {
			return true
		}
	}
	return false
}
