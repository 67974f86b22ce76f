package forecast

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/stats"
)

// SolutionCount is the result of the count command.
type SolutionCount struct {
	Raw      stats.Number  `json:"raw"`
	Distinct *stats.Number `json:"distinct"` // nil if it was not computed
	Kernel   string        `json:"kernel"`
	Nodes    export.Count  `json:"nodes"`
	// Impossible says why there is no solution, if that is known without a search.
	Impossible string `json:"impossible,omitempty"`
	object     string // "solution", or "instance" of a survey
	symmetry   string // what is said of Distinct
}

// String returns the count as one line for people.
func (c SolutionCount) String() string {
	return fmt.Sprintf("%s%s (kernel %s, %s)", enumerate.Counted(c.Raw.Grouped(), c.object), c.symmetry, c.Kernel, enumerate.Plural(c.Nodes, "node"))
}

// upToSymmetry tells a number up to symmetry, where there are symmetries.
func upToSymmetry(s *study.Study, raw, distinct stats.Number) string {
	if raw.Cmp(distinct) == 0 && !findings.Symmetries(s.Job.Facts()) {
		return ""
	}
	return fmt.Sprintf(", %s %s", distinct.Grouped(), findings.UpToSymmetry)
}

// countingWithoutList returns a function that says how many nodes a count without a list
// has tried. Nobody knows how many there will be: states that repeat are met once.
func countingWithoutList(ctx context.Context) func(nodes int64) {
	return func(nodes int64) {
		progress.Doing(ctx, "counting without listing: %s nodes", enumerate.Grouped(nodes))
	}
}

// Count counts the solutions of a study, or the instances of a survey. It lists
// them if list is set or if the job has no other method. workers is the number of
// parallel searches, 0 for one on each processor. notice is told before a listing that it
// will not end, and why there is no solution; nil is for nobody.
func Count(ctx context.Context, s *study.Study, workers int, list bool, notice func(string)) (SolutionCount, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	object := "solution"
	if s.Plan.Kind == enumerate.Survey {
		object = "instance"
	}
	if count := s.Job.Features().Count; count != nil && !list {
		progress.Doing(ctx, "counting without listing")
		var stop atomic.Bool
		defer context.AfterFunc(ctx, func() { stop.Store(true) })()
		n, err := count(workers, 0, &stop, countingWithoutList(ctx))
		if err != nil {
			return SolutionCount{}, study.Stopped(ctx, err)
		}
		if n.Raw != nil {
			c := SolutionCount{Raw: stats.BigInt(n.Raw), Kernel: n.How, Nodes: export.Count(n.Nodes), object: object}
			if n.Distinct != nil {
				distinct := stats.BigInt(n.Distinct)
				c.Distinct, c.symmetry = &distinct, upToSymmetry(s, c.Raw, distinct)
			}
			return c, nil
		}
	}
	show := func(p run.Progress) {
		progress.Doing(ctx, "counting %ss: %s of the search done", object, progress.Percent(p.Share))
	}
	progress.Doing(ctx, "cutting the search into tasks")
	if notice != nil {
		if line := whyHopeless(s); line != "" {
			notice(line)
		}
	}
	tally, err := run.Run(ctx, s.Job, nil, run.Settings{Workers: workers, Progress: show})
	if err != nil {
		return SolutionCount{}, err
	}
	if err := s.Plan.CheckInputs(true); err != nil {
		return SolutionCount{}, err
	}
	tally.Effort.Add(s.Job.Above())
	c := SolutionCount{Raw: stats.Int(tally.Raw), Nodes: export.Count(tally.Effort.Nodes), Kernel: "none", object: object}
	if s.Plan.Kind != enumerate.Survey || enumerate.ColumnIndex(s.Job.Columns(), enumerate.OrbitSizeColumn) >= 0 {
		distinct := stats.Int(tally.Rows)
		c.Distinct, c.symmetry = &distinct, upToSymmetry(s, c.Raw, distinct)
	}
	if kernel := s.Job.Kernel(); kernel != "" {
		c.Kernel = kernel
	}
	for _, f := range s.Job.Facts() {
		if f.Key != "impossible" {
			continue
		}
		if c.Impossible = fmt.Sprint(f.Value); notice != nil {
			notice(f.Text)
		}
	}
	return c, nil
}
