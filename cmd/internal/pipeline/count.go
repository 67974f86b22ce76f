package pipeline

import (
	"context"
	"fmt"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export"
	"coverstat/stats"
)

// Count is the answer of the count command.
type Count struct {
	Raw      stats.Number  `json:"raw"`
	Distinct *stats.Number `json:"distinct"` // nil where it was not computed
	Kernel   string        `json:"kernel"`
	Nodes    export.Count  `json:"nodes"`
	objects  string        // what is counted: solutions, or a survey's instances
}

// String is the answer for people.
func (c Count) String() string {
	s := fmt.Sprintf("%s %s", c.Raw, c.objects)
	if c.Distinct != nil {
		s += fmt.Sprintf(", %s up to symmetry", *c.Distinct)
	}
	return fmt.Sprintf("%s (kernel %s, %d nodes)", s, c.Kernel, c.Nodes)
}

// Count lists the solutions, unless the job knows their number without that
// and list is false. Of a survey it counts the instances.
func (s *Study) Count(ctx context.Context, workers int, list bool) (Count, error) {
	objects := "solutions"
	if s.Plan.Kind == enumerate.Survey {
		objects = "instances"
	}
	if count := s.Job.Features().CountRaw; count != nil && !list {
		raw, nodes, how, err := count(ctx.Done())
		if err != nil {
			return Count{}, stopped(ctx, err)
		}
		if raw != nil {
			return Count{Raw: stats.BigInt(raw), Kernel: how, Nodes: export.Count(nodes), objects: objects}, nil
		}
	}
	tally, err := run.Run(ctx, s.Job, nil, run.Options{Workers: workers})
	if err != nil {
		return Count{}, err
	}
	tally.Effort.Add(s.Job.Above())
	c := Count{Raw: stats.Int(tally.Raw), Nodes: export.Count(tally.Effort.Nodes), Kernel: "none", objects: objects}
	if s.Plan.Kind != enumerate.Survey || enumerate.ColumnIndex(s.Job.Columns(), enumerate.OrbitSizeColumn) >= 0 {
		distinct := stats.Int(tally.Rows)
		c.Distinct = &distinct
	}
	if kernel := s.Job.Kernel(); kernel != "" {
		c.Kernel = kernel
	}
	return c, nil
}

// stopped turns the error of something that was stopped by ctx into
// [run.ErrStopped].
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return run.ErrStopped
	}
	return err
}
