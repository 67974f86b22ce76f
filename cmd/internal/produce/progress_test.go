package produce

import (
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/run"
)

// TestTimeLeft looks at the estimate of the work left after a third of each
// run, in nodes: it must be within 20% of the truth, or 30% with fewer than 500
// tasks, a third of which is a small sample.
func TestTimeLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, config := range []string{"chessboard", "pent-6x10", "pent-5x12", "pent-4x15", "scott", "tetro2-5x8", "onesided-3x30", "queens-12"} {
		s, err := study.Open(config, []string{"measures=[]"}, false)
		if err != nil {
			t.Fatal(err)
		}
		var nodes []float64
		total, all := 0.0, 0.0
		puzzletest.Tasks(t, s.Job, func(_ *enumerate.Batch, tally enumerate.Tally) {
			all += s.Job.Share(len(nodes))
			nodes = append(nodes, float64(tally.Effort.Nodes)+1)
			total += nodes[len(nodes)-1]
		})
		done, share, count := 0.0, 0.0, 0
		for _, i := range run.Order(len(nodes)) {
			done += nodes[i]
			count++
			share += s.Job.Share(i) / all
			if done >= total/3 {
				break
			}
		}
		left := done * (1 - share) / share
		most := 0.2
		if len(nodes) < 500 {
			most = 0.3
		}
		if wrong := left/(total-done) - 1; wrong < -most || wrong > most {
			t.Errorf("%s: the work left is estimated at %.3g nodes, it is %.3g", config, left, total-done)
		}
		t.Logf("tasks %.3f of %d, %s: after %.3f of the work the share is %.3f; left %.3g, truth %.3g (%+.0f%%)", float64(count)/float64(len(nodes)), len(nodes), config, done/total, share, left, total-done, 100*(left/(total-done)-1))
	}
}
