// Package progress shows how far a run has come: a bar on a terminal, log lines elsewhere.
package progress

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"coverstat/enumerate"
	"coverstat/enumerate/run"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Display shows the progress of one run. It writes line by line.
type Display struct {
	out  io.Writer
	mode string
	log  *slog.Logger
	// every is the time between two lines of log.
	every time.Duration
	bar   *progressbar.ProgressBar
	last  time.Time
	name  string
	Meter
	NoRows bool // what the tasks find are no rows
}

// logEvery is the time between lines for people, jsonEvery between those for programs,
// which may draw a bar.
const (
	logEvery  = 30 * time.Second
	jsonEvery = time.Second
)

const (
	barSteps = 10_000 // of the whole bar
	barWidth = 20     // characters
)

// New returns a display of the given mode: bar, log, json, none, or auto. The mode
// auto is bar if out is a terminal and log otherwise. Other modes are an error.
func New(out io.Writer, mode string) (*Display, error) {
	d := &Display{out: out, mode: mode}
	if mode == "auto" {
		d.mode = "log"
		if _, ok := Terminal(out); ok {
			d.mode = "bar"
		}
	}
	switch d.mode {
	case "bar", "none":
	case "log":
		d.log, d.every = slog.New(slog.NewTextHandler(out, nil)), logEvery
	case "json":
		d.log, d.every = slog.New(slog.NewJSONHandler(out, nil)), jsonEvery
	default:
		return nil, fmt.Errorf("--progress %q: expected auto, bar, log, json or none", mode)
	}
	return d, nil
}

// Begin shows that the run of a name begins, with its numbers of tasks and of workers.
func (d *Display) Begin(name string, tasks, workers int) {
	d.name, d.last = name, time.Now()
	switch {
	case d.log != nil:
		d.log.Info("begin", "run", name, "tasks", tasks, "workers", workers)
	case d.mode == "bar":
		d.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(lineWriter{d.out}),
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
	case d.log != nil && d.name != "" && time.Since(d.last) >= d.every: // a run that is stopped before it begins has no name
		d.last = time.Now()
		rows, nodes := d.rates()
		values := []any{"run", d.name, "done", enumerate.Percent(p.Share), "share", math.Round(p.Share*1e6) / 1e6, "tasks", p.Tasks, "of", p.Of}
		if !d.NoRows {
			values = append(values, "rows", p.Tally.Rows, "rows_per_second", math.Round(rows))
		}
		if nodes > 0 { // some surveys count none
			values = append(values, "nodes_per_second", math.Round(nodes))
		}
		d.log.Info("progress", append(values, "left", d.rest())...)
	}
}

// Notice shows a message about the run: a record of the log for programs, a line for people.
func (d *Display) Notice(text string) {
	if d.mode == "json" {
		d.log.Info(text)
		return
	}
	fmt.Fprintln(d.out, "coverstat:", text)
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
	d.log.Info(how, append(values, "nodes", p.Tally.Effort.Nodes, "seconds", fmt.Sprintf("%.2f", p.Elapsed.Seconds()))...)
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
	return fmt.Sprintf("%s kept in %s: %s%s of %s", enumerate.Percent(p.Share), out, rows, enumerate.Grouped(p.Tasks), enumerate.Plural(p.Of, "task"))
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

// lineWriter removes the whole percents from the lines that the bar draws. In a run
// of a night each of them stays for minutes; the text beside the bar has finer ones.
type lineWriter struct{ out io.Writer }

var wholePercents = regexp.MustCompile(`^\r *[0-9]+% `)

// Write implements [io.Writer].
func (w lineWriter) Write(p []byte) (int, error) {
	line := p
	if at := wholePercents.FindIndex(p); at != nil {
		line = append([]byte("\r"), p[at[1]:]...)
	}
	if _, err := w.out.Write(line); err != nil {
		return 0, err
	}
	return len(p), nil
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
