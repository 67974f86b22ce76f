package show

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/export/exporttest"
	"coverstat/export/files"

	"github.com/goccy/go-yaml"
)

// runInto runs a config into a folder.
func runInto(t *testing.T, dir, config string, set ...string) *produce.Outcome {
	t.Helper()
	s, err := study.Open(config, set, false)
	if err != nil {
		t.Fatal(err)
	}
	f, err := produce.Run(context.Background(), s, produce.RunOptions{Out: dir})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCardRebuilds runs the config that is printed in a card: the dataset must be
// the same byte for byte.
func TestCardRebuilds(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
	}{
		{"tetro2-5x8", []string{"measures=[on_edge(*), crossroads]", "crosstabs=[[crossroads, on_edge(I4)]]", "breakdowns=[{by: [on_edge(O4), on_edge(T4)], of: [crossroads, orbit_size]}]"}},
		{"baibian-census", []string{"puzzle.board.rows=4", "puzzle.board.cols=5", "puzzle.blocked.0.choose=4", "puzzle.pieces=[I3, V3, O4, L4, I2]", "measures=[components, imbalance]"}},
	} {
		base := t.TempDir()
		want := filepath.Join(base, "want")
		runInto(t, want, c.config, c.set...)
		reference := exporttest.Contents(t, files.OS(), want)
		name, err := Card(want, "", "")
		if err != nil {
			t.Fatal(err)
		}
		card, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var head struct {
			License string
			Configs []struct {
				Name    string `yaml:"config_name"`
				Files   string `yaml:"data_files"`
				Default bool
			}
			Tags []string
			Size []string `yaml:"size_categories"`
			Nice string   `yaml:"pretty_name"`
		}
		parts := strings.SplitN(string(card), "---\n", 3)
		if err := yaml.UnmarshalWithOptions([]byte(parts[1]), &head, yaml.Strict()); err != nil {
			t.Fatal(err)
		}
		for _, config := range head.Configs {
			if files, err := filepath.Glob(filepath.Join(want, config.Files)); err != nil || len(files) == 0 {
				t.Errorf("%s: the card's head names %s: %v", c.config, config.Files, err)
			}
		}
		_, rest, _ := strings.Cut(parts[2], "```yaml\n")
		config, _, ok := strings.Cut(rest, "\n```")
		if !ok {
			t.Fatalf("no config in %s", card)
		}
		file := filepath.Join(base, "again.yaml")
		if err := os.WriteFile(file, []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
		again := filepath.Join(base, "again")
		runInto(t, again, file)
		exporttest.Same(t, "rebuilt from the card", exporttest.Contents(t, files.OS(), again), reference)
	}
}

// TestCardSubsets: the card names the rows and every table that has rows.
func TestCardSubsets(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "queens")
	tables := runInto(t, dir, "queens-8").Manifest.Tables // its table measures is empty
	name, err := Card(dir, "", "")
	if err != nil {
		t.Fatal(err)
	}
	card, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	empty := 0
	for _, table := range tables {
		if table.Rows == 0 {
			empty++
		}
		if got := strings.Contains(string(card), "config_name: "+table.Name+"\n"); got != (table.Rows > 0) {
			t.Errorf("%s: %d rows, named: %v", table.Name, table.Rows, got)
		}
	}
	if empty == 0 {
		t.Error("no table without rows")
	}
}
