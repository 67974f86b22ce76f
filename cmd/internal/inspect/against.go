package inspect

import (
	"bytes"
	"encoding/json"

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
	if same, err := samePuzzle(a.Manifest, b.Manifest); err != nil {
		return nil, err
	} else if !same {
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

// samePuzzle reports whether two datasets are of the same puzzle. It compares
// the family, the puzzle in the config, which is in canonical form, and the
// contents of the inputs.
func samePuzzle(a, b *export.Manifest) (bool, error) {
	type config struct {
		Puzzle json.RawMessage `json:"puzzle"`
	}
	var x, y config
	if err := json.Unmarshal(a.Config, &x); err != nil {
		return false, err
	}
	if err := json.Unmarshal(b.Config, &y); err != nil {
		return false, err
	}
	if a.Family != b.Family || len(a.Inputs) != len(b.Inputs) {
		return false, nil
	}
	for i := range a.Inputs {
		if a.Inputs[i].SHA256 != b.Inputs[i].SHA256 {
			return false, nil
		}
	}
	// The name of an input may differ; its contents were compared.
	return len(a.Inputs) > 0 || bytes.Equal(x.Puzzle, y.Puzzle), nil
}
