package produce

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// One process at a time changes an output folder: the one that holds the lock in its work folder.
// It takes the lock before its first change and gives it up after the last.

// existing returns the manifest of the dataset in the folder, nil if the folder
// is empty or missing. It is an error if the folder holds anything else than a
// dataset of this program, config and shard.
func (p *production) existing() (*export.Manifest, error) {
	dir := p.options.Out
	m, err := export.ReadManifest(p.fsys, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, p.refuseStrange(dir)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrPermission):
		return nil, outputError(err)
	case err != nil:
		return nil, enumerate.Errorf("%v: expected a dataset of this program; --fresh discards what is there", err)
	}
	if err := study.CheckVersion(m, dir); err != nil {
		return nil, enumerate.Errorf("%v; choose another folder or discard it with --fresh", err)
	}
	p.recognise(m)
	digest := p.study.Plan.Digest(p.study.TaskJob().Kernel)
	of := export.Shard{Index: p.options.Shard, Of: p.options.Shards}
	switch damage := m.Damage; {
	case damage != nil && (m.ConfigDigest != digest || shardOf(m) != of):
		return nil, enumerate.Errorf("%s is damaged (%v): choose another folder or discard it with --fresh",
			filepath.Join(dir, export.ManifestName), damage)
	case m.ConfigDigest != digest:
		return nil, enumerate.Errorf(
			"%s holds the dataset of another config (%s): choose another folder or discard it with --fresh", dir,
			p.otherConfig(m))
	case shardOf(m) != of:
		return nil, enumerate.Errorf("%s holds %s, not %s: choose another folder or discard it with --fresh", dir,
			describeShard(shardOf(m)), describeShard(of))
	}
	return m, nil
}

// recognise makes the method by which a dataset was made, as far as it is, the one at hand.
func (p *production) recognise(m *export.Manifest) {
	of := func(x enumerate.Method) bool { return p.study.Plan.Digest(x.Job.Kernel) == m.ConfigDigest }
	if i := slices.IndexFunc(p.study.Methods, of); i >= 0 {
		p.study.Method = i
	}
}

// otherConfig says in what the config of a dataset, or a file that it names, differs from that at hand.
func (p *production) otherConfig(m *export.Manifest) string {
	found, err := study.Differences(m.Config, p.study.Plan.Canonical())
	if err != nil {
		found = nil
	}
	for _, in := range p.study.Plan.Inputs() {
		if slices.ContainsFunc(m.Inputs, func(old enumerate.Input) bool {
			return old.Path == in.Path && old.SHA256 != in.SHA256
		}) {
			found = append(found, in.Path+" has changed since")
		}
	}
	if found == nil { // the kernel that was chosen
		found = []string{fmt.Sprintf("digest %.12s, expected %.12s", m.ConfigDigest,
			p.study.Plan.Digest(p.study.TaskJob().Kernel))}
	}
	const most = 5
	if len(found) > most {
		found = append(found[:most], "...")
	}
	return strings.Join(found, "; ")
}

func shardOf(m *export.Manifest) export.Shard {
	if m.Shard == nil {
		return export.Shard{}
	}
	return *m.Shard
}

func describeShard(s export.Shard) string {
	if s.Of == 0 {
		return "the whole"
	}
	return fmt.Sprintf("shard %d/%d", s.Index, s.Of)
}

// refuseStrange returns an error if a folder without a manifest has files that a run does not make
// before its first manifest: it makes only the work folder and the manifest's temporary file.
func (p *production) refuseStrange(dir string) error {
	entries, err := p.fsys.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return outputError(err)
	}
	for _, e := range entries {
		if e.Name() != export.WorkDir && e.Name() != export.ManifestName+files.Temporary {
			return enumerate.Errorf("%s has %s in it and is no dataset: choose an empty or new folder", dir, e.Name())
		}
	}
	return nil
}

// lockAndOpen takes the lock of the output folder and opens the work in it. If the
// dataset is complete it reports that and opens nothing.
func (p *production) lockAndOpen() (complete bool, err error) {
	fresh := p.options.Fresh
	if fresh {
		if fresh, err = p.holdsDataset(); err != nil {
			return false, err
		}
	}
	if !fresh {
		if old, err := p.existing(); err != nil || old != nil && old.Complete {
			return err == nil, err
		}
	}
	lock, err := p.acquireLock()
	if err != nil {
		return false, err
	}
	if complete, err = p.openUnderLock(lock, fresh); complete || err != nil {
		lock.Close()
	}
	return complete, err
}

// acquireLock takes the lock of the output folder.
func (p *production) acquireLock() (*journal.Lock, error) {
	lock, err := journal.Acquire(p.fsys, p.workDir())
	return lock, outputError(err)
}

// openUnderLock opens the work when the lock is taken. It looks again at what the folder holds: the
// process that had the lock before may have completed the dataset, or begun another.
func (p *production) openUnderLock(lock *journal.Lock, fresh bool) (complete bool, err error) {
	if fresh {
		if err := p.discard(lock); err != nil {
			return false, err
		}
		return false, p.openWork(lock, nil) // other files there stay
	}
	old, err := p.existing()
	if err != nil {
		return false, err
	}
	if old != nil && old.Complete {
		return true, nil
	}
	return false, p.openWork(lock, old)
}

