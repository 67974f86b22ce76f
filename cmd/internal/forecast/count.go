package forecast

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/findings"
	"coverstat/stats"
)

// SolutionCount is the result of the count command.
type SolutionCount struct {
	Raw      stats.Number  `json:"raw"`
	Distinct *stats.Number `json:"distinct"` // nil if it was not computed
	// digits of the sum of the solutions' weights; "" if they have none
	Weighted string        `json:"weighted,omitempty"`
	Kernel   string        `json:"kernel"`
	Nodes    stats.Integer `json:"nodes"`
	// BySymmetry are the classes by their stabilisers, or NoBySymmetry why they are not known.
	BySymmetry   []stats.Stabiliser `json:"by_symmetry,omitzero"`
	NoBySymmetry string             `json:"no_by_symmetry,omitempty"`
	// Impossible says why there is no solution, if that is known without a search.
	Impossible string `json:"impossible,omitempty"`
	weighted   stats.Number
	object     string // "solution", or "instance" of a survey
	symmetry   string // what is said of Distinct
}

// String returns the count as one line for people.
func (c SolutionCount) String() string {
	line := fmt.Sprintf("%s%s (kernel %s, %s)", enumerate.Counted(c.Raw.Grouped(), c.object), c.symmetry, c.Kernel,
		enumerate.Plural(c.Nodes, "node"))
	if c.weighted.Sign() > 0 {
		line += "; their weights add up to " + c.weighted.Grouped()
	}
	return line
}

// upToSymmetry tells a number up to symmetry, where there are symmetries.
func upToSymmetry(s *study.Study, raw, distinct stats.Number) string {
	if raw.Cmp(distinct) == 0 && !enumerate.Describe(s.Job.Facts()).Symmetric {
		return ""
	}
	return fmt.Sprintf(", %s %s", distinct.Grouped(), findings.UpToSymmetry)
}

// objectOf is what is counted.
func objectOf(s *study.Study) string {
	if s.Plan.Kind == enumerate.Survey {
		return "instance"
	}
	return "solution"
}

// answer answers a question by methods in turn, and tells whoever watches how far that is.
func answer(ctx context.Context, s *study.Study, methods []enumerate.Method,
	workers int) (winner int, totals *enumerate.Totals, tally enumerate.Tally, err error) {
	for _, m := range methods {
		study.UseFiles(m.Job, "")
	}
	settings := run.Settings{Workers: cmp.Or(workers, runtime.GOMAXPROCS(0)), Progress: func(p run.Progress) {
		search := "the search"
		if len(methods) > 1 { // they take turns, and each is as far as it is
			search += " by " + methods[p.Method].Job.Kernel
		}
		progress.Doing(ctx, "counting %ss: %s of %s done, %s nodes", objectOf(s), enumerate.Percent(p.Share), search,
			enumerate.Grouped(p.Tally.Effort.Nodes))
	}}
	if progress.Of(ctx) != nil {
		progress.Doing(ctx, "estimating the time of the count")
		if f := beforeCount(ctx, s, methods, settings.Workers); f != nil {
			text := f.Text(1, time.Now())
			if f.Hopeless == "" {
				text = "counting takes " + text
			}
			progress.Notice(ctx, "%s", text)
		}
	}
	winner, totals, tally, err = run.Answer(ctx, methods, settings)
	if err == nil {
		err = s.Plan.CheckInputs(true)
	}
	return winner, totals, tally, err
}

// Count counts the solutions of a study, or the instances of a survey. It lists them if list is
// set. workers is the number of parallel searches, 0 for one on each processor. Whoever watches is
// told before a listing that it will not end, and why there is no solution.
func Count(ctx context.Context, s *study.Study, workers int, list bool) (SolutionCount, error) {
	object, survey := objectOf(s), s.Plan.Kind == enumerate.Survey
	if until := s.Job.Analysis.Until; until > 0 {
		return SolutionCount{}, s.Plan.Fault("puzzle.draw", "a run, which says how many draws that takes",
			"puzzle.draw: until %d says how many rows there are", until)
	}
	methods := []enumerate.Method{{Job: s.Job}}
	if !list {
		watchList(ctx, s)
		var err error
		if methods, _, err = s.MethodsFor(enumerate.Question{}); err != nil {
			return SolutionCount{}, err
		}
	}
	winner, totals, tally, err := answer(ctx, s, methods, workers)
	if err != nil {
		return SolutionCount{}, err
	}
	c := SolutionCount{Raw: stats.BigInt(totals.Raw), Nodes: stats.Integer(tally.Effort.Nodes),
		Kernel: cmp.Or(methods[winner].Job.Kernel, "none"), object: object,
		BySymmetry: stats.PublishStabilisers(totals.BySymmetry)}
	if totals.Distinct != nil && (!survey || enumerate.ColumnIndex(s.Job.Columns, enumerate.OrbitSizeColumn) >= 0) {
		distinct := stats.BigInt(totals.Distinct)
		c.Distinct, c.symmetry = &distinct, upToSymmetry(s, c.Raw, distinct)
	}
	unknown := totals.NoBySymmetry
	switch job := methods[winner].Job; {
	case job.Counting != nil:
	case job.Stabilisers != nil:
		totals.BySymmetry, unknown = job.Stabilisers(tally.Rows)
		c.BySymmetry = stats.PublishStabilisers(totals.BySymmetry)
	case !survey:
		c.NoBySymmetry = stats.NoSymmetries
	}
	if unknown != nil {
		c.NoBySymmetry = unknown.Error()
	}
	if w := s.Job.Weighed; w != nil {
		if err := c.weigh(ctx, s, w, workers); err != nil {
			return c, s.Plan.Locate(err)
		}
	}
	if c.Raw.Sign() > 0 {
		return c, nil // the facts of a search that was not done would cost a cut
	}
	if f := enumerate.Describe(s.Job.Facts()).Impossible; f != nil {
		c.Impossible = fmt.Sprint(f.Value)
		progress.Notice(ctx, "%s", f.Text)
	}
	return c, nil
}

// weigh adds up the weights of all solutions.
func (c *SolutionCount) weigh(ctx context.Context, s *study.Study, w *enumerate.Weighed, workers int) error {
	m, err := w.Method(enumerate.Question{Memory: int64(s.Plan.Output.Memory)})
	if err != nil {
		return err
	}
	_, totals, _, err := answer(ctx, s, []enumerate.Method{m}, workers)
	if err == nil {
		c.weighted = stats.BigInt(totals.Raw)
		c.Weighted = totals.Raw.String()
	}
	return err
}
