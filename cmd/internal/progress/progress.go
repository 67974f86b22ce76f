// Package progress shows what a command does and how far a run has come: a bar on a terminal, lines elsewhere.
package progress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/run"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Display shows on the standard error of a command what it does as soon as that takes a second,
// its messages, and the progress of a run. It writes line by line: on a terminal it overwrites its
// line, elsewhere it writes one now and then.
type Display struct {
	out      io.Writer
	terminal bool // out is one
	// mode is bar, log, json or none of a run; "" before, and of other commands.
	mode  string
	log   *slog.Logger
	every time.Duration // between two lines of log
	bar   *progressbar.ProgressBar
	last  time.Time
	name  string
	Meter
	NoRows bool // what the tasks find are no rows

	mu    sync.Mutex
	doing string    // "": the progress of a run shows it, or nothing is wanted
	since time.Time // it is shown, from the second silence after this
	said  time.Time // of the last line; zero if there is none
	drawn bool      // there is a line on the terminal
}

// logEvery is the time between lines for people, jsonEvery between those for programs,
// which may draw a bar.
const (
	logEvery  = 30 * time.Second
	jsonEvery = time.Second
	silence   = time.Second            // that a user may wait for
	redraw    = 200 * time.Millisecond // on a terminal
)

const (
	barSteps = 10_000 // of the whole bar
	barWidth = 20     // characters
)

func newDisplay(out io.Writer) *Display {
	_, terminal := Terminal(out)
	return &Display{out: out, terminal: terminal}
}

// SetMode says how a run is shown: bar, log, json, none, or auto, which is bar on a terminal
// and log elsewhere. Other modes are an error.
func (d *Display) SetMode(mode string) error {
	if mode == "auto" {
		mode = "log"
		if d.terminal {
			mode = "bar"
		}
	}
	switch d.mode = mode; mode {
	case "bar", "none":
	case "log":
		d.log, d.every = slog.New(slog.NewTextHandler(d.out, nil)), logEvery
	case "json":
		d.log, d.every = slog.New(slog.NewJSONHandler(d.out, nil)), jsonEvery
	default:
		return fmt.Errorf("--progress %q: expected auto, bar, log, json or none", mode)
	}
	return nil
}

// Start begins to show on out what a command does. The context that it returns carries the display, for [Doing] and
// [Notice]; the function ends it.
func Start(ctx context.Context, out io.Writer) (shown context.Context, stop func()) {
	d := newDisplay(out)
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
				d.showDoing(now)
			}
		}
	}()
	return context.WithValue(ctx, displayKey{}, d), sync.OnceFunc(func() {
		close(done)
		<-ended
		d.setDoing("")
	})
}

func (d *Display) setDoing(doing string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.doing == "" {
		d.since, d.said = time.Now(), time.Time{}
	}
	if d.doing = doing; doing == "" {
		d.clear()
	}
}

// clear removes the line from the terminal.
func (d *Display) clear() {
	if d.drawn {
		fmt.Fprint(d.out, "\r\x1b[K")
		d.drawn = false
	}
}

func (d *Display) showDoing(now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	took := now.Sub(d.since)
	seconds := int(took.Seconds())
	switch again := d.said.IsZero() || now.Sub(d.said) >= logEvery; {
	case d.doing == "" || d.mode == "none" || took < silence:
	case d.terminal && d.log == nil:
		line := fmt.Sprintf("%s, %d s", d.doing, seconds)
		if width, _ := Terminal(d.out); width > 0 && len(line) >= width {
			line = line[:width-1]
		}
		fmt.Fprintf(d.out, "\r\x1b[K%s", line)
		d.drawn = true
	case again && d.log != nil:
		d.said = now
		d.log.Info(d.doing, "seconds", seconds)
	case again:
		d.said = now
		fmt.Fprintf(d.out, "coverstat: %s (%d s)\n", d.doing, seconds)
	}
}

type displayKey struct{}

// Silent returns a context without a display.
func Silent(ctx context.Context) context.Context {
	return context.WithValue(ctx, displayKey{}, (*Display)(nil))
}

// Of returns the display of a context; nil if it has none.
func Of(ctx context.Context) *Display {
	d, _ := ctx.Value(displayKey{}).(*Display)
	return d
}

// Doing says what the command of a context does from now on, such as "counting solutions". An empty
// text ends that: the progress of a run takes over. Without a display in the context it does nothing.
func Doing(ctx context.Context, format string, args ...any) {
	if d := Of(ctx); d != nil {
		d.setDoing(fmt.Sprintf(format, args...))
	}
}

// Notice prints a message to whoever started the command of a context, if it has a display.
func Notice(ctx context.Context, format string, args ...any) {
	if d := Of(ctx); d != nil {
		d.notice(fmt.Sprintf(format, args...))
	}
}

