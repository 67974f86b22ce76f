// Command coverstat enumerates every solution of a tiling or exact-cover
// puzzle, or draws random ones, and writes them to a dataset.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/files"
	"coverstat/export/journal"

	"github.com/spf13/cobra"
)

func main() {
	if os.Getenv("GOGC") == "" {
		paceCollections(400)
	}
	os.Exit(execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitFailed  = 1 // the command failed, or verify found an error in a dataset
	exitUsage   = 2 // wrong flag or input, or a folder that holds another dataset or is in use
	exitStopped = 3 // the run was stopped and can go on, or tasks are missing
)

// grace is the time in which a command may end by itself after a signal.
const grace = 800 * time.Millisecond

// execute is the program as a function: it returns the exit code.
func execute(args []string, in io.Reader, out, messages io.Writer) int {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	context.AfterFunc(ctx, cancel) // a second signal ends the program at once
	shown, silence := progress.Start(ctx, messages)
	// Whatever the command is in the middle of, it ends within a second. Nothing is
	// damaged by that: a run is safe against crashes, so that at most the tasks since
	// the last commit are lost.
	var ended atomic.Bool
	unforced := context.AfterFunc(ctx, func() {
		if time.Sleep(grace); ended.Load() {
			return
		}
		silence()
		fmt.Fprintln(messages, "coverstat:", run.ErrStopped)
		os.Exit(exitStopped)
	})
	defer unforced() // before cancel, whatever happens
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(messages)
	refuseUnknown(root)
	begun := false // the arguments are right
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		err := checkFlags(c)
		begun = err == nil
		return err
	}
	err := root.ExecuteContext(shown)
	ended.Store(true)
	silence()
	if err == nil {
		return 0
	}
	err = explained(err, begun)
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(messages, "coverstat:", printable(cutTokens(line)))
	}
	return exitCode(err)
}

// explained gives an error the type that says its exit code, where it comes from a
// library: a command that was stopped, or was not begun because its arguments are wrong.
func explained(err error, begun bool) error {
	switch {
	case errors.Is(err, context.Canceled):
		return run.ErrStopped
	case !begun:
		return usageError{err}
	}
	return err
}

// exitCode returns the exit code for an error of a command.
func exitCode(err error) int {
	switch {
	case errors.Is(err, run.ErrStopped), errors.As(err, new(*study.IncompleteError)):
		return exitStopped
	case errors.As(err, new(usageError)), errors.As(err, new(*enumerate.InputError)),
		errors.As(err, new(*enumerate.NoPictureError)),
		errors.As(err, new(*files.LockedError)), errors.As(err, new(*journal.MismatchError)):
		return exitUsage
	}
	return exitFailed
}

// usageError is a wrong flag or argument.
type usageError struct{ error }

// usage returns a usageError.
func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// paceCollections lets the heap grow by so many percent of what is in use before the next garbage collection, and
// from then on by 12 MB, or by a quarter of what is in use if that is more.
//
// With 400 the first waits for 16 MB. The runtime would begin at 4 MB, which the packages and a small puzzle pass
// twice; the two took a sixth of the time of counting it. Later the runtime would double the heap, which costs memory
// and saves little: most of a larger heap is tables and rows, which hold no pointers, so that a collection takes next
// to no time.
func paceCollections(percent int) {
	debug.SetGCPercent(percent)
	runtime.AddCleanup(new([64]byte), func(growth uint64) {
		inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(inUse)
		paceCollections(int(max(25, growth*100/max(growth/4, inUse[0].Value.Uint64()))))
	}, 12<<20)
}
