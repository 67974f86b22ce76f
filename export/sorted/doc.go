// Package sorted sorts rows by their key columns and merges rows with equal
// keys, in bounded memory: how the rows of a sample, which come in any order
// and many times over, become a dataset.
//
//  1. A worker's rows pass through a [Sorter], which cuts them into runs: so
//     many rows as fit its buffer, sorted, equal keys merged.
//  2. [Merge] merges any number of runs into one [Run], so many at a time,
//     through files that live until the Run is removed.
//  3. A Run knows its length and can be read from anywhere, so the parts of
//     the dataset are written from it like those of a census.
//
// Rows with equal keys are merged by adding their Weight and Summed columns;
// all other columns must depend on the key, and it is an error if they do not.
// A sum that its type cannot hold exactly is an error, doubles included: they
// are added in any order, so that a rounded sum would depend on it. So the
// result depends on the rows alone, and neither on their order nor on how
// they were cut into runs, tasks or shards.
//
// Order: by the Key columns as they stand, the first one first; null before
// everything, integers and doubles ascending, false before true, strings by
// their bytes, lists by their elements and then by length.
package sorted
