package progress

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// A Watch says what a command is doing as soon as that takes a second: in one line
// that it overwrites on a terminal, in a line now and then elsewhere. The zero time
// of the second is the command's start, or when the watch was last told to be silent.
type Watch struct {
	out      io.Writer
	terminal bool // out is one

	mu    sync.Mutex
	say   func(doing string, seconds int) // how lines are written where there is no terminal
	doing string                          // "": another display shows it, or none is wanted
	since time.Time
	said  time.Time // of the last line; zero if there is none
	drawn bool      // there is a line on the terminal
}

const (
	silence = time.Second            // that a user may wait for
	redraw  = 200 * time.Millisecond // on a terminal
)

// NewWatch returns a watch that writes to out.
func NewWatch(out io.Writer) *Watch {
	w := &Watch{out: out}
	_, w.terminal = Terminal(out)
	w.say = func(doing string, seconds int) { fmt.Fprintf(out, "coverstat: %s (%d s)\n", doing, seconds) }
	return w
}

// Start begins to watch. The function that it returns ends that.
func (w *Watch) Start() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(redraw)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-tick.C:
				w.show(now)
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
		w.set("")
	})
}

// set says what the command does now.
func (w *Watch) set(doing string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.doing == "" {
		w.since, w.said = time.Now(), time.Time{}
	}
	if w.doing = doing; doing == "" {
		w.clear()
	}
}

// clear removes the line from the terminal.
func (w *Watch) clear() {
	if w.drawn {
		fmt.Fprint(w.out, "\r\x1b[K")
		w.drawn = false
	}
}

func (w *Watch) show(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	took := now.Sub(w.since)
	switch {
	case w.doing == "" || w.say == nil || took < silence:
	case w.terminal:
		line := fmt.Sprintf("%s, %d s", w.doing, int(took.Seconds()))
		if width, _ := Terminal(w.out); width > 0 && len(line) >= width {
			line = line[:width-1]
		}
		fmt.Fprintf(w.out, "\r\x1b[K%s", line)
		w.drawn = true
	case w.said.IsZero() || now.Sub(w.said) >= logEvery:
		w.said = now
		w.say(w.doing, int(took.Seconds()))
	}
}

type watchKey struct{}

// With returns a context that carries a watch; nil is none.
func With(ctx context.Context, w *Watch) context.Context {
	return context.WithValue(ctx, watchKey{}, w)
}

// Doing says what the command of a context does from now on, such as "counting solutions". An empty
// text ends that: another display takes over. Without a watch in the context it does nothing.
func Doing(ctx context.Context, format string, args ...any) {
	if w := watchOf(ctx); w != nil {
		w.set(fmt.Sprintf(format, args...))
	}
}

// Notice prints a message to whoever started the command of a context, if it has a watch.
func Notice(ctx context.Context, format string, args ...any) {
	if w := watchOf(ctx); w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.clear()
		fmt.Fprintf(w.out, "coverstat: "+format+"\n", args...)
	}
}

// Watched reports whether messages are printed.
func Watched(ctx context.Context) bool { return watchOf(ctx) != nil }

func watchOf(ctx context.Context) *Watch {
	w, _ := ctx.Value(watchKey{}).(*Watch)
	return w
}

// Through makes the watch of a context write as a display does: lines in its log, or
// nothing if it shows nothing.
func (d *Display) Through(ctx context.Context) {
	w := watchOf(ctx)
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case d.mode == "none":
		w.say = nil
	case d.log != nil:
		w.terminal = false
		w.say = func(doing string, seconds int) { d.log.Info(doing, "seconds", seconds) }
	}
}
