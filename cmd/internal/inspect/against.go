package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
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

// PrintAgainst prints a comparison for people.
func PrintAgainst(w io.Writer, a *stats.Against) error {
	var b strings.Builder
	seen, corrected := findings.Against(a)
	fmt.Fprintf(&b, "%s\n\n", seen)
	if corrected != nil {
		fmt.Fprintf(&b, "%s:\n  %s\n\n", corrected[0], strings.Join(corrected[1:], "\n  "))
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	// more ends a line with the corrected figure, if the draws have weights.
	more := func(text string) {
		if a.Corrected != nil {
			fmt.Fprint(t, text)
		}
		fmt.Fprintln(t)
	}
	figure := func(c *stats.Checked) {
		if c == nil {
			more("\t\t")
			return
		}
		more(fmt.Sprintf("%.4f\t%s\t", c.Estimate.Estimate, findings.Inside(a, c)))
	}
	fmt.Fprint(t, "measure\tvalue\tsampled\texact\tz\t")
	more("corrected\t\t")
	for _, m := range a.Measures {
		name := m.Name // only in the first line of a measure
		line := func(what string, sampled, exact, z float64, c *stats.Checked) {
			fmt.Fprintf(t, "%s\t%s\t%.4f\t%.4f\t%.1f\t", name, what, sampled, exact, z)
			figure(c)
			name = ""
		}
		switch m.Scale { // a nominal measure has no mean, and that of yes or no is the share of yes
		case enumerate.Count:
			line("mean", float64(m.SampledMean), float64(m.ExactMean), float64(m.MeanZ), m.CorrectedMean)
		case enumerate.YesNo:
			line("share of yes", float64(m.SampledMean), float64(m.ExactMean), float64(m.MeanZ), m.CorrectedMean)
		}
		for _, v := range m.Values {
			if m.Scale != enumerate.YesNo && len(m.Values) <= shortTable {
				line(strconv.FormatInt(v.Value, 10), float64(v.SampledShare), float64(v.ExactShare), float64(v.Z), v.Corrected)
			}
		}
		fmt.Fprintf(t, "%s\ttotal variation\t%.4f\t%.4f\t\t", name, float64(m.TotalVariation), float64(m.ExpectedVariation))
		if m.CorrectedVariation == nil {
			figure(nil)
		} else {
			more(fmt.Sprintf("%.4f\t\t", float64(*m.CorrectedVariation)))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	b.WriteString("\nz: standard errors of uniform draws. Total variation: sampled, and what uniform draws would show.\n")
	if a.Corrected != nil {
		b.WriteString("Corrected: draws weighed by one over their probability. The exact value should lie inside the\ninterval in 95 of 100 cases.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shortTable is the number of values up to which each is shown.
const shortTable = 16
