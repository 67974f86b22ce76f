package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"coverstat/cmd/internal/progress"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/journal"
	"coverstat/stats"
)

// A Dataset is a dataset open for reading, in whatever state it is: its manifest, its rows and its tables, and what
// follows from these. A run may be writing it at the same time.
//
//	            run                  all tasks are done
//	no dataset ─────> Running ─────────────────────────> Complete
//	                  │  ^  │
//	         stopped, │  │  │ run --limit: so many rows are there
//	         killed   v  │  v
//	            Stopped, ┴─ Limited, if the run goes on without its limit
//	            Failed
//
// Each arrow is a run; only a run or a merge changes a state. [Dataset.State] says which one it is. What there is
// depends on the state and on what the config asks for:
//
//	                                 rows            tables, statistics    finished tasks
//	Running, Stopped, Failed         none            none                  in the work, with their rows
//	Limited                          the first ones  of these rows         in the work, if that is still there
//	Complete, the whole              all             of all                none: the work is removed
//	Complete, a shard                of its tasks    of these rows         none: merge makes the whole of all shards
//	Complete, statistics without rows (the How of its manifest is Swept or Listed)
//	                                 none            of all solutions      none; table examples may have some rows
//	Complete, a sample               what was drawn  estimates             none
//
// [OpenDataset] opens all of these, [OpenFinished] those with rows or statistics of their own. [OpenView] does that,
// too, or makes a dataset of the finished tasks: then the work has the rows, and its tables are in memory.
// [Dataset.Shown] and [Dataset.OfTable] are datasets whose rows are those of a table.
type Dataset struct {
	*export.Dataset
	// Plan returns the plan in the manifest, which is decoded once.
	Plan func() (*configs.Plan, error)

	statistics *stats.Document // those of finished tasks; nil: stats.json has them
	close      func() error    // removes temporary files; nil if there are none
}

// OpenDataset opens a dataset in any state. It is an input error if the folder holds none, or one
// of another version of the rows.
func OpenDataset(dir string) (*Dataset, error) { return OpenIn(files.OS(), dir) }

// OpenIn opens a dataset of a file system; see [OpenDataset]. Input files of its config are looked for beside it and in
// it, and so in the folders nearby.
func OpenIn(fsys files.FS, dir string, nearby ...string) (*Dataset, error) {
	d, err := export.OpenDataset(fsys, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		err = noDataset(dir)
	case err == nil:
		err = CheckVersion(d.Manifest, dir)
	}
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, folder := range append([]string{dir}, nearby...) {
		folders = append(folders, folder, filepath.Join(folder, ".."))
	}
	return &Dataset{Dataset: d, Plan: sync.OnceValues(func() (*configs.Plan, error) {
		return configs.FromManifest(d.Manifest.Config, d.Manifest.Inputs, folders...)
	})}, nil
}

// of returns the handle of what stands for the dataset.
func (d *Dataset) of(shown *export.Dataset) *Dataset {
	c := *d
	c.Dataset = shown
	return &c
}

// A State is what became of the run that made a dataset.
type State string

// The states of a dataset.
const (
	Running  State = "running"
	Stopped  State = "stopped" // and can go on
	Failed   State = "failed"  // by the failure of its manifest
	Limited  State = "limited" // it has the first rows alone
	Complete State = "complete"
)

// State returns the state of a dataset.
func (d *Dataset) State() State {
	m := d.Manifest
	switch {
	case m.Complete:
		return Complete
	case len(m.Parts) > 0:
		return Limited
	}
	goesOn, err := d.Running()
	switch {
	case err == nil && goesOn:
		return Running
	case m.Failure != "":
		return Failed
	}
	return Stopped
}

// Running reports whether a process works on the dataset.
func (d *Dataset) Running() (bool, error) {
	return journal.Running(d.FS(), filepath.Join(d.Dir(), export.WorkDir))
}

// OpenFinished opens a dataset and reports an input error if it has no rows yet. One whose
// config asks for none has its statistics.
func OpenFinished(dir string) (*Dataset, error) {
	d, err := OpenDataset(dir)
	switch {
	case err != nil:
		return nil, err
	case d.Manifest.How == export.Swept && !d.Manifest.Complete:
		return nil, enumerate.Errorf("%s has no statistics yet: its run is not complete", dir)
	case !d.Manifest.Written():
		return nil, enumerate.Errorf(
			"%s has no rows yet: its run is not complete (cat, draw, stats and report show those of finished tasks with --partial)", dir)
	}
	return d, nil
}

// Close removes temporary files, which only a view of finished tasks has.
func (d *Dataset) Close() error {
	if d.close == nil {
		return nil
	}
	return d.close()
}

// HasRows returns an input error if the config of the dataset asks for no rows.
func (d *Dataset) HasRows() error {
	if !d.Manifest.How.HasRows() {
		return enumerate.Errorf("%s has no rows, by output.rows: false: expected a dataset with rows", d.Dir())
	}
	return nil
}

// OfTable returns the dataset as one whose rows are those of a table.
func (d *Dataset) OfTable(name string) (*Dataset, error) {
	t, err := d.Dataset.OfTable(name)
	if err != nil {
		return nil, err
	}
	return d.of(t), nil
}

