package catalogue

import (
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
	{"trominoes", "I3 V3"},
	{"tetrominoes", "I4 O4 T4 S4 L4"},
	{"pentominoes", "F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"},
	{"baibian", "S4 T4 O4 L4 V3 I2 I4 I3"},
}

// Squares is the catalogue of polyominoes.
var Squares = sync.OnceValue(func() *Catalogue {
	return newCatalogue(lattice.Square, squares, squareSets, numberedSet{"hexominoes", 'H', 6},
		numberedSet{"heptominoes", 'S', 7})
})

// cubes are solid pieces. They turn in space and are not mirrored, so that twins
// are pieces of their own: "//" is where the layer below begins. Tetracubes go by
// the letters of the Soma cube (Piet Hein), where A and B are V3 with a cube
// on top of one arm: for A it is the arm that lies clockwise of the other, seen
// from above. Pentacubes go by Kate Jones's names (Kadon, Superquints), followed
// by their number of cells: L15 is her L1 of 5 cells, J15 its mirror image. Her
// J3 is the same as L3. Ff6, Ti6, Va6 and Vb6 are the hexacubes of the Tetris
// cube, as the Polyform Puzzler (D. Goodger) calls them.
var cubes = []drawnPiece{
	{"I1", "#"},
	{"I2", "##"},
	{"I3", "###"}, {"V3", "#./##"},
	{"I4", "####"}, {"O4", "##/##"}, {"L4", "###/#.."}, {"T4", "###/.#."}, {"Z4", "##./.##"},
	{"A4", "../.#//#./##"}, {"B4", "#./..//#./##"}, {"P4", "../#.//#./##"},
	{"F5", ".##/##./.#."}, {"I5", "#####"}, {"L5", "####/#..."}, {"N5", "##../.###"},
	{"P5", "###/##."}, {"T5", "###/.#./.#."}, {"U5", "#.#/###"}, {"V5", "#../#../###"},
	{"W5", "#../##./.##"}, {"X5", ".#./###/.#."}, {"Y5", "####/.#.."}, {"Z5", "##./.#./.##"},
	{"A5", "##/#.//.#/#."}, {"Q5", "##/##//#./.."},
	{"L15", "###/..#//#../..."}, {"J15", "###/#..//..#/..."},
	{"L25", "###/.#.//#../..."}, {"J25", "###/#..//.#./..."},
	{"L35", "###/#..//#../..."},
	{"L45", "###/..#//.../..#"}, {"J45", "###/#..//.../#.."},
	{"N15", "##./#..//.##/..."}, {"S15", "##./.##//#../..."},
	{"N25", "##./.#.//.##/..."}, {"S25", "##./.##//.#./..."},
	{"T15", "###/.#.//.#./..."}, {"T25", "###/.#.//.../.#."},
	{"V15", "##./...//.#./.##"}, {"V25", "##./.#.//.../.##"},
	{"Ff6", "#../###/.#.//#../.../..."}, {"Ti6", ".#./###/...//.../.#./.#."},
	{"Va6", "###/#../#..//.../.../#.."}, {"Vb6", "###/#../#..//.../#../..."},
}

// The pieces of the Bedlam cube are those of S. Tatham's bedlam.c. Four programs
// agree up to mirroring on those of the Tetris cube: brianc118/tetriscube,
// AshleyL-02/TetrisCubeSolverDLX, micsthepick/TetrisCubeSolver and
// Virtual-X/TetrisCube. Both have the numbers of orientations and solutions that
// S. Kurowski published.
var cubeSets = []namedSet{
	{"tricubes", "I3 V3"},
	{"tetracubes", "I4 O4 L4 T4 Z4 A4 B4 P4"},
	{"pentacubes",
		"F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5 A5 Q5 L15 J15 L25 J25 L35 L45 J45 N15 S15 N25 S25 T15 T25 V15 V25"},
	{"solid-pentominoes", "F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"},
	{"soma", "V3 L4 T4 Z4 A4 B4 P4"},
	{"bedlam", "A4 F5 W5 X5 L15 L25 L35 J45 S15 S25 T15 T25 V25"},
	{"tetris-cube", "N5 V5 Y5 Q5 J45 S15 T25 V25 Ff6 Ti6 Va6 Vb6"},
}

// Cubes is the catalogue of polycubes.
var Cubes = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Cube, cubes, cubeSets) })

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
	{"trihexes", "A3 I3 V3"},
	{"tetrahexes", "bar worm wave arch propeller bee pistol"},
	{"pentahexes", "A5 B5 C5 D5 E5 F5 G5 H5 I5 J5 L5 N5 P5 Q5 R5 S5 T5 U5 V5 W5 X5 Y5"},
}

// Hexagons is the catalogue of polyhexes.
var Hexagons = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Hexagon, hexagons, hexagonSets) })

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
	{"tetriamonds", "C4 I4 T4"},
	{"pentiamonds", "C5 I5 L5 P5"},
	{"hexiamonds", "bar crook crown sphinx snake yacht chevron signpost lobster hook hexagon butterfly"},
	{"heptiamonds", "A7 B7 C7 D7 E7 F7 G7 H7 I7 J7 L7 M7 N7 P7 Q7 R7 S7 T7 U7 V7 W7 X7 Y7 Z7"},
}

// Triangles is the catalogue of polyiamonds.
var Triangles = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Triangle, triangles, triangleSets) })
