package study

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"coverstat/cmd/internal/progress"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
	"coverstat/stats"
)

// Names of files in a dataset's folder. The manifest does not list the card, the
// report and the sheet: a dataset is complete without them.
const (
	StatsName  = "stats.json"
	CardName   = "README.md"
	ReportName = "report.html"
	SheetName  = "sheet.html"
)

// CardMark is in every card, and ReportMark in the head of every report and sheet: files of their
// names that lack them are somebody else's.
const (
	CardMark   = "<!-- written by coverstat card -->"
	ReportMark = `<meta name="generator" content="coverstat `
)

// An IncompleteError says that what is there is sound, that something is missing, and how to go on.
type IncompleteError struct {
	Text  string
	Cause error // nil if nothing failed
}

// Error implements error.
func (e *IncompleteError) Error() string { return e.Text }

// Unwrap returns the cause.
func (e *IncompleteError) Unwrap() error { return e.Cause }

// OpenDataset opens a dataset. It is an input error if the folder holds none, or one
// of another version of the rows.
func OpenDataset(dir string) (*export.Dataset, error) {
	d, err := export.OpenDataset(files.OS(), dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, noDataset(dir)
	}
	if err != nil {
		return nil, err
	}
	if err := CheckVersion(d.Manifest, dir); err != nil {
		return nil, err
	}
	return d, nil
}

// noDataset is the error for a folder without a dataset.
func noDataset(dir string) error {
	expected := "a folder with " + export.ManifestName + ", or the name of a run in " + RunsDir
	if IsConfig(dir) {
		expected += "; coverstat run " + dir + " makes one"
	}
	return &enumerate.InputError{Problem: dir + " is no dataset" + enumerate.DidYouMean(filepath.Base(dir), Runs()),
		Expected: expected}
}

// IsConfig reports whether a name is that of a shipped run, or of a file of a config or of puzzles.
func IsConfig(name string) bool {
	shipped := slices.ContainsFunc(configs.Shipped(), func(r configs.Run) bool { return r.Name == name })
	ext := filepath.Ext(name)
	return shipped || ext == ".yaml" || ext == ".yml" || IsPuzzleFile(name)
}

// RunsDir is the folder for datasets that are given no other.
const RunsDir = "runs"

// Folder returns the folder of a dataset that people name: the given one, or that of the
// run of this name in [RunsDir] if the given one has no dataset.
func Folder(name string) string {
	run := filepath.Join(RunsDir, name)
	if name != filepath.Base(name) || name == "." || name == ".." || hasManifest(name) || !hasManifest(run) {
		return name
	}
	return run
}

// Runs lists the datasets in [RunsDir].
func Runs() []string {
	found, _ := filepath.Glob(filepath.Join(RunsDir, "*", export.ManifestName))
	var names []string
	for _, f := range found {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return names
}

func hasManifest(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, export.ManifestName))
	return err == nil
}

// CheckVersion returns an input error if a dataset has rows of another version than
// this program reads and writes, or if the version cannot be trusted.
func CheckVersion(m *export.Manifest, dir string) error {
	if m.Program.Rows == RowsVersion {
		return nil
	}
	if err := m.Damage; err != nil && m.Digest != "" {
		return fmt.Errorf("%s is damaged (%w)", filepath.Join(dir, export.ManifestName), err)
	}
	return enumerate.Errorf("%s has rows of version %s (made by coverstat %s): this program reads version %s only", dir,
		m.Program.Rows, m.Program.Version, RowsVersion)
}

// HasRows returns an input error if the config of a dataset asks for no rows.
func HasRows(d *export.Dataset) error {
	if !d.Manifest.How.HasRows() {
		return enumerate.Errorf("%s has no rows, by output.rows: false: expected a dataset with rows", d.Dir())
	}
	return nil
}

// OpenFinished opens a dataset and reports an input error if it has no rows yet. One whose
// config asks for none has its statistics.
func OpenFinished(dir string) (*export.Dataset, error) {
	d, err := OpenDataset(dir)
	switch {
	case err != nil:
		return nil, err
	case d.Manifest.How == export.Swept && !d.Manifest.Complete:
		return nil, enumerate.Errorf("%s has no statistics yet: its run is not complete", dir)
	case !d.Manifest.Written():
		return nil, enumerate.Errorf("%s has no rows yet: its run is not complete (cat, draw, stats and report show those of finished tasks with --partial)", dir)
	}
	return d, nil
}

// Reopen makes the study of a dataset from its manifest. It looks for input files
// also in the given folders of datasets and in the folders that contain these. It is an
// error if the rows are not those of the config: nothing could read them then.
func Reopen(m *export.Manifest, dirs ...string) (*Study, error) {
	plan, err := planOf(m, dirs)
	if err != nil {
		return nil, err
	}
	s, err := OpenPlan(plan, false)
	if err != nil {
		return nil, err
	}
	for i, method := range s.Methods {
		if method.Job.Kernel() == m.Kernel {
			s.Method = i // the one at hand when the manifest was written
		}
	}
	err = enumerate.SameTypes(m.Columns, s.Job.Columns())
	if err == nil && (m.Family != plan.Family || m.Job != plan.Kind) {
		err = fmt.Errorf("%s of family %s, expected %s of %s", m.Job, m.Family, plan.Kind, plan.Family)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: what it says of the rows is not what its config makes: %w", export.ManifestName, err)
	}
	return s, nil
}

