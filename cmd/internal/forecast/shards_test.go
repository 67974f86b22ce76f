package forecast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// TestLargestOf estimates the largest task from samples of tasks whose sizes
// are known: equal ones, and ones with a power law for their tail.
func TestLargestOf(t *testing.T) {
	equal := make([]float64, 100)
	for i := range equal {
		equal[i] = 7
	}
	if got := largestOf(equal, 100_000); got != 7 {
		t.Errorf("equal tasks: %v, expected 7", got)
	}
	if got := largestOf([]float64{1, 9, 4}, 3); got != 9 {
		t.Errorf("all tasks probed: %v, expected the largest, 9", got)
	}
	if got := largestOf([]float64{0, 0, 0, 0, 0, 0, 0, 3}, 1000); got != 3 {
		t.Errorf("mostly empty tasks: %v, expected 3", got)
	}
	random := rand.New(rand.NewPCG(1, 2))
	const count = 50_000
	tail := func() float64 { return math.Pow(random.Float64(), -0.4) } // the largest is about count^0.4
	probed := make([]float64, 512)
	for i := range probed {
		probed[i] = tail()
	}
	want := math.Pow(count, 0.4)
	if got := largestOf(probed, count); got < want/2 || got > 4*want {
		t.Errorf("power law: %v, expected about %v", got, want)
	}
}

// probed makes a job whose tasks have the given work, with all of them or some
// probed.
func probed(tasks int, work []float64) *taskSample {
	x := &taskSample{tasks: tasks}
	for i, w := range work {
		x.probes = append(x.probes, timedTask{task: i, nodes: w, seconds: w, done: true})
	}
	return x
}

// TestSpread checks what is said of even and uneven tasks.
func TestSpread(t *testing.T) {
	same := make([]float64, 200)
	uneven := make([]float64, 200)
	for i := range same {
		same[i] = 10
		uneven[i] = 1
	}
	uneven[17], uneven[111] = 300, 200
	for _, test := range []struct {
		name          string
		work          []float64
		tasks, shards int
		low, high     float64 // the largest shard, in mean ones
		even          bool
	}{
		{"even tasks, many a shard", same, 2000, 10, 1, 1.01, true},
		{"even tasks, one a shard", same, 2000, 2000, 1, 1.01, true},
		{"even tasks, fewer than shards", same, 1000, 1500, 1.5, 1.51, false},
		{"even tasks, some shards with one more", same, 2000, 1900, 1.8, 2, false},
		{"uneven tasks", uneven, 2000, 32, 2, 32, false},
		{"uneven tasks, all known", uneven, 200, 4, 2.9, 3.1, false}, // (17 and 111: 1 and 3 of 4)
		{"one shard", uneven, 2000, 1, 1, 1, true},
	} {
		x := probed(test.tasks, test.work)
		largest, task := x.spread(test.shards)
		if test.name == "uneven tasks, all known" {
			sums := make([]float64, test.shards)
			for i, w := range test.work {
				sums[i%test.shards] += w
			}
			want := slices.Max(sums) / (x.nodes() / float64(test.shards))
			test.low, test.high = want-1e-9, want+1e-9
		}
		if largest < test.low || largest > test.high || even(largest, test.tasks, test.shards) != test.even {
			t.Errorf("%s: largest shard %v (task %v), expected %v to %v, even: %v", test.name, largest, task, test.low, test.high, test.even)
		}
		if by := finerBy(x, test.shards, largest, task); by < 2 || by > 100 {
			t.Errorf("%s: finer by %v", test.name, by)
		}
	}
}

