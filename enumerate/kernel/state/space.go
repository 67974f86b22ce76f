package state

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// Limits of a [Space].
const (
	words      = 4 // of a set of bits
	maxBits    = 64 * words
	stockWords = 3
)

// Set is a set of bits.
type Set [words]uint64

// A Key is the part of a state that decides which solutions lie below it.
type Key struct {
	Items Set
	Stock [stockWords]uint64 // how often each bounded item was used, in as many bits as it needs
}

// Hash returns a hash of the key. Its upper and its lower bits are good for
// tables.
func (k *Key) Hash() uint64 {
	h := k.Items[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(k.Items[1]*0xc2b2ae3d27d4eb4f, 31) ^
		bits.RotateLeft64(k.Items[2]*0x165667b19e3779f9, 17) ^ bits.RotateLeft64(k.Items[3]*0xd6e8feb86659fd93, 47) ^
		k.Stock[0]*0xff51afd7ed558ccd ^ bits.RotateLeft64(k.Stock[1]*0xbf58476d1ce4e5b9, 27) ^ bits.RotateLeft64(k.Stock[2]*0x94d049bb133111eb, 41)
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return h ^ h>>29
}

// stock is a bounded item.
type stock struct {
	min, max uint64 // max is math.MaxUint64 if the item has no maximum
	bit      int
	// where a key says how often it was used
	word, shift int
	mask        uint64
}

func (t *stock) used(k *Key) uint64 { return k.Stock[t.word] >> t.shift & t.mask }

// A Space is a problem in bits. It never changes and may be shared.
//
// Invariants: the primary bits come first. need[o] holds the bits that must be in a
// key for option o to fit, take[o] the bits that it removes. claims[o] are the
// bounded items that it uses. root is the key at the start.
type Space struct {
	Options int
	// Depth is the number of primary items: no path is longer.
	Depth int

	primary     Set
	primaryOnly bool // there are no other bits
	narrow      bool // all bits are in the first two words
	need        []Set
	need2       [][2]uint64 // the first two words of need, if narrow
	take        []Set
	root        Set
	stocks      []stock
	claims      [][]uint8 // option -> stocks
}

// New makes the space of a problem. The error says why the problem does not fit.
func New(p *enumerate.Problem) (*Space, error) {
	b := builder{problem: p, space: &Space{Options: p.Options()}, first: make([]int, p.Items()), stock: make([]int, p.Items())}
	for i := range p.Items() {
		if p.Item(enumerate.Item(i)).Primary() {
			b.first[i] = b.bits
			b.bits++
		}
	}
	primaries := b.bits
	b.space.Depth = primaries
	if err := b.others(); err != nil {
		return nil, err
	}
	if b.bits > maxBits {
		return nil, errors.New("more than 256 items and colours")
	}
	s := b.space
	for i := range b.bits {
		if i < primaries {
			s.primary.add(i)
		}
		s.root.add(i)
	}
	for _, k := range s.stocks {
		if k.max == 0 {
			s.root.remove(k.bit)
		}
	}
	s.primaryOnly = primaries == b.bits
	s.narrow = b.bits <= 128
	s.need, s.take, s.claims = make([]Set, 0, p.Options()), make([]Set, 0, p.Options()), make([][]uint8, 0, p.Options())
	if s.narrow {
		s.need2 = make([][2]uint64, 0, p.Options())
	}
	for o := range p.Options() {
		if err := b.option(enumerate.OptionID(o)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Set) add(bit int)      { s[bit>>6] |= 1 << (bit & 63) }
func (s *Set) remove(bit int)   { s[bit>>6] &^= 1 << (bit & 63) }
func (s *Set) has(bit int) bool { return s[bit>>6]>>(bit&63)&1 != 0 }

// builder gives bits to items.
type builder struct {
	problem    *enumerate.Problem
	space      *Space
	bits       int
	stockBits  int                  // of Key.Stock, in use
	first      []int                // item -> its first bit, -1 if it has none
	stock      []int                // item -> stock, -1
	colours    [][]enumerate.Colour // of each item
	uncoloured []bool               // items that some option has without a colour
}

// others numbers the bits of items that are not primary.
func (b *builder) others() error {
	p := b.problem
	b.colours = make([][]enumerate.Colour, p.Items())
	b.uncoloured = make([]bool, p.Items())
	for o := range p.Options() {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			if m.Colour == 0 {
				b.uncoloured[m.Item] = true
			} else if !slices.Contains(b.colours[m.Item], m.Colour) {
				b.colours[m.Item] = append(b.colours[m.Item], m.Colour)
			}
		}
	}
	for i := range p.Items() {
		info := p.Item(enumerate.Item(i))
		b.stock[i] = -1
		switch {
		case info.Primary():
		case info.Secondary():
			if len(b.colours[i]) == 1 && !b.uncoloured[i] {
				b.colours[i] = nil // one colour: no conflict
				b.first[i] = -1
				continue
			}
			b.first[i] = b.bits
			b.bits += len(b.colours[i])
			if b.uncoloured[i] || len(b.colours[i]) == 0 {
				b.bits++
			}
		case info.Min == 0 && info.Max == enumerate.Unbounded:
			b.first[i] = -1 // no restriction
		default:
			if err := b.addStock(i, info); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) addStock(i int, info enumerate.ItemInfo) error {
	s := b.space
	k := stock{min: uint64(info.Min), max: uint64(info.Max), bit: b.bits, word: b.stockBits / 64, shift: b.stockBits % 64}
	width := bits.Len64(k.max)
	if info.Max == enumerate.Unbounded {
		k.max, width = math.MaxUint64, bits.Len64(k.min)
	}
	if k.shift+width > 64 {
		k.word, k.shift = k.word+1, 0
	}
	if k.word >= stockWords {
		return errors.New("the numbers of copies of its items need more than 192 bits")
	}
	k.mask = 1<<width - 1
	b.stockBits = 64*k.word + k.shift + width
	b.first[i], b.stock[i] = b.bits, len(s.stocks)
	b.bits++
	s.stocks = append(s.stocks, k)
	return nil
}

// option makes the masks of an option.
func (b *builder) option(o enumerate.OptionID) error {
	var need, take Set
	var claims []uint8
	primary := false
	for _, m := range b.problem.Option(o) {
		info := b.problem.Item(m.Item)
		at := b.first[m.Item]
		switch {
		case at < 0:
		case info.Primary():
			primary = true
			need.add(at)
			take.add(at)
		case b.stock[m.Item] >= 0:
			need.add(at)
			claims = append(claims, uint8(b.stock[m.Item]))
		default:
			b.secondary(&need, &take, m, at)
		}
	}
	if !primary {
		return errors.New("an option without a primary item")
	}
	s := b.space
	s.need, s.take, s.claims = append(s.need, need), append(s.take, take), append(s.claims, claims)
	if s.narrow {
		s.need2 = append(s.need2, [2]uint64{need[0], need[1]})
	}
	return nil
}

// secondary adds the bits of a secondary item from bit at on: one for each
// colour, and one more for options that want it for themselves.
func (b *builder) secondary(need, take *Set, m enumerate.Member, at int) {
	colours := b.colours[m.Item]
	own := slices.Index(colours, m.Colour)
	for k := range colours {
		if own < 0 || k == own {
			need.add(at + k)
		}
		if k != own {
			take.add(at + k)
		}
	}
	alone := at + len(colours)
	if own < 0 {
		need.add(alone)
		take.add(alone)
	} else if b.uncoloured[m.Item] {
		take.add(alone)
	}
}
