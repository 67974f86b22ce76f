package measure

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Exchange is what a symmetry of the puzzle does to its pieces: piece p becomes To[p]. Pieces
// beyond To stay.
type Exchange struct {
	Isometry lattice.Isometry
	To       []int
}

// image returns what becomes of pieces, ascending.
func (x *Exchange) image(pieces []int) []int {
	var image []int
	for _, p := range pieces {
		if p < len(x.To) {
			p = x.To[p]
		}
		image = append(image, p)
	}
	return ascending(image)
}

// exchanged returns each piece together with those that symmetries exchange it with.
func (z *Subject) exchanged() (classes [][]int) {
	for p := range z.Pieces {
		if !slices.ContainsFunc(classes, func(class []int) bool { return slices.Contains(class, p) }) {
			classes = append(classes, z.with([]int{p}))
		}
	}
	return classes
}

// with adds to pieces, behind them, those that symmetries exchange them with.
func (z *Subject) with(pieces []int) []int {
	all := slices.Clone(pieces)
	for i := 0; i < len(all); i++ {
		for _, x := range z.Exchanges {
			if q := x.image(all[i : i+1])[0]; !slices.Contains(all, q) {
				all = append(all, q)
			}
		}
	}
	return all
}

// refuseExchanged returns an error if images of a solution may differ in a measure, written w,
// of the pieces p and q that args name, because a symmetry exchanges some of them with others.
func (s *Set) refuseExchanged(w string, d *definition, args []string, p, q []int) error {
	var first *Exchange
	enough := "rotations" // the symmetries that may stay
	sortedP, sortedQ := ascending(p), ascending(q)
	for i := range s.subject.Exchanges {
		x := &s.subject.Exchanges[i]
		toP, toQ := x.image(p), x.image(q)
		if slices.Equal(toP, sortedP) && slices.Equal(toQ, sortedQ) || slices.Equal(toP, sortedQ) && slices.Equal(toQ, sortedP) {
			continue
		}
		if first == nil {
			first = x
		}
		if !x.Isometry.Mirrors {
			enough = "none"
		}
	}
	if first == nil {
		return nil
	}
	var from []int // pieces that become others, and not one of their sum
	var sums []string
	for i, pieces := range [][]int{p, q}[:d.pieces] {
		for _, piece := range pieces {
			if !slices.Contains(pieces, first.image([]int{piece})[0]) {
				from = append(from, piece)
			}
		}
		if sums = append(sums, s.join(s.subject.with(pieces), "+")); args[i] == "*" {
			sums[i] = "*"
		}
	}
	expected := "puzzle.symmetry: " + enough
	if !d.once {
		expected = enumerate.WriteMeasure(d.name, sums...) + ", or " + expected
	}
	return &enumerate.InputError{
		Problem: fmt.Sprintf("measure %q: %s of the board takes %s to %s, so that solutions that count as the same may differ in it",
			w, s.subject.Board.Lattice.Describe(first.Isometry), s.join(from[:1], ""), s.join(first.image(from[:1]), "")),
		Expected: expected,
	}
}

// join names pieces, with a word between them.
func (s *Set) join(pieces []int, word string) string {
	var names []string
	for _, p := range pieces {
		names = append(names, s.subject.Pieces[p].Name)
	}
	return strings.Join(names, word)
}

func ascending(pieces []int) []int { return slices.Sorted(slices.Values(pieces)) }
