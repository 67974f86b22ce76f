package produce

import (
	"fmt"
	"io"
	"time"
)

// keeper keeps what a long task has so far in the folder of the work. It implements
// [enumerate.Keeper].
type keeper struct {
	*production
	last time.Time     // the last time, or when the run began
	took time.Duration // to keep it
}

// Work is kept once in keepEvery, and in a twentieth of the time at most.
const (
	keepEvery = time.Minute
	keepPart  = 20
)

// Keep implements [enumerate.Keeper]. That nothing can be kept ends no run.
func (k *keeper) Keep(task int, snapshot func(put func([]byte) error) error) {
	every := max(keepEvery, keepPart*k.took)
	if k.options.keepEvery > 0 {
		every = k.options.keepEvery
	}
	began := time.Now()
	if began.Sub(k.last) < every {
		return
	}
	if err := k.work.Keep(task, snapshot); err != nil {
		k.notice(fmt.Sprintf("what the task at hand has so far cannot be kept: %v", err))
	} else if k.options.kept != nil {
		k.options.kept()
	}
	k.last = time.Now()
	k.took = k.last.Sub(began)
}

// Kept implements [enumerate.Keeper].
func (k *keeper) Kept(task int) (get func([]byte) error, done func()) {
	r, err := k.work.Kept(task)
	if err != nil {
		k.notice(fmt.Sprintf("the task at hand begins anew: %v", err))
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

func (k *keeper) notice(text string) {
	if k.options.Notice != nil {
		k.options.Notice(text)
	}
}
