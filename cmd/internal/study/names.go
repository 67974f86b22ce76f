package study

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
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
	if len(wanted) == 0 {
		return enumerate.Indices(len(columns)), nil
	}
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
	return out, nil
}

// TasksOf returns how many tasks the job of a dataset has, or those of its shard.
func TasksOf(m *export.Manifest) int {
	if s := m.Shard; s != nil { // those whose number is its index modulo the number of shards
		return (m.Tasks.Total - s.Index + s.Of - 1) / s.Of
	}
	return m.Tasks.Total
}

// StoppedOr replaces an error by [run.ErrStopped] if ctx is done, because then the
// error is only how the work ended.
func StoppedOr(ctx context.Context, err error) error {
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
		var text strings.Builder
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // it was read from JSON
		return strings.TrimSpace(text.String())
	}
	if h, w := text(have), text(want); h != w {
		found = append(found, fmt.Sprintf("%s is %s, expected %s", at, enumerate.Shorten(cmp.Or(h, "not there")),
			enumerate.Shorten(cmp.Or(w, "none"))))
	}
	return found
}
