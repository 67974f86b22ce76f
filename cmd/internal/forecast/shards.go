package forecast

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// ShardPlan says what a division into shards would cost.
type ShardPlan struct {
	Config string `json:"config"`
	// Run is what follows `coverstat run` in the command of a shard, as words for
	// a shell that may stand in any folder.
	Run    string `json:"run"`
	Shards int    `json:"shards"`
	Tasks  int    `json:"tasks"`
	// PerShard is the number of tasks of the shards with the most; Empty shards have none.
	PerShard int `json:"tasks_per_shard"`
	Empty    int `json:"empty_shards"`
	// CPUSeconds are those of all shards, estimated; null if unknown.
	CPUSeconds seconds `json:"cpu_seconds"`
	// Mean are the CPU seconds of a shard on average, and Preparation those of each of them
	// before its first task.
	Mean        seconds `json:"cpu_seconds_per_shard"`
	Preparation seconds `json:"cpu_seconds_preparation"`
	// Memory is what this process has taken from the system to prepare the puzzle
	// and to do some tasks: a shard needs about as much for its first worker.
	Memory uint64 `json:"memory_bytes"`
}

// PlanShards estimates what a run in n shards would cost. config is the config with its flags
// as the printed commands write it, and run the same with the config's whole path.
func PlanShards(ctx context.Context, s *study.Study, config, run string, n int) (*ShardPlan, error) {
	p := &ShardPlan{Config: config, Run: run, Shards: n, Tasks: s.TaskJob().Tasks()}
	p.PerShard, p.Empty = (p.Tasks+n-1)/n, max(0, n-p.Tasks)
	e, err := Estimate(ctx, s, EstimateOptions{Nodes: beforeBudget, Precision: 0.1, Seed: 1, Workers: 1})
	if err != nil {
		return nil, err
	}
	p.CPUSeconds, p.Preparation = seconds(e.CPUSeconds.Estimate), e.Preparation
	p.Mean = seconds((e.CPUSeconds.Estimate - float64(e.Preparation)) / float64(n))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	p.Memory = m.Sys
	return p, nil
}

// Print prints the plan for people, with the commands to submit.
func (p *ShardPlan) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s: %s each at most", enumerate.Plural(p.Shards, "shard"), enumerate.Plural(p.Tasks, "task"), enumerate.Plural(p.PerShard, "task"))
	if p.Empty > 0 {
		fmt.Fprintf(&b, ", %s empty", enumerate.Plural(p.Empty, "shard"))
	}
	fmt.Fprintf(&b, "\na shard takes about %s of CPU on average, and %s of preparation\n", enumerate.Duration(float64(p.Mean)), enumerate.Duration(float64(p.Preparation)))
	if last := min(p.Shards, p.Tasks) - 1; last >= 0 {
		which := fmt.Sprintf("I from 0 to %d", last)
		if last == 0 {
			which = "I is 0"
		}
		fmt.Fprintf(&b, "commands, %s:\n  coverstat run %s --shard I/%d --out shard-I\n  coverstat merge OUT shard-*\n", which, p.Config, p.Shards)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
