package enumerate

// A Cover is a problem with the names that people and other programs know its parts by.
type Cover struct {
	Problem *Problem
	// Colours are the names of the colours 1, 2, ... Nil: their numbers are the names.
	Colours []string
	// Label says what an option is besides its items: the piece that is placed, say.
	// Options with the same label stand together. Nil if the items say all.
	Label func(OptionID) string
	// Tiling is set where the options are the placements of pieces on a board.
	Tiling *Tiling
}

// Covers are the exact covers that a job searches: that of a census, or those of the
// instances of a survey.
type Covers struct {
	Count int64
	Cover func(i int64) (*Cover, error)
}

// A Tiling is a board and the pieces that cover each of its cells once.
type Tiling struct {
	Lattice string // the name of its cells: squares, cubes, hexagons or triangles
	Size    [3]int // layers, rows and columns of the board
	Free    []bool // by cell: layer by layer, row by row
	Wraps   bool   // some opposite sides of the board are joined
	Pieces  []TilePiece
	// Beyond names what a solution must meet besides, such as a total number of pieces; "" is
	// nothing.
	Beyond string
}

// A TilePiece is a piece of a [Tiling].
type TilePiece struct {
	Name     string
	Cells    [][3]int // layer, row and column of each; the least are 0
	Min, Max int32    // copies; Max may be [Unbounded]
	// Turned says that the piece may lie in all ways into which it can be turned in space,
	// where a flat piece may lie face down, and in no other way.
	Turned bool
}
