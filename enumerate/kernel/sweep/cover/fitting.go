package cover

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"coverstat/enumerate/kernel/sweep"
)

// fitting tells by tables which options of a step have all their slots free in a state. A window is eight slots in a
// row; for each value of them a table has the options that need none of those taken, a bit each. So the options that
// fit are what the tables of all windows have in common.
type fitting [][]window // of the first 64 options, of the next 64, ...; empty if there are no tables

// window is where keys have eight slots, and the options that fit by their value.
type window struct {
	fits        *[256]uint64
	word, shift int32
}

// mostTables are of a step, 2 KiB each. One that would need more, or more than one for two options, has none.
const mostTables = 32

// addFitting makes the tables of all steps. Steps whose options need the same slots share them.
func (p *plan) addFitting() {
	made := map[string]fitting{}
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
		f, known := made[string(needs)]
		if !known {
			f = fittingOf(s.options)
			made[string(needs)] = f
		}
		s.fitting = f
	}
}

func fittingOf(options []option) (f fitting) {
	windows := windowsOf(options)
	groups := (len(options) + 63) / 64
	if n := groups * len(windows); n == 0 || n > mostTables || 2*n > len(options) {
		return nil
	}
	for first := 0; first < len(options); first += 64 {
		group := slices.Clone(windows)
		for i := range group {
			group[i].fill(options[first:min(first+64, len(options))])
		}
		f = append(f, group)
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
			windows = append(windows, window{word: int32(word), shift: int32(shift)})
			needed &^= 255 << shift
		}
	}
	return windows
}

// fill makes the table of a window, for at most 64 options.
func (w *window) fill(options []option) {
	var against [8]uint64 // by slot of the window: the options that need it
	for i := range options {
		if free := options[i].free; int(w.word) < len(free) {
			for slots := free[w.word] >> w.shift & 255; slots != 0; slots &= slots - 1 {
				against[bits.TrailingZeros64(slots)] |= 1 << i
			}
		}
	}
	w.fits = &[256]uint64{^uint64(0) >> (64 - len(options))}
	for x := 1; x < len(w.fits); x++ {
		w.fits[x] = w.fits[x&(x-1)] &^ against[bits.TrailingZeros(uint(x))]
	}
}

// fitBy sets the tables.
func (s *optionsAt[K]) fitBy(f fitting) {
	if s.fitting = f; len(f) > 0 {
		s.first = f[0]
	}
}

// fit returns which of 64 choices from a first one on have all their slots free, as bits.
func (s *optionsAt[K]) fit(first int, k K) uint64 {
	if len(s.fitting) == 1 {
		return common(s.first, k)
	}
	if len(s.fitting) > 0 {
		return common(s.fitting[first>>6], k)
	}
	fit := uint64(0)
	choices := s.choices[first:min(first+64, len(s.choices))]
	for i := range choices {
		if !touches(k, choices[i].free) {
			fit |= 1 << i
		}
	}
	return fit
}

// common returns the options that fit by all windows.
func common[K sweep.Key](windows []window, k K) uint64 {
	fit := ^uint64(0)
	for i := range windows {
		w := &windows[i]
		if len(k) == 1 {
			fit &= w.fits[byte(k[0]>>(w.shift&63))]
		} else {
			fit &= w.fits[byte(k[w.word]>>(w.shift&63))]
		}
	}
	return fit
}

// open reports whether a choice has all its slots free in a state. At the end, which has no choices, all are open.
func (s *optionsAt[K]) open(k K) bool {
	if len(s.fitting) == 1 {
		return common(s.first, k) != 0
	}
	for _, windows := range s.fitting {
		if common(windows, k) != 0 {
			return true
		}
	}
	if len(s.fitting) > 0 {
		return false
	}
	for i := range s.choices {
		if !touches(k, s.choices[i].free) {
			return true
		}
	}
	return s.end
}
