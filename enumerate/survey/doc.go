// Package survey makes jobs whose rows are answers to one question, asked of many instances: how
// many solutions has this board, this Sudoku, this nonogram?
//
// A [Survey] is a value. The family supplies its type of answers (A: everything
// that is known of one instance) and
//
//  1. the columns of the rows, each declared once with the function that takes
//     its value from an answer ([Value], [Text], [Stored], [Solutions], ...);
//  2. a [Solver], which answers the instances of a task in their order, or an [Answerer]
//     of single instances with the [Source] of these;
//  3. a [Recheck], which makes the answer of a stored row again.
//
// The package does the rest: it appends rows and flushes them, it stops, it shares out instances by
// number ([Range]), it applies the limit on counted solutions ([Limit]), and it compares each
// stored row with the row of the answer that was made again.
//
// # Checking
//
// A checker first reads from the row what the declarations say: the identity of the instance, and
// the values that cannot be made again (columns declared by [Stored], [Solutions], [Capped],
// [Column.Parsed]). Then the recheck sets every other field of the answer, and overwrites those
// that it can make again after all. At last the answer is written as a row, and all columns must be
// those of the stored row. A recheck shares no code with the solver.
//
// # Symmetry
//
// A survey has a row for each orbit of instances: the one that is the least of
// its images, weighted by the number of different images (column orbit_size).
// The solver leaves out all other instances. The recheck makes the images, and
// [Orbit] tells whether the instance is the least and how many there are.
//
// # Draws
//
// Drawn instances have a fixed order: a draw depends on the seed and its number alone, and [Draws] leaves out what was
// drawn before. A survey may end with a number of rows that meet a condition ([Survey.DrawUntil]). Its tasks are blocks
// of that order, up to the most draws that there may be, and answers that do not meet the condition are counted and
// give no row. A run does the first tasks that hold so many rows together, and the last of these rows cuts the last
// task. So the rows depend neither on workers nor on stops.
//
// Other jobs that make their rows one by one and have their own canonical form,
// such as a census of Sudoku grids, are values of the same type.
package survey
