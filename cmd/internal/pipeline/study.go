package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/enumerate/run"
	"coverstat/export/files"
	"coverstat/export/journal"
)

// A Study is a config with the job that its family made of it.
type Study struct {
	Plan   *configs.Plan
	Family enumerate.Family
	Job    enumerate.Job
	// Analysis is what is counted of the rows beside their measures.
	Analysis enumerate.Analysis
}

// Open reads a config, a file or the name of a shipped run, with changes of
// the form key.path=value, and makes its job. With countOnly the job keeps no
// rows.
func Open(config string, set []string, countOnly bool) (*Study, error) {
	plan, err := configs.Load(config, set)
	if err != nil {
		return nil, err
	}
	return openPlan(plan, countOnly)
}

func openPlan(plan *configs.Plan, countOnly bool) (*Study, error) {
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		return nil, plan.Locate(err)
	}
	spec := plan.Spec()
	if spec.CountOnly = countOnly; countOnly && spec.Kind == enumerate.Sample {
		spec.Kind, spec.Sample = enumerate.Census, nil // how many there are, not how many are drawn
	}
	job, err := family.Open(spec)
	if err != nil {
		return nil, plan.Locate(err)
	}
	s := &Study{Plan: plan, Family: family, Job: job}
	if countOnly {
		return s, nil
	}
	return s, s.resolve()
}

// Facts describes the study for people.
func (s *Study) Facts() []enumerate.Fact {
	head := enumerate.Fact{Key: "job", Text: fmt.Sprintf("%s: %s, a %s", s.Plan.Name, s.Plan.Family, s.Plan.Kind), Value: string(s.Plan.Kind)}
	return append([]enumerate.Fact{head}, s.Job.Facts()...)
}

// Describe describes the study for programs, with more facts if they are
// given. Facts with the same key make a list.
func (s *Study) Describe(more ...enumerate.Fact) map[string]any {
	out := map[string]any{"name": s.Plan.Name, "family": s.Plan.Family}
	for _, f := range append(s.Facts(), more...) {
		switch old := out[f.Key].(type) {
		case nil:
			out[f.Key] = f.Value
		case []any:
			out[f.Key] = append(old, f.Value)
		default:
			out[f.Key] = []any{old, f.Value}
		}
	}
	return out
}

// CountingFacts says how the count command finds its answer, if that takes a
// trial that runs do without.
func (s *Study) CountingFacts() []enumerate.Fact {
	if facts := s.Job.Features().CountingFacts; facts != nil {
		return facts()
	}
	return nil
}

// Class is what kind of failure an error is.
type Class int

// The classes.
const (
	Failed  Class = iota // failed, or found wrong
	Usage                // the user's to mend: input, or the choice of a directory
	Stopped              // stopped, and can be resumed
)

// Classify says what kind of failure an error is.
func Classify(err error) Class {
	var input *enumerate.InputError
	var locked *files.LockedError
	var mismatch *journal.MismatchError
	var stopped *interruptedError
	switch {
	case errors.Is(err, run.ErrStopped), errors.Is(err, ErrIncomplete), errors.As(err, &stopped):
		return Stopped
	case errors.As(err, &input), errors.As(err, &locked), errors.As(err, &mismatch):
		return Usage
	}
	return Failed
}

// Version is the program's version. It enters the manifest, and a run is
// resumed only by a version whose rows would be the same: see rowsVersion.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}

// version is the release in the making.
const version = "0.1.0"

// rowsVersion changes whenever the same config would give other rows.
const rowsVersion = "2"

// PrintJSON prints a value as one JSON object.
func PrintJSON(w io.Writer, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
