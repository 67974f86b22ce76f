package polyform

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzles/polyform/scatter"
)

// instances are the boards of a survey: sets of cells blocked on top of the
// board's own, as masks with a bit for the number of each cell, in ascending order.
type instances interface {
	// len is the number of instances, at index 0 to len-1.
	len() int
	// classes visits those of the instances from from to to-1 that are the
	// least of their orbit, with the size of the orbit, until visit returns
	// false.
	classes(from, to int, visit func(mask uint64, orbit int) bool)
	contains(mask uint64) bool
	// symmetries are the permutations of the cells that map the set of
	// instances onto itself, the identity first. Any other symmetry of the
	// board would join orbits that are not one.
	symmetries() [][]uint8
	// orbits counts the orbits without visiting the instances.
	orbits() *big.Int
}

// newInstances makes the sets of cells that the clauses describe: a choice of
// cells, or one cell of each list. The number is that of the cells of each set.
func newInstances(b *Board, clauses []blockedParam, group [][]uint8) (instances, int, error) {
	free := b.freeMask()
	if len(clauses) == 1 && clauses[0].Choose > 0 {
		k := clauses[0].Choose
		if k >= b.Area() {
			return nil, 0, enumerate.Errorf("blocked: choose %d of %d free cells: expected fewer", k, b.Area())
		}
		s, err := scatter.NewSpace(free, k, group)
		if err != nil {
			return nil, 0, enumerate.Errorf("blocked: choose %d: %v", k, err)
		}
		return choices{s, group}, k, nil
	}
	masks := []uint64{0}
	for n, clause := range clauses {
		cells, err := clause.cells(b, n)
		if err != nil {
			return nil, 0, err
		}
		for range max(1, clause.Choose) {
			var next []uint64
			for _, m := range masks {
				for _, c := range cells {
					if m&c == 0 {
						next = append(next, m|c)
					}
				}
				if len(next) > maxInstances {
					return nil, 0, enumerate.Errorf("blocked: more than %d boards: expected fewer cells to choose from", maxInstances)
				}
			}
			slices.Sort(next)
			masks = slices.Compact(next)
		}
	}
	if len(masks) == 0 {
		return nil, 0, enumerate.Errorf("blocked: no board is left, as a cell cannot be blocked twice")
	}
	return newListed(masks, group), bits.OnesCount64(masks[0]), nil
}

const maxInstances = 20_000_000

// cells returns the cells that a clause chooses from, as masks.
func (p blockedParam) cells(b *Board, n int) ([]uint64, error) {
	var all []uint64
	if p.Choose > 0 {
		for m := b.freeMask(); m != 0; m &= m - 1 {
			all = append(all, m&-m)
		}
		return all, nil
	}
	for i, c := range p.OneOf {
		cell, err := b.freeCell(c)
		if err != nil {
			return nil, enumerate.AtKey(fmt.Sprintf("puzzle.blocked.%d.one_of.%d", n, i), fmt.Errorf("blocked, clause %d: %w", n+1, err))
		}
		all = append(all, 1<<cell)
	}
	return all, nil
}

// check says what is wrong with clause number n, if anything.
func (p blockedParam) check(b *Board, n int) error {
	if (p.Choose > 0) == (len(p.OneOf) > 0) || p.Choose < 0 {
		return enumerate.Errorf("blocked, clause %d: expected {choose: N} with N at least 1, or {one_of: [%s, ...]}", n+1, b.coordinates())
	}
	return nil
}

// coordinates says how a config names a cell.
func (b *Board) coordinates() string {
	if b.Dimensions == 3 {
		return "[layer, row, column]"
	}
	return "[row, column]"
}

// freeCell returns the number of the free cell that a config names.
func (b *Board) freeCell(at []int) (int, error) {
	if len(at) != b.Dimensions {
		return 0, enumerate.Errorf("cell %s: expected %s", cellText(at), b.coordinates())
	}
	c := lattice.Cell{Row: at[len(at)-2], Col: at[len(at)-1]}
	if len(at) == 3 {
		c.Layer = at[0]
	}
	// A config names the cells of a ring as it does others: once.
	inside := c.Row >= 0 && c.Row < b.Rows && c.Col >= 0 && c.Col < b.Cols
	if i := b.At(c); i >= 0 && inside {
		return i, nil
	}
	return 0, enumerate.Errorf("cell %s is no free cell of the board: expected %s, counted from 0", cellText(at), b.coordinates())
}

