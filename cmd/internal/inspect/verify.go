package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"slices"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/journal"
	"coverstat/stats"
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
	Checks []check `json:"checks"`
	// NotChecked says what could not be checked, and why; "" if all was checked. Missing is a
	// file that the run read, if it is not there.
	NotChecked string `json:"not_checked,omitempty"`
	Missing    string `json:"missing,omitempty"`
}

// check is the result of one check.
type check struct {
	Name  string   `json:"name"`
	OK    bool     `json:"ok"`
	Found []string `json:"found,omitempty"` // the first errors
}

// OK reports whether all checks passed.
func (v *Verification) OK() bool {
	return !slices.ContainsFunc(v.Checks, func(c check) bool { return !c.OK })
}

// AgainstPuzzle is what cannot be checked without the inputs of a run.
const AgainstPuzzle = "rows, tables and manifest against the puzzle"

// maxFound is the number of errors of one check that are reported.
const maxFound = 10

func (v *Verification) add(name string, wrong []string) {
	v.Checks = append(v.Checks, check{Name: name, OK: len(wrong) == 0, Found: wrong[:min(len(wrong), maxFound)]})
}

// Verify does all checks of a dataset; [verifier.check] lists them. Of a run that is not complete
// it checks the committed tasks; the run may go on meanwhile. Without the inputs of the run it
// checks what needs no puzzle. What is wrong is in the Verification; the error says that a check
// was not possible.
func Verify(ctx context.Context, dir string) (*Verification, error) {
	return verify(ctx, dir, maxNodes)
}

// verify is Verify. Without rows, jobs that are expected to have so many nodes at most are done
// again as a whole.
func verify(ctx context.Context, dir string, nodes float64) (*Verification, error) {
	v, err := openVerifier(dir)
	if err != nil {
		return nil, err
	}
	m := v.set.Manifest
	progress.Doing(ctx, "comparing the digests of all files")
	damaged, err := v.compareDigests()
	if err != nil || damaged || !m.Written() {
		return &v.Verification, err // there are no files yet
	}
	progress.Doing(ctx, "preparing the puzzle")
	if err := v.reopen(); err != nil {
		return nil, err
	}
	if v.study != nil && !sameVersion(m) {
		v.NotChecked = fmt.Sprintf("facts, kernel and effort, which are those of coverstat %s", m.Program.Version)
	}
	if v.tasks, err = export.DatasetTasks(v.set.Dataset); err != nil {
		v.add("tasks", []string{err.Error()})
		return &v.Verification, nil
	}
	for _, t := range v.tasks {
		v.tally.Add(t.Tally)
	}
	if err := v.prepare(ctx, nodes); err != nil {
		return nil, study.StoppedOr(ctx, err)
	}
	if v.NotChecked == "" && v.rows == nil && !v.wholeAgain {
		v.NotChecked = "the counts themselves, only that they agree: to count again would take too long"
	}
	progress.Doing(ctx, "comparing counts and statistics")
	return &v.Verification, study.StoppedOr(ctx, v.check(ctx))
}

// verifier checks what a dataset says against its rows, its tasks and its puzzle.
type verifier struct {
	Verification
	set   *study.Dataset
	study *study.Study // nil if an input of the run is missing
	tasks []enumerate.TaskTally
	tally enumerate.Tally // of all tasks

	tables []enumerate.Table    // of the job
	parts  [][]enumerate.Column // of each part, as its file describes them
	rows   *rowScan             // nil without rows
	source string               // what the files are made of again

	repetition *repetition // of tasks
	wholeAgain bool        // a dataset without rows was counted again

	want     *export.Manifest // made again
	document *stats.Document  // made again
	unmade   error            // why the other files cannot be made again
}

