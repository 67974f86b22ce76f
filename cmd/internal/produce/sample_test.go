package produce

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export/block"
	"coverstat/export/exporttest"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/report"
	"coverstat/stats"
)

// samples are samples of every kind that take a second at most.
var samples = []struct {
	name   string
	config string
	set    []string
	short  bool // made with -short, too
}{
	{"shuffled", "chessboard-shuffled", []string{"sample.draws=700"}, false},
	{"weighted", "tetro2-5x8", []string{"job=sample", "sample={draws: 1000, weight: true}", "measures=[crossroads]"}, false},
	{"weights of 2^100", "dominoes-8x8", []string{"job=sample", "puzzle.board={rows: 16, cols: 16}", "sample={draws: 60, weight: true, seed: 3}"}, false},
	{"limited, weighted", "queens-8", []string{"job=sample", "sample={draws: 1500, seed: 5, node_limit: 20, weight: true}"}, true},
	{"uniform, listed", "pent-5x12", []string{"job=sample", "sample={draws: 30000, sampler: uniform}", "measures=[crossroads]"}, false},
	{"uniform, counted", "dominoes-8x8", []string{"job=sample", "puzzle.board.rows=7", "sample={draws: 20000, sampler: uniform}"}, true},
}

// TestNoDraws: a sample without a single draw ends with an error that says why.
func TestNoDraws(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
		want   string
	}{
		{"pent-3x20", []string{"job=sample", "puzzle.board={rows: 4, cols: 5}", "puzzle.pieces=[tetrominoes]", "sample={draws: 100}", "measures=[]"},
			"there is nothing to draw: the puzzle has no solution: coloured black and white"},
		{"regions-6x6", []string{"job=sample", "puzzle.board={rows: 3, cols: 3}", "puzzle.size=3", "require=[cut_edges=5]", "sample={draws: 100, sampler: uniform}"},
			"there is nothing to draw: the puzzle has no solution"},
		{"regions-6x6", []string{"job=sample", "puzzle.board={rows: 6, cols: 6}", "puzzle.size=6", "require=[greatest_size-least_size=1]", "sample={draws: 100, sampler: uniform}"},
			"there is nothing to draw: the puzzle has no solution"},
		{"queens-8", []string{"job=sample", "sample={draws: 100, node_limit: 1}"},
			"none of 100 draws found a solution: there is none, or it takes more nodes than sample.node_limit"},
	} {
		_, err := Run(context.Background(), open(t, c.config, c.set...), RunOptions{Out: filepath.Join(t.TempDir(), "out")})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %v: %v, expected %q", c.config, c.set, err, c.want)
		}
	}
}

// TestSampleSameBytes makes each sample in several ways: the datasets must be
// equal byte for byte.
func TestSampleSameBytes(t *testing.T) {
	for _, c := range samples {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && !c.short {
				t.Skip("there are others of its kind")
			}
			want := filepath.Join(t.TempDir(), "want")
			made(t, open(t, c.config, c.set...), RunOptions{Out: want, Workers: 1})
			reference := exporttest.Contents(t, files.OS(), want)
			for _, workers := range []int{2, 7} {
				dir := filepath.Join(t.TempDir(), "out")
				made(t, open(t, c.config, c.set...), RunOptions{Out: dir, Workers: workers})
				exporttest.Same(t, fmt.Sprintf("%d workers", workers), exporttest.Contents(t, files.OS(), dir), reference)
			}
			t.Run("little memory", func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "out")
				plan, err := configs.Load(c.config, c.set)
				if err != nil {
					t.Fatal(err)
				}
				plan.Sample.MemoryLimit = 4 << 10 // some classes at a time
				s, err := study.OpenPlan(plan, false)
				if err != nil {
					t.Fatal(err)
				}
				made(t, s, RunOptions{Out: dir, Workers: 2})
				exporttest.Same(t, "with 4 kB", exporttest.Contents(t, files.OS(), dir), reference)
			})
			t.Run("stopped", func(t *testing.T) { stopAndResume(t, c.config, c.set, reference) })
			t.Run("shards", func(t *testing.T) { shardAndMerge(t, c.config, c.set, reference) })
			verifies(t, want)
		})
	}
}

// TestSampleRepaired: a damaged sample is drawn again.
func TestSampleRepaired(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	config, set := samples[0].config, samples[0].set
	made(t, open(t, config, set...), RunOptions{Out: dir})
	reference := exporttest.Contents(t, files.OS(), dir)
	part := filepath.Join(dir, "rows", "part-00000.parquet")
	if err := os.Truncate(part, 1000); err != nil {
		t.Fatal(err)
	}
	made(t, open(t, config, set...), RunOptions{Out: dir})
	exporttest.Same(t, "drawn again", exporttest.Contents(t, files.OS(), dir), reference)
}

