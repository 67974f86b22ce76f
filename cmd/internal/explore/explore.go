// Package explore answers questions about the solutions of a config or a dataset, one after another, from the diagram
// of all solutions. The command explore, the page of browse and the Python package ask the same [Question], as JSON.
package explore

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"sync/atomic"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/diagram"
	"coverstat/stats"
)

// A Question asks about the solutions that have all given options and none that are forbidden. Options are numbered as
// in tables/options.
type Question struct {
	Given  []enumerate.OptionID `json:"given"`
	Forbid []enumerate.OptionID `json:"forbid"`
	// Uses asks how many of these solutions have each option, and Draws for so many of them at random, which Seed
	// fixes.
	Uses  bool   `json:"uses"`
	Draws int    `json:"draws"`
	Seed  uint64 `json:"seed"`
	// Options asks for the rows of tables/options.
	Options bool `json:"options"`
}

// An Answer has what its question asks for.
type Answer struct {
	Raw     stats.Number           `json:"raw"`
	Uses    []stats.Number         `json:"uses,omitempty"` // by option
	Draws   [][]enumerate.OptionID `json:"draws,omitempty"`
	Options json.RawMessage        `json:"options,omitempty"`
}

// mostDraws are in memory at a time.
const mostDraws = 1_000_000

// A Session has the diagram of all solutions in memory.
type Session struct {
	study    *study.Study
	explorer *diagram.Explorer
	options  *enumerate.Batch
}

// Open opens a dataset by its folder, or a config, which set changes.
func Open(name string, set []string) (*study.Study, error) {
	dir := study.Folder(name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return study.Open(name, set, true)
	}
	if len(set) > 0 {
		return nil, enumerate.Errorf("%s is a folder: expected a config with --set or --kernel", name)
	}
	d, err := study.OpenDataset(dir)
	if err != nil {
		return nil, err
	}
	plan, err := d.Plan()
	if err != nil {
		return nil, err
	}
	return study.OpenPlan(plan, true)
}

// New makes the diagram of all solutions. It returns nil after stop is set.
func New(s *study.Study, stop *atomic.Bool) (*Session, error) {
	options, err := s.Options()
	if err != nil {
		return nil, err
	}
	x, err := s.Explorer(options.Len(), stop)
	if err != nil || stop.Load() {
		return nil, err
	}
	return &Session{s, x, options}, nil
}

// Ask answers a question. It may be called by one goroutine at a time, and the answer means nothing after stop is set.
func (s *Session) Ask(q *Question, stop *atomic.Bool) (*Answer, error) {
	for _, o := range slices.Concat(q.Given, q.Forbid) {
		if o < 0 || int(o) >= s.options.Len() {
			return nil, enumerate.Errorf("there is no option %d: expected 0 to %d", o, s.options.Len()-1)
		}
	}
	if q.Draws < 0 || q.Draws > mostDraws {
		return nil, enumerate.Errorf("draws is %d: expected 0 to %d", q.Draws, mostDraws)
	}
	s.explorer.Ask(q.Given, q.Forbid, stop)
	a := &Answer{Raw: stats.BigInt(s.explorer.Total())}
	if q.Uses {
		for _, n := range s.explorer.Uses(stop) {
			a.Uses = append(a.Uses, stats.BigInt(n))
		}
	}
	for i := 0; i < q.Draws && !stop.Load() && s.explorer.Total().Sign() > 0; i++ {
		drawn := s.explorer.Draw(nil, enumerate.Source(q.Seed, enumerate.Stream(i)))
		slices.Sort(drawn)
		a.Draws = append(a.Draws, drawn)
	}
	if q.Options {
		var lines bytes.Buffer
		if err := show.Table(&lines, s.options, "json"); err != nil {
			return nil, err
		}
		a.Options = lines.Bytes()
	}
	return a, nil
}
