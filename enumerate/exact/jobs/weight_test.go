package jobs_test

import (
	"fmt"
	"math"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/stats"
)

// documents does the tasks of a job, so many at a time, and shows the statistics of each time, in which rows of a sample
// that are of one class are one.
func documents(t *testing.T, job *enumerate.Job, kind enumerate.Kind, tasks int, visit func(*stats.Document)) {
	t.Helper()
	var all *enumerate.Batch
	var places map[string]int // by the solution
	done := 0
	puzzletest.Tasks(t, job, func(rows *enumerate.Batch, tally enumerate.Tally) {
		if done%tasks == 0 {
			all, places = enumerate.NewBatch(job.Columns), map[string]int{}
		}
		for row := range rows.Len() {
			key := fmt.Sprint(done, row)
			if kind == enumerate.Sample && rows.Columns[0].Type == enumerate.String {
				key = string(rows.StringAt(0, row))
			} else if kind == enumerate.Sample {
				key = fmt.Sprint(rows.ListAt(0, row))
			}
			at, met := places[key]
			if !met {
				places[key] = all.Len()
				all.AppendRows(rows, row, row+1)
				continue
			}
			for i, c := range rows.Columns {
				switch {
				case c.Role == enumerate.Weight:
					all.Vectors[i].Int64s[at] += rows.Vectors[i].Int64s[row]
				case c.Role == enumerate.Summed:
					all.Vectors[i].Doubles[at] += rows.Vectors[i].Doubles[row]
				}
			}
		}
		if tally.Failed > 0 {
			t.Errorf("%d draws failed", tally.Failed)
		}
		if done++; done%tasks == 0 {
			a, err := stats.New(job.Columns, kind, enumerate.Analysis{})
			if err == nil {
				err = a.Add(all)
			}
			if err != nil {
				t.Fatal(err)
			}
			d := new(stats.Document)
			a.Fill(d)
			visit(d)
		}
	})
}

// TestCorrectedEstimates draws from tilings of two sets of tetrominoes and from
// queens, of which all solutions are known: the corrected intervals contain the
// truth about as often as they say, though the draws are biased. Draws of the
// tetrominoes are so uneven that 1,504 are worth 126 uniform ones; with 600, worth
// 61, 0.89 of the intervals of the number of solutions contained it, with 200,
// worth 26, 0.84. Samples of the queens see all of them, so their intervals, which
// end at what was seen, hardly miss.
func TestCorrectedEstimates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		config, measures   string
		solutions, classes float64 // known.tsv
		draws, trials      int
		least, most        float64 // share of the intervals
	}{
		{"tetro2-5x8", "measures=[crossroads]", 3106, 783, 1504, 80, 0.86, 0.99},
		{"queens-8", "measures=[]", 92, 12, 320, 150, 0.90, 1},
	} {
		draws, trials := float64(c.draws), float64(c.trials)
		truth := map[string]float64{}
		census := configstest.Open(t, c.config, c.measures)
		documents(t, census, enumerate.Census, census.Tasks(), func(s *stats.Document) {
			truth["solutions"], truth["classes"] = s.Solutions.Raw.Float(), s.Solutions.Distinct.Float()
			truth["expected"], _ = stats.ExpectedClasses(s.Solutions.ByOrbitSize, draws)
			for _, m := range s.Measures {
				if m.Raw.Mean != nil { // nil before the first row
					truth[m.Name] = *m.Raw.Mean
				}
			}
		})
		if truth["solutions"] != c.solutions || truth["classes"] != c.classes {
			t.Fatalf("census %v, expected %v and %v", truth, c.solutions, c.classes)
		}
		job := configstest.Open(t, c.config, c.measures, "job=sample", fmt.Sprintf("sample={draws: %d, weight: true, seed: 4}", c.draws*c.trials))
		covered, sums := map[string]float64{}, map[string]float64{}
		documents(t, job, enumerate.Sample, job.Tasks()/c.trials, func(s *stats.Document) {
			e := s.Estimates.Weighted
			intervals := map[string]stats.Interval{"solutions": e.Solutions, "classes": e.Classes, "expected": e.UniformClasses}
			for _, m := range e.Measures {
				intervals[m.Name] = *m.Mean
			}
			for name, i := range intervals {
				sums[name] += i.Estimate
				if i.Contains(truth[name]) {
					covered[name]++
				}
			}
		})
		for name, want := range truth {
			share := covered[name] / trials
			t.Logf("%s, %s: %.3f of the intervals, mean %.4f of %.4f", c.config, name, share, sums[name]/trials, want)
			if share < c.least || share > c.most && (name == "solutions" || name == "classes") {
				t.Errorf("%s: %.3f of the intervals of %s contain %v, expected about 0.95", c.config, share, name, want)
			}
			if math.Abs(sums[name]/trials/want-1) > 0.03 {
				t.Errorf("%s: %s is %v on average, expected %v", c.config, name, sums[name]/trials, want)
			}
		}
	}
}
