package polyform

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

// A namedSet is a set of pieces. Flat ones are free: a piece stands for its
// mirror image, too.
type namedSet struct {
	name   string
	pieces []string
}

// A numberedSet is the set of all forms of so many cells, named by a letter and
// numbers from 1.
type numberedSet struct {
	name   string
	letter byte
	size   int
}

// squares go by the letters of Golomb (1965).
var squares = []drawnPiece{
	{"I1", "#"},
	{"I2", "##"},
	{"I3", "###"}, {"V3", "#./##"},
	{"I4", "####"}, {"O4", "##/##"}, {"T4", "###/.#."}, {"S4", ".##/##."}, {"L4", "#./#./##"},
	{"F5", ".##/##./.#."}, {"I5", "#####"}, {"L5", "#./#./#./##"}, {"N5", ".#/.#/##/#."},
	{"P5", "##/##/#."}, {"T5", "###/.#./.#."}, {"U5", "#.#/###"}, {"V5", "#../#../###"},
	{"W5", "#../##./.##"}, {"X5", ".#./###/.#."}, {"Y5", ".#/##/.#/.#"}, {"Z5", "##./.#./.##"},
}

var squareSets = []namedSet{
	{"trominoes", []string{"I3", "V3"}},
	{"tetrominoes", []string{"I4", "O4", "T4", "S4", "L4"}},
	{"pentominoes", strings.Fields("F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5")},
	{"baibian", strings.Fields("S4 T4 O4 L4 V3 I2 I4 I3")},
}

// squareCatalogue makes the catalogue of polyominoes.
func squareCatalogue() *catalogue {
	return newCatalogue(lattice.Square, squares, squareSets, numberedSet{"hexominoes", 'H', 6}, numberedSet{"heptominoes", 'S', 7})
}

// oneSided is the prefix of the sets whose pieces may be turned and not
// flipped, a piece and its mirror twin ("m") both in the set where they differ.
const oneSided = "one-sided-"

// catalogue is the table of named pieces and sets.
type catalogue struct {
	lattice *lattice.Lattice
	shapes  map[string]lattice.Shape
	twins   map[string]bool // the names that mean a mirror twin alone
	sets    map[string][]string
	names   []string // of pieces, in order
	groups  []string // of sets, in order

	numbered []numberedSet // that complete adds
	once     sync.Once
}

// newCatalogue makes a catalogue of pieces and sets, and of the one-sided sets
// that follow from the flat ones: from each whose pieces have one size and are
// not all their own mirror images.
func newCatalogue(l *lattice.Lattice, pieces []drawnPiece, sets []namedSet, numbered ...numberedSet) *catalogue {
	c := &catalogue{lattice: l, shapes: map[string]lattice.Shape{}, twins: map[string]bool{}, sets: map[string][]string{}}
	for _, d := range pieces {
		s, err := l.ReadShape(strings.ReplaceAll(d.picture, "/", "\n"))
		if err != nil {
			panic(fmt.Sprintf("polyform: picture of %s: %v", d.name, err))
		}
		c.add(d.name, s)
	}
	for _, set := range sets {
		c.addSet(set.name, set.pieces)
	}
	c.numbered = numbered
	c.addOneSidedSets(c.groups)
	return c
}

// complete adds the numbered sets and returns the catalogue. The 143 polyominoes of six and
// seven cells take 1.5 ms, which most runs do not need.
func (c *catalogue) complete() *catalogue {
	c.once.Do(func() {
		first := len(c.groups)
		for _, set := range c.numbered {
			var members []string
			for i, s := range c.lattice.Polyforms(set.size, true) {
				members = append(members, fmt.Sprintf("%c%02d", set.letter, i+1))
				c.add(members[i], s)
			}
			c.addSet(set.name, members)
		}
		c.addOneSidedSets(c.groups[first:])
	})
	return c
}

func (c *catalogue) addOneSidedSets(sets []string) {
	if c.lattice.Dimensions == 2 {
		for _, name := range slices.Clone(sets) {
			c.addOneSided(name)
		}
	}
}

// addOneSided adds the one-sided set that follows from a set, if one does.
func (c *catalogue) addOneSided(set string) {
	var members, twins []string
	for _, n := range c.sets[set] {
		s := c.shapes[n]
		if len(s) != len(c.shapes[c.sets[set][0]]) {
			return
		}
		members = append(members, n)
		if c.lattice.Chiral(s) {
			members = append(members, n+"m")
			twins = append(twins, n)
		}
	}
	if twins == nil {
		return
	}
	for _, n := range twins {
		c.add(n+"m", c.lattice.Mirrored(c.shapes[n]))
		c.twins[n+"m"] = true
	}
	c.addSet(oneSided+set, members)
}

func (c *catalogue) add(name string, s lattice.Shape) {
	c.shapes[name] = s
	c.names = append(c.names, name)
}

func (c *catalogue) addSet(name string, members []string) {
	c.sets[name] = members
	c.groups = append(c.groups, name)
}
