package catalogue

import (
	"strings"
	"sync"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

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

// Squares is the catalogue of polyominoes.
var Squares = sync.OnceValue(func() *Catalogue {
	return newCatalogue(lattice.Square, squares, squareSets, numberedSet{"hexominoes", 'H', 6}, numberedSet{"heptominoes", 'S', 7})
})
