// Package export is the dataset on disk: Parquet parts, small tables, the
// manifest that holds them together, and the reader of it all. It knows
// columns and batches (package enumerate) and nothing of puzzles.
//
// Its sub-packages stand below it:
//
//	files    file operations behind an interface; crashes for tests
//	block    batches as compressed, checksummed bytes; block.Rows is what a
//	         worker keeps of a task until it is committed
//	journal  OUT/.work: finished tasks, committed in groups, read in task order
//
// A run uses them like this:
//
//	work, err := journal.Open(fsys, filepath.Join(out, export.WorkDir), header, columns)
//	for each task that is not work.Done, on any worker:
//	    rows := block.NewRows(columns)        // rows.Add(batch) at every flush
//	work.Commit([]journal.Finished{...})      // every few seconds
//	a := &export.Assembly{FS: fsys, Dir: out, Src: export.FromWork(work), Work: work, Observe: ...}
//	parts, err := a.Write(workers)
//	table, err := export.WriteTable(fsys, out, t)
//	err = manifest.Write(fsys, out)           // complete: true comes last
//	err = work.Remove()
//
// Readers: [OpenDataset], then [Dataset.ReadColumns], [Dataset.Table],
// [Dataset.Verify]; or [OpenParquet] for a file on its own.
package export