func (p *production) workDir() string { return filepath.Join(p.options.Out, export.WorkDir) }

// openWork opens the work, and reports tasks that were lost since the manifest was written.
func (p *production) openWork(lock *journal.Lock, old *export.Manifest) error {
	work, err := p.openMethods(lock)
	if errors.As(err, new(*journal.MismatchError)) || errors.As(err, new(*journal.DamagedError)) {
		return fmt.Errorf("%w with --fresh", err) // they end in "discard what is there"
	}
	if err != nil {
		return outputError(err)
	}
	p.work, p.old = work, old
	if old != nil {
		p.drawnFrom = cmp.Or(p.drawnFrom, old.DrawnFrom)
	}
	if old != nil && len(old.Parts) > 0 {
		p.limited = int64(old.Rows)
	}
	lost := work.Lost
	if _, done := work.Total(); old != nil {
		lost = max(lost, old.Tasks.Done-done)
	}
	if lost > 0 || len(work.Damage) > 0 {
		p.options.Notice(lostWork(p.workDir(), work.Damage, lost))
	}
	return nil
}

// openMethods opens the work of each method of the study, and returns that of the one at hand. If
// there are several, the list of solutions has a folder of its own below that of the sweeps.
func (p *production) openMethods(lock *journal.Lock) (*journal.Work, error) {
	methods := p.study.Methods
	p.works = make([]*journal.Work, len(methods))
	for i, m := range methods {
		below := ""
		if len(methods) > 1 && m.Job.Counting == nil {
			below = export.ListDir
		}
		var err error
		if p.works[i], err = lock.Open(below, p.header(m.Job), m.Job.Columns); err != nil {
			return nil, err
		}
	}
	return p.works[p.study.Method], nil
}

// lostWork says in one sentence what was damaged and what the run does about it.
func lostWork(dir string, damage []string, lost int) string {
	if len(damage) == 0 { // there are fewer tasks than the manifest says
		damage = []string{"its journal is missing or cut off"}
	}
	text := damage[0]
	if more := len(damage) - 1; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	then := "if committed tasks were lost, they are done again"
	if lost == 1 {
		then = "1 committed task was lost and is done again"
	} else if lost > 1 {
		then = fmt.Sprintf("%d committed tasks were lost and are done again", lost)
	}
	return fmt.Sprintf("%s was damaged (%s): %s", dir, text, then)
}

// holdsDataset reports whether the folder holds a dataset, or work of one, which --fresh discards.
func (p *production) holdsDataset() (bool, error) {
	entries, err := p.fsys.ReadDir(p.options.Out)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() == export.WorkDir || e.Name() == export.ManifestName
	}), outputError(err)
}

// discard removes a dataset, and nothing else, from the folder. The caller holds
// the lock from before the first file is removed until the next dataset is
// written. The manifest and the work folder, by which a dataset is recognised,
// are removed last, so that an interrupted discard can be repeated.
func (p *production) discard(lock *journal.Lock) error {
	dir := p.options.Out
	if err := p.removeData(); err != nil {
		return err
	}
	if err := p.remove(export.ManifestName+files.Temporary, export.ManifestName); err != nil {
		return err
	}
	if err := p.fsys.SyncDir(dir); err != nil {
		return err
	}
	return lock.Empty()
}

// removeData removes all files of a dataset but its manifest and work.
func (p *production) removeData() error {
	for _, name := range []string{export.RowsDir, export.TablesDir} {
		if err := files.RemoveTree(p.fsys, filepath.Join(p.options.Out, name)); err != nil {
			return err
		}
	}
	names := []string{study.StatsName, export.EffortName}
	for _, f := range [][2]string{{study.CardName, study.CardMark}, {study.ReportName, study.ReportMark},
		{study.SheetName, study.ReportMark}} {
		if old, err := files.ReadFile(p.fsys, filepath.Join(p.options.Out, f[0]), maxReplaced); err == nil &&
			bytes.Contains(old, []byte(f[1])) {
			names = append(names, f[0])
		}
	}
	for _, name := range names {
		if err := p.remove(name, name+files.Temporary); err != nil {
			return err
		}
	}
	// No crash may bring these files back after the manifest is gone.
	return p.fsys.SyncDir(p.options.Out)
}

// remove removes files of the folder; it is no error if there are none.
func (p *production) remove(names ...string) error {
	for _, name := range names {
		if err := p.fsys.Remove(filepath.Join(p.options.Out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// isThere reports whether a folder is there.
func (p *production) isThere(name string) (bool, error) {
	_, err := p.fsys.ReadDir(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// outputError turns an error that says that nothing can be written to the output
// folder into one that the user can fix.
func outputError(err error) error {
	if unwritable(err) {
		return enumerate.Errorf("output folder: %v", err)
	}
	return err
}

// unwritable reports whether an error says that nothing can be written to a path.
func unwritable(err error) bool {
	for _, cause := range []error{fs.ErrPermission, fs.ErrNotExist, syscall.ENOTDIR, syscall.EISDIR, syscall.EROFS,
		syscall.ENAMETOOLONG, syscall.ELOOP, syscall.EINVAL} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}
