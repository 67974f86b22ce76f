package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"coverstat/cmd/internal/forecast"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"

	"github.com/spf13/cobra"
)

func newRun() *cobra.Command {
	var flags configFlags
	o := produce.RunOptions{CommitEvery: 2 * time.Second}
	mode := "auto"
	var asJSON bool
	return withFlags(&cobra.Command{
		Use:   "run CONFIG",
		Short: "list or draw the solutions and write a dataset, or go on with a stopped run",
		Long: `run does what a config describes and writes a dataset: rows/*.parquet,
tables/*.parquet, stats.json, effort.parquet and manifest.json. Stop it with Ctrl-C
(exit 3) and run it again to go on. If the dataset is complete, run checks the
digests of its files, makes damaged ones again, and prints what it found. If CONFIG
is -, run reads the config from standard input; so do all commands that read one.`,
		Example: "  coverstat run chessboard\n  coverstat run chessboard --set 'measures=[on_edge(I5), crossroads]' --out bars",
		Args:    exactly(1, aConfig), ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			ctx, display := c.Context(), progress.Of(c.Context())
			if err := display.SetMode(mode); err != nil {
				return usageError{err}
			}
			s, err := flags.open(c, args[0], toRun)
			if err != nil {
				return err
			}
			if o.Out == "" {
				o.Out = filepath.Join(study.RunsDir, s.Plan.Name)
			}
			o.Workers, o.Progress = flags.searches(), display.Show
			progress.Doing(ctx, "cutting the search into tasks")
			if err := s.CutTasks(); err != nil {
				return err
			}
			progress.Doing(ctx, "opening the dataset")
			display.NoRows = s.Counting() != nil
			o.Begin = announce(ctx, s, &o, mode)
			outcome, err := produce.Run(ctx, s, o)
			progress.Doing(ctx, "")
			display.End(err)
			if err != nil {
				if errors.Is(err, run.ErrStopped) {
					progress.Notice(ctx, "%s", stopNotice(&o, display))
				}
				return err
			}
			return printOutcome(c, outcome, asJSON)
		},
	}, slices.Concat(flags.ofSearch(), runFlags(&o), []flag{
		{"progress", &mode,
			"how to show progress: auto, bar, log (a line in 30 s), json (a record a second) or none"},
		{"json", &asJSON, "print one JSON object, which names the dataset's folder, in place of the findings"},
	}), excludes{"limit", "shard"})
}

// runFlags are the flags of a run that say what is done, and where.
func runFlags(o *produce.RunOptions) []flag {
	return []flag{
		{"out", &o.Out, "the dataset's folder (default runs/NAME)"},
		{"shard", shardOf(&o.Shard, &o.Shards), "do only shard I of N, written I/N; I begins at 0"},
		{"limit", wholeNumber(&o.Limit, 1, math.MaxInt), "stop after this many rows, in task order"},
		{"fresh", &o.Fresh, "discard the dataset in the folder and begin anew"},
		{"commit-every", &o.CommitEvery,
			"time between commits of finished tasks; a crash loses at most the work of this time"},
	}
}

// announce returns what a run calls when tasks are to be done: it says how long they take, and shows how far they are.
func announce(ctx context.Context, s *study.Study, o *produce.RunOptions,
	mode string) func(produce.Start) (*progress.Forecast, error) {
	display := progress.Of(ctx)
	return func(start produce.Start) (f *progress.Forecast, err error) {
		if f = start.Forecast; f == nil {
			progress.Doing(ctx, "estimating the time of the run")
			f = forecast.Before(ctx, s, o.Workers, max(1, o.Shards))
		}
		f = f.With(o.Workers)
		room, line := "", ""
		if o.Limit == 0 { // otherwise it ends earlier, and nobody knows when
			display.Forecast = f
			room, err = forecast.Room(f, o.Out, start.Bytes)
			line = forecast.Line(s, f, start.Left, room)
		}
		progress.Doing(ctx, "")
		if err != nil {
			return f, err
		}
		if line != "" && (mode != "none" || room != "") {
			progress.Notice(ctx, "%s", line)
		}
		display.Begin(s.Plan.Name, start.Tasks, o.Workers)
		return f, nil
	}
}

// printOutcome prints what a run found.
func printOutcome(c *cobra.Command, outcome *produce.Outcome, asJSON bool) error {
	m := outcome.Manifest
	if asJSON {
		return printJSON(c, map[string]any{"name": m.Name, "dir": outcome.Dir(), "complete": m.Complete, "rows": m.Rows,
			"raw": m.Raw})
	}
	if err := show.PrintFindings(forPeople(c), outcome); err != nil || m.Job != enumerate.Census || !m.How.HasRows() {
		return err
	}
	return show.PrintSolution(c.OutOrStdout(), outcome.Dataset)
}

// stopNotice says what a stopped run leaves and how to go on.
func stopNotice(o *produce.RunOptions, d *progress.Display) string {
	how := "the same command goes on"
	if o.Fresh {
		how += " if it is given without --fresh"
	}
	return fmt.Sprintf("%s; %s", d.Kept(o.Out), how)
}

// maxShards is the largest number of shards.
const maxShards = 1_000_000

// shardOf is the value of a flag for I/N. Of no shards there are 0.
func shardOf(index, of *int) *parsed {
	return &parsed{"string", "", func(text string) error {
		a, b, ok := strings.Cut(text, "/")
		i, errA := strconv.Atoi(a)
		n, errB := strconv.Atoi(b)
		if !ok || errA != nil || errB != nil || n > maxShards || i < 0 || i >= n {
			return fmt.Errorf("I/N with 0 <= I < N <= %d, such as 0/32", maxShards)
		}
		*index, *of = i, n
		return nil
	}}
}
