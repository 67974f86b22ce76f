package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/journal"
	"coverstat/stats"

	"github.com/zeebo/xxh3"
	"golang.org/x/sync/errgroup"
)

// Verification is what verify found.
type Verification struct {
	Dir      string  `json:"dir"`
	Complete bool    `json:"complete"`
	Rows     int64   `json:"rows"`
	Checks   []Check `json:"checks"`
}

// Check is one thing looked at.
type Check struct {
	Name  string   `json:"name"`
	OK    bool     `json:"ok"`
	Found []string `json:"found,omitempty"` // what is wrong, the first few
}

// OK reports whether everything that was looked at is right.
func (v *Verification) OK() bool {
	return !slices.ContainsFunc(v.Checks, func(c Check) bool { return !c.OK })
}

// maxFound bounds the list of what is wrong in one check.
const maxFound = 10

func (v *Verification) add(name string, wrong []string) {
	v.Checks = append(v.Checks, Check{Name: name, OK: len(wrong) == 0, Found: wrong[:min(len(wrong), maxFound)]})
}

// Verify checks a dataset: the digest of every file, every row independently
// of how it was found, that no row is there twice, that the rows stand for
// what the search counted, and that the statistics follow from the rows. Of a
// run that is not complete it checks what is committed, also while it goes on.
func Verify(ctx context.Context, dir string) (*Verification, error) {
	d, lost, err := openWithWork(dir)
	if err != nil {
		return nil, err
	}
	v := &Verification{Dir: dir, Complete: d.Manifest.Complete, Rows: int64(d.Manifest.Rows)}
	if !v.Complete {
		v.add("tasks committed to "+export.WorkDir, lost)
	}
	wrong, err := d.Verify()
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, w := range wrong {
		texts = append(texts, w.Error())
	}
	strays, err := strayParts(files.OS(), d)
	if err != nil {
		return nil, err
	}
	if len(d.Files()) > 0 {
		v.add("digests of all files", append(texts, strays...))
	}
	if len(wrong) > 0 || len(d.Manifest.Parts) == 0 {
		return v, nil // rows that cannot be trusted, or none yet
	}
	study, err := reopen(d.Manifest, dir)
	if err != nil {
		return nil, err
	}
	texts = nil
	if got := study.digest(); got != d.Manifest.ConfigDigest {
		texts = append(texts, fmt.Sprintf("the config gives digest %.12s, the manifest says %.12s", got, d.Manifest.ConfigDigest))
	}
	v.add("config", texts)
	c := rowScan{study: study, set: d, limited: d.Manifest.Limit > 0}
	if err := c.scan(ctx); err != nil {
		return nil, stopped(ctx, err)
	}
	v.add("every row by an independent checker", c.wrong)
	v.add("no row twice", c.duplicates())
	v.add("orbit sum", c.orbitSum())
	if name, wrong, known := c.rowCount(); known {
		v.add(name, wrong)
	}
	v.add("statistics follow from the rows", append(c.sameStatistics(), c.sameTables()...))
	return v, nil
}

// openWithWork opens a dataset and says what of an unfinished run's work is
// damaged. A run may go on meanwhile, come to its end, or begin anew: damage is
// believed when it is seen twice.
func openWithWork(dir string) (*export.Dataset, []string, error) {
	for look := 1; ; look++ {
		d, err := OpenDataset(dir)
		if err != nil || d.Manifest.Complete {
			return d, nil, err
		}
		lost, err := workDamage(d)
		if err != nil || len(lost) == 0 || look == 2 {
			return d, lost, err
		}
	}
}

// workDamage says what of an unfinished run's work is damaged.
func workDamage(d *export.Dataset) ([]string, error) {
	m, dir := d.Manifest, filepath.Join(d.Dir(), export.WorkDir)
	if _, err := files.OS().ReadDir(dir); errors.Is(err, fs.ErrNotExist) && len(m.Parts) > 0 {
		return nil, nil // a limited dataset is whole without, if it is not to go on
	}
	h := journal.Header{Config: m.ConfigDigest, Program: m.Program.Rows, Tasks: m.Tasks.Total}
	damage, tasks, err := journal.Check(files.OS(), dir, h, d.Columns())
	if err != nil {
		return nil, err
	}
	for i := range damage {
		damage[i] = export.WorkDir + ": " + damage[i]
	}
	if tasks < m.Tasks.Done {
		damage = append(damage, fmt.Sprintf("%s: %d sound tasks, the manifest says that %d were committed", export.WorkDir, tasks, m.Tasks.Done))
	}
	return damage, nil
}

