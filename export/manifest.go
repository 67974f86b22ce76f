package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/stats"
)

// ManifestName is the file that makes a folder a dataset.
const ManifestName = "manifest.json"

// WorkDir is the folder in a dataset where a run keeps what is not finished.
const WorkDir = ".work"

// ListDir is the folder in [WorkDir] for the list of solutions, where sweeps and a list take turns.
const ListDir = "list"

// manifestSchema is the version of the manifest's schema.
const manifestSchema = 1

// maxManifest bounds the bytes of a manifest that is read.
const maxManifest = 256 << 20

// Manifest describes a dataset: the config, the program that made it, its files, and whether it is
// complete. MANIFEST.md beside this file explains the fields.
type Manifest struct {
	Schema   int            `json:"schema"`
	Name     string         `json:"name"`
	Family   string         `json:"family"`
	Job      enumerate.Kind `json:"job"`
	Complete bool           `json:"complete"`

	// Config is the resolved config; ConfigDigest covers everything that the
	// rows depend on: the config, kernel, cut and digests of inputs.
	Config       json.RawMessage   `json:"config,omitempty"`
	ConfigDigest string            `json:"config_digest"`
	Inputs       []enumerate.Input `json:"inputs,omitempty"`
	Program      Program           `json:"program"`
	Kernel       string            `json:"kernel,omitempty"`
	Tasks        Tasks             `json:"tasks"`
	Shard        *Shard            `json:"shard,omitempty"`
	Limit        stats.Integer     `json:"limit,omitempty"`
	// Extent says in words which rows a limited dataset has.
	Extent string `json:"extent,omitempty"`
	// Failure says why the last run failed, "" if it did not.
	Failure string `json:"failure,omitempty"`

	Columns []enumerate.Column `json:"columns"`
	Rows    stats.Integer      `json:"rows"`
	// How says what became of the rows. Datasets with rows lack the key.
	How Rows         `json:"road,omitempty"`
	Raw stats.Number `json:"raw"`
	// DrawnFrom is the number of all solutions, of which those of a sample were drawn uniformly;
	// nil where the sampler did not count them.
	DrawnFrom *stats.Number         `json:"drawn_from,omitempty"`
	Failed    stats.Integer         `json:"failed,omitempty"`
	Parts     []FileInfo            `json:"parts"`
	Tables    []Table               `json:"tables,omitempty"`
	Stats     *FileInfo             `json:"stats,omitempty"`
	Effort    stats.PublishedEffort `json:"effort"`
	// EffortFile is [EffortName], what each task cost.
	EffortFile *FileInfo `json:"effort_file,omitempty"`

	// Analysis names the columns that were counted together.
	Analysis enumerate.Analysis `json:"analysis"`
	// Facts describe the job.
	Facts []enumerate.Fact `json:"facts,omitempty"`
	// Made holds all times and names of machines. They are nowhere else.
	Made *Made `json:"made,omitempty"`
	// Digest is that of the manifest itself: [Manifest.Write] enters it.
	Digest string `json:"digest"`

	// Damage is an error if the file that the manifest was read from is not what was
	// written. It can be read nevertheless, and does not contradict itself.
	Damage error `json:"-"`
}

// Titles returns what the config says of the run for readers: its title, by
// default the name, and its description, "" for none.
func (m *Manifest) Titles() (title, description string) {
	var c struct{ Title, Description string }
	if json.Unmarshal(m.Config, &c) != nil || c.Title == "" {
		c.Title = m.Name
	}
	return c.Title, strings.TrimSpace(c.Description)
}

// Written reports whether what a run is for is there: rows, or the statistics of a dataset without rows.
func (m *Manifest) Written() bool {
	return len(m.Parts) > 0 || !m.How.HasRows() && m.Complete
}

// Table returns the entry of a table; nil if there is none of that name.
func (m *Manifest) Table(name string) *Table {
	if i := slices.IndexFunc(m.Tables, func(t Table) bool { return t.Name == name }); i >= 0 {
		return &m.Tables[i]
	}
	return nil
}

// Program is the program that made the dataset. Rows is a version that changes
// when the same config would give other rows.
type Program struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rows    string `json:"rows,omitempty"`
}

// Tasks says into how many tasks the job was cut and how many of them are in the dataset.
type Tasks struct {
	Total    int     `json:"total"`
	Done     int     `json:"done"`
	MaxShare float64 `json:"max_share,omitempty"`
}

// Shard is part I of N.
type Shard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

// Table is a small table beside the rows.
type Table struct {
	Name string `json:"name"`
	FileInfo
	Columns []enumerate.Column `json:"columns"`
}

// Made says when and where the dataset was made. It differs from run to run.
type Made struct {
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	Host     string    `json:"host,omitempty"`
	Workers  int       `json:"workers,omitempty"`
	Seconds  float64   `json:"seconds,omitempty"`
	// Earlier is the number of tasks that earlier runs had done.
	Earlier int `json:"earlier_tasks,omitempty"`
}

// Write writes the manifest into a dataset, whole or not at all.
func (m *Manifest) Write(fsys files.FS, dir string) error {
	m.Schema, m.Digest = manifestSchema, noDigest
	text, err := encodeJSON(m)
	if err != nil {
		return err
	}
	m.Digest = digestOf(text)
	text = withDigest(text, noDigest, m.Digest)
	return files.WriteAtomic(fsys, filepath.Join(dir, ManifestName), text)
}

