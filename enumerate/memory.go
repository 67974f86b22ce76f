package enumerate

import (
	"fmt"
	"strings"
)

// Memory is what a job is expected to hold in memory at a time, and what it may. Two tables are refused
// without a key: maxTable of boards (polyform), maxListed of a list for uniform draws (exact/sample).
type Memory struct {
	Expected float64 // bytes
	Limit    int64   // bytes
	Key      string  // of the config: sets the limit; "": nothing does
}

// A job is refused if it is expected to need refusedFrom times its limit, because the
// expectation may be wrong. From tightFrom on the text says that the limit may not suffice.
const (
	refusedFrom = 4
	tightFrom   = 0.7
)

// Refused reports whether the job cannot be expected to end.
func (m Memory) Refused() bool { return m.Expected > refusedFrom*float64(m.Limit) }

// Tight reports whether the limit may not suffice.
func (m Memory) Tight() bool { return m.Expected > tightFrom*float64(m.Limit) }

// Err is the error of a job that is refused, nil of others.
func (m Memory) Err() error {
	if !m.Refused() {
		return nil
	}
	return KeyErrorf(m.Key, "about %s of memory would be needed, and %s may be used: expected %s of %s, a smaller board or fewer pieces",
		Bytes(m.Expected), Bytes(float64(m.Limit)), m.Key, m.enough())
}

// Text says what is expected, and what to do if the limit may not suffice.
func (m Memory) Text() string {
	s := fmt.Sprintf("about %s of memory, of %s that may be used", Bytes(m.Expected), Bytes(float64(m.Limit)))
	switch {
	case m.Key == "":
	case m.Refused():
		s += fmt.Sprintf(": a run does not begin unless %s is larger, such as %s", m.Key, m.enough())
	case m.Tight():
		s += fmt.Sprintf(": a run may end without a result unless %s is larger, such as %s", m.Key, m.enough())
	}
	return s
}

// enough is a limit that should suffice, as configs write it.
func (m Memory) enough() string {
	for limit := 1e6; ; limit *= 10 {
		for _, first := range []float64{1, 2, 5} {
			if first*limit >= 1.5*m.Expected {
				return strings.ReplaceAll(Bytes(first*limit), " ", "")
			}
		}
	}
}
