package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/journal"
)

// Verification is the result of verify.
type Verification struct {
	Dir      string `json:"dir"`
	Complete bool   `json:"complete"`
	// Extent says which rows a dataset has that a run with a limit made: it is
	// complete as far as that run was asked.
	Extent string  `json:"extent,omitempty"`
	Part   string  `json:"-"` // which part of the whole the dataset is, "" if it is the whole
	Rows   int64   `json:"rows"`
	Checks []Check `json:"checks"`
	// NotChecked says what could not be checked, and why; "" if all was checked. Missing is a
	// file that the run read, if it is not there.
	NotChecked string `json:"not_checked,omitempty"`
	Missing    string `json:"missing,omitempty"`
}

// Check is the result of one check.
type Check struct {
	Name  string   `json:"name"`
	OK    bool     `json:"ok"`
	Found []string `json:"found,omitempty"` // the first errors
}

// OK reports whether all checks passed.
func (v *Verification) OK() bool {
	return !slices.ContainsFunc(v.Checks, func(c Check) bool { return !c.OK })
}

// AgainstPuzzle is what cannot be checked without the inputs of a run.
const AgainstPuzzle = "rows, tables and manifest against the puzzle"

// maxFound is the number of errors of one check that are reported.
const maxFound = 10

func (v *Verification) add(name string, wrong []string) {
	v.Checks = append(v.Checks, Check{Name: name, OK: len(wrong) == 0, Found: wrong[:min(len(wrong), maxFound)]})
}

// Verify checks a dataset: the digests of its files; every row, by a checker that
// shares no code with the search; that no row is there twice; that tasks done again give
// the same rows in the same order; that the orbit sizes of the rows add up to the number
// of solutions that the search counted; that the statistics follow from the rows; and that
// the manifest says what follows from the config and the rows. Without rows, statistics follow
// from tasks done again if these are not too long, and else from one another. If a run is not
// complete, Verify checks its committed tasks; the run may go on meanwhile. Without the inputs
// of the run it checks what needs no puzzle. Errors in the dataset are
// in the Verification; the error says that the check was not possible.
func Verify(ctx context.Context, dir string) (*Verification, error) {
	return verify(ctx, dir, maxNodes)
}

// verify is Verify. Without rows, jobs that are expected to have so many nodes at most are done
// again as a whole.
func verify(ctx context.Context, dir string, nodes float64) (*Verification, error) {
	d, work, err := openWithWork(dir)
	if err != nil {
		return nil, err
	}
	m := d.Manifest
	v := &Verification{Dir: dir, Complete: m.Complete, Extent: m.Extent, Part: findings.Partial(m), Rows: int64(m.Rows)}
	if !v.Complete {
		v.add("tasks committed to "+export.WorkDir, work.damage)
		if work.checked > 0 {
			v.add(fmt.Sprintf("%s of %s by an independent checker", enumerate.Plural(work.checked, "row"), export.WorkDir), work.wrong)
		}
		v.missing(work.err)
	}
	progress.Doing(ctx, "comparing the digests of all files")
	damaged, err := v.compareDigests(d)
	if err != nil || damaged || len(m.Parts) == 0 && (m.CountedBy == "" || !v.Complete) {
		return v, err // there are no files yet
	}
	progress.Doing(ctx, "preparing the puzzle")
	s, err := study.Reopen(m, dir)
	switch {
	case v.missing(err):
	case err != nil:
		return nil, err
	case !sameVersion(m):
		v.NotChecked = fmt.Sprintf("facts, kernel and effort, which are those of coverstat %s", m.Program.Version)
	}
	tasks, err := export.DatasetTasks(d)
	if err != nil {
		v.add("tasks", []string{err.Error()})
		return v, nil
	}
	x := &verifier{study: s, set: d, tasks: tasks}
	if err := x.prepare(ctx, nodes); err != nil {
		return nil, study.Stopped(ctx, err)
	}
	if v.NotChecked == "" && x.rows == nil && !x.redo.whole() {
		v.NotChecked = "the counts themselves, only that they agree: to count again would take too long"
	}
	progress.Doing(ctx, "comparing counts and statistics")
	for _, c := range x.checks(ctx) {
		wrong, err := c.find()
		if err != nil {
			return nil, study.Stopped(ctx, err)
		}
		v.add(c.name, wrong)
	}
	return v, nil
}

// compareDigests compares the files with their digests.
func (v *Verification) compareDigests(d *export.Dataset) (damaged bool, err error) {
	wrong, err := d.Verify()
	if err != nil {
		return false, err
	}
	var texts []string
	for _, w := range wrong {
		texts = append(texts, w.Error())
	}
	strays, err := d.StrayParts()
	v.add("digests of all files", append(texts, strays...))
	return len(wrong) > 0, err
}

// missing notes an input that is not there, if that is the error.
func (v *Verification) missing(err error) bool {
	var missing *configs.MissingInput
	if !errors.As(err, &missing) {
		return false
	}
	v.NotChecked, v.Missing = AgainstPuzzle+": "+missing.Error(), enumerate.Shorten(missing.Written)
	return true
}

// verifier checks what a dataset says against its rows, its tasks and its puzzle.
type verifier struct {
	study *study.Study // nil if an input of the run is missing
	set   *export.Dataset
	tasks []enumerate.TaskTally

	tables []enumerate.Table // of the job
	rows   *rowScan          // nil without rows
	redo   *redo             // tasks that were done again
	found  study.Observation

	wrongFiles, wrongManifest []string
}

