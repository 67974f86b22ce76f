package produce

import (
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// TestForgedManifests: verify finds what a manifest says otherwise than the config, the
// tasks and the rows do, though its digest is right.
func TestForgedManifests(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
		o      RunOptions
	}{
		{"tetro2-5x8", nil, RunOptions{}},
		{"tetro2-5x8", nil, RunOptions{Shard: 1, Shards: 2}},
		{"tetro2-5x8", nil, RunOptions{Limit: 40}},
		{"tetro2-5x8", []string{"job=sample", "sample={draws: 50, sampler: shuffled}"}, RunOptions{}},
	} {
		c.o.Out = filepath.Join(t.TempDir(), "out")
		if _, err := Run(t.Context(), open(t, c.config, c.set...), c.o); err != nil {
			t.Fatal(err)
		}
		for place, forge := range map[string]func(m *export.Manifest){
			"name":                func(m *export.Manifest) { m.Name = "other" },
			"config":              func(m *export.Manifest) { m.Config = []byte(strings.Replace(string(m.Config), "{", `{"cut": 0.5,`, 1)) },
			"config_digest":       func(m *export.Manifest) { m.ConfigDigest = m.ConfigDigest[1:] + "0" },
			"kernel":              func(m *export.Manifest) { m.Kernel = "other" },
			"program.name":        func(m *export.Manifest) { m.Program.Name = "other" },
			"tasks.total":         func(m *export.Manifest) { m.Tasks.Total++ },
			"tasks.done":          func(m *export.Manifest) { m.Tasks.Done-- },
			"tasks.max_share":     func(m *export.Manifest) { m.Tasks.MaxShare /= 2 },
			"complete":            func(m *export.Manifest) { m.Complete = !m.Complete },
			"limit":               func(m *export.Manifest) { m.Limit += 7 },
			"columns.0.meaning":   func(m *export.Manifest) { m.Columns[0].Meaning += "x" },
			"columns.1.unit":      func(m *export.Manifest) { m.Columns[1].Unit += "x" },
			"columns.1.at_least":  func(m *export.Manifest) { m.Columns[1].AtLeastIf = "orbit_size" },
			"columns.2.scale":     func(m *export.Manifest) { m.Columns[2].Scale = enumerate.YesNo - m.Columns[2].Scale },
			"raw":                 func(m *export.Manifest) { m.Raw = m.Raw.Add(stats.Int(1)) },
			"failed":              func(m *export.Manifest) { m.Failed++ },
			"effort.nodes":        func(m *export.Manifest) { m.Effort.Deepest++ },
			"effort_file":         func(m *export.Manifest) { m.EffortFile.Rows++ },
			"effort_file missing": func(m *export.Manifest) { m.EffortFile = nil },
			"stats":               func(m *export.Manifest) { m.Stats = nil },
			"tables.0.rows":       func(m *export.Manifest) { m.Tables[0].Rows++ },
			"tables.0.columns":    func(m *export.Manifest) { m.Tables[0].Columns[0].Meaning = "" },
			"tables":              func(m *export.Manifest) { m.Tables = m.Tables[1:] },
			"analysis":            func(m *export.Manifest) { m.Analysis.Drawn += "x" },
			"facts.1.text":        func(m *export.Manifest) { m.Facts[1].Text += "x" },
			"facts.1.value":       func(m *export.Manifest) { m.Facts[1].Value = 7 },
			"facts":               func(m *export.Manifest) { m.Facts = m.Facts[1:] },
			"extent":              func(m *export.Manifest) { m.Extent += "x" },
			"shard": func(m *export.Manifest) {
				if m.Shard = nil; c.o.Shards == 0 {
					m.Shard = &export.Shard{Index: 0, Of: 2}
				}
			},
		} {
			right, err := export.ReadManifest(files.OS(), c.o.Out)
			if err != nil {
				t.Fatal(err)
			}
			forged, err := export.ReadManifest(files.OS(), c.o.Out)
			if err != nil {
				t.Fatal(err)
			}
			forge(forged)
			if err := forged.Write(files.OS(), c.o.Out); err != nil {
				t.Fatal(err)
			}
			if v, err := inspect.Verify(t.Context(), c.o.Out); err == nil && v.OK() {
				t.Errorf("%s %+v: %s is forged, and verify finds nothing", c.config, c.o, place)
			}
			if err := right.Write(files.OS(), c.o.Out); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := inspect.Verify(t.Context(), c.o.Out); err != nil || !v.OK() {
			t.Errorf("%s %+v: not forged: %+v, %v", c.config, c.o, v, err)
		}
	}
}
