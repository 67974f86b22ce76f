package forecast

import (
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
)

// TestPlanShards: tasks and seconds of a shard, empty shards, and commands for shards with
// tasks alone.
func TestPlanShards(t *testing.T) {
	for _, c := range []struct {
		config                  string
		set                     []string
		shards, perShard, empty int
		text                    []string
	}{
		{"sudoku-file", nil, 3, 1, 1, []string{"3 shards of 2 tasks: 1 task each at most, 1 shard empty", "from 0 to 1:"}},
		{"sudoku-policies", []string{"puzzle.draw=60"}, 100, 1, 99, []string{"I is 0:"}},
		{"chessboard-uniform", nil, 2, 2, 0, []string{"2 shards of 3 tasks: 2 tasks each at most\n", "from 0 to 1:"}},
		{"pent-6x10", nil, 10, 0, 0, []string{"a shard takes about ", "coverstat run pent-6x10 --shard I/10"}},
	} {
		s, err := study.Open(c.config, c.set, false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := PlanShards(t.Context(), s, c.config, "/whole/"+c.config, c.shards)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := p.Print(&b); err != nil {
			t.Fatal(err)
		}
		if c.perShard > 0 && p.PerShard != c.perShard || p.Empty != c.empty || p.Run != "/whole/"+c.config || p.Memory < 1<<20 || p.Memory > 1<<32 {
			t.Errorf("%s in %d: %+v", c.config, c.shards, p)
		}
		for _, want := range c.text {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s in %d: expected %q in\n%s", c.config, c.shards, want, &b)
			}
		}
	}
}
