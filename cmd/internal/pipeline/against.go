package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/stats"
)

// Against compares a sample with a census of the same puzzle: what it saw, and
// what as many uniform draws would have seen.
func Against(sample, census string) (*stats.Against, error) {
	a, err := OpenDataset(sample)
	if err != nil {
		return nil, err
	}
	b, err := OpenDataset(census)
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
	drawn, err := Statistics(sample)
	if err != nil {
		return nil, err
	}
	exact, err := readStats(files.OS(), census)
	if err != nil {
		return nil, err
	}
	return stats.CompareWithCensus(drawn, exact)
}

// samePuzzle compares family and puzzle of two configs, which are in canonical
// form, and the contents of their inputs.
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

// PrintAgainst prints a comparison for people.
func PrintAgainst(w io.Writer, a *stats.Against) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s draws saw %s classes; as many uniform draws would see %.0f, give or take %.0f (z %.1f)\n\n",
		commas(a.Drawn), commas(a.Classes), float64(a.Expected), float64(a.Deviation), float64(a.Z))
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "measure\tvalue\tsampled\texact\tz\t\n")
	for _, m := range a.Measures {
		fmt.Fprintf(t, "%s\tmean\t%.4f\t%.4f\t%.1f\t\n", m.Name, float64(m.SampledMean), float64(m.ExactMean), float64(m.MeanZ))
		if len(m.Values) <= shortTable {
			for _, v := range m.Values {
				fmt.Fprintf(t, "\t%d\t%.4f\t%.4f\t%.1f\t\n", v.Value, float64(v.SampledShare), float64(v.ExactShare), float64(v.Z))
			}
		}
		fmt.Fprintf(t, "\ttotal variation\t%.4f\t%.4f\t\t\n", float64(m.TotalVariation), float64(m.ExpectedVariation))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	b.WriteString("\nz: standard errors of uniform draws. Total variation: sampled, and what uniform draws would show.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// shortTable is the number of values up to which each is shown.
const shortTable = 16