// Recount makes a study that counts the solutions which a dataset lists, draws or counts, from its manifest; see [Reopen].
func Recount(m *export.Manifest, dirs ...string) (*Study, error) {
	plan, err := planOf(m, dirs)
	if err != nil {
		return nil, err
	}
	return OpenPlan(plan, true)
}

func planOf(m *export.Manifest, dirs []string) (*configs.Plan, error) {
	var nearby []string
	for _, dir := range dirs {
		nearby = append(nearby, dir, filepath.Join(dir, ".."))
	}
	return configs.FromManifest(m.Config, m.Inputs, nearby...)
}

// maxStats bounds the bytes of stats.json and of other files that are read whole.
const maxStats = 1 << 30

// ReadStats reads the statistics of a dataset from its stats.json.
func ReadStats(fsys files.FS, dir string) (*stats.Document, error) {
	name := filepath.Join(dir, StatsName)
	data, err := files.ReadFile(fsys, name, maxStats)
	if err != nil {
		return nil, err
	}
	d, err := stats.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// Journal says where the journal of an unfinished run is, and what it should belong to. Where
// sweeps and a list take turns, that of the list is below that of the sweeps.
func Journal(fsys files.FS, dir string, m *export.Manifest) (folder string, header journal.Header,
	columns []enumerate.Column) {
	folder, columns = filepath.Join(dir, export.WorkDir), m.How.Columns(m.Columns)
	if m.How == export.Listed {
		list := filepath.Join(folder, export.ListDir)
		if there, err := files.Exists(fsys, filepath.Join(list, journal.Name)); err == nil && there {
			folder = list
		}
	}
	return folder, journal.Header{Config: m.ConfigDigest, Program: m.Program.Rows, Tasks: m.Tasks.Total}, columns
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

// ColumnOf finds a column by its name or by a measure as configs write it:
// on_edge(I5) is on_edge_I5. It returns -1 if there is no such column.
func ColumnOf(columns []enumerate.Column, written string) int {
	name, pieces, closed := enumerate.ParseMeasure(written)
	measure := enumerate.WriteMeasure(name, pieces...)
	return slices.IndexFunc(columns, func(c enumerate.Column) bool {
		return c.Name == written || closed && len(pieces) > 0 && c.Measure == measure
	})
}

// ColumnIndices returns the indices of columns, given as [ColumnOf] takes them, and of
// all columns if none are given.
func ColumnIndices(columns []enumerate.Column, wanted []string) ([]int, error) {
	var names, keys []string // an error lists the columns of pieces, which may be many, last
	for _, c := range columns {
		list := &names
		if c.Role == enumerate.Key {
			list = &keys
		}
		if *list = append(*list, c.Name); c.Measure != "" {
			*list = append(*list, c.Measure)
		}
	}
	var out []int
	for _, name := range wanted {
		i := ColumnOf(columns, name)
		if i < 0 {
			return nil, enumerate.Unknown("no column", name, append(names, keys...), "")
		}
		out = append(out, i)
	}
	if len(wanted) == 0 {
		for i := range columns {
			out = append(out, i)
		}
	}
	return out, nil
}

// TasksOf returns how many tasks the job of a dataset has, or those of its shard.
func TasksOf(m *export.Manifest) int {
	if s := m.Shard; s != nil {
		return ShardTasks(m.Tasks.Total, s.Index, s.Of)
	}
	return m.Tasks.Total
}

// ShardTasks returns how many of some tasks a shard has: those whose number is index modulo of.
func ShardTasks(tasks, index, of int) int { return (tasks - index + of - 1) / of }

// Stopped replaces an error by [run.ErrStopped] if ctx is done, because then the
// error is only how the work ended.
func Stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return run.ErrStopped
	}
	return err
}

// Differences says in what one text of JSON differs from another, such as
// "puzzle.board.cols is 12, expected 20".
func Differences(have, want []byte) ([]string, error) {
	var trees [2]any
	for i, text := range [][]byte{have, want} {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&trees[i]); err != nil {
			return nil, err
		}
	}
	return differences(nil, "", trees[0], trees[1]), nil
}

// differences appends the places at which two values differ.
func differences(found []string, at string, have, want any) []string {
	within := strings.TrimPrefix(at+".", ".")
	switch w := want.(type) {
	case map[string]any:
		if h, ok := have.(map[string]any); ok {
			all := maps.Clone(h)
			maps.Copy(all, w)
			for _, key := range slices.Sorted(maps.Keys(all)) {
				found = differences(found, within+key, h[key], w[key])
			}
			return found
		}
	case []any:
		if h, ok := have.([]any); ok && len(h) != len(w) {
			return append(found, fmt.Sprintf("%s has %d entries, expected %d", at, len(h), len(w)))
		} else if ok {
			for i := range w {
				found = differences(found, fmt.Sprint(within, i), h[i], w[i])
			}
			return found
		}
	}
	text := func(v any) string {
		if v == nil {
			return ""
		}
		text, _ := json.Marshal(v) // it was read from JSON
		return string(text)
	}
	if h, w := text(have), text(want); h != w {
		found = append(found, fmt.Sprintf("%s is %s, expected %s", at, enumerate.Shorten(cmp.Or(h, "not there")),
			enumerate.Shorten(cmp.Or(w, "none"))))
	}
	return found
}
