package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"coverstat/cmd/internal/pipeline"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/files"
	"coverstat/export/journal"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitFailed  = 1 // failed, or found wrong
	exitUsage   = 2 // bad usage or input, directory of another config or in use
	exitStopped = 3 // stopped, and can be resumed
)

// execute is the program as a function: it returns the exit code.
func execute(args []string, in io.Reader, out, messages io.Writer) int {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	context.AfterFunc(ctx, cancel) // a second signal ends the program at once
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(messages)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if !errors.Is(err, errSilent) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(messages, "coverstat:", line)
		}
	}
	return exitCode(err)
}

// errSilent marks an error whose message has been printed.
var errSilent = errors.New("")

// exitCode returns the exit code for an error of a command.
func exitCode(err error) int {
	switch {
	case errors.Is(err, run.ErrStopped), errors.Is(err, pipeline.ErrIncomplete),
		errors.As(err, new(*pipeline.InterruptedError)):
		return exitStopped
	case errors.As(err, new(usageError)), errors.As(err, new(*enumerate.InputError)),
		errors.As(err, new(*files.LockedError)), errors.As(err, new(*journal.MismatchError)):
		return exitUsage
	}
	return exitFailed
}

// usageError is a wrong flag or argument.
type usageError struct{ error }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "coverstat",
		Short: "a census bureau for exact covers",
		Long: `coverstat lists every solution of a tiling or exact-cover puzzle up to symmetry
(or an honest random sample of them), and leaves a dataset for a notebook.

  coverstat run chessboard      the 16,146 ways to fill a chessboard with the
                                12 pentominoes and the 2x2 square
  coverstat list                what else it can do`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q: see coverstat --help", args[0])}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRun: func(c *cobra.Command, _ []string) {
			if top := topOf(c); slices.Contains(onlyAnswers, top.Name()) {
				signal.Reset(os.Interrupt, syscall.SIGTERM)
			}
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newRun(), newCount(), newEstimate(), newCheck(), newList(), newStats(), newVerify(), newCat(), newMerge(), newStatus(), newSolve(), newVersion(), newDraw(), newReport(), newCard())
	return root
}

// onlyAnswers are the commands that write answers and nothing else: they have
// nothing to bring to an end, and a signal ends them as it does cat or sort.
var onlyAnswers = []string{"cat", "list", "solve", "stats", "status", "version"}

// topOf returns the command below the root that a command belongs to.
func topOf(c *cobra.Command) *cobra.Command {
	for c.HasParent() && c.Parent().HasParent() {
		c = c.Parent()
	}
	return c
}

// exactly is cobra.ExactArgs with our exit code.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("got %d arguments: expected %s", len(args), what)}
		}
		return nil
	}
}

// configFlags are the flags of commands that read a config.
type configFlags struct {
	set     []string
	kernel  string
	workers int
}

func (f *configFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.set, "set", nil, "change the config: key.path=value, repeatable; the value is YAML")
	c.Flags().StringVar(&f.kernel, "kernel", "", "search with this kernel (see check); default as the config says, or auto")
}

func (f *configFlags) addWorkers(c *cobra.Command) {
	c.Flags().IntVar(&f.workers, "workers", runtime.NumCPU(), "number of goroutines that search")
}

// written is the config with the flags that change it, as for a shell.
func (f *configFlags) written(config string) string {
	text := quoted(config)
	for _, set := range f.set {
		text += " --set " + quoted(set)
	}
	if f.kernel != "" {
		text += " --kernel " + quoted(f.kernel)
	}
	return text
}

// quoted quotes a word for a shell where it needs that.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;#~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

func (f *configFlags) open(config string, countOnly bool) (*pipeline.Study, error) {
	if f.workers < 0 || f.workers > 4096 {
		return nil, usageError{fmt.Errorf("--workers %d: expected 1 to 4096", f.workers)}
	}
	set := f.set
	if f.kernel != "" {
		set = append(set, "kernel="+f.kernel)
	}
	study, err := pipeline.Open(config, set, countOnly)
	var input *enumerate.InputError
	if errors.As(err, &input) && f.kernel != "" && input.File == "--set kernel="+f.kernel {
		input.File = "--kernel " + f.kernel // as it was written
	}
	return study, err
}
