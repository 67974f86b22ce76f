package forecast

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
)

// Facts says how a study is counted, what a run holds in memory, and how long it takes. It is no part of the facts of
// the study, which a dataset has: finding the method may take sweeps that a run does not need.
func Facts(ctx context.Context, s *study.Study) (facts []enumerate.Fact) {
	progress.Doing(ctx, "trying to count without listing")
	watchList(ctx, s)
	if text, nodes := weighingText(s); text != "" {
		facts = append(facts, enumerate.Fact{Key: "weighing", Text: text, Value: nodes})
	}
	if m, ok := s.Memory(); ok {
		facts = append(facts, enumerate.Fact{Key: "memory", Text: m.Text(), Value: int64(m.Expected)})
	}
	if find := s.Job.Sequence; find != nil {
		if q, err := find(); err != nil {
			facts = append(facts,
				enumerate.Fact{Key: "no_sequence", Value: err.Error(), Text: "no recurrence: " + err.Error()})
		} else {
			facts = append(facts, enumerate.Fact{Key: "sequence", Value: len(q.Recurrence),
				Text: fmt.Sprintf("a recurrence of order %d over %s, at most the %s at a boundary", len(q.Recurrence),
					q.Over, enumerate.Plural(q.States, "state"))})
		}
	}
	if s.How().HasRows() && s.Job.Methods != nil {
		facts = append(facts, countFact(s))
	}
	progress.Doing(ctx, "estimating the time of a run")
	defer progress.Doing(ctx, "")
	f := Before(ctx, s, runtime.GOMAXPROCS(0), 1)
	if f == nil {
		return facts
	}
	if f.Hopeless != "" {
		return append(facts, enumerate.Fact{Key: "advice", Text: advice(s), Value: advice(s)})
	}
	room, _ := Room(f, filepath.Join(study.RunsDir, s.Plan.Name), 0)
	if line := Line(s, f, 1, room); line != "" {
		facts = append(facts, enumerate.Fact{Key: "run", Text: "a run takes " + line, Value: f})
	}
	return facts
}

// countFact says by which method the command count begins.
func countFact(s *study.Study) enumerate.Fact {
	methods, why, err := s.MethodsFor(enumerate.Question{})
	if err != nil {
		return enumerate.Fact{Key: "count", Text: "counting: " + err.Error(), Value: ""}
	}
	how := export.Listed
	if methods[0].Job.Counting != nil {
		how = export.Swept
	}
	return enumerate.Fact{Key: "count", Text: "counting " + why, Value: string(how)}
}

// weighingText says what adding up the weights is expected to take; "" if the config weighs none. States of forests are
// told too few where vertices have many weights, so the nodes are a lower end.
func weighingText(s *study.Study) (text string, nodes int64) {
	switch w, err := s.Weighing(); {
	case err != nil:
		return "weighing: " + err.Error(), 0
	case w == nil:
		return "", 0
	default:
		_, n := w.Counting.Size()
		return fmt.Sprintf("weighing: about %.1g nodes of sweeps, or more", n), int64(min(n, 1<<60))
	}
}
