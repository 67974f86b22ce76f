package report

import (
	"fmt"
	"math"
	"strconv"

	"coverstat/stats"
)

// against shows a sample beside the census of its puzzle.
type against struct {
	Text      string
	Corrected bool // there are weights
	Lines     []againstLine
}

// againstLine is a measure, sampled and exact.
type againstLine struct {
	Name, Sampled, Exact, Corrected, Z, Variation, Expected string
}

func newAgainst(a *stats.Against) *against {
	if a == nil {
		return nil
	}
	out := &against{Text: fmt.Sprintf("%s draws saw %s classes; as many uniform draws would see %s, give or take %s.",
		commas(a.Drawn), commas(a.Classes), whole(float64(a.Expected)), whole(float64(a.Deviation))), Corrected: a.Corrected != nil}
	for _, m := range a.Measures {
		corrected := ""
		if m.CorrectedMean != nil {
			corrected = short(m.CorrectedMean.Estimate.Estimate)
		}
		out.Lines = append(out.Lines, againstLine{m.Name, short(float64(m.SampledMean)), short(float64(m.ExactMean)), corrected,
			strconv.FormatFloat(float64(m.MeanZ), 'f', 1, 64), percent(float64(m.TotalVariation)), percent(float64(m.ExpectedVariation))})
	}
	return out
}

func whole(x float64) string { return groups(strconv.FormatFloat(math.Round(x), 'f', 0, 64)) }

func short(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }
