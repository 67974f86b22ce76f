// Package export is the dataset on disk: Parquet parts, small tables, the
// manifest that holds them together, and the reader of it all. It knows
// columns and batches (package enumerate) and nothing of puzzles, and leaves
// statistics to those who observe the rows as they are written.
//
// Its sub-packages stand below it:
//
//	files    file operations behind an interface; crashes for tests
//	block    batches as compressed, checksummed bytes
//	journal  OUT/.work: finished tasks, committed in groups, read in task order
//	sorted   rows sorted by key and merged, for samples
//
// Two others stand above it, and read datasets: picture (boards drawn as SVG
// and PNG) and report (a page about a dataset).
//
// MANIFEST.md and journal/FORMAT.md describe what is on disk.
//
// # A run, census or survey
//
//	work, err := journal.Open(fsys, filepath.Join(out, export.WorkDir), header, columns)
//	// each task that is not work.Done, on any worker:
//	rows := block.NewRows(columns)
//	rows.Add(batch)                                  // at every flush
//	// every few seconds:
//	work.Commit([]journal.Finished{{Task: task, Tally: tally, Rows: rows}, ...})
//	// when all tasks are there:
//	a := &export.Assembly{FS: fsys, Dir: out, Src: export.FromWork(work), Work: work, Observe: ...}
//	parts, err := a.Write(workers)
//	tasks := export.WorkTasks(work)
//	table, err := export.WriteTable(fsys, out, export.NewTasksTable(tasks))
//	effort, err := export.WriteEffort(fsys, out, tasks)
//	err = manifest.Write(fsys, out)                  // complete: true comes last
//	err = work.Remove()
//
// # A sample
//
// The same, but for the rows of a task and the source of the parts:
//
//	order, err := sorted.NewOrder(columns)           // once; needs a Key column
//	rows := block.NewRows(columns)
//	sorter := sorted.NewSorter(order, rows)          // sorter.Add, then sorter.Seal on the worker
//	... journal.Finished{..., Rows: rows}
//	run, err := export.MergeRuns(work, nil, stop)    // sorts and merges; files in OUT/.work
//	a := &export.Assembly{..., Src: run, Work: work}
//
// # A merge of shards
//
// Census or survey: import every shard into the work of the merged dataset,
// then go on as after a run. Nothing is done twice, in whatever order shards
// come, how often, or after an interruption.
//
//	shard, err := export.CheckShard(header, columns, dataset)  // before there is a work
//	n, err := export.ImportShard(work, shard, stop)  // a finished shard
//	n, err := work.Import(other)                     // or the work of an unfinished one
//	work.Missing()                                   // tasks that no shard had
//
// Sample: rows cannot be told apart by task any more, so the shards' rows are
// merged as they are:
//
//	tasks, kept, err := export.SampleTasks(export.WorkTasks(work), shards)  // leaves out those that came twice
//	run, err := export.MergeRuns(work, kept, stop)
//
// and then as above, with these tasks instead of [WorkTasks].
//
// # Damaged files in a finished dataset
//
// [ImportSound] prepares a work in which only the tasks concerned are to be
// done again; go on as after a run.
//
// # Looking at a run
//
// [journal.Peek] reads the journal, and [journal.Check] everything, without
// disturbing whoever writes it.
//
// # Reading
//
// [OpenDataset], then [Dataset.ReadColumns], [Dataset.Table],
// [Dataset.Verify]; or [OpenParquet] for a file on its own.
//
// # What it costs
//
// For rows of a picture of 64 characters and 16 int32 columns, on one core:
// 0.13 µs a row to encode blocks, 0.05 to decode, 0.45 to write Parquet, 0.16
// to read it. Memory: a worker's unfinished task as blocks (some 15 bytes a
// row); 100 bytes a task; for each part being written one row group (131,072
// rows) as rows and once more while its columns are encoded; for each reader a
// block, or a page of every column. A merge of samples holds 64 blocks of 1,024
// rows, or 16 open Parquet files.
package export