// TestSamplers holds the samplers to what is known of their distributions: how
// many classes of the chessboard draws see, and how often the bar lies on the
// edge, which is hardly biased: 125,616 of 129,168. With COVERSTAT_SOAK set the
// samples are 20,000 draws.
func TestSamplers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	draws := 2000
	classes := map[string][2]float64{"shuffled": {1450, 60}, "uniform": {1882, 50}}
	if os.Getenv("COVERSTAT_SOAK") != "" {
		draws = 20000
		classes = map[string][2]float64{"shuffled": {6077, 200}, "uniform": {11470, 150}}
	}
	census := filepath.Join(t.TempDir(), "census")
	made(t, open(t, "chessboard"), RunOptions{Out: census})
	for sampler, want := range classes {
		dir := filepath.Join(t.TempDir(), sampler)
		f := made(t, open(t, "chessboard-"+sampler, fmt.Sprintf("sample.draws=%d", draws)), RunOptions{Out: dir})
		s := f.Document.Samples
		if got := s.Distinct.Float(); math.Abs(got-want[0]) > want[1] {
			t.Errorf("%s: %v classes, expected %v within %v", sampler, got, want[0], want[1])
		}
		const edge = 125616.0 / 129168
		deviation := math.Sqrt(edge * (1 - edge) / float64(draws))
		if got := *f.Document.Measures.Find("on_edge_I5").Raw.Mean; math.Abs(got-edge) > 3*deviation {
			t.Errorf("%s: the bar is on the edge in %v, expected %v within %v", sampler, got, edge, 3*deviation)
		}
		if s.Failed == nil || !s.Failed.IsZero() || s.Drawn.Cmp(stats.Int(int64(draws))) != 0 {
			t.Errorf("%s: %v drawn, %v failed", sampler, s.Drawn, s.Failed)
		}
		a, _, err := inspect.Against(dir, census)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range a.Measures {
			if sampler == "uniform" && float64(m.Fit.P) < 1e-4 {
				t.Errorf("uniform draws of %s: chi square %v with %d degrees", m.Name, float64(m.Fit.Statistic), m.Fit.Degrees)
			}
		}
		crossroads := a.Measures[3]
		if z := math.Abs(float64(crossroads.MeanZ)); (z < 4) != (sampler == "uniform") {
			t.Errorf("%s: mean of %s is %.1f standard errors off", sampler, crossroads.Name, z)
		}
	}
}

// TestWeighted: weights undo the favourites of shuffled draws of the chessboard.
// The X pentomino touches the edge in 0.585 of all tilings and in 0.50 of the
// draws. With COVERSTAT_SOAK set the sample is the shipped one.
func TestWeighted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	draws := 500
	if os.Getenv("COVERSTAT_SOAK") != "" {
		draws = 20000
	}
	base := t.TempDir()
	census, dir := filepath.Join(base, "census"), filepath.Join(base, "weighted")
	made(t, open(t, "chessboard"), RunOptions{Out: census})
	made(t, open(t, "chessboard-weighted", fmt.Sprintf("sample.draws=%d", draws)), RunOptions{Out: dir})
	a, _, err := inspect.Against(dir, census)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	compared := findings.Against(a)
	if err := report.Text(&text, compared, compared.Folded[0]); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", text.Bytes())
	estimates := map[string]*stats.KnownEstimate{"solutions": a.Corrected.Solutions, "classes": a.Corrected.Classes,
		"classes of uniform draws": a.Corrected.UniformClasses, a.Measures[0].Name: a.Measures[0].CorrectedMean}
	if draws == 20000 { // 500 are worth too few uniform draws for this one
		estimates[a.Measures[1].Name] = a.Measures[1].CorrectedMean
	}
	for what, c := range estimates {
		if !c.Inside {
			t.Errorf("%s: %v to %v, exact %v", what, c.Estimate.Low, c.Estimate.High, c.Exact)
		}
	}
	if exact := a.Corrected.Solutions.Exact; exact != 129168 {
		t.Errorf("%v solutions, expected 129168", exact)
	}
	if x := a.Measures[1]; x.Name != "touches_edge_X5" || x.MeanZ > -3 {
		t.Errorf("%s: the raw mean is %v standard errors off, expected bias", x.Name, x.MeanZ)
	}
	if share := float64(a.Measures[0].CorrectedMean.Estimate.Estimate); math.Abs(share-0.9725) > 0.02 {
		t.Errorf("the bar is on the edge in %v of all tilings, expected 0.9725", share)
	}
	if strings.Contains(text.String(), "NaN") {
		t.Errorf("the comparison has a mean of kinds:\n%s", text.String())
	}
	exact := "exact 129,168" // of few draws the interval is not to be trusted
	if draws == 20000 {
		exact = " inside, exact 129,168"
	}
	for _, want := range []string{"Corrected by weights, worth ", "as many uniform draws would see", exact, "share of yes"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the comparison lacks %q", want)
		}
	}
}

// TestUniformClasses tests whole solutions: every class of a small puzzle comes
// as often as its orbit is long. 783 classes, 13 of them symmetric.
func TestUniformClasses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	const draws = 100000
	made(t, open(t, "tetro2-5x8", "job=sample", fmt.Sprintf("sample={draws: %d, sampler: uniform}", draws)), RunOptions{Out: dir})
	d, err := study.OpenDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := block.All(d.Read(0, d.Rows()), d.Columns())
	if err != nil {
		t.Fatal(err)
	}
	orbit, times := enumerate.ColumnIndex(b.Columns, "orbit_size"), enumerate.ColumnIndex(b.Columns, "times_seen")
	var sampled, exact stats.Histogram
	for row := range b.Len() {
		sampled = append(sampled, stats.Bin{Value: int64(row), Count: stats.Int(b.IntAt(times, row))})
		exact = append(exact, stats.Bin{Value: int64(row), Count: stats.Int(b.IntAt(orbit, row))})
	}
	if b.Len() != 783 {
		t.Errorf("%d classes, expected 783", b.Len())
	}
	if fit := stats.ChiSquare(sampled, exact); float64(fit.P) < 1e-4 || float64(fit.P) > 1-1e-4 {
		t.Errorf("chi square %v with %d degrees, p %v", float64(fit.Statistic), fit.Degrees, float64(fit.P))
	}
}
