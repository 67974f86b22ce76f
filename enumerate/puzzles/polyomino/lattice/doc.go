// Package lattice holds the lattices that boards and pieces are made of: the
// squares of the plane, and one day cubes, hexagons and triangles. A [Lattice]
// is a value that knows all that depends on the form of the cells: which cells
// are neighbours, which isometries there are, where straight lines and corners
// lie. A [Shape] is a set of cells up to translation. A [Board] numbers the
// cells of a box of the lattice; whoever works with a board sees numbers, pairs
// of numbers and permutations of numbers, and nothing square.
//
// The coordinates of a [Cell] are its place in a picture: layer, row and column
// of a character. So all lattices have one format of pictures ([Lattice.ReadPicture]),
// and one order of cells: by layers, then rows, then columns.
//
// # A new lattice
//
// A lattice is one file with a value like [Square]. What the fields become:
//
//   - Cubes: neighbours at distance 1 in each of three coordinates; the 48
//     signed permutations of the coordinates, of which the 24 with determinant
//     1 do not mirror; three axes; 8 cells at each corner.
//   - Hexagons, where (row, col) has the neighbours (r, c±1), (r±1, c),
//     (r-1, c+1) and (r+1, c-1): the three numbers row, col and -row-col have
//     the sum 0, and their permutations, negated or not, are the 12
//     isometries, the odd permutations being those that mirror. The same three
//     numbers are the axes, but not Straight: no straight line runs between
//     hexagons. Three cells meet at a corner. There is no Colour.
//   - Triangles, where (row, col) points up if row+col is even: two kinds. A
//     translation keeps the kind, so Kind is row+col modulo 2. Six cells meet at
//     a corner. Between parallel lines of the three directions lie the strips
//     row, (col-row+1)/2 and (col+row+2)/2, rounded down: the axes. With m for
//     twice such a number plus 1, and the third m negated, a triangle is three
//     odd numbers of sum -1 or 1, of which the 12 isometries are again the
//     permutations, negated or not.
//
// The tests of this package build all three in this way and count their
// polyforms.
package lattice
