// Package measure computes the measures of a tiling: integer functions of a
// solution that are constant on its orbit under the symmetries of the puzzle.
//
// It owns the list of measures with their definitions, the little language in
// which configs ask for them ("on_edge(I5)", "adjacent(*, *)"), and their fast
// evaluation. It knows a tiling as the options chosen and the owner of each
// cell. It does not know how tilings are found, or how symmetry was computed:
// the caller says which placements and pieces the symmetries exchange.
//
//	set, err := measure.Compile(board, []string{"on_edge(*)", "crossroads"})
//	e := set.NewEvaluator()
//	values := e.Evaluate(owner, solution, orbitSize) // one per column of the set
//
// Three sources feed all measures. What a placement alone decides (border
// cells, lines cut, corners, the points of crossroads) is computed once per option
// and summed over the options of the solution. What neighbouring cells decide
// (contacts) takes one pass over pairs of cells, made only if a measure needs it.
// Colours and halves then work on the contacts alone.
//
// To add a measure, add an entry to the list in definitions.go. The tests ask for
// its value twice: on some tiling, in drawnTilings; and by its meaning, on random
// boards of all lattices, in the oracle of TestLattices.
//
// # Symmetry and names
//
// Some symmetries exchange pieces: the reflection of a board turns a one-sided
// piece into its mirror twin. A function of one of the two would not be
// constant on orbits, so it is refused. Their sum, used(F5+F5m), is constant. Any
// pieces may be added up so, and * adds up pieces that symmetries exchange. The name
// of a piece with several copies means all of them.
//
// Names: o option, t tile (an option of the solution at hand, by its place in
// it), p and q pieces.
package measure
