package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/configs"
	"coverstat/enumerate/puzzles"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestReference checks that docs/config.md is what the program prints, and that
// the configs in it are good.
func TestReference(t *testing.T) {
	page := readPage(t, "docs/config.md")
	if diff := cmp.Diff(page, configs.Reference(puzzles.Families())); diff != "" {
		t.Errorf("docs/config.md is not what coverstat schema --markdown prints (-page +program):\n%s", diff)
	}
	for _, b := range blocks(page) {
		if file, ok := strings.CutPrefix(b.info, "yaml "); ok {
			if _, err := configs.Parse(file, []byte(b.text)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSchema checks all shipped configs, and some wrong ones, by the schema that lies
// beside them, and that they name it for editors.
func TestSchema(t *testing.T) {
	text := []byte(readPage(t, "configs/coverstat.schema.json"))
	if diff := cmp.Diff(string(text), string(configs.Schema(puzzles.Families()))); diff != "" {
		t.Errorf("configs/coverstat.schema.json is not what coverstat schema prints (-file +program):\n%s", diff)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(text []byte) error {
		t.Helper()
		var x any
		if err := yaml.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(x)
	}
	files, err := filepath.Glob("../../configs/*.yaml")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	weighed := []byte("{family: regions, job: census, puzzle: {weighted_by: [spanning_trees, cut_edges]}}")
	if err := validate(weighed); err != nil {
		t.Error(err)
	}
	const head = "{family: polyomino, job: census, "
	for _, wrong := range []string{
		head + "puzle: {}}",
		"{job: census, puzzle: {}}",
		"{family: polymino, job: census, puzzle: {}}",
		"{family: polyomino, job: cencus, puzzle: {}}",
		head + "puzzle: {box: [3, 3]}}",
		"{family: sudoku, job: census, puzzle: {board: {rows: 3}}}",
		head + "puzzle: {board: [8, 8]}}",
		head + "puzzle: {board: {rows: 1.5, cols: 2}}}",
		head + "puzzle: {symmetry: half}}",
		head + "puzzle: {wrap: [columns]}}",
		head + "puzzle: {pieces: [{name: I2, count: some}]}}",
		head + "puzzle: {pieces: [{name: I2, count: {least: 1}}]}}",
		head + "puzzle: {blocked: 5}}",
		head + "puzzle: {}, crosstabs: [[a, b, c]]}",
		head + "puzzle: {}, output: {grid: 1}}",
		"{family: sudoku, job: survey, puzzle: {singles: [last]}}",
		"{family: nonogram, job: survey, puzzle: {seed: -1}}",
	} {
		if validate([]byte(wrong)) == nil {
			t.Errorf("the schema accepts %s", wrong)
		}
	}
}