// Shown returns the dataset of what there is to look at: this one, or, if it has no rows, its
// examples of all that was counted.
func (d *Dataset) Shown() (shown *Dataset, examples bool) {
	e, examples := d.Dataset.Shown()
	return d.of(e), examples
}

// maxStats bounds the bytes of stats.json and of other files that are read whole.
const maxStats = 1 << 30

// Statistics returns the statistics of the dataset: those of stats.json, or of finished tasks if [OpenView] has made
// them.
func (d *Dataset) Statistics() (*stats.Document, error) {
	if d.statistics != nil {
		return d.statistics, nil
	}
	name := filepath.Join(d.Dir(), StatsName)
	data, err := files.ReadFile(d.FS(), name, maxStats)
	if err != nil {
		return nil, err
	}
	s, err := stats.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Findings returns what there is to say of the dataset and its statistics.
func (d *Dataset) Findings() (*findings.Findings, error) {
	s, err := d.Statistics()
	if err != nil {
		return nil, err
	}
	return findings.New(d.Dataset, s), nil
}

// Study makes the study of the dataset from its manifest. It is an error if the rows are not those of the config: nothing
// could read them then.
func (d *Dataset) Study() (*Study, error) {
	m := d.Manifest
	plan, err := d.Plan()
	if err != nil {
		return nil, err
	}
	s, err := OpenPlan(plan, false)
	if err != nil {
		return nil, err
	}
	s.Method = max(0, slices.IndexFunc(s.Methods, func(x enumerate.Method) bool { return x.Job.Kernel == m.Kernel }))
	err = enumerate.SameTypes(m.Columns, s.Job.Columns)
	if err == nil && (m.Family != plan.Family || m.Job != plan.Kind) {
		err = fmt.Errorf("%s of family %s, expected %s of %s", m.Job, m.Family, plan.Kind, plan.Family)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: what it says of the rows is not what its config makes: %w",
			export.ManifestName, err)
	}
	return s, nil
}

// OtherPuzzle says in what the solutions of a dataset differ from those that another config asks for; "" if they do
// not.
func (d *Dataset) OtherPuzzle(other *configs.Plan) (string, error) {
	plan, err := d.Plan()
	if err != nil {
		return "", err
	}
	differ, err := Differences(plan.Asked(), other.Asked())
	if err != nil || len(differ) == 0 {
		return "", err
	}
	return differ[0], nil
}

// Drawer returns how the family draws the rows. The error is an [enumerate.NoPictureError] if they have no picture.
func (d *Dataset) Drawer() (*enumerate.Drawer, error) {
	plan, err := d.Plan()
	if err != nil {
		return nil, &enumerate.NoPictureError{Reason: "the config in the manifest cannot be read: " + err.Error()}
	}
	return drawerOf(plan, d.Columns(), d.Table)
}

// Drawer returns how the family draws the solutions of a study, which need not be run; see [Dataset.Drawer].
func (s *Study) Drawer() (*enumerate.Drawer, error) {
	return drawerOf(s.Plan, s.Job.Columns, func(name string) (*enumerate.Batch, error) {
		tables, err := s.Job.Tables()
		if err != nil {
			return nil, err
		}
		at := tableAt(tables, name)
		if at < 0 {
			return nil, enumerate.Errorf("there is no table %s", name)
		}
		return tables[at].Rows, nil
	})
}

func drawerOf(plan *configs.Plan, columns []enumerate.Column,
	table func(string) (*enumerate.Batch, error)) (*enumerate.Drawer, error) {
	family, err := puzzles.Find(plan.Family)
	if err != nil || family.Drawer == nil {
		return nil, &enumerate.NoPictureError{Reason: "rows of the family " + plan.Family + " have no picture"}
	}
	return family.Drawer(enumerate.DrawRequest{Puzzle: plan.Spec().Puzzle, Columns: columns, Table: table})
}

// Journal says where the journal of an unfinished run is, and what it should belong to, as [journal.Peek] takes it.
// Where sweeps and a list take turns, that of the list is below that of the sweeps.
func (d *Dataset) Journal() (fsys files.FS, folder string, header journal.Header, columns []enumerate.Column) {
	fsys, folder, m := d.FS(), filepath.Join(d.Dir(), export.WorkDir), d.Manifest
	if m.How == export.Listed {
		list := filepath.Join(folder, export.ListDir)
		if there, err := files.Exists(fsys, filepath.Join(list, journal.Name)); err == nil && there {
			folder = list
		}
	}
	header = journal.Header{Config: m.ConfigDigest, Program: m.Program.Rows, Tasks: m.Tasks.Total}
	return fsys, folder, header, m.How.Columns(m.Columns)
}

// ReadRecord returns what a run has written of its progress, nil if there is nothing that can be
// read.
func ReadRecord(fsys files.FS, dir string) *progress.Record {
	data, err := files.ReadFile(fsys, filepath.Join(dir, export.WorkDir, progress.RecordName), 1<<16)
	r := new(progress.Record)
	if err != nil || json.Unmarshal(data, r) != nil {
		return nil
	}
	return r
}
