package catalogue

import (
	"strings"
	"sync"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

// triangles are pieces whose first row begins with a triangle that points up. The
// words for hexiamonds are O'Beirne's (New Scientist, 1961); the letters are
// those of the Polyform Puzzler (D. Goodger).
var triangles = []drawnPiece{
	{"I1", "#"},
	{"I2", "##"},
	{"I3", "###"},
	{"C4", "##/##"}, {"I4", "####"}, {"T4", ".###/..#."},
	{"C5", "###/##."}, {"I5", "#####"}, {"L5", "####/#..."}, {"P5", "####/..#."},
	{"bar", "######"}, {"crook", "#####/#...."}, {"crown", "#####/..#.."}, {"sphinx", ".#####/..#..."},
	{"snake", "###../..###"}, {"yacht", "####/#.#."}, {"chevron", ".####./....##"}, {"signpost", "####/..##"},
	{"lobster", "####/.##."}, {"hook", "####/##.."}, {"hexagon", "###/###"}, {"butterfly", ".###/.###"},
	{"A7", "####/#.##"}, {"B7", "####/.###"}, {"C7", "#####/#...#"}, {"D7", "####/###."},
	{"E7", "######/..#..."}, {"F7", "#####/#.#.."}, {"G7", ".#####/..##.."}, {"H7", ".#####/.##..."},
	{"I7", "#######"}, {"J7", "#####/##..."}, {"L7", "######/#....."}, {"M7", ".#####/..#.#."},
	{"N7", "###.../..####"}, {"P7", "######/....#."}, {"Q7", "##./##./###"}, {"R7", "#####./....##"},
	{"S7", "###.#/..###"}, {"T7", "####/..##/...#"}, {"U7", ".####./..#.##"}, {"V7", ".##.##/..###."},
	{"W7", "#.../####/##.."}, {"X7", "#../###/###"}, {"Y7", "#####/.##.."}, {"Z7", "####./..###"},
}

var triangleSets = []namedSet{
	{"tetriamonds", []string{"C4", "I4", "T4"}},
	{"pentiamonds", []string{"C5", "I5", "L5", "P5"}},
	{"hexiamonds", strings.Fields("bar crook crown sphinx snake yacht chevron signpost lobster hook hexagon butterfly")},
	{"heptiamonds", strings.Fields("A7 B7 C7 D7 E7 F7 G7 H7 I7 J7 L7 M7 N7 P7 Q7 R7 S7 T7 U7 V7 W7 X7 Y7 Z7")},
}

// Triangles is the catalogue of polyiamonds.
var Triangles = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Triangle, triangles, triangleSets) })
