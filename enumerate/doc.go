// Package enumerate is the vocabulary of coverstat: the words in which
// families of puzzles, kernels, the runner, the statistics and the dataset
// speak to one another. It holds types and contracts, and what every package needs
// to write them for people: numbers, bytes, names of measures, errors that suggest a
// name. It searches nothing and counts nothing, and imports the standard library alone.
//
// Data flows one way:
//
//  1. A config file becomes a [Spec] (package configs); the family named in
//     it turns the spec into a [Job].
//  2. Most jobs rest on an exact cover: a [Problem] of items and options, the
//     group of its symmetries (enumerate/symmetry), and the kernels that fit
//     it (enumerate/kernel, and the families' own). Package enumerate/exact
//     puts them together, and the packages above it make census and sample
//     jobs. Package enumerate/survey makes surveys, whose rows are instances.
//  3. A job is cut into tasks. For an exact cover a [Task] is a prefix of
//     options in a [Case], a part of the search that symmetry could not
//     discard. The cut depends on the config alone.
//  4. Package enumerate/run gives tasks to workers. A [Worker] appends rows
//     to a [Batch], column by column.
//  5. A finished task is committed whole: its rows and its [Tally]
//     (export/journal). An unfinished one leaves nothing.
//  6. When all tasks of the run are there, package export assembles the rows
//     into Parquet parts, and package stats reads the same batches. Rows come
//     in task order; those of a sample are sorted and merged by their key
//     (export/sorted).
//  7. Everything after that reads the dataset: verify, which shows every row
//     to a [Checker] that shares no code with the search, stats, cat, draw
//     (export/picture), report (export/report), notebooks. The family's [Drawer]
//     says what the picture of a row is made of.
//
// The packages study, forecast, produce, inspect and show of cmd/internal take these
// steps for the commands.
//
// Names used throughout: o option, i item, c case, t task; a row is a
// solution up to symmetry (census), an instance (survey) or a distinct
// solution seen (sample); raw counts weigh rows by orbit size.
package enumerate