// notice prints a message: a record of the log for programs, a line for people.
func (d *Display) notice(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.clear(); d.mode == "json" {
		d.log.Info(text)
		return
	}
	fmt.Fprintln(d.out, "coverstat:", text)
}

// Begin shows that the run of a name begins, with its numbers of tasks and of workers.
func (d *Display) Begin(name string, tasks, workers int) {
	d.name, d.last = name, time.Now()
	switch {
	case d.log != nil:
		d.log.Info("begin", "run", name, "tasks", tasks, "workers", workers)
	case d.mode == "bar":
		d.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(d.out),
			// The bar goes back to the start of the line, over the whole percents that the library writes before it. In
			// a run of a night each of them stays for minutes; the text beside the bar has finer ones.
			progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: " ", BarStart: "\r|",
				BarEnd: "|"}),
			progressbar.OptionSetDescription(name),
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(barWidth))
	}
}

// Show shows the present progress of the run.
func (d *Display) Show(p run.Progress) {
	d.See(p)
	p = d.seen
	switch {
	case d.bar != nil:
		// An error of the display must not end the run. The bar stays one step
		// below full, because a full bar clears itself; End clears it.
		_ = d.bar.Set(min(int(p.Share*barSteps), barSteps-1))
		width, _ := Terminal(d.out)
		d.bar.Describe(d.text(width))
	// a run that is stopped before it begins has no name
	case d.log != nil && d.name != "" && time.Since(d.last) >= d.every:
		d.last = time.Now()
		rows, nodes := d.rates()
		values := []any{"run", d.name, "done", enumerate.Percent(p.Share), "share",
			math.Round(p.Share*1e6) / 1e6, "tasks",
			p.Tasks, "of", p.Of}
		if !d.NoRows {
			values = append(values, "rows", p.Tally.Rows, "rows_per_second", math.Round(rows))
		}
		if nodes > 0 { // some surveys count none
			values = append(values, "nodes_per_second", math.Round(nodes))
		}
		d.log.Info("progress", append(values, "left", d.rest())...)
	}
}

// End shows that the run ended; err is its error.
func (d *Display) End(err error) {
	if d.bar != nil {
		_ = d.bar.Clear() // an error of the display is no error of the run
	}
	if d.log == nil || d.name == "" {
		return
	}
	p := d.seen
	how := "finished"
	switch {
	case errors.Is(err, run.ErrStopped):
		how = "stopped"
	case err != nil:
		how = "failed"
	}
	values := []any{"run", d.name, "tasks", p.Tasks, "of", p.Of}
	if !d.NoRows {
		values = append(values, "rows", p.Tally.Rows)
	}
	d.log.Info(how, append(values, "nodes", p.Tally.Effort.Nodes, "seconds",
		fmt.Sprintf("%.2f", p.Elapsed.Seconds()))...)
}

// Kept says how much of a stopped run the folder out has.
func (d *Display) Kept(out string) string {
	p := d.seen
	if p.Of == 0 { // stopped before the search
		return "what was committed before is kept in " + out
	}
	rows := enumerate.Plural(p.Tally.Rows, "row") + ", "
	if d.NoRows {
		rows = ""
	}
	return fmt.Sprintf("%s kept in %s: %s%s of %s", enumerate.Percent(p.Share), out, rows, enumerate.Grouped(p.Tasks),
		enumerate.Plural(p.Of, "task"))
}

// rest says what is left to do, or how long it will take.
func (d *Display) rest() string {
	switch p := d.seen; {
	case p.Doing != "":
		return p.Doing
	case p.Of > 0 && p.Tasks == p.Of:
		return "writing the dataset"
	}
	return d.Record().Left()
}

// Terminal reports whether a stream is a terminal, and its width, 0 if that is unknown.
func Terminal(stream any) (width int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(f.Fd())) // 0 with an error
	return width, true
}

// text returns the text beside the bar. It leaves out parts if the line would be longer than width,
// the terminal's (0 is unknown), because a line that wraps cannot be overwritten.
func (d *Display) text(width int) string {
	p := d.seen
	if p.Doing != "" {
		return d.rest() + "  " + d.name
	}
	rows, nodes := d.rates()
	parts := []string{enumerate.Percent(p.Share), d.name, "", "", "", d.rest()}
	if !d.NoRows {
		parts[2], parts[3] = enumerate.Grouped(p.Tally.Rows)+" rows", enumerate.Rough(rows)+" rows/s"
	}
	if nodes > 0 { // some surveys count none
		parts[4] = enumerate.Rough(nodes) + " nodes/s"
	}
	join := func() string {
		return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" }), "  ")
	}
	for _, next := range []int{4, 1, 3, 2} { // to leave out
		if width > 0 && utf8.RuneCountInString(join())+barWidth+barFrame > width {
			parts[next] = ""
		}
	}
	return join()
}

// barFrame is the number of characters that a line has besides the bar and the
// text, with the whole percents, which the bar still counts.
const barFrame = 12
