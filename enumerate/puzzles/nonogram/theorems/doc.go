// Package theorems holds six theorems about one line of a nonogram: the rules
// by which a person solves it. Each rule is a function of its own; with them
// comes the order in which their author applied them.
//
// The author remarked that the theorems had not been strictly proved, and that
// it was open whether applying them in the given order suffices. The package
// settles both questions. Its tests compare every rule with complete line logic
// (package line), on every clue and every state of every line up to a stated
// length. Readings that are false as printed stand in the tests with their
// counterexamples. The tests also count how far the printed order, all rules
// together, and complete logic reach.
//
// # The theorems, and how they became rules
//
// A line has cells that are blank, black or crossed. A stretch is a piece of a
// line, a run is a maximal stretch of black cells, a block is a number of the
// clue. Write block(x) for max(0, x).
//
//  1. Homogeneity. Rows, columns and any stretch cut out of them obey the same theorems.
//  2. Residence. For k blocks in a free stretch of m cells, block L has
//     block(Σn + nL + k-1 - m) cells fixed. (The text prints +m. Its total
//     block((k+1)Σn + k(k-1-m)) is wrong where some block has none: with m = 7,
//     blocks 1 and 3 fix one cell, not none.)
//  3. Seating. A block of n that has nT cells already, with L free cells to the
//     left and R to the right, gets n-nT-L further cells on the right and
//     n-nT-R on the left. A block that is black at the end of a stretch is
//     fixed as a whole.
//  4. Oversize. A block does not fit in a stretch shorter than itself. Of the L
//     and R cells beside a seated block, L+nT-n and R+nT-n are out of reach
//     (printed with the signs reversed). Cells out of reach of every block are
//     crossed. When all blocks are there, the rest is crossed.
//  5. Not joinable. Two runs that no block can hold together belong to
//     different blocks, and the cell beside one run does not count to the
//     stretch of the other.
//  6. Confirmation. A run that is as long as any block it can belong to is complete; its
//     neighbours are crossed.
//
// The printed text leaves it to the eye which block a run belongs to; here its
// literal readings fail. The rules answer it by windows. The window of a block
// runs from its leftmost to its rightmost place in any placement that agrees
// with all known cells. The candidates of a run are the blocks that are long
// enough and can cover it within their window. Homogeneity is then a rule too:
// the window of a block is a stretch cut out for it alone, and residence holds
// there. Residence itself (2) looks only at crosses and treats black cells as
// free, as in its text.
//
// A confirmed block is one with crosses or the border on both sides. The text
// keeps confirmation as a mark and lets theorem 4 write the crosses. A mark
// that is not in the cells would be lost to the crossing lines, so here theorem
// 6 writes the crosses at once.
//
// A cup, settled in two rounds (ExampleSolve): residence needs no other cell for the rows, then
// confirmation closes what is long enough, which leaves the stem to residence.
//
//	     3 2 3               round 1              round 2
//	1 1  # . #   residence: # ? #  confirmation: # . #   # . #
//	1 1  # . #              # ? #                # . #   # . #
//	  3  # # #              # # #                # # #   # # #
//	  1  . # .              ? ? ?                . ? .   . # .
//
// How far they reach: NOTES.md.
//
// # Naming
//
//	n   cells of the line       k   blocks of the clue
//	j   block, from 0           i   cell, from 0
//	a, b   first and last cell of a run or stretch
//	lo[j], hi[j]   leftmost and rightmost start of block j
//	s   one line (a State)      v   a whole puzzle (the solver)
package theorems