// strayParts lists what lies among the parts and is none: a reader that takes
// rows/*.parquet for one table would read it too. Until a dataset is complete,
// parts may lie there that its manifest does not have yet.
func strayParts(fsys files.FS, d *export.Dataset) ([]string, error) {
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

// OpenDataset opens a dataset; a folder without one is the user's mistake.
func OpenDataset(dir string) (*export.Dataset, error) {
	d, err := export.OpenDataset(files.OS(), dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, enumerate.Errorf("%s is no dataset: expected a folder with %s", dir, export.ManifestName)
	}
	return d, err
}

// reopen makes the study of a dataset from its manifest. Input files are looked
// for in the given folders of datasets, too, and in those that these are in.
func reopen(m *export.Manifest, dirs ...string) (*Study, error) {
	var inputs []configs.Input
	for _, in := range m.Inputs {
		inputs = append(inputs, configs.Input(in))
	}
	var nearby []string
	for _, dir := range dirs {
		nearby = append(nearby, dir, filepath.Join(dir, ".."))
	}
	plan, err := configs.FromManifest(m.Config, inputs, nearby...)
	if err != nil {
		return nil, err
	}
	return openPlan(plan, false)
}

// rowScan reads all rows once, in parallel, and gathers what the checks need.
type rowScan struct {
	study   *Study
	set     *export.Dataset
	limited bool

	mu     sync.Mutex
	wrong  []string
	hashes []uint64 // of the key columns
	found  *observation
}

// scanRows is the number of rows that one goroutine takes at a time.
const scanRows = 1 << 17

func (c *rowScan) scan(ctx context.Context) error {
	n := int((c.set.Rows() + scanRows - 1) / scanRows)
	observers, err := newObservers(c.study.Job, c.study.Plan.Kind, analysisOf(c.set.Manifest), max(1, n))
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			from := int64(i) * scanRows
			return c.chunk(ctx, from, min(from+scanRows, c.set.Rows()), observers.part(i))
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	c.found, err = observers.merge()
	return err
}

func (c *rowScan) chunk(ctx context.Context, from, to int64, observe func(*enumerate.Batch) error) error {
	checker, err := c.study.Job.NewChecker()
	if err != nil {
		return err
	}
	columns := c.set.Columns()
	r := c.set.Read(from, to)
	defer r.Close()
	b := enumerate.NewBatch(columns)
	hashes := make([]uint64, 0, to-from)
	var wrong []string
	var key []byte
	for at := from; ; at += int64(b.Len()) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := r.Next(b)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if err := observe(b); err != nil {
			return err
		}
		for row := range b.Len() {
			if err := checker.Check(b, row); err != nil && len(wrong) < maxFound {
				wrong = append(wrong, fmt.Sprintf("row %d: %v", at+int64(row), err))
			}
			key = appendKey(key[:0], b, row)
			hashes = append(hashes, xxh3.Hash(key))
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrong = append(c.wrong, wrong...)
	c.hashes = append(c.hashes, hashes...)
	return nil
}

// appendKey appends the values of the key columns of a row.
func appendKey(dst []byte, b *enumerate.Batch, row int) []byte {
	for i, c := range b.Columns {
		if c.Role != enumerate.Key {
			continue
		}
		switch c.Type {
		case enumerate.String:
			dst = append(append(dst, b.StringAt(i, row)...), 0)
		case enumerate.Int32List:
			for _, x := range b.ListAt(i, row) {
				dst = fmt.Appendf(dst, "%d,", x)
			}
		default:
			x := b.IntAt(i, row)
			if b.IsNull(i, row) {
				x = -1
			}
			dst = append(dst, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40), byte(x>>48), byte(x>>56))
		}
	}
	return dst
}

// duplicates looks for equal hashes of 64 bits; among 10 million different
// rows the chance of one is 3 in a million.
func (c *rowScan) duplicates() []string {
	slices.Sort(c.hashes)
	n := 0
	for i := 1; i < len(c.hashes); i++ {
		if c.hashes[i] == c.hashes[i-1] {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d rows have the key of another", n)}
}

// orbitSum compares the rows' weights with the raw count of the tasks.
func (c *rowScan) orbitSum() []string {
	tasks, err := export.DatasetTasks(c.set)
	if err != nil {
		return []string{err.Error()}
	}
	var sum enumerate.Tally
	for _, t := range tasks {
		sum.Add(t.Tally)
	}
	m := c.set.Manifest
	var wrong []string
	if sum.Raw != int64(m.Raw) {
		wrong = append(wrong, fmt.Sprintf("the tasks counted %d, the manifest says %d", sum.Raw, m.Raw))
	}
	if !m.Complete {
		return wrong // a limit cuts the rows off
	}
	if m.Job != enumerate.Sample && sum.Rows != c.set.Rows() {
		wrong = append(wrong, fmt.Sprintf("the tasks yielded %d rows, there are %d", sum.Rows, c.set.Rows()))
	}
	if m.Shard != nil {
		return wrong // the members of an orbit may be counted by several shards
	}
	document := stats.Document{Summary: c.found.statistics.accumulator.Summary()}
	if err := prove(&document, sum); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong
}

// rowCount compares the number of rows with what the job knows by another
// road.
func (c *rowScan) rowCount() (name string, wrong []string, known bool) {
	count := c.study.Job.Features().CountRows
	if m := c.set.Manifest; count == nil || !m.Complete || m.Shard != nil {
		return "", nil, false
	}
	rows, how := count()
	if rows.Cmp(big.NewInt(c.set.Rows())) != 0 {
		wrong = append(wrong, fmt.Sprintf("there are %d, expected %d", c.set.Rows(), rows))
	}
	return "number of rows by " + how, wrong, true
}

// sameStatistics recomputes stats.json from the rows.
func (c *rowScan) sameStatistics() []string {
	document, err := readStats(files.OS(), c.set.Dir())
	if err != nil {
		return []string{err.Error()}
	}
	want, err := document.FromRows().Encode()
	if err != nil {
		return []string{err.Error()}
	}
	c.found.statistics.fill(document)
	got, err := document.FromRows().Encode()
	if err != nil {
		return []string{err.Error()}
	}
	if !bytes.Equal(got, want) {
		return []string{statsName + " differs from what the rows give"}
	}
	return nil
}
