// Package progress shows how far a run has come: a bar on a terminal, log
// lines elsewhere.
package progress

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"coverstat/enumerate/run"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Display shows one run. All its output goes to one writer, line by line.
type Display struct {
	out  io.Writer
	mode string
	log  *slog.Logger
	bar  *progressbar.ProgressBar
	last time.Time
	seen run.Progress
	name string
}

// logEvery is the time between log lines.
const logEvery = 30 * time.Second

// barSteps is the bar's resolution.
const barSteps = 10_000

// New returns a display of the given mode: bar, log, json, none, or auto, a
// bar if out is a terminal and log lines otherwise.
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
		d.log = slog.New(slog.NewTextHandler(out, nil))
	case "json":
		d.log = slog.New(slog.NewJSONHandler(out, nil))
	default:
		return nil, fmt.Errorf("--progress %q: expected auto, bar, log, json or none", mode)
	}
	return d, nil
}

// Begin says what is run.
func (d *Display) Begin(name string, tasks, workers int) {
	d.name, d.last = name, time.Now()
	switch {
	case d.log != nil:
		d.log.Info("begin", "run", name, "tasks", tasks, "workers", workers)
	case d.mode == "bar":
		d.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(d.out),
			progressbar.OptionSetDescription(name),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(30))
	}
}

// Show takes the progress of the moment.
func (d *Display) Show(p run.Progress) {
	// Shares of tasks are added in the order in which tasks finish; rounding
	// must not make the bar step back.
	if p.Share < d.seen.Share {
		p.Share = d.seen.Share
	}
	d.seen = p
	switch {
	case d.bar != nil:
		text := fmt.Sprintf("%s  %d rows  %s", d.name, p.Tally.Rows, left(p))
		if p.Preparing > 0 && p.Preparing < 1 {
			text = fmt.Sprintf("%s  preparing %.0f%%", d.name, 100*p.Preparing)
		}
		d.bar.Describe(text)
		// The bar is decoration: an error here must not end the run.
		_ = d.bar.Set(int(p.Share * barSteps))
	case d.log != nil && time.Since(d.last) >= logEvery:
		d.last = time.Now()
		d.log.Info("progress", "run", d.name, "done", fmt.Sprintf("%.2f%%", 100*p.Share), "tasks", p.Tasks, "of", p.Of,
			"rows", p.Tally.Rows, "left", left(p))
	}
}

// End says how the run ended.
func (d *Display) End(err error) {
	if d.bar != nil {
		_ = d.bar.Clear() // decoration
	}
	if d.log == nil {
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

// left estimates the time left from the share done in this run.
func left(p run.Progress) string {
	mine := p.Share - p.Earlier
	if mine <= 0 || p.Elapsed < 2*time.Second {
		return "time left unknown"
	}
	rest := time.Duration(float64(p.Elapsed) * (1 - p.Share) / mine)
	return "about " + rest.Round(time.Second).String() + " left"
}
