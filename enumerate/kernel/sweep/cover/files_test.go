package cover_test

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel/kerneltest"
	"coverstat/enumerate/kernel/sweep"
)

// file is a file in memory.
type file struct {
	bytes []byte
	most  int // bytes that may be written; 0 is any
	open  *atomic.Int64
}

var errRoom = errors.New("no room")

func (f *file) WriteAt(p []byte, at int64) (int, error) {
	if f.most > 0 && len(f.bytes)+len(p) > f.most {
		return 0, errRoom
	}
	f.bytes = append(f.bytes[:at], p...)
	return len(p), nil
}

func (f *file) ReadAt(p []byte, at int64) (int, error) {
	n := copy(p, f.bytes[at:])
	if n < len(p) {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

func (f *file) Close() error {
	f.open.Add(-1)
	return nil
}

// TestFiles: a count whose layers go to files finds the same as in memory, with the same nodes:
// with keys of several words, values and contacts, counts of several digits, several workers,
// allowances, and from what was kept.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	long := kerneltest.Dominoes(12, 12)
	short := enumerate.Sum{Values: make([]int32, long.Options())}
	for o := range long.Options() / 3 {
		short.Values[o] = 1
	}
	small := kerneltest.Dominoes(6, 9)
	meeting := enumerate.Sum{Contacts: &enumerate.Contacts{Problem: small, Beside: grid(6, 9), Kinds: make([]enumerate.ContactKind, small.Options())}}
	for o := range meeting.Contacts.Kinds {
		meeting.Contacts.Kinds[o] = enumerate.First | enumerate.Second
	}
	wide := kerneltest.Latin(4)
	for name, p := range map[string]*sweep.Plan{
		"dominoes": plan(t, long, primaries(long)), "values": plan(t, long, primaries(long), short),
		"contacts": plan(t, small, primaries(small), meeting), "Latin squares": plan(t, wide, primaries(wide)),
		"squares": plan(t, squares(200), primaries(squares(200))),
	} {
		whole := sweep.NewCounter(p, sweep.Limits{})
		whole.Run(nil)
		want := fmt.Sprint(whole.Groups, whole.Nodes)
		for memory := range 4 {
			if name == "contacts" && memory < 2 {
				continue // lists of contacts stay in memory
			}
			var open, made atomic.Int64
			limits := sweep.Limits{Memory: 10_000 << (2 * memory), Workers: memory, Files: func() (enumerate.TemporaryFile, error) {
				open.Add(1)
				made.Add(1)
				return &file{open: &open}, nil
			}}
			var kept [][]byte
			limits.Checkpoint = &snapshots{t: t, all: &kept, until: func() bool { return made.Load() >= 20 }}
			c := sweep.NewCounter(p, limits)
			for c.Limits.Nodes = 1; c.Run(nil) == sweep.Exhausted; c.Limits.Nodes += whole.Nodes/5 + 1 {
			}
			if got := fmt.Sprint(c.Groups, c.Nodes); got != want {
				t.Fatalf("%s, %d bytes: %.200s, expected %.200s", name, limits.Memory, got, want)
			}
			if open.Load() != 0 || memory == 0 && name == "dominoes" && made.Load() < 50 {
				t.Errorf("%s, %d bytes: %d files of %d are open", name, limits.Memory, open.Load(), made.Load())
			}
			limits.Checkpoint, limits.Workers = &snapshots{t: t, all: new([][]byte), from: kept[len(kept)-1]}, 2
			again := sweep.NewCounter(p, limits)
			if again.Run(nil); fmt.Sprint(again.Groups, again.Nodes) != want {
				t.Fatalf("%s, %d bytes, from what was kept: another result", name, limits.Memory)
			}
		}
	}
}

// TestNoRoom: a file that cannot be written ends the count.
func TestNoRoom(t *testing.T) {
	p := kerneltest.Dominoes(14, 14)
	c := sweep.NewCounter(plan(t, p, primaries(p)), sweep.Limits{Memory: 40_000, Files: func() (enumerate.TemporaryFile, error) {
		return &file{most: 1000, open: new(atomic.Int64)}, nil
	}})
	if got := c.Run(nil); got != sweep.Failed || !errors.Is(c.Err, errRoom) {
		t.Errorf("outcome %d: %v, expected %d: %v", got, c.Err, sweep.Failed, errRoom)
	}
}
