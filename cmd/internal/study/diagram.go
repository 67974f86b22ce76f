package study

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/diagram"
	"coverstat/enumerate/kernel/sweep"
)

// Options returns tables/options of a census or a sample.
func (s *Study) Options() (*enumerate.Batch, error) {
	tables, err := s.Job.Tables()
	if err != nil {
		return nil, err
	}
	at := tableAt(tables, enumerate.OptionsTable)
	if at < 0 || s.Plan.Kind == enumerate.Survey {
		return nil, enumerate.Errorf(
			"%s has no table of options: expected a census, or a sample, of a tiling or an exact cover",
			s.Plan.Name)
	}
	return tables[at].Rows, nil
}

func tableAt(tables []enumerate.Table, name string) int {
	return slices.IndexFunc(tables, func(t enumerate.Table) bool { return t.Name == name })
}

func (s *Study) hasDiagram() bool {
	_, err := s.Options()
	return err == nil && s.Job.Diagram != nil
}

// Diagram makes the diagram of all solutions of a census. It is nil after stop is set.
func (s *Study) Diagram(stop *atomic.Bool) (*enumerate.Diagram, error) {
	find := s.Job.Diagram
	if find == nil {
		return nil, enumerate.Errorf(
			"%s has no diagram of its solutions: expected a census of a tiling or an exact cover",
			s.Plan.Name)
	}
	d, err := find(enumerate.Question{SweepOnly: s.Plan.Kernel == SweepKernel, Memory: int64(s.Plan.Output.Memory)},
		stop)
	return d, s.Plan.Locate(err)
}

// Explorer makes an explorer of the diagram of all solutions, which has so many options. It is nil after stop is set.
func (s *Study) Explorer(options int, stop *atomic.Bool) (*diagram.Explorer, error) {
	d, err := s.Diagram(stop)
	if err != nil || stop.Load() {
		return nil, err
	}
	x, err := diagram.New(d, options, s.diagramMemory())
	return x, s.Plan.Locate(err)
}

func (s *Study) diagramMemory() int64 {
	return cmp.Or(int64(s.Plan.Output.Memory), sweep.DefaultMemory)
}

// Tables returns the tables that need no rows: those of the job, and of the diagram of all solutions where the config
// asks for it.
func (s *Study) Tables(ctx context.Context) ([]enumerate.Table, error) {
	tables, err := s.Job.Tables()
	if err != nil || !s.Plan.Output.Diagram {
		return tables, err
	}
	options, err := s.Options()
	if err != nil {
		return nil, err
	}
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	d, err := s.Diagram(stop)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	more, err := diagram.Tables(d, options.Len(), s.diagramMemory())
	return append(tables, more...), s.Plan.Locate(err)
}
