package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/export/exporttest"
	"coverstat/export/files"

	"github.com/goccy/go-yaml"
)

// TestCardRebuilds takes the config out of a card, and runs it: the dataset
// must be the same byte for byte.
func TestCardRebuilds(t *testing.T) {
	for _, c := range studies[1:3] {
		base := t.TempDir()
		want := filepath.Join(base, "want")
		if _, err := Run(context.Background(), open(t, c.config, c.set...), RunOptions{Out: want}); err != nil {
			t.Fatal(err)
		}
		reference := exporttest.Contents(t, files.OS(), want)
		name, err := Card(want, CardOptions{})
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
		if _, err := Run(context.Background(), open(t, file), RunOptions{Out: again}); err != nil {
			t.Fatal(err)
		}
		exporttest.Same(t, "rebuilt from the card", exporttest.Contents(t, files.OS(), again), reference)
	}
}