// noDigest stands in the place of a manifest's digest while it is computed.
var noDigest = strings.Repeat("0", 2*sha256.Size)

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// withDigest replaces the digest in the text of a manifest.
func withDigest(text []byte, old, new string) []byte {
	const key = `"digest": "`
	return bytes.Replace(text, []byte(key+old+`"`), []byte(key+new+`"`), 1)
}

// encodeJSON indents and leaves <, > and & alone.
func encodeJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return out.Bytes(), err
}

// ReadManifest reads and checks the manifest of a dataset. If there is none, the error wraps fs.ErrNotExist.
func ReadManifest(fsys files.FS, dir string) (*Manifest, error) {
	name := filepath.Join(dir, ManifestName)
	text, err := files.ReadFile(fsys, name, maxManifest)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// parseManifest reads and checks a manifest. It ignores unknown fields: a later
// version of the program may have added them without changing the others.
func parseManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(m); err != nil {
		return nil, fmt.Errorf("not a manifest: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("not a manifest: more after its end")
	}
	if m.Schema != manifestSchema {
		return nil, fmt.Errorf("manifest of schema %d, expected %d", m.Schema, manifestSchema)
	}
	if got := digestOf(withDigest(text, m.Digest, noDigest)); got != m.Digest {
		m.Damage = fmt.Errorf("digest %s, expected %s", got, m.Digest)
	}
	if err := m.check(); err != nil {
		if m.Damage != nil {
			return nil, fmt.Errorf("damaged manifest: %w", err)
		}
		return nil, fmt.Errorf("manifest: %w", err)
	}
	return m, nil
}

// check checks that the manifest does not contradict itself.
func (m *Manifest) check() error {
	t, s, rows := m.Tasks, m.Shard, m.How.HasRows()
	switch {
	case m.Job != enumerate.Census && m.Job != enumerate.Survey && m.Job != enumerate.Sample:
		return fmt.Errorf("job %q, expected census, survey or sample", m.Job)
	case !rows && m.How != Listed && m.How != Swept:
		return fmt.Errorf("road %q, expected sweep or listing", m.How)
	case len(m.Columns) == 0:
		return errors.New("no columns")
	case t.Done < 0 || t.Done > t.Total || !(t.MaxShare >= 0 && t.MaxShare <= 1):
		return fmt.Errorf("%d of %d tasks, each at most %v of the whole", t.Done, t.Total, t.MaxShare)
	case m.Rows < 0 || m.Raw.Sign() < 0 || m.Failed < 0 || m.Limit < 0:
		return fmt.Errorf("rows %d, raw %s, failed %d, limit %d: expected none below 0", m.Rows, m.Raw,
			m.Failed, m.Limit)
	case rows && m.Complete && len(m.Parts) == 0:
		return errors.New("complete without parts")
	case !rows && (len(m.Parts) > 0 || m.Rows > 0):
		return errors.New("rows in a dataset without rows")
	case s != nil && (s.Index < 0 || s.Index >= s.Of):
		return fmt.Errorf("shard %d of %d", s.Index, s.Of)
	case m.EffortFile != nil && m.EffortFile.Path != EffortName:
		return fmt.Errorf("effort file is %q, expected %q", m.EffortFile.Path, EffortName)
	}
	if err := checkNames(m.Columns); err != nil {
		return err
	}
	if err := checkAnalysis(m.Columns, m.Analysis); err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	for _, t := range m.Tables {
		if err := checkNames(t.Columns); err != nil {
			return fmt.Errorf("table %q: %w", t.Name, err)
		}
		if want := TableName(t.Name); t.Path != want || strings.ContainsAny(t.Name, `/\`) {
			return fmt.Errorf("table %q is %q, expected %q", t.Name, t.Path, want)
		}
	}
	return m.checkParts()
}

// checkParts checks the names of the parts, and that they have all rows.
func (m *Manifest) checkParts() error {
	var rows int64
	for i, p := range m.Parts {
		if p.Path != PartName(i) {
			return fmt.Errorf("part %d is %q, expected %q", i, p.Path, PartName(i))
		}
		if p.Rows < 0 || p.Bytes < 0 || p.Rows > math.MaxInt64-rows {
			return fmt.Errorf("%s: %d rows in %d bytes", p.Path, p.Rows, p.Bytes)
		}
		rows += p.Rows
	}
	if len(m.Parts) > 0 && rows != int64(m.Rows) {
		return fmt.Errorf("%d rows in its parts, expected %d", rows, m.Rows)
	}
	return nil
}

// checkAnalysis checks that all columns that an analysis names are there.
func checkAnalysis(columns []enumerate.Column, a enumerate.Analysis) error {
	for _, b := range a.Breakdowns {
		for _, name := range slices.Concat(b.By, b.Of) {
			if enumerate.ColumnIndex(columns, name) < 0 {
				return fmt.Errorf("there is no column %q", name)
			}
		}
	}
	return nil
}

// DescribeColumns returns columns as files describe them: that true and false are yes and no stands there, too.
func DescribeColumns(columns []enumerate.Column) []enumerate.Column {
	out := slices.Clone(columns)
	for i := range out {
		out[i].Scale = out[i].ScaleOf()
	}
	return out
}

// checkNames checks that each column has a name of its own.
func checkNames(columns []enumerate.Column) error {
	names := make(map[string]bool, len(columns))
	for i, c := range columns {
		if c.Name == "" || names[c.Name] {
			return fmt.Errorf("column %d is called %q, expected a name of its own", i, c.Name)
		}
		names[c.Name] = true
	}
	return nil
}
