package produce

import (
	"fmt"
	"io"
	"time"
)

// checkpoint keeps what a long task has so far in the folder of the work. It implements
// [enumerate.Checkpoint].
type checkpoint struct {
	*production
	last time.Time     // the last time, or when the run began
	took time.Duration // to keep it
}

// Work is kept once in keepEvery, and in a twentieth of the time at most.
const (
	keepEvery = time.Minute
	keepPart  = 20
)

// Save implements [enumerate.Checkpoint]. That nothing can be kept ends no run.
func (c *checkpoint) Save(task int, snapshot func(put func([]byte) error) error) {
	every := max(keepEvery, keepPart*c.took)
	if c.options.saveEvery > 0 {
		every = c.options.saveEvery
	}
	began := time.Now()
	if began.Sub(c.last) < every {
		return
	}
	if err := c.work.SaveSnapshot(task, snapshot); err != nil {
		c.options.Notice(fmt.Sprintf("what the task at hand has so far cannot be kept: %v", err))
	} else if c.options.saved != nil {
		c.options.saved()
	}
	c.last = time.Now()
	c.took = c.last.Sub(began)
}

// Load implements [enumerate.Checkpoint].
func (c *checkpoint) Load(task int) (get func([]byte) error, done func()) {
	r, err := c.work.OpenSnapshot(task)
	if err != nil {
		c.options.Notice(fmt.Sprintf("the task at hand begins anew: %v", err))
	}
	if r == nil {
		return nil, func() {}
	}
	get = func(p []byte) error {
		_, err := io.ReadFull(r, p)
		return err
	}
	return get, func() { r.Close() }
}
