package enumerate

import (
	"fmt"
	"math"
)

// Item is the index of an item of a [Problem]: a thing to be covered, such as
// a cell of the board or a piece.
type Item int32

// OptionID is the index of an option of a [Problem]: one way to cover several
// items at once, such as a placement of a piece.
type OptionID int32

// Colour is the colour that an option gives to a secondary item. Options may
// share a secondary item if they agree on its colour. 0 is no colour: then
// the item belongs to one option alone.
type Colour int32

// Unbounded as an item's Max lets any number of options contain it.
const Unbounded = math.MaxInt32

// ItemInfo says what an item is called and how many chosen options may
// contain it: at least Min and at most Max.
//
//	Min 1, Max 1        primary: covered exactly once
//	Min 0, Max 1        secondary: covered at most once, or by any number of
//	                    options that agree on its colour
//	anything else       bounded: a stock of interchangeable copies, such as
//	                    "two of this piece" or "any number of dominoes"
type ItemInfo struct {
	Name     string
	Min, Max int32
}

// Primary reports whether the item is covered exactly once.
func (i ItemInfo) Primary() bool { return i.Min == 1 && i.Max == 1 }

// Secondary reports whether the item is covered at most once, colours aside.
func (i ItemInfo) Secondary() bool { return i.Min == 0 && i.Max == 1 }

// Bounded reports whether the item counts interchangeable copies.
func (i ItemInfo) Bounded() bool { return i.Max > 1 || i.Max == 0 }

// Member is an option's claim on one item.
type Member struct {
	Item   Item
	Colour Colour
}

// A Problem is an exact cover: choose options so that every item is contained
// in as many of them as its [ItemInfo] allows. Build one with a
// [ProblemBuilder]; it never changes afterwards and may be shared.
//
// An option contains an item once. Only in the problems of [ProblemBuilder.Multiple] it
// may contain a bounded item several times, and takes as many copies from the stock.
// Sweeps count such problems; the kernels that list solutions do not take them.
type Problem struct {
	items   []ItemInfo
	start   []int32 // option o is members[start[o]:start[o+1]]
	members []Member
}

// Items returns the number of items.
func (p *Problem) Items() int { return len(p.items) }

// Options returns the number of options.
func (p *Problem) Options() int { return len(p.start) - 1 }

// Item describes item i.
func (p *Problem) Item(i Item) ItemInfo { return p.items[i] }

// Option returns the members of option o in the order they were given. The
// slice belongs to the problem.
func (p *Problem) Option(o OptionID) []Member {
	return p.members[p.start[o]:p.start[o+1]:p.start[o+1]]
}

// Members returns the total length of all options.
func (p *Problem) Members() int { return len(p.members) }

// Coloured reports whether any option colours an item.
func (p *Problem) Coloured() bool {
	for _, m := range p.members {
		if m.Colour != 0 {
			return true
		}
	}
	return false
}

// A ProblemBuilder collects items and options. The zero value is empty.
type ProblemBuilder struct {
	// Multiple allows options to contain a bounded item several times.
	Multiple bool
	problem  Problem
}

// AddItem adds an item and returns its index.
func (b *ProblemBuilder) AddItem(info ItemInfo) Item {
	b.problem.items = append(b.problem.items, info)
	return Item(len(b.problem.items) - 1)
}

// AddOption adds an option and returns its identity: 0, 1, 2, ...
func (b *ProblemBuilder) AddOption(members ...Member) OptionID {
	p := &b.problem
	if len(p.start) == 0 {
		p.start = append(p.start, 0)
	}
	p.members = append(p.members, members...)
	p.start = append(p.start, int32(len(p.members)))
	return OptionID(len(p.start) - 2)
}

// Build checks and returns the problem: every item index in range and at most
// once in an option (but for Multiple), bounds in order, colours on secondary items only, and no
// option without an item that must be covered (it could be added to or left
// out of any solution at will).
func (b *ProblemBuilder) Build() (*Problem, error) {
	p := b.problem
	if len(p.start) == 0 {
		p.start = []int32{0}
	}
	if len(p.members) > math.MaxInt32 {
		return nil, fmt.Errorf("the options have %d items in all: expected at most %d", len(p.members), math.MaxInt32)
	}
	for i, info := range p.items {
		if info.Min < 0 || info.Max < info.Min {
			return nil, fmt.Errorf("item %q: bounds %d to %d are out of order", itemName(info, i), info.Min, info.Max)
		}
	}
	seen := make([]int32, len(p.items)) // option that used the item last, plus one
	for o := range p.Options() {
		required := false
		for _, m := range p.Option(OptionID(o)) {
			if m.Item < 0 || int(m.Item) >= len(p.items) {
				return nil, fmt.Errorf("option %d: item %d out of range, there are %d", o, m.Item, len(p.items))
			}
			info := p.items[m.Item]
			if seen[m.Item] == int32(o)+1 && !(b.Multiple && info.Bounded()) {
				return nil, fmt.Errorf("option %d contains item %q twice", o, itemName(info, int(m.Item)))
			}
			seen[m.Item] = int32(o) + 1
			if m.Colour != 0 && !info.Secondary() {
				return nil, fmt.Errorf("option %d colours item %q, which is not secondary", o,
					itemName(info, int(m.Item)))
			}
			if info.Min > 0 {
				required = true
			}
		}
		if !required {
			return nil, fmt.Errorf(
				"option %d has no item that must be covered, so every solution could have it or not", o)
		}
	}
	return &p, nil
}

func itemName(info ItemInfo, i int) string {
	if info.Name != "" {
		return info.Name
	}
	return fmt.Sprintf("#%d", i)
}

// A Cover is a problem with the names that people and other programs know its parts by.
type Cover struct {
	Problem *Problem
	// Colours are the names of the colours 1, 2, ... Nil: their numbers are the names.
	Colours []string
	// Label says what an option is besides its items: the piece that is placed, say.
	// Options with the same label stand together. Nil if the items say all.
	Label func(OptionID) string
	// Tiling is set where the options are the placements of pieces on a board.
	Tiling *Tiling
	// Diagram makes the diagram of all solutions. Nil if there is none.
	Diagram func() (*Diagram, error)
}

// Covers are the exact covers that a job searches: that of a census, or those of the
// instances of a survey.
type Covers struct {
	Count int64
	Cover func(i int64) (*Cover, error)
}

// A Tiling is a board and the pieces that cover each of its cells once.
type Tiling struct {
	Lattice string // the name of its cells: squares, cubes, hexagons or triangles
	Size    [3]int // layers, rows and columns of the board
	Free    []bool // by cell: layer by layer, row by row
	Wraps   bool   // some opposite sides of the board are joined
	Pieces  []TilePiece
	// Beyond names what a solution must meet besides, such as a total number of pieces; "" is
	// nothing.
	Beyond string
}

// A TilePiece is a piece of a [Tiling].
type TilePiece struct {
	Name     string
	Cells    [][3]int // layer, row and column of each; the least are 0
	Min, Max int32    // copies; Max may be [Unbounded]
	// Turned says that the piece may lie in all ways into which it can be turned in space,
	// where a flat piece may lie face down, and in no other way.
	Turned bool
}
