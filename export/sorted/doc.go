// Package sorted sorts rows by their key columns and merges rows with equal keys, in bounded
// memory. So the rows of a sample, which come in any order and many times over, become a dataset.
//
//  1. [Order.Sort] sorts a batch of a worker's rows and merges equal keys: a
//     sorted run.
//  2. [Merge] merges any number of runs into one file, so many at a time,
//     through temporary files.
//  3. The parts of the dataset are written from it like those of a census.
//
// Rows with equal keys are merged by adding their Weight and Summed columns. All other columns must depend on the key
// alone; it is an error if they do not. A sum that its type cannot hold exactly is an error, too. For doubles that
// includes every rounded sum, which would depend on the order of the additions. So the result depends on the rows
// alone, not on their order and not on how they were cut into runs, tasks or shards.
//
// The order is by the Key columns as they stand, the first one first, each by [enumerate.Batch.CompareAt].
package sorted
