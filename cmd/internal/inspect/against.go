package inspect

import (
	"encoding/json"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// Against compares a sample with a complete census of the same puzzle: what the
// sample saw, and what as many uniform draws would have seen.
func Against(sample, census string) (*stats.Against, error) {
	a, err := study.OpenFinished(sample)
	if err != nil {
		return nil, err
	}
	b, err := study.OpenDataset(census)
	if err != nil {
		return nil, err
	}
	if a.Manifest.Job != enumerate.Sample {
		return nil, enumerate.Errorf("%s is a %s: expected a sample", sample, a.Manifest.Job)
	}
	if b.Manifest.Job != enumerate.Census || !b.Manifest.Complete || b.Manifest.Shard != nil {
		return nil, enumerate.Errorf("%s is no complete census", census)
	}
	drawnOf, err := puzzleOf(a.Manifest)
	if err != nil {
		return nil, err
	}
	if of, err := puzzleOf(b.Manifest); err != nil {
		return nil, err
	} else if !slices.Equal(drawnOf, of) {
		return nil, enumerate.Errorf("%s and %s are of different puzzles", sample, census)
	}
	drawn, err := Statistics(a)
	if err != nil {
		return nil, err
	}
	exact, err := study.ReadStats(files.OS(), census)
	if err != nil {
		return nil, err
	}
	return stats.CompareWithCensus(drawn, exact)
}

// puzzleOf identifies the puzzle of a dataset: by its family and the contents of its inputs, or,
// without these, by the puzzle in the config, which is in canonical form.
func puzzleOf(m *export.Manifest) ([]string, error) {
	identity := []string{m.Family}
	for _, input := range m.Inputs {
		identity = append(identity, input.SHA256)
	}
	if len(m.Inputs) > 0 {
		return identity, nil // the puzzle has their names, which may differ
	}
	var config struct{ Puzzle json.RawMessage }
	err := json.Unmarshal(m.Config, &config)
	return append(identity, string(config.Puzzle)), err
}
