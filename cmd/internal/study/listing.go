package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
)

// fromKey is the key of the folder that a sample draws from.
const fromKey = "sample.from"

// listing finds the rows that a sample draws from, with some of their columns. They must be those of a complete census of the
// same puzzle. The files of the rows are inputs of the sample, whose digest has theirs.
func listing(plan *configs.Plan, columns []string) (*enumerate.Listing, error) {
	from := plan.Sample.From
	puzzle := plan.Inputs()
	fault := func(expected, format string, args ...any) error {
		return &enumerate.InputError{Key: fromKey, Problem: "sample.from: " + fmt.Sprintf(format, args...), Expected: expected}
	}
	first, err := plan.Below(fromKey, export.PartName(0))
	var missing *configs.MissingInput // of a recorded run, whose rows verify looks for
	switch {
	case errors.As(err, &missing):
		return nil, err
	case err != nil:
		return nil, fault("the folder of a complete census with rows", "%s has no rows of a census", from)
	}
	d, err := OpenFinished(filepath.Dir(filepath.Dir(first.Where)))
	if err != nil {
		return nil, enumerate.AtKey(fromKey, err)
	}
	m := d.Manifest
	switch {
	case m.Job != enumerate.Census:
		return nil, fault("a census", "%s is a %s", from, m.Job)
	case !m.Complete || m.How != export.Kept:
		return nil, fault("one that is complete, with rows", "%s is a census that lacks some", from)
	case m.Damage != nil:
		return nil, fault("what a run has written", "the manifest of %s is damaged: %v", from, m.Damage)
	}
	differ, err := puzzlesDiffer(m.Config, plan.Canonical())
	if err != nil {
		return nil, err
	}
	recorded := slices.DeleteFunc(slices.Clone(m.Inputs), func(in enumerate.Input) bool {
		return slices.ContainsFunc(puzzle, func(p enumerate.Input) bool { return p.Path == in.Path && p.SHA256 == in.SHA256 })
	})
	for _, in := range recorded {
		differ = append(differ, "the file "+in.Path+" was another one")
	}
	if len(differ) > 0 {
		return nil, fault("a census of the same puzzle", "%s: %s", from, enumerate.Shorten(differ[0]))
	}
	for _, part := range m.Parts {
		in, err := plan.Below(fromKey, part.Path)
		if err != nil {
			return nil, err
		}
		if in.SHA256 != part.SHA256 {
			return nil, fault("the file of the manifest", "%s is damaged", in.Where)
		}
	}
	var numbers []int
	for _, name := range columns {
		i := enumerate.ColumnIndex(d.Columns(), name)
		if i < 0 {
			return nil, fault("a census with this column, by measures or output.grid", "%s has no column %s", from, name)
		}
		numbers = append(numbers, i)
	}
	return &enumerate.Listing{Name: from, Columns: export.Pick(d.Columns(), numbers), Each: func(visit func(*enumerate.Batch) error) error {
		return d.Scan(numbers, func(b *enumerate.Batch, _ int64) error { return visit(b) })
	}}, nil
}

// puzzlesDiffer says in what the solutions that a config asks for differ from those of another one.
func puzzlesDiffer(have, want []byte) ([]string, error) {
	var texts [2][]byte
	for i, config := range [][]byte{have, want} {
		var asked struct {
			Family  string          `json:"family"`
			Puzzle  json.RawMessage `json:"puzzle"`
			Require []string        `json:"require"`
		}
		if err := json.Unmarshal(config, &asked); err != nil {
			return nil, err
		}
		texts[i], _ = json.Marshal(asked) // it was read from JSON
	}
	return Differences(texts[0], texts[1])
}
