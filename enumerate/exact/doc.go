// Package exact describes one exact cover to the jobs that search it. An
// [Instance] has its problem, its symmetry group, the kernels that fit it, and a
// [Recorder], which writes solutions as rows and reads them back. A family fills it
// in, or begins with [NewInstance].
//
// The rest follows from an instance alone: a checker of solutions and one of rows,
// which share no code with kernels, and the tables beside the rows.
//
// The jobs are in the packages above: totals counts the solutions by sweeps, and jobs lists them or
// draws them at random.
package exact