// shardPlan plans a division of a shipped run.
func shardPlan(t *testing.T, shards int, config string, set ...string) (*ShardPlan, string) {
	t.Helper()
	s, err := study.Open(config, set, false)
	if err != nil {
		t.Fatal(err)
	}
	p, err := PlanShards(t.Context(), s, config, "/whole/"+config, shards, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Print(&b); err != nil {
		t.Fatal(err)
	}
	return p, b.String()
}

// TestPlanWithoutCut: where a finer cut would not help, none is proposed, what
// limits is said, and there are commands for shards with tasks alone.
func TestPlanWithoutCut(t *testing.T) {
	for _, c := range []struct {
		config        string
		set           []string
		shards, tasks int // tasks: 0 is any number
		limit, last   string
	}{
		{"sudoku-file", nil, 3, 2, "2 tasks", "from 0 to 1:"},
		{"sudoku-policies", []string{"puzzle.draw=60"}, 100, 0, "1 task", "I is 0:"},
		{"chessboard-uniform", nil, 5, 3, "3 tasks", "from 0 to 2:"},
		{"chessboard", nil, 100_000, 0, "fewer shards are better", ""},
		{"nonograms-5x5", []string{"puzzle={rows: 3, cols: 4}"}, 300, 0, "", ""},
	} {
		p, text := shardPlan(t, c.shards, c.config, c.set...)
		if p.Cut != p.Present || p.Limit == "" || !strings.Contains(p.Limit, c.limit) || c.tasks > 0 && p.Tasks != c.tasks {
			t.Errorf("%s in %d: cut %v, %d tasks, limit %q", c.config, c.shards, p.Cut, p.Tasks, p.Limit)
		}
		if p.Empty != c.shards-p.Tasks || strings.Contains(text, "--set cut") || !strings.Contains(text, "are empty") {
			t.Errorf("%s in %d: %d empty\n%s", c.config, c.shards, p.Empty, text)
		}
		last := c.last
		if last == "" {
			last = fmt.Sprintf("from 0 to %d:", p.Tasks-1)
		}
		if !strings.Contains(text, last) {
			t.Errorf("%s in %d: expected commands %s\n%s", c.config, c.shards, last, text)
		}
	}
}

// TestPlanTooMany: there are too many shards if a shard starts longer than it
// works, or if there are fewer tasks.
func TestPlanTooMany(t *testing.T) {
	for _, c := range []struct {
		plan    ShardPlan
		tasks   int
		most    int
		because string
	}{
		{ShardPlan{Shards: 100, Probed: 9, CPUSeconds: 1000, Start: 0.5, Preparation: 4.5}, 5000, 0, ""},
		{ShardPlan{Shards: 201, Probed: 9, CPUSeconds: 1000, Start: 0.5, Preparation: 4.5, PerShard: 4.975}, 5000, 200, "5 s of work, and takes 5 s before it"},
		{ShardPlan{Shards: 2000, Probed: 9, CPUSeconds: 0.12, Start: 0.048, PerShard: 0.00006}, 5000, 2, "0.00006 s of work, and takes 0.048 s before it"},
		{ShardPlan{Shards: 201, Probed: 9, CPUSeconds: 1000, Start: 0.5, Preparation: 4.5}, 30, 30, "before it"},
		{ShardPlan{Shards: 31, Probed: 9, CPUSeconds: 1000, Start: 0.5}, 30, 30, "the 30 tasks"},
		{ShardPlan{Shards: 2, Probed: 1, CPUSeconds: 1000, Start: 0.5}, 1, 1, "the 1 task"},
		{ShardPlan{Shards: 1, Probed: 1, CPUSeconds: 0.001, Start: 0.5}, 1, 0, ""},
		{ShardPlan{Shards: 7, CPUSeconds: 0, Start: 0.5}, 9, 0, ""}, // stopped before a task was done
	} {
		p := c.plan
		p.judge(c.tasks)
		if p.Most != c.most || (p.TooMany == "") != (c.because == "") || !strings.Contains(p.TooMany, c.because) {
			t.Errorf("%+v: at most %d, %q; expected %d, %q", c.plan, p.Most, p.TooMany, c.most, c.because)
		}
	}
	if p, text := shardPlan(t, 2000, "chessboard"); p.TooMany == "" || !strings.Contains(text, "too many shards: ") {
		t.Errorf("chessboard in 2,000 shards: %+v\n%s", p, text)
	}
}

// TestPlanProposes: the cut proposed makes the shards as even as it says.
func TestPlanProposes(t *testing.T) {
	for _, shards := range []int{1, 32, 100} {
		p, text := shardPlan(t, shards, "chessboard")
		cut, tasks, bound := p.Present, p.Tasks, p.LargestRatio
		if shards == 1 {
			if p.Cut != p.Present || p.Limit != "" || !strings.Contains(text, "fine enough") {
				t.Errorf("one shard: cut %v, %q\n%s", p.Cut, p.Limit, text)
			}
		} else {
			if p.Cut >= p.Present || p.ProposedTasks <= p.Tasks || p.ProposedRatio >= p.LargestRatio || p.Limit == "" && p.ProposedRatio > evenShards {
				t.Errorf("%d shards: %+v", shards, p)
			}
			if !strings.Contains(text, fmt.Sprintf("--set cut=%g --shard I/%d", p.Cut, shards)) {
				t.Errorf("%d shards: no command with the cut\n%s", shards, text)
			}
			cut, tasks, bound = p.Cut, p.ProposedTasks, p.ProposedRatio
			if want := fmt.Sprintf("/whole/chessboard --set cut=%g", p.Cut); p.Run != want {
				t.Errorf("%d shards: run %q, expected %q", shards, p.Run, want)
			}
		}
		if p.Memory < 1<<20 || p.Memory > 1<<32 {
			t.Errorf("%d shards: %d bytes of memory", shards, p.Memory)
		}
		s, err := study.Open("chessboard", []string{fmt.Sprintf("cut=%g", cut), "measures=[]"}, false)
		if err != nil {
			t.Fatal(err)
		}
		if s.Job.Tasks() != tasks {
			t.Errorf("%d shards: cut %v gives %d tasks, the plan says %d", shards, cut, s.Job.Tasks(), tasks)
		}
		sums, all, task := make([]float64, shards), 0.0, 0
		puzzletest.Tasks(t, s.Job, func(_ *enumerate.Batch, tally enumerate.Tally) {
			sums[task%shards] += float64(tally.Effort.Nodes)
			all += float64(tally.Effort.Nodes)
			task++
		})
		if largest := slices.Max(sums) * float64(shards) / all; largest > bound*1.05 {
			t.Errorf("%d shards, cut %v: the largest is %.3g mean ones, the plan says at most %.3g", shards, cut, largest, bound)
		}
	}
}
