package jobs_test

import (
	"math"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/probe"
)

// TestCutFollowsSize: a long search is cut finer than a short one, the same each time;
// a cut of the config is kept, and a hopeless search has no fine cut.
func TestCutFollowsSize(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	long := []string{"puzzle.board={rows: 8, cols: 10}", "puzzle.pieces=[pentominoes, tetrominoes]", "measures=[]"}
	hopeless := []string{"puzzle.board={rows: 40, cols: 40}"}
	for _, c := range []struct {
		name           string
		set            []string
		least, most    float64 // cut
		fewest, number int     // tasks
	}{
		{"chessboard", nil, enumerate.DefaultShare, enumerate.DefaultShare, 2000, 3000},
		{"chessboard", long, 1e-5, 2e-4, 50_000, 1 << 20},
		{"chessboard", append([]string{"cut=0.01"}, long...), 0.01, 0.01, 100, 10_000},
		{"dominoes-8x8", hopeless, enumerate.DefaultShare, enumerate.DefaultShare, 1000, 10_000},
	} {
		tree, err := configstest.Open(t, c.name, c.set...).Tree()
		if err != nil {
			t.Fatal(err)
		}
		if n := tree.Job.Tasks(); tree.MaxShare < c.least || tree.MaxShare > c.most || n < c.fewest || n > c.number {
			t.Errorf("%s %v: cut %g into %d tasks, expected %g to %g, %d to %d tasks", c.name, c.set, tree.MaxShare, n, c.least, c.most, c.fewest, c.number)
		}
		again, err := configstest.Open(t, c.name, c.set...).Tree()
		if err != nil || again.MaxShare != tree.MaxShare || again.Job.Tasks() != tree.Job.Tasks() || again.Nodes != tree.Nodes {
			t.Errorf("%s %v: cut again it is another: %g into %d, %v", c.name, c.set, again.MaxShare, again.Job.Tasks(), err)
		}
		if hopeless := c.name == "dominoes-8x8"; hopeless != probe.Hopeless(tree.Nodes) || math.IsNaN(tree.Nodes) {
			t.Errorf("%s %v: %g nodes, hopeless %v", c.name, c.set, tree.Nodes, hopeless)
		}
	}
}

// TestTooManyTasks: each kernel stops cutting when there are more tasks than a run may have, and
// the census is refused.
func TestTooManyTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	long := []string{"cut=1e-12", "kernel=board", "puzzle.board={rows: 8, cols: 10}", "puzzle.pieces=[pentominoes, tetrominoes]", "measures=[]"}
	for _, c := range []struct {
		name string
		set  []string
	}{
		{"chessboard", long},
		{"dominoes-torus-8x8", []string{"cut=1e-12", "kernel=dlx"}},
		{"dominoes-torus-8x8", []string{"cut=1e-12", "kernel=bits"}},
	} {
		job := configstest.Open(t, c.name, c.set...)
		const want = "cut: more than 1,048,576 tasks: expected a larger share of the search"
		if _, err := job.NewWorker(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, expected %s", c.set, err, want)
		}
		if n := job.Tasks(); n < enumerate.MostTasks || n > enumerate.MostTasks+100 {
			t.Errorf("%s: %d tasks", c.set, n)
		}
	}
}
