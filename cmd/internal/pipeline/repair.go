package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// repairDir is where a repair does its tasks, below the work folder's name so
// that no other run takes them for its own.
const repairDir = export.WorkDir + "/repair"

// finished answers for a dataset that is complete: it compares its files with
// their digests, and makes damaged parts again from their tasks alone.
func (p *production) finished(ctx context.Context) (*Findings, error) {
	d, err := export.OpenDataset(p.fsys, p.options.Out)
	if err != nil {
		return nil, err
	}
	wrong, err := d.Verify()
	if err != nil {
		return nil, err
	}
	if len(wrong) == 0 {
		return readFindings(p.fsys, p.options.Out)
	}
	parts, err := damagedParts(d, wrong)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if err := p.repairPart(ctx, d, part); err != nil {
			return nil, fmt.Errorf("repair of %s: %w", export.PartName(part), err)
		}
	}
	f, err := readFindings(p.fsys, p.options.Out)
	if err == nil {
		f.Repaired = parts
	}
	return f, err
}

// damagedParts returns the parts to make again. Other files cannot be repaired
// on their own.
func damagedParts(d *export.Dataset, wrong []*export.FileError) ([]int, error) {
	var parts []int
	var others []string
	for _, w := range wrong {
		i := slices.IndexFunc(d.Manifest.Parts, func(f export.FileInfo) bool { return f.Path == w.Path })
		if i < 0 {
			others = append(others, w.Error())
			continue
		}
		parts = append(parts, i)
	}
	switch {
	case len(others) > 0:
		return nil, fmt.Errorf("%s is damaged beyond its rows (%s): make it anew with --fresh", d.Dir(), strings.Join(others, "; "))
	case d.Manifest.Job == enumerate.Sample:
		return nil, fmt.Errorf("%s is damaged (%v), and the rows of a sample cannot be made one part at a time: make it anew with --fresh", d.Dir(), wrong[0])
	}
	return parts, nil
}

// repairPart does the tasks whose rows are in a part, and writes it again.
func (p *production) repairPart(ctx context.Context, d *export.Dataset, part int) error {
	all, err := export.DatasetTasks(d)
	if err != nil {
		return err
	}
	tasks, first := export.PartTasks(all, part)
	var only []int
	for _, t := range tasks {
		only = append(only, t.Task)
	}
	job := p.study.Job
	dir := filepath.Join(p.options.Out, filepath.FromSlash(repairDir))
	work, err := journal.Open(p.fsys, dir, journal.Header{Config: p.digest, Program: rowsVersion, Tasks: job.Tasks()}, job.Columns())
	if err != nil {
		return err
	}
	defer work.Close()
	if _, err := run.Run(ctx, job, sink{work}, run.Options{Workers: p.options.Workers, Only: only, Progress: p.options.Progress}); err != nil {
		return err
	}
	a := &export.Assembly{FS: p.fsys, Dir: p.options.Out, Src: export.Window{Src: export.FromWork(work), First: first, Total: d.Rows()}}
	info, err := a.WritePart(part)
	if err != nil {
		return err
	}
	if want := d.Manifest.Parts[part]; info != want {
		return fmt.Errorf("it was made again with digest %.12s, the manifest says %.12s: expected the same", info.SHA256, want.SHA256)
	}
	return errors.Join(work.Remove(), files.RemoveTree(p.fsys, filepath.Join(p.options.Out, export.WorkDir)))
}
