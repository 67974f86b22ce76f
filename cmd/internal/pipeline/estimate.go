package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/run"
	"coverstat/stats"
)

// Estimate is the answer of the estimate command.
type Estimate struct {
	Raw        Range `json:"raw"`
	Nodes      Range `json:"nodes"`
	CPUSeconds Range `json:"cpu_seconds"` // with the preparation
	// Preparation is what comes before the search: its reduction and cut, the
	// tables of a kernel, whatever the job prepares.
	Preparation seconds `json:"cpu_seconds_preparation"`
	// PerNode is what a node below the cut costs, or a task without any; nil
	// where tasks are timed. It was measured on so many of them.
	PerNode *Range `json:"cpu_seconds_per_node,omitempty"`
	Timed   int64  `json:"nodes_timed,omitempty"`
	// Method says where the number of solutions comes from: memo (counted),
	// whole (all of it was searched), probes, or tasks (done at random).
	Method     string   `json:"method"`
	Confidence float64  `json:"confidence"`
	Probes     int64    `json:"probes"`
	Searched   int64    `json:"nodes_searched"`
	Stopped    string   `json:"stopped"`
	Warnings   []string `json:"warnings,omitempty"`
	survey     bool     // raw counts instances
}

// Range is an estimate with its interval; infinity is an end that is unknown.
type Range struct {
	Estimate, Low, High float64
	exact               *big.Int
	seconds             bool
}

// MarshalJSON writes whole numbers, beyond 2^53 as decimal strings, or seconds;
// an unknown end is null.
func (r Range) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Estimate any `json:"estimate"`
		Low      any `json:"low"`
		High     any `json:"high"`
	}{r.value(r.Estimate), r.value(r.Low), r.value(r.High)})
}

func (r Range) value(x float64) any {
	switch {
	case r.exact != nil:
		return stats.BigInt(r.exact)
	case math.IsInf(x, 0) || math.IsNaN(x):
		return nil
	case r.seconds:
		return seconds(x)
	}
	n, _ := big.NewFloat(math.Round(x)).Int(nil)
	return stats.BigInt(n)
}

// seconds are written with four digits.
type seconds float64

// MarshalJSON implements [json.Marshaler].
func (s seconds) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%.4g", float64(s)), nil }

// text writes the range for people.
func (r Range) text() string {
	switch {
	case r.exact != nil:
		return commas(stats.BigInt(r.exact)) + " exactly"
	case math.IsNaN(r.Estimate):
		return "unknown"
	case r.Low == r.High && !r.seconds:
		return round(r.Estimate) + " exactly"
	case r.Low == r.High:
		return round(r.Estimate)
	}
	return fmt.Sprintf("%s (%s to %s)", round(r.Estimate), round(r.Low), round(r.High))
}

func round(x float64) string {
	switch {
	case math.IsInf(x, 0):
		return "unknown"
	case x < 1000:
		return fmt.Sprintf("%.3g", x)
	case x < 1e15:
		return commas(stats.Int(int64(math.Round(x))))
	}
	return fmt.Sprintf("%.4g", x)
}

// CountingFacts says how the count command finds its answer, where that takes a
// trial that runs do without.
func (s *Study) CountingFacts() []enumerate.Fact {
	if facts := s.Job.Features().CountingFacts; facts != nil {
		return facts()
	}
	return nil
}

// EstimateOptions say how much work an estimate is worth.
type EstimateOptions struct {
	Nodes     int64   // searched at most, about
	Precision float64 // relative half-width of the intervals at which to stop
	Seed      uint64
}

// Estimate estimates how many solutions there are and what it costs to list
// them.
func (s *Study) Estimate(ctx context.Context, o EstimateOptions) (*Estimate, error) {
	makeTree := s.Job.Features().Tree
	if makeTree == nil {
		return s.estimateTasks(ctx, o)
	}
	began := processorSeconds()
	tree, err := makeTree()
	if err != nil {
		return nil, err
	}
	preparation := processorSeconds() - began
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	var counted *big.Int
	if tree.CountRaw != nil {
		if counted, _, _, err = tree.CountRaw(ctx.Done()); err != nil {
			return nil, stopped(ctx, err)
		}
	}
	found, err := exact.EstimateTree(tree, exact.EstimateOptions{Nodes: o.Nodes, Precision: o.Precision, Seed: o.Seed, Clock: processorSeconds}, &stop)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, run.ErrStopped
	}
	found.Preparation += preparation
	return newEstimate(found, counted), nil
}

// stopped makes the error of a count plain if it is that it was stopped.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return run.ErrStopped
	}
	return err
}

func newEstimate(found *exact.Estimate, counted *big.Int) *Estimate {
	e := &Estimate{Raw: rangeOf(found.Raw), Nodes: rangeOf(found.Nodes), Method: "probes", Confidence: stats.DefaultConfidence,
		Probes: found.Probes, Searched: found.Searched}
	switch {
	case found.Exact:
		e.Method, e.Stopped = "whole", "the whole tree was searched"
	case found.Precise:
		e.Stopped = "precise enough"
	default:
		e.Stopped = "the budget is spent"
	}
	e.Warnings = found.Nodes.Warnings
	if counted != nil {
		e.Raw.exact, e.Method = counted, "memo"
	} else {
		for _, w := range found.Raw.Warnings {
			e.Warnings = append(e.Warnings, "solutions: "+w)
		}
	}
	e.CPUSeconds = secondsOf(found.Seconds, found.Preparation)
	e.Preparation = seconds(found.Preparation)
	perNode := secondsOf(found.PerNode, 0)
	e.PerNode, e.Timed = &perNode, found.Timed
	return e
}

// secondsOf is the range of an interval of seconds, a known time added.
// Of an unknown one nothing is known.
func secondsOf(x stats.Interval, more float64) Range {
	if math.IsNaN(x.Estimate) {
		x.Low, x.High = x.Estimate, x.Estimate
	}
	return Range{Estimate: x.Estimate + more, Low: x.Low + more, High: x.High + more, seconds: true}
}

func rangeOf(e stats.TreeEstimate) Range {
	return Range{Estimate: e.Estimate, Low: e.Low, High: e.High}
}

// Print prints the estimate for people.
func (e *Estimate) Print(w io.Writer) error {
	var b strings.Builder
	objects := "solutions"
	if e.survey {
		objects = "instances"
	}
	fmt.Fprintf(&b, "%-12s %s\n", objects, e.Raw.text())
	fmt.Fprintf(&b, "nodes        %s\n", e.Nodes.text())
	fmt.Fprintf(&b, "CPU seconds  %s, %.2g of them preparation; writing a dataset comes on top\n", e.CPUSeconds.text(), float64(e.Preparation))
	if e.PerNode != nil && e.Timed > 0 {
		fmt.Fprintf(&b, "a node       %.3g ns here, measured on %s\n", 1e9*e.PerNode.Estimate, commas(stats.Int(e.Timed)))
	}
	if e.Probes > 0 {
		fmt.Fprintf(&b, "%d probes, %.0f%% intervals; %s\n", e.Probes, 100*e.Confidence, e.Stopped)
	} else {
		fmt.Fprintf(&b, "%s\n", e.Stopped)
	}
	for _, text := range e.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