// prepare reads all rows, does tasks again, and makes the dataset's other files again.
func (v *verifier) prepare(ctx context.Context, nodes float64) (err error) {
	if v.study != nil {
		if v.tables, err = v.study.Job.Tables(); err != nil {
			return err
		}
	}
	if v.set.Manifest.CountedBy == "" {
		v.rows = &rowScan{study: v.study, set: v.set}
		if v.found, err = v.rows.scan(ctx); err != nil {
			return err
		}
	}
	if err := v.redoTasks(ctx, nodes); err != nil {
		return err
	}
	if v.found == nil {
		v.found = &storedNumbers{verifier: v}
	}
	return v.compareFiles()
}

// namedCheck is a check: find returns what is wrong, or an error if it was not possible.
type namedCheck struct {
	name string
	find func() (wrong []string, err error)
}

// known is a check that is done already.
func known(name string, wrong []string) namedCheck {
	return namedCheck{name, func() ([]string, error) { return wrong, nil }}
}

// checks lists the checks of this dataset.
func (v *verifier) checks(ctx context.Context) []namedCheck {
	list := []namedCheck{{"config", v.config}}
	if v.rows != nil {
		list = append(list, v.rowChecks(ctx)...)
	} else {
		list = append(list, namedCheck{"statistics and tables agree", v.contradictions})
		if v.study != nil && v.set.Manifest.Table(enumerate.ExamplesTable) != nil {
			list = append(list, namedCheck{"every example by an independent checker", v.wrongExamples})
		}
	}
	if v.redo.done > 0 || len(v.redo.wrong) > 0 {
		list = append(list, known(v.redo.name(), v.redo.wrong))
	}
	if v.rows != nil {
		list = append(list, namedCheck{"orbit sum", v.orbitSum})
		if v.study != nil && v.study.Job.Features().CountRows != nil && v.set.Manifest.Complete && v.set.Manifest.Shard == nil {
			list = append(list, v.rowCount())
		}
	}
	list = append(list, known("statistics follow from "+v.source(), v.wrongFiles))
	if v.study != nil {
		list = append(list, known("manifest follows from the config and "+v.source(), v.wrongManifest))
	}
	return list
}

func (v *verifier) rowChecks(ctx context.Context) (list []namedCheck) {
	if v.study != nil {
		list = append(list, known("every row by an independent checker", v.rows.wrong))
	}
	twice := v.rows.duplicates
	if v.set.Manifest.Job == enumerate.Sample {
		twice = v.rows.outOfOrder
	}
	return append(list, namedCheck{"no row twice", func() ([]string, error) {
		progress.Doing(ctx, "looking for equal rows")
		return twice(ctx)
	}})
}

// source says what the statistics were compared with.
func (v *verifier) source() string {
	switch {
	case v.rows != nil:
		return "the rows"
	case v.redo.whole():
		return "the tasks"
	}
	return "the numbers stored"
}

// config compares the digest of the config with the manifest's.
func (v *verifier) config() ([]string, error) {
	m := v.set.Manifest
	digest, err := study.RecordedDigest(m)
	if err != nil || digest == m.ConfigDigest {
		return nil, err
	}
	return []string{fmt.Sprintf("the config and the inputs give digest %.12s, the manifest says %.12s", digest, m.ConfigDigest)}, nil
}

// workCheck is what was found in an unfinished run's work.
type workCheck struct {
	damage  []string
	checked int      // rows that the checker has seen
	wrong   []string // what it found
	err     error    // why there is no checker
}

// openWithWork opens a dataset and checks an unfinished run's
// work. The run may go on or end between two reads, which looks like damage; so
// damage is reported only if a second look finds it too.
func openWithWork(dir string) (*export.Dataset, workCheck, error) {
	for look := 1; ; look++ {
		d, err := study.OpenDataset(dir)
		if err != nil || d.Manifest.Complete {
			return d, workCheck{}, err
		}
		work, err := checkWork(d)
		if err != nil || len(work.damage) == 0 || look == 2 {
			return d, work, err
		}
	}
}

// checkWork reads an unfinished run's work. Its rows are checked if the inputs of the run are
// there.
func checkWork(d *export.Dataset) (c workCheck, err error) {
	m := d.Manifest
	dir, header, columns := study.Journal(files.OS(), d.Dir(), m)
	if _, err := files.OS().ReadDir(dir); errors.Is(err, fs.ErrNotExist) && len(m.Parts) > 0 {
		return c, nil // a limited dataset whose run will not go on needs no work
	}
	var checker enumerate.Checker
	var s *study.Study
	if s, c.err = study.Reopen(m, d.Dir()); c.err == nil && m.CountedBy != "sweep" {
		if checker, err = s.Job.NewChecker(); err != nil {
			return c, err
		}
	}
	damage, tasks, err := journal.Check(files.OS(), dir, header, columns, func(b *enumerate.Batch) {
		if checker == nil {
			return
		}
		c.wrong = checkRows(c.wrong, checker, b, int64(c.checked))
		c.checked += b.Len()
	})
	if err != nil {
		return c, err
	}
	for i := range damage {
		damage[i] = export.WorkDir + ": " + damage[i]
	}
	if tasks < m.Tasks.Done {
		few := fmt.Sprintf("%s: %s, the manifest says %d", export.WorkDir, enumerate.Plural(tasks, "sound task"), m.Tasks.Done)
		damage = append([]string{few}, damage...)
	}
	c.damage = damage
	return c, nil
}

// checkRows appends what a checker finds in a batch, up to maxFound errors. first is the number
// of the first row.
func checkRows(wrong []string, checker enumerate.Checker, b *enumerate.Batch, first int64) []string {
	for row := 0; row < b.Len() && len(wrong) < maxFound; row++ {
		if err := checker.Check(b, row); err != nil {
			wrong = append(wrong, fmt.Sprintf("row %d: %v", first+int64(row), err))
		}
	}
	return wrong
}
