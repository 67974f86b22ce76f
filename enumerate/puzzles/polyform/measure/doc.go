// Package measure computes the measures of a tiling: integer functions of a
// solution that are constant on its orbit under the symmetries of the puzzle.
//
// Configs ask for them by name ("on_edge(I5)", "adjacent(*, *)"). The package knows a tiling as the
// options chosen and the owner of each cell. It does not know how tilings are found, or how
// symmetry was computed: the caller says which placements and pieces the symmetries exchange.
//
//	set, err := measure.Compile(subject, []string{"on_edge(*)", "crossroads"})
//	e := set.NewEvaluator()
//	values := e.Evaluate(owner, solution, orbitSize) // one per column of the set
//
// What a placement alone decides (border cells, lines cut, corners) is computed once per option
// and summed over the options of the solution. What neighbouring cells decide (contacts) takes
// one pass over pairs of cells, made only if a measure needs it. Colours then work
// on the contacts alone.
//
// # Symmetry and names
//
// Some symmetries exchange pieces: the reflection of a board turns a one-sided
// piece into its mirror twin. A function of one of the two would not be
// constant on orbits, so it is refused. Their sum, used(F5+F5m), is constant. Any
// pieces may be added up so, and * adds up pieces that symmetries exchange. The name
// of a piece with several copies means all of them.
//
// In the code o is an option, t a tile (an option of the solution at hand, by its place), p and q pieces.
package measure