// openVerifier opens a dataset and checks the work of a run that is not complete. The run may go on
// or end between two reads, which looks like damage; so damage is reported only if a second look
// finds it too.
func openVerifier(dir string) (v *verifier, err error) {
	for look := 1; look == 1 || look == 2 && !v.OK(); look++ {
		d, err := study.OpenDataset(dir)
		if err != nil {
			return nil, err
		}
		m := d.Manifest
		v = &verifier{set: d, Verification: Verification{Dir: dir, Complete: m.Complete, Extent: m.Extent,
			Part: findings.Partial(m), Rows: int64(m.Rows)}}
		if m.Complete {
			break
		}
		if err := v.checkWork(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// reopen makes the study of the dataset, or notes which input is not there.
func (v *verifier) reopen() error {
	if v.study != nil || v.Missing != "" {
		return nil
	}
	s, err := v.set.Study()
	var missing *configs.MissingInput
	if errors.As(err, &missing) {
		v.NotChecked, v.Missing = AgainstPuzzle+": "+missing.Error(), enumerate.Shorten(missing.Written)
		return nil
	}
	v.study = s
	return err
}

// checkWork reads an unfinished run's work. Its rows are checked if the inputs of the run are
// there.
func (v *verifier) checkWork() error {
	m := v.set.Manifest
	const name = "tasks committed to " + export.WorkDir
	fsys, dir, header, columns := v.set.Journal()
	if _, err := fsys.ReadDir(dir); errors.Is(err, fs.ErrNotExist) && len(m.Parts) > 0 {
		v.add(name, nil)
		return nil // a limited dataset whose run will not go on needs no work
	}
	if err := v.reopen(); err != nil {
		return err
	}
	var checker enumerate.Checker
	if v.study != nil && m.How != export.Swept {
		var err error
		if checker, err = v.study.Job.NewChecker(); err != nil {
			return err
		}
	}
	checked, wrong := 0, []string(nil)
	damage, tasks, err := journal.Check(fsys, dir, header, columns, func(b *enumerate.Batch) {
		if checker != nil {
			wrong = checkRows(wrong, checker, b, int64(checked))
			checked += b.Len()
		}
	})
	if err != nil {
		return err
	}
	for i := range damage {
		damage[i] = export.WorkDir + ": " + damage[i]
	}
	if tasks < m.Tasks.Done {
		few := fmt.Sprintf("%s: %s, the manifest says %d", export.WorkDir, enumerate.Plural(tasks, "sound task"),
			m.Tasks.Done)
		damage = append([]string{few}, damage...)
	}
	v.add(name, damage)
	if checked > 0 {
		v.add(fmt.Sprintf("%s of %s by an independent checker", enumerate.Plural(checked, "row"),
			export.WorkDir), wrong)
	}
	return nil
}

// compareDigests compares the files with their digests.
func (v *verifier) compareDigests() (damaged bool, err error) {
	wrong, err := v.set.Verify()
	if err != nil {
		return false, err
	}
	var texts []string
	for _, w := range wrong {
		texts = append(texts, w.Error())
	}
	strays, err := v.set.StrayParts()
	v.add("digests of all files", append(texts, strays...))
	return len(wrong) > 0, err
}

// prepare reads all rows, does tasks again, and makes the dataset's other files again.
func (v *verifier) prepare(ctx context.Context, nodes float64) (err error) {
	if v.study != nil {
		if v.tables, err = v.study.Tables(ctx); err != nil {
			return err
		}
	}
	for i := range v.set.Manifest.Parts {
		columns, err := v.set.PartColumns(i) // the part has the rows that the manifest says
		if err != nil {
			return err
		}
		v.parts = append(v.parts, columns)
	}
	var observed study.Observation = v.storedNumbers
	v.source = "the numbers stored"
	if v.set.Manifest.How.HasRows() {
		v.rows, v.source = newRowScan(v), "the rows"
		if observed, err = v.rows.scan(ctx); err != nil {
			return err
		}
	}
	all, err := v.redoTasks(ctx, nodes)
	if err != nil {
		return err
	}
	if all != nil {
		observed, v.source = all, "the tasks"
	}
	return v.remake(ctx, observed)
}

// check does all checks of the dataset, one after another.
func (v *verifier) check(ctx context.Context) error {
	hasRows, knowsPuzzle, m := v.rows != nil, v.study != nil, v.set.Manifest
	again := "tasks done again"
	if v.wholeAgain {
		again = "all " + again
	}
	how, wrongCount := v.countRows()
	for _, c := range []struct {
		name    string
		applies bool
		find    func() (wrong []string, err error)
	}{
		{"config", true, v.wrongConfig},
		{"statistics and tables agree", m.Job == enumerate.Census && m.Complete && m.Shard == nil, v.contradictions},
		{"every example by an independent checker", !hasRows && knowsPuzzle && m.Table(enumerate.ExamplesTable) != nil,
			v.wrongExamples},
		{"every row by an independent checker", hasRows && knowsPuzzle,
			func() ([]string, error) { return v.rows.wrong, nil }},
		{"no row twice", hasRows, func() ([]string, error) { return v.rows.twice(ctx) }},
		{again, v.repetition.done > 0 || len(v.repetition.wrong) > 0,
			func() ([]string, error) { return v.repetition.wrong, nil }},
		{"orbit sum", hasRows, v.wrongSum},
		{"draws", hasRows && m.Analysis.Until > 0 && m.Complete, v.wrongDraws},
		{"number of rows by " + how, how != "", func() ([]string, error) { return wrongCount, nil }},
		{"statistics follow from " + v.source, true, v.wrongFiles},
		{"manifest follows from the config and " + v.source, knowsPuzzle, v.wrongManifest},
	} {
		if !c.applies {
			continue
		}
		wrong, err := c.find()
		if err != nil {
			return err
		}
		v.add(c.name, wrong)
	}
	return nil
}

// wrongConfig compares the digest of the config with the manifest's.
func (v *verifier) wrongConfig() ([]string, error) {
	m := v.set.Manifest
	plan, err := v.set.Plan()
	if err != nil {
		return nil, err
	}
	digest := plan.Digest(m.Kernel)
	if digest == m.ConfigDigest {
		return nil, nil
	}
	return []string{fmt.Sprintf("the config and the inputs give digest %.12s, the manifest says %.12s", digest,
		m.ConfigDigest)}, nil
}

// wrongSum compares the number of solutions that the tasks counted with the number
// in the manifest and with the sum of the rows' orbit sizes.
func (v *verifier) wrongSum() (wrong []string, err error) {
	m := v.set.Manifest
	if m.Raw.Cmp(stats.Int(v.tally.Raw)) != 0 {
		wrong = append(wrong, fmt.Sprintf("the tasks counted %d, the manifest says %s", v.tally.Raw, m.Raw))
	}
	if !m.Complete {
		return wrong, nil // tasks have more rows than a limit leaves
	}
	if m.Job != enumerate.Sample && v.tally.Rows != v.set.Rows() {
		wrong = append(wrong, fmt.Sprintf("the tasks yielded %d rows, there are %d", v.tally.Rows, v.set.Rows()))
	}
	if m.Shard != nil {
		return wrong, nil // the members of an orbit may be counted by several shards
	}
	if err := v.document.CompareRaw(stats.Int(v.tally.Raw)); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, nil
}

// wrongDraws says where the draws of rows do not ascend, or are others than those that the tasks made.
func (v *verifier) wrongDraws() (wrong []string, err error) {
	at := enumerate.ColumnIndex(v.set.Columns(), enumerate.DrawColumn, enumerate.Int64)
	if at < 0 {
		return []string{"the rows have no column " + enumerate.DrawColumn}, nil
	}
	last, made := int64(-1), v.tally.Raw+v.tally.Failed
	err = v.set.Scan([]int{at}, func(b *enumerate.Batch, first int64) error {
		for row := range b.Len() {
			if draw := b.IntAt(0, row); draw <= last && len(wrong) < maxFound {
				wrong = append(wrong,
					fmt.Sprintf("row %d is of draw %d, which is not above the one before", first+int64(row), draw))
			} else {
				last = draw
			}
		}
		return nil
	})
	if last >= made || study.Reached(v.set.Manifest) && last != made-1 {
		wrong = append(wrong, fmt.Sprintf("the last row is of draw %d, from 0, and the tasks made %s", last,
			enumerate.Plural(made, "draw")))
	}
	return wrong, err
}

// countRows compares the number of rows with that which the job computes by another method. It
// says by which, "" if there is none.
func (v *verifier) countRows() (how string, wrong []string) {
	m := v.set.Manifest
	if v.study == nil || v.rows == nil || !m.Complete || m.Shard != nil || v.study.Job.CountRows == nil {
		return "", nil
	}
	want, how := v.study.Job.CountRows()
	if want != nil && want.Cmp(big.NewInt(v.Rows)) != 0 {
		wrong = []string{fmt.Sprintf("there are %d, expected %d", v.Rows, want)}
	}
	return how, wrong
}
