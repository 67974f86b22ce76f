package catalogue

import (
	"strings"
	"sync"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

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
	{"tricubes", []string{"I3", "V3"}},
	{"tetracubes", strings.Fields("I4 O4 L4 T4 Z4 A4 B4 P4")},
	{"pentacubes", strings.Fields("F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5 A5 Q5 L15 J15 L25 J25 L35 L45 J45 N15 S15 N25 S25 T15 T25 V15 V25")},
	{"solid-pentominoes", strings.Fields("F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5")},
	{"soma", strings.Fields("V3 L4 T4 Z4 A4 B4 P4")},
	{"bedlam", strings.Fields("A4 F5 W5 X5 L15 L25 L35 J45 S15 S25 T15 T25 V25")},
	{"tetris-cube", strings.Fields("N5 V5 Y5 Q5 J45 S15 T25 V25 Ff6 Ti6 Va6 Vb6")},
}

// Cubes is the catalogue of polycubes.
var Cubes = sync.OnceValue(func() *Catalogue { return newCatalogue(lattice.Cube, cubes, cubeSets) })
