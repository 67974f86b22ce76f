// Package state describes where a search for exact covers stands: which items
// remain, and which options still fit. It is the common ground of counting by
// memory (cover/memo), which recognises states that it has met, and of random
// search (cover/shuffle). The exhaustive kernels in package cover arrange
// their states for speed alone and cannot tell two of them apart.
//
// A [Space] is a problem in bits. Primary items come first, a bit each.
// Everything else becomes bits that an option needs (they must be there) and
// takes (they are gone afterwards):
//
//	primary item         needed and taken
//	secondary item       needed and taken
//	colour of an item    needed by options of that colour, taken by all others
//	bounded item         needed; taken when its stock is used up
//
// A [Key] is the bits that are left and the stocks used. Two paths to equal
// keys have the same solutions below them. A [Node] adds the list of options
// that fit.
//
// Names: o option, f from (parent), t to (child), w word.
package state
