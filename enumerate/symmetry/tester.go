package symmetry

import (
	"math/bits"

	"coverstat/enumerate"
)

// A tester says whether a solution is the least of its images under some elements.
// Where there are many solutions it is called for each of them, and would take far
// longer than finding them if it did not decide almost all of them quickly.
//
// It decides by heads. Of two sets of options the lesser one owns the least option not
// common to both, so the first few options mostly decide. A head is the part of a set
// that lies in the first laneOptions options, written as a number with the least option
// as its highest bit: the greater head belongs to the lesser set. A word holds eight
// lanes of 8 bits, each with a head of 7 bits below a zero bit. The first lane is the
// head of the solution itself, the others are those of seven images. Each option adds
// one word to all eight heads, so one pass over the solution makes the heads of all its
// images, and three operations compare them at once. Only images whose heads are equal
// to the solution's are made and compared.
//
// The options of a head are the least ones that can differ. Options that every image
// contains, because the elements map the case's fixed options to themselves, are left
// out. So are options that no image contains, because they conflict with the fixed
// options.
//
// There are no heads with more than denseOptions options, since few solutions then have
// any of the first options, nor where the table of heads would be large, with thousands
// of elements. Images are then compared by their least options.
type tester struct {
	elements []int32
	space    []bool // an image counts if it has one of these options; nil: all images count

	words  int      // 0: no heads
	lanes  []uint64 // words per option: element 7w+k has lane k+1 of word w
	inside []uint64 // words per option: the lanes whose element maps the option into space
	used   []uint64 // by word: the lanes in use, without lane 0
}

const (
	laneBits    = 8
	laneOptions = laneBits - 1
	perWord     = 64/laneBits - 1 // lane 0 is the identity
	ones        = 0x0101010101010101
	tops        = 0x8080808080808080 // a set of lanes uses these bits
	maxLanes    = 1 << 15            // words
)

// newTester returns a tester for elements other than the identity, or nil if there are
// none. skip marks options that are left out of heads.
func newTester(g *Group, elements []int32, space, skip []bool) *tester {
	if len(elements) == 0 {
		return nil
	}
	n := len(g.options[0])
	t := &tester{elements: elements, space: space}
	words := (len(elements) + perWord - 1) / perWord
	if n > denseOptions || n*words > maxLanes {
		return t
	}
	t.words = words
	t.lanes = make([]uint64, n*t.words)
	if space != nil {
		t.inside = make([]uint64, n*t.words)
	}
	t.used = make([]uint64, t.words)
	rank := ranks(n, skip)
	for w := range t.words {
		lane := g.options[:1:1]
		for _, k := range elements[w*perWord : min(len(elements), (w+1)*perWord)] {
			t.used[w] |= 1 << (laneBits*len(lane) + laneBits - 1)
			lane = append(lane, g.options[k])
		}
		for k, perm := range lane {
			for o, m := range perm {
				if rank[m] >= 0 {
					t.lanes[o*t.words+w] |= 1 << (laneBits*k + rank[m])
				}
				if space != nil && space[m] {
					t.inside[o*t.words+w] |= 1 << (laneBits*k + laneBits - 1)
				}
			}
		}
	}
	return t
}

// ranks returns each option's bit in a head, or -1.
func ranks(n int, skip []bool) []int {
	rank := make([]int, n)
	next := laneOptions - 1
	for o := range rank {
		rank[o] = -1
		if next >= 0 && (skip == nil || !skip[o]) {
			rank[o] = next
			next--
		}
	}
	return rank
}

// compareHeads compares the heads of the images of word w with that of the solution. It
// returns the lanes whose image is less, and the lanes where only the whole image
// decides.
func (t *tester) compareHeads(w int, solution []enumerate.OptionID) (less, equal uint64) {
	heads, count := uint64(0), t.used[w]
	for _, o := range solution {
		heads |= t.lanes[int(o)*t.words+w]
	}
	if t.space != nil {
		inside := uint64(0)
		for _, o := range solution {
			inside |= t.inside[int(o)*t.words+w]
		}
		count &= inside
	}
	own := heads & (1<<laneBits - 1) * ones
	atMost := (own | tops) - heads // highest bit: head <= own
	atLeast := (heads | tops) - own
	return ^atMost & count, atMost & atLeast & count
}

// element returns the group element of the first lane in a set of lanes of word w.
func (t *tester) element(w int, lanes uint64) int32 {
	return t.elements[w*perWord+bits.TrailingZeros64(lanes)/laneBits-1]
}
