package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

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
	// NotChecked says what could not be checked because Missing, a file that the run read,
	// is not there; "" if all was checked.
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
// the manifest says what follows from the config and the rows. If a run is not complete,
// Verify checks its committed tasks; the run may go on meanwhile. Without the inputs of the
// run it checks what needs no puzzle. Errors in the dataset are
// in the Verification; the error says that the check was not possible.
func Verify(ctx context.Context, dir string) (*Verification, error) {
	d, lost, err := openWithWork(dir)
	if err != nil {
		return nil, err
	}
	v := &Verification{Dir: dir, Complete: d.Manifest.Complete, Extent: d.Manifest.Extent, Part: findings.Partial(d.Manifest), Rows: int64(d.Manifest.Rows)}
	if !v.Complete {
		v.add("tasks committed to "+export.WorkDir, lost)
	}
	progress.Doing(ctx, "comparing the digests of all files")
	wrong, err := d.Verify()
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, w := range wrong {
		texts = append(texts, w.Error())
	}
	strays, err := StrayParts(files.OS(), d)
	if err != nil {
		return nil, err
	}
	v.add("digests of all files", append(texts, strays...))
	if len(wrong) > 0 || len(d.Manifest.Parts) == 0 && (d.Manifest.Road == "" || !v.Complete) {
		return v, nil // files are damaged, or there are none yet
	}
	progress.Doing(ctx, "preparing the puzzle")
	s, err := study.Reopen(d.Manifest, dir)
	var missing *configs.MissingInput
	if errors.As(err, &missing) {
		v.NotChecked, v.Missing = AgainstPuzzle+": "+missing.Error(), enumerate.Shorten(missing.Written)
	} else if err != nil {
		return nil, err
	}
	c := rowScan{study: s, set: d}
	digest, err := study.RecordedDigest(d.Manifest)
	if err != nil {
		return nil, err
	}
	texts = nil
	if digest != d.Manifest.ConfigDigest {
		texts = append(texts, fmt.Sprintf("the config and the inputs give digest %.12s, the manifest says %.12s", digest, d.Manifest.ConfigDigest))
	}
	v.add("config", texts)
	if d.Manifest.Road != "" {
		found, err := storedTotals(d)
		v.add("statistics and tables agree", found)
		if err != nil || s == nil {
			return v, err
		}
		if hasTable(d, enumerate.ExamplesTable) {
			found, err = wrongExamples(s, d)
			v.add("every example by an independent checker", found)
		}
		if err != nil {
			return v, err
		}
		tasks, err := export.DatasetTasks(d)
		if err != nil {
			return v, err
		}
		tables, err := c.storedTables(tasks)
		if err != nil {
			return v, err
		}
		v.add("manifest follows from the config", append(c.sameTables(tables), c.sameManifest(tasks, tables)...))
		return v, nil
	}
	if err := c.scan(ctx); err != nil {
		return nil, study.Stopped(ctx, err)
	}
	progress.Doing(ctx, "looking for equal rows")
	if s != nil {
		v.add("every row by an independent checker", c.wrong)
	}
	duplicates := c.duplicates
	if d.Manifest.Job == enumerate.Sample {
		duplicates = c.outOfOrder
	}
	twice, err := duplicates(ctx)
	if err != nil {
		return nil, study.Stopped(ctx, err)
	}
	v.add("no row twice", twice)
	tasks, err := export.DatasetTasks(d)
	if err != nil {
		v.add("tasks", []string{err.Error()})
		return v, nil
	}
	if s != nil {
		again, differ, err := c.again(ctx, tasks)
		if err != nil || ctx.Err() != nil {
			return nil, study.Stopped(ctx, err)
		}
		if again > 0 || len(differ) > 0 {
			v.add("tasks done again", differ)
		}
	}
	v.add("orbit sum", c.orbitSum(tasks))
	progress.Doing(ctx, "comparing counts and statistics")
	if name, wrong, known := c.rowCount(); known {
		v.add(name, wrong)
	}
	tables, err := c.tables(tasks)
	if err != nil {
		v.add("statistics follow from the rows", []string{err.Error()})
		return v, nil
	}
	v.add("statistics follow from the rows", append(c.sameStatistics(), c.sameTables(tables)...))
	if s != nil {
		v.add("manifest follows from the config and the rows", c.sameManifest(tasks, tables))
	}
	return v, nil
}

// openWithWork opens a dataset and describes the damage of an unfinished run's
// work. The run may go on or end between two reads, which looks like damage; so
// damage is reported only if a second look finds it too.
func openWithWork(dir string) (*export.Dataset, []string, error) {
	for look := 1; ; look++ {
		d, err := study.OpenDataset(dir)
		if err != nil || d.Manifest.Complete {
			return d, nil, err
		}
		lost, err := workDamage(d)
		if err != nil || len(lost) == 0 || look == 2 {
			return d, lost, err
		}
	}
}

// workHeader is the header that the journal of an unfinished run should have.
func workHeader(m *export.Manifest) journal.Header {
	return journal.Header{Config: m.ConfigDigest, Program: m.Program.Rows, Tasks: m.Tasks.Total}
}

// workColumns are the columns of an unfinished run's work.
func workColumns(d *export.Dataset) []enumerate.Column {
	if d.Manifest.Road == "sweep" {
		return enumerate.SweepColumns
	}
	return d.Columns()
}

// workDamage describes the damage of an unfinished run's work.
func workDamage(d *export.Dataset) ([]string, error) {
	m, dir := d.Manifest, filepath.Join(d.Dir(), export.WorkDir)
	if _, err := files.OS().ReadDir(dir); errors.Is(err, fs.ErrNotExist) && len(m.Parts) > 0 {
		return nil, nil // a limited dataset whose run will not go on needs no work
	}
	damage, tasks, err := journal.Check(files.OS(), dir, workHeader(m), workColumns(d))
	if err != nil {
		return nil, err
	}
	for i := range damage {
		damage[i] = export.WorkDir + ": " + damage[i]
	}
	if tasks < m.Tasks.Done {
		few := fmt.Sprintf("%s: %s, the manifest says %d", export.WorkDir, enumerate.Plural(tasks, "sound task"), m.Tasks.Done)
		damage = append([]string{few}, damage...)
	}
	return damage, nil
}

// StrayParts lists Parquet files among the parts that the manifest does not list:
// a reader that takes rows/*.parquet for one table would read them too. It lists
// none of a dataset that is not complete, because the manifest gets new parts last.
func StrayParts(fsys files.FS, d *export.Dataset) ([]string, error) {
	if !d.Manifest.Complete {
		return nil, nil
	}
	entries, err := fsys.ReadDir(filepath.Join(d.Dir(), export.RowsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		name := path.Join(export.RowsDir, e.Name)
		if strings.HasSuffix(name, ".parquet") && !slices.ContainsFunc(d.Manifest.Parts, func(p export.FileInfo) bool { return p.Path == name }) {
			found = append(found, name+": is no part of the dataset")
		}
	}
	return found, nil
}
