package catalogue

import (
	"strings"
	"sync"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

// hexagons are pieces whose every row is shifted half a cell to the right of the
// row above it. The words for tetrahexes are Gardner's (Scientific American, June
// 1967); the letters are those of the Polyform Puzzler (D. Goodger).
var hexagons = []drawnPiece{
	{"I1", "#"},
	{"I2", "##"},
	{"A3", "##/#."}, {"I3", "###"}, {"V3", "##/.#"},
	{"bar", "####"}, {"worm", "###/..#"}, {"wave", "##./.##"}, {"arch", "#.#/##."},
	{"propeller", ".#./.##/#.."}, {"bee", "##/##"}, {"pistol", "###/#.."},
	{"A5", ".##/##./.#."}, {"B5", "###/.##"}, {"C5", "#..#/###."}, {"D5", "###/##."},
	{"E5", "####/.#.."}, {"F5", "###/#.#"}, {"G5", "##.#/.##."}, {"H5", "##./.##/#.."},
	{"I5", "#####"}, {"J5", "####/...#"}, {"L5", "###/..#/..#"}, {"N5", "###./..##"},
	{"P5", "####/#..."}, {"Q5", "##./.##/.#."}, {"R5", "###/..#/.#."}, {"S5", "##./.#./.##"},
	{"T5", "###/.#./.#."}, {"U5", ".##/#.#/#.."}, {"V5", "###/#../#.."}, {"W5", "##./.##/..#"},
	{"X5", ".##/.#./##."}, {"Y5", ".#../.###/#..."},
}

var hexagonSets = []namedSet{
	{"trihexes", []string{"A3", "I3", "V3"}},
	{"tetrahexes", strings.Fields("bar worm wave arch propeller bee pistol")},
	{"pentahexes", strings.Fields("A5 B5 C5 D5 E5 F5 G5 H5 I5 J5 L5 N5 P5 Q5 R5 S5 T5 U5 V5 W5 X5 Y5")},
}

// Hexagons is the catalogue of polyhexes.
var Hexagons = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Hexagon, hexagons, hexagonSets) })
