// Package catalogue holds the pieces and sets of pieces that configs may name, a
// [Catalogue] for each lattice: their pictures, the sets of all forms of so many cells,
// and the one-sided sets that follow from the flat ones.
package catalogue

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

// A drawnPiece is a name and a picture, its rows separated by one slash and its
// layers by two. Where the field has no word for a piece, the name is a letter
// that the piece resembles and its number of cells.
type drawnPiece struct{ name, picture string }

// A namedSet is a set of pieces, their names with spaces between. Flat ones are free: a
// piece stands for its mirror image, too.
type namedSet struct{ name, pieces string }

// A numberedSet is the set of all forms of so many cells, named by a letter and
// numbers from 1.
type numberedSet struct {
	name   string
	letter byte
	size   int
}

// OneSided is the prefix of the sets whose pieces may be turned and not
// flipped, a piece and its mirror twin ("m") both in the set where they differ.
const OneSided = "one-sided-"

// A Catalogue is the table of the named pieces and sets of a lattice.
type Catalogue struct {
	Lattice  *lattice.Lattice
	Shapes   map[string]lattice.Shape
	Twins    map[string]bool     // the names that mean a mirror twin alone
	Sets     map[string][]string // the pieces of a set
	Names    []string            // of pieces, in order
	SetNames []string            // in order

	numbered []numberedSet // that Complete adds
	once     sync.Once
}

// newCatalogue makes a catalogue of pieces and sets, and of the one-sided sets
// that follow from the flat ones: from each whose pieces have one size and are
// not all their own mirror images.
func newCatalogue(l *lattice.Lattice, pieces []drawnPiece, sets []namedSet, numbered ...numberedSet) *Catalogue {
	c := &Catalogue{Lattice: l, Shapes: map[string]lattice.Shape{}, Twins: map[string]bool{},
		Sets: map[string][]string{}}
	for _, d := range pieces {
		s, err := l.ReadShape(strings.ReplaceAll(d.picture, "/", "\n"))
		if err != nil {
			panic(fmt.Sprintf("catalogue: picture of %s: %v", d.name, err))
		}
		c.add(d.name, s)
	}
	for _, set := range sets {
		c.addSet(set.name, strings.Fields(set.pieces))
	}
	c.numbered = numbered
	c.addOneSidedSets(c.SetNames)
	return c
}

// Complete adds the numbered sets, which most runs do not need, and returns the catalogue.
func (c *Catalogue) Complete() *Catalogue {
	c.once.Do(func() {
		first := len(c.SetNames)
		for _, set := range c.numbered {
			var members []string
			for i, s := range c.Lattice.Polyforms(set.size, true) {
				members = append(members, fmt.Sprintf("%c%02d", set.letter, i+1))
				c.add(members[i], s)
			}
			c.addSet(set.name, members)
		}
		c.addOneSidedSets(c.SetNames[first:])
	})
	return c
}

func (c *Catalogue) addOneSidedSets(sets []string) {
	if c.Lattice.Dimensions == 2 {
		for _, name := range slices.Clone(sets) {
			c.addOneSided(name)
		}
	}
}

// addOneSided adds the one-sided set that follows from a set, if one does.
func (c *Catalogue) addOneSided(set string) {
	var members, twins []string
	for _, n := range c.Sets[set] {
		s := c.Shapes[n]
		if len(s) != len(c.Shapes[c.Sets[set][0]]) {
			return
		}
		members = append(members, n)
		if c.Lattice.Chiral(s) {
			members = append(members, n+"m")
			twins = append(twins, n)
		}
	}
	if twins == nil {
		return
	}
	for _, n := range twins {
		c.add(n+"m", c.Lattice.Mirrored(c.Shapes[n]))
		c.Twins[n+"m"] = true
	}
	c.addSet(OneSided+set, members)
}

func (c *Catalogue) add(name string, s lattice.Shape) {
	c.Shapes[name] = s
	c.Names = append(c.Names, name)
}

func (c *Catalogue) addSet(name string, members []string) {
	c.Sets[name] = members
	c.SetNames = append(c.SetNames, name)
}
