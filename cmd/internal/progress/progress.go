// Package progress shows how far a run has come: a bar on a terminal, log
// lines elsewhere.
package progress

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/stats"

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
	seen  run.Progress
	name  string
	// Hopeless, if not "", says why there is no time left to tell.
	Hopeless string
	// from is the progress at which the search of this run began: rates and the time
	// left do not count what earlier runs did, nor the preparation.
	from  run.Progress
	begun bool
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
		if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
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
	// Shares of tasks are added in the order in which tasks finish; rounding
	// must not make the bar step back.
	if p.Share < d.seen.Share {
		p.Share = d.seen.Share
	}
	d.seen = p
	if preparing := p.Preparing > 0; preparing || !d.begun {
		d.from, d.begun = p, !preparing
	}
	switch {
	case d.bar != nil:
		// An error of the display must not end the run. The bar stays one step
		// below full, because a full bar clears itself; End clears it.
		_ = d.bar.Set(min(int(p.Share*barSteps), barSteps-1))
		d.bar.Describe(d.text(columns(d.out)))
	case d.log != nil && d.name != "" && time.Since(d.last) >= d.every: // a run that is stopped before it begins has no name
		d.last = time.Now()
		rows, nodes := d.rates()
		values := []any{"run", d.name, "done", Percent(p.Share), "share", math.Round(p.Share*1e6) / 1e6, "tasks", p.Tasks, "of", p.Of,
			"rows", p.Tally.Rows, "rows_per_second", math.Round(rows)}
		if nodes > 0 { // some surveys count none
			values = append(values, "nodes_per_second", math.Round(nodes))
		}
		d.log.Info("progress", append(values, "left", d.left())...)
	}
}

// Notice shows a message about the run: a record of the log for programs, a line for
// people.
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
	d.log.Info(how, "run", d.name, "tasks", p.Tasks, "of", p.Of, "rows", p.Tally.Rows,
		"nodes", p.Tally.Effort.Nodes, "seconds", fmt.Sprintf("%.2f", p.Elapsed.Seconds()))
}

// Kept says how much of a stopped run the folder out has.
func (d *Display) Kept(out string) string {
	p := d.seen
	if p.Of == 0 { // stopped before the search
		return "what was committed before is kept in " + out
	}
	return fmt.Sprintf("%s kept in %s: %s, %s of %s", Percent(p.Share), out, enumerate.Counted(stats.Whole(float64(p.Tally.Rows)), "row"), stats.Whole(float64(p.Tasks)), enumerate.Counted(stats.Whole(float64(p.Of)), "task"))
}

// left estimates the time left from the share that this run has done since its
// search began; after the search it says what is left to do.
func (d *Display) left() string {
	p := d.seen
	if d.Hopeless != "" {
		return d.Hopeless
	}
	switch {
	case p.Preparing > run.UnknownShare:
		return "preparing " + Percent(p.Preparing)
	case p.Preparing > 0:
		return "preparing"
	}
	mine, took := p.Share-max(p.Earlier, d.from.Share), p.Elapsed-d.from.Elapsed
	if p.Of > 0 && p.Tasks == p.Of {
		return "writing the dataset"
	}
	if mine <= 0 || took < 2*time.Second {
		return "time left unknown"
	}
	rest := time.Duration(float64(took) * (1 - p.Share) / mine)
	return "about " + rest.Round(time.Second).String() + " left"
}
