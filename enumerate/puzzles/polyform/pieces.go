package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

// drawn holds the pictures of the named pieces, rows separated by slashes. A
// name is a letter that the piece resembles and its number of cells; the
// twelve pentominoes go by Golomb's letters (1965).
var drawn = []struct{ name, picture string }{
	{"I1", "#"},
	{"I2", "##"},
	{"I3", "###"}, {"V3", "#./##"},
	{"I4", "####"}, {"O4", "##/##"}, {"T4", "###/.#."}, {"S4", ".##/##."}, {"L4", "#./#./##"},
	{"F5", ".##/##./.#."}, {"I5", "#####"}, {"L5", "#./#./#./##"}, {"N5", ".#/.#/##/#."},
	{"P5", "##/##/#."}, {"T5", "###/.#./.#."}, {"U5", "#.#/###"}, {"V5", "#../#../###"},
	{"W5", "#../##./.##"}, {"X5", ".#./###/.#."}, {"Y5", ".#/##/.#/.#"}, {"Z5", "##./.#./.##"},
}

// namedSets are the sets of free pieces; the one-sided sets are derived.
var namedSets = []struct {
	name   string
	pieces []string
}{
	{"trominoes", []string{"I3", "V3"}},
	{"tetrominoes", []string{"I4", "O4", "T4", "S4", "L4"}},
	{"pentominoes", []string{"F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"}},
	{"baibian", []string{"S4", "T4", "O4", "L4", "V3", "I2", "I4", "I3"}},
	{"hexominoes", nil}, // H01 ... H35
}

// oneSided is the prefix of the sets whose pieces may be turned and not
// flipped, a piece and its mirror twin ("m") both in the set where they differ.
const oneSided = "one-sided-"

// catalogue is the table of named pieces and sets.
type catalogue struct {
	lattice *lattice.Lattice
	shapes  map[string]lattice.Shape
	sets    map[string][]string
	names   []string // of pieces, in order
	groups  []string // of sets, in order
}

// squareCatalogue makes the catalogue of polyominoes.
func squareCatalogue() *catalogue {
	c := &catalogue{lattice: lattice.Square, shapes: map[string]lattice.Shape{}, sets: map[string][]string{}}
	for _, d := range drawn {
		s, err := c.lattice.ReadShape(strings.ReplaceAll(d.picture, "/", "\n"))
		if err != nil {
			panic(fmt.Sprintf("polyform: picture of %s: %v", d.name, err))
		}
		c.add(d.name, s)
	}
	for i, s := range c.lattice.Polyforms(6, true) {
		c.add(fmt.Sprintf("H%02d", i+1), s)
	}
	for _, set := range namedSets {
		members := set.pieces
		if set.name == "hexominoes" {
			for _, n := range c.names {
				if n[0] == 'H' {
					members = append(members, n)
				}
			}
		}
		c.addSet(set.name, members)
	}
	for _, size := range []string{"tetrominoes", "pentominoes", "hexominoes"} {
		var members []string
		for _, n := range c.sets[size] {
			members = append(members, n)
			twin := c.lattice.Mirrored(c.shapes[n])
			turned := c.lattice.Orientations(c.shapes[n], true, false)
			if !slices.ContainsFunc(turned, func(s lattice.Shape) bool { return slices.Equal(s, twin) }) {
				c.add(n+"m", twin)
				members = append(members, n+"m")
			}
		}
		c.addSet(oneSided+size, members)
	}
	return c
}

// plainCatalogue makes a catalogue of the piece of one cell.
func plainCatalogue(l *lattice.Lattice) *catalogue {
	c := &catalogue{lattice: l, shapes: map[string]lattice.Shape{}, sets: map[string][]string{}}
	c.add("I1", l.Polyforms(1, true)[0])
	return c
}

func (c *catalogue) add(name string, s lattice.Shape) {
	c.shapes[name] = s
	c.names = append(c.names, name)
}

func (c *catalogue) addSet(name string, members []string) {
	c.sets[name] = members
	c.groups = append(c.groups, name)
}
