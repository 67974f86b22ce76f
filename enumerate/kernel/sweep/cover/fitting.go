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
func (a *spec[K]) addFitting() {
	made := map[string]fitting{}
	var needs []byte
	for at := range a.steps {
		s := &a.steps[at]
		needs = needs[:0]
		for i := range s.choices {
			for w := range len(s.choices[i].free) {
				needs = binary.LittleEndian.AppendUint64(needs, s.choices[i].free[w])
			}
		}
		f, known := made[string(needs)]
		if !known {
			f = fittingOf(s.choices)
			made[string(needs)] = f
		}
		s.fitBy(f)
	}
}

func fittingOf[K sweep.Key](choices []choice[K]) (f fitting) {
	windows := windowsOf(choices)
	groups := (len(choices) + 63) / 64
	if n := groups * len(windows); n == 0 || n > mostTables || 2*n > len(choices) {
		return nil
	}
	for group := range slices.Chunk(choices, 64) {
		tables := slices.Clone(windows)
		for i := range tables {
			tables[i].fits = tableOf(&tables[i], group)
		}
		f = append(f, tables)
	}
	return f
}

// windowsOf covers the slots that options need by windows.
func windowsOf[K sweep.Key](choices []choice[K]) (windows []window) {
	var needed, nothing K
	for i := range choices {
		needed = with(needed, choices[i].free, nothing)
	}
	for word := range len(needed) {
		for left := needed[word]; left != 0; {
			shift := min(bits.TrailingZeros64(left), 56)
			windows = append(windows, window{word: int32(word), shift: int32(shift)})
			left &^= 255 << shift
		}
	}
	return windows
}

// tableOf makes the table of a window, for at most 64 options.
func tableOf[K sweep.Key](w *window, choices []choice[K]) *[256]uint64 {
	var against [8]uint64 // by slot of the window: the options that need it
	for i := range choices {
		for slots := choices[i].free[w.word] >> w.shift & 255; slots != 0; slots &= slots - 1 {
			against[bits.TrailingZeros64(slots)] |= 1 << i
		}
	}
	fits := &[256]uint64{^uint64(0) >> (64 - len(choices))}
	for x := 1; x < len(fits); x++ {
		fits[x] = fits[x&(x-1)] &^ against[bits.TrailingZeros(uint(x))]
	}
	return fits
}

// fitBy sets the tables.
func (s *step[K]) fitBy(f fitting) {
	if s.fitting = f; len(f) > 0 {
		s.first = f[0]
	}
}

// fit returns which of 64 choices from a first one on have all their slots free, as bits.
func (s *step[K]) fit(first int, k K) uint64 {
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
func (s *step[K]) open(k K) bool {
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