// cellText writes a cell as a config does.
func cellText(at []int) string {
	return strings.ReplaceAll(fmt.Sprint(at), " ", ", ")
}

func (b *Board) freeMask() uint64 {
	var m uint64
	for i, blocked := range b.Blocked {
		if !blocked {
			m |= 1 << i
		}
	}
	return m
}

// choices is every choice of so many cells. All symmetries of the board map it
// onto itself.
type choices struct {
	*scatter.Space
	group [][]uint8
}

func (c choices) len() int              { return c.Len() }
func (c choices) symmetries() [][]uint8 { return c.group }
func (c choices) orbits() *big.Int      { return c.Orbits() }
func (c choices) classes(from, to int, visit func(uint64, int) bool) {
	c.Classes(from, to, func(_ int, mask uint64, orbit int) bool { return visit(mask, orbit) })
}
func (c choices) contains(mask uint64) bool {
	return mask&^c.Board() == 0 && bits.OnesCount64(mask) == c.Uncovered()
}

// listed is an ascending list of masks.
type listed struct {
	masks []uint64
	group [][]uint8 // only those that map the list onto itself
}

func newListed(masks []uint64, group [][]uint8) *listed {
	l := &listed{masks: masks}
	for _, perm := range group {
		if !slices.ContainsFunc(masks, func(m uint64) bool { return !l.contains(image(m, perm)) }) {
			l.group = append(l.group, perm)
		}
	}
	return l
}

func image(mask uint64, perm []uint8) uint64 {
	var out uint64
	for ; mask != 0; mask &= mask - 1 {
		out |= 1 << perm[bits.TrailingZeros64(mask)]
	}
	return out
}

func (l *listed) len() int              { return len(l.masks) }
func (l *listed) symmetries() [][]uint8 { return l.group }

// orbits is the mean over the group of the number of masks that a symmetry
// fixes.
func (l *listed) orbits() *big.Int {
	fixed := int64(0)
	for _, perm := range l.group {
		for _, m := range l.masks {
			if image(m, perm) == m {
				fixed++
			}
		}
	}
	return big.NewInt(fixed / int64(len(l.group)))
}

func (l *listed) classes(from, to int, visit func(uint64, int) bool) {
	for _, m := range l.masks[from:to] {
		if least, orbit := l.canonical(m); least == m && !visit(m, orbit) {
			return
		}
	}
}

// canonical returns the least mask of an orbit, and the orbit's size.
func (l *listed) canonical(mask uint64) (uint64, int) {
	least, fixed := mask, 0
	for _, perm := range l.group {
		m := image(mask, perm)
		least = min(least, m)
		if m == mask {
			fixed++
		}
	}
	return least, len(l.group) / fixed
}

func (l *listed) contains(mask uint64) bool {
	_, ok := slices.BinarySearch(l.masks, mask)
	return ok
}

func checkSurveyBoard(b *Board) error {
	if len(b.Blocked) > 64 {
		return enumerate.KeyErrorf("puzzle.board", "a survey of boards of %s cells: expected at most 64 cells", b.size())
	}
	return nil
}

// picture draws a board with the cells of mask blocked, in the order of their
// numbers, into dst.
func (b *Board) picture(dst []byte, mask uint64) []byte {
	for i, blocked := range b.Blocked {
		if blocked || mask>>i&1 != 0 {
			dst = append(dst, '#')
		} else {
			dst = append(dst, '.')
		}
	}
	return dst
}

// with returns the board with the cells of mask blocked too.
func (b *Board) with(mask uint64) *Board {
	c := &Board{b.Board}
	c.Blocked = slices.Clone(b.Blocked)
	for ; mask != 0; mask &= mask - 1 {
		c.Blocked[bits.TrailingZeros64(mask)] = true
	}
	return c
}
