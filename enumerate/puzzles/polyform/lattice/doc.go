// Package lattice holds the lattices that boards and pieces are made of: the
// squares, the hexagons and the triangles of the plane, and the cubes. A [Lattice]
// is a value that knows all that depends on the form of the cells: which cells
// are neighbours, which isometries there are, where straight lines and corners
// lie. A [Shape] is a set of cells up to translation. A [Board] numbers the
// cells of a box of the lattice; whoever works with a board sees numbers, pairs
// of numbers and permutations of numbers, and nothing square.
//
// The coordinates of a [Cell] are its place in a picture: layer, row and column
// of a character. So all lattices have one format of pictures ([Lattice.ReadPicture]),
// and one order of cells: by layers, then rows, then columns.
package lattice
