// Package export is the dataset on disk: Parquet parts, small tables, the manifest that lists them,
// and readers of all of these. It knows columns and batches of rows (package enumerate) and no
// puzzles. Statistics are counted by callers, who observe the rows while parts are written.
//
// Packages below it, each used by those above it:
//
//	sorted   rows sorted by key and merged, for samples
//	journal  OUT/.work: finished tasks, committed in groups
//	block    batches of rows as compressed, checksummed bytes
//	files    file operations behind an interface
//
// Packages picture (boards as SVG and PNG) and report (a page about a dataset)
// read datasets. MANIFEST.md and journal/FORMAT.md describe the files.
//
// docs/dataset.md shows a run of five rows: its config, rows, manifest and statistics.
//
// # The way of a row
//
//  1. A worker of package enumerate/run gives batches of rows of its task to
//     [journal.Work.Add], which encodes them as blocks in memory.
//  2. [journal.Work.Commit] writes the blocks of a group of finished tasks as
//     one file, and a line about them to the journal.
//  3. When all tasks are committed, [journal.Work.List] reads their rows in task order, and an [Assembly] writes them as
//     Parquet parts: as many goroutines as there are workers encode a row group each, and write them in turn.
//  4. Tables, statistics and effort follow; the manifest that says complete is
//     written last; then [journal.Work.Remove] removes the work.
//
// A row is encoded twice, as part of a block and as part of a Parquet row group. Once is not enough: tasks finish in
// any order, and a row group, which holds rows of many tasks, can be encoded only when all rows before it are known.
// Encoding and decoding the block costs two fifths of what the Parquet costs (figures in NOTES.md).
//
// # Samples
//
// Rows of a sample have a key, and many tasks find the same key. Workers give
// sorted batches to [journal.Work.AddRun], and [MergeRuns] merges them by key
// into one sorted file, from which an [Assembly] writes the parts.
//
// # Shards
//
// Rows of a census or survey are merged by [CheckShard] and [ImportShards]: they commit the tasks
// of each shard into the work of the merged dataset, and the rest is as after a run. Shards may
// come in any order, overlap, or come twice, and an interrupted merge goes on. Rows of samples
// cannot be told apart by task: [SampleTasks] lists the tasks, and [MergeRuns] merges the rows.
//
// [ImportSound] repairs a finished dataset in the same way: it commits the
// tasks whose rows are sound, and the run does the others again.
//
// # Reading
//
// [OpenDataset], then [Dataset.Scan], [Dataset.ReadRow], [Dataset.Table] and [Dataset.Verify]. Of a run that goes on,
// [journal.Peek] reads the journal and [journal.Check] everything, without disturbing the run.
package export
