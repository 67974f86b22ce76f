// Package state describes a state in the search for exact covers: which items
// remain, and which options still fit. Random search (kernel/shuffle) recognises by it
// states that it has met before. The exhaustive kernels in package kernel arrange their
// states for speed alone. They compare states only where no item is secondary, by the
// primary items that are left and the options of bounded items.
//
// A [Space] is a problem in bits. Every primary item has one bit; these come first.
// The rest of the problem becomes bits that an option needs (they must be there) and
// takes (they are gone afterwards):
//
//	primary item         needed and taken
//	secondary item       needed and taken
//	colour of an item    needed by options of that colour, taken by all others
//	bounded item         needed; taken when its stock is used up
//
// A [Key] holds the bits that are left and how much of each stock is used. Two paths
// that lead to equal keys have the same solutions below them. A [Node] adds the list
// of options that fit.
//
// Names:
//
//	o   option               t   to (the child)
//	f   from (the parent)    w   word of a set
//	k   key                  m   the mask of an option
package state
