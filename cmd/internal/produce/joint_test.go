package produce

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/stats"
)

// TestJoint: the joint histograms of shipped runs of every family and job.
func TestJoint(t *testing.T) {
	for config, set := range map[string][]string{"chessboard": nil, "chessboard-shuffled": {"sample.draws=300"}, "calendar": nil,
		"hexiamonds-6x6": nil, "soma": nil, "sudoku-file": nil, "nonogram-files": nil, "queens-8": nil} {
		if testing.Short() && config != "queens-8" && config != "sudoku-file" {
			continue
		}
		dir := filepath.Join(t.TempDir(), config)
		f := made(t, open(t, config, set...), RunOptions{Out: dir})
		addsUp(t, dir, f.Document)
	}
}

// addsUp compares the sums over the joint histogram with the histograms in
// stats.json, which are counted one by one.
func addsUp(t *testing.T, dir string, d *stats.Document) {
	t.Helper()
	set, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	if there := hasJoint(set.Manifest); there != (len(d.Measures) > 0) {
		t.Errorf("%s: with %d measures, there is a joint histogram: %v", dir, len(d.Measures), there)
	}
	if len(d.Measures) == 0 {
		return
	}
	b, err := set.Table(enumerate.JointTable)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Columns) != len(d.Measures)+2 {
		t.Errorf("%s: %d columns of %d measures", dir, len(b.Columns), len(d.Measures))
	}
	for i := range d.Measures {
		m := &d.Measures[i]
		for k, side := range []*stats.Distribution{&m.Raw, &m.Distinct} {
			sums, nulls := map[int64]int64{}, int64(0)
			for row := range b.Len() {
				n := b.IntAt(len(d.Measures)+k, row)
				if b.IsNull(i, row) {
					nulls += n
				} else {
					sums[b.IntAt(i, row)] += n
				}
			}
			same := b.Columns[i].Name == m.Name && len(sums) == len(side.Histogram) && side.Nulls.Cmp(stats.Int(nulls)) == 0
			for _, bin := range side.Histogram {
				same = same && bin.Count.Cmp(stats.Int(sums[bin.Value])) == 0
			}
			if !same {
				t.Errorf("%s: column %s adds up to %v and %d nulls: expected %s, %v and %v", dir, b.Columns[i].Name, sums, nulls, m.Name, side.Histogram, side.Nulls)
			}
		}
	}
}

func hasJoint(m *export.Manifest) bool {
	return slices.ContainsFunc(m.Tables, func(t export.Table) bool { return t.Name == enumerate.JointTable })
}

// TestJointIsChecked: verify sees a wrong joint histogram, and accepts a dataset
// that was made before there was one; a repair writes it.
func TestJointIsChecked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	f := made(t, open(t, "pent-5x12"), RunOptions{Out: dir})
	set, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := set.Table(enumerate.JointTable)
	if err != nil {
		t.Fatal(err)
	}
	b.Vectors[len(b.Columns)-1].Int64s[0]++
	wrong := exporttest.WriteTable(t, files.OS(), dir, enumerate.Table{Name: enumerate.JointTable, Rows: b})
	m := f.Manifest
	at := slices.IndexFunc(m.Tables, func(t export.Table) bool { return t.Name == enumerate.JointTable })
	right := m.Tables[at]
	for _, c := range []struct {
		tables  []export.Table
		version string // of the program that made the dataset
		ok      bool
	}{
		{slices.Concat(m.Tables[:at], []export.Table{wrong}, m.Tables[at+1:]), study.Version(), false},
		{slices.Concat(m.Tables[:at], m.Tables[at+1:]), study.Version(), false},
		{slices.Concat(m.Tables[:at], m.Tables[at+1:]), "0.5.9", true},
	} {
		m.Tables, m.Program.Version = c.tables, c.version
		if err := m.Write(files.OS(), dir); err != nil {
			t.Fatal(err)
		}
		if v, err := inspect.Verify(context.Background(), dir); err != nil || v.OK() != c.ok {
			t.Errorf("verify: %+v, %v: expected %v", v, err, c.ok)
		}
	}
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(export.TableName("measures")))); err != nil {
		t.Fatal(err)
	}
	if f, err = Run(context.Background(), open(t, "pent-5x12"), RunOptions{Out: dir}); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(f.Manifest.Tables, func(t export.Table) bool { return t.SHA256 == right.SHA256 }) {
		t.Error("the repaired dataset has no joint histogram, or another one")
	}
}
