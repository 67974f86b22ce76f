package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
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
	"github.com/spf13/pflag"
)

// Exit codes.
const (
	exitFailed  = 1 // the command failed, or verify found an error in a dataset
	exitUsage   = 2 // wrong flag or input, or a folder that holds another dataset or is in use
	exitStopped = 3 // the run was stopped and can go on, or tasks are missing
)

// execute is the program as a function: it returns the exit code.
func execute(args []string, in io.Reader, out, messages io.Writer) int {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	context.AfterFunc(ctx, cancel) // a second signal ends the program at once
	watch := progress.NewWatch(messages)
	unwatch := watch.Start()
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(messages)
	refuseUnknown(root)
	c, _, err := root.Find(args)
	answers := err == nil && slices.Contains(onlyAnswers, topOf(c).Name())
	// Whatever the command is in the middle of, it ends within a second. Nothing is
	// damaged by that: a run is safe against crashes, so that at most the tasks since
	// the last commit are lost.
	var ended atomic.Bool
	unforced := context.AfterFunc(ctx, func() {
		if !answers {
			time.Sleep(grace)
		}
		if ended.Load() {
			return
		}
		unwatch()
		fmt.Fprintln(messages, "coverstat:", run.ErrStopped)
		os.Exit(exitStopped)
	})
	defer unforced() // before cancel, whatever happens
	begun := false   // the arguments are right
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		progress.Doing(c.Context(), "%s", doing[topOf(c).Name()])
		begun = true
		return emptyFlag(c)
	}
	err = root.ExecuteContext(progress.With(ctx, watch))
	ended.Store(true)
	unwatch()
	if err == nil {
		return 0
	}
	err = explained(err, begun)
	if !errors.Is(err, errSilent) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(messages, "coverstat:", printable(cutTokens(line)))
		}
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

// errSilent marks an error whose message has been printed.
var errSilent = errors.New("")

// exitCode returns the exit code for an error of a command.
func exitCode(err error) int {
	switch {
	case errors.Is(err, run.ErrStopped), errors.As(err, new(*study.IncompleteError)):
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
		Short: "lists all solutions of tiling and exact-cover puzzles",
		Long: `coverstat lists all solutions of a tiling or exact-cover puzzle, one of each set of
symmetric solutions, or draws random solutions. It writes them to a dataset of
Parquet files with measured columns and statistics.

  coverstat run chessboard      write the 16,146 ways to fill a chessboard with
                                the 12 pentominoes and the 2x2 square
  coverstat browse runs/chessboard
                                explore them on a page in the browser
  coverstat list                name all runs, piece sets and measures
  coverstat new                 write a config for a board and pieces of yours`,
		Version:       study.Version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          onlyCommands,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("coverstat {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newRun(), newCount(), newEstimate(), newCheck(), newList(), newStats(), newVerify(), newCat(),
		newMerge(), newStatus(), newSolve(), newNew(), newSchema(), newVersion(), newDraw(), newReport(), newCard(), newBrowse(), newConvert(),
	)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if slices.Contains(g.commands, c.Name()) {
				c.GroupID = g.title
			}
		}
	}
	addCompletions(root)
	return root
}

// groups are the commands by what they are for, as the help lists them.
var groups = []struct {
	title    string
	commands []string
}{
	{"Find solutions:", []string{"run", "count", "estimate", "check", "solve"}},
	{"Look at datasets:", []string{"browse", "report", "draw", "cat", "stats", "status"}},
	{"Check, join and publish datasets:", []string{"verify", "merge", "card"}},
	{"Write configs:", []string{"list", "new", "schema", "convert"}},
}

// refuseUnknown makes an error of unknown names behind help and completion, which the
// library answers by a page of help.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Short = "explain a command"
			c.Args = func(_ *cobra.Command, args []string) error {
				if _, rest, err := root.Find(args); err != nil || len(rest) == 0 {
					return err
				}
				return unknownCommand(root, strings.Join(args, " "))
			}
		case "completion":
			c.Short = "print what a shell needs to complete commands, names and keys"
			c.Args = onlyCommands
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// emptyFlag returns an error if a flag is given an empty text, as by an unset variable of
// a shell: it would be taken for a flag that is not given. An empty condition is one that
// all rows meet.
func emptyFlag(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && f.Name != "where" {
			err = usageError{fmt.Errorf("--%s is empty: expected a value, or no --%s", f.Name, f.Name)}
		}
	})
	return err
}

// cutTokens cuts what a message repeats of the input to 60 characters: quoted texts, and
// words. Words may be paths, which are cut only where they are longer than names of files are.
func cutTokens(message string) string {
	long := regexp.MustCompile(`"(?:[^"\\]|\\.){100,}"|[^\s"]{400,}`)
	return long.ReplaceAllStringFunc(message, func(token string) string {
		if token[0] == '"' {
			return enumerate.Shorten(token) + `"`
		}
		return enumerate.Shorten(token)
	})
}

// onlyCommands refuses arguments of a command that has nothing but commands below it.
func onlyCommands(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// unknownCommand is the error for a command that a command does not have.
func unknownCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		names = append(names, c.Name())
	}
	return usageError{enumerate.Unknown("no command", name, names, "")}
}

// flagError says which flags a command has, and what a flag expects where the library
// names a function of Go.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usageError{enumerate.Unknown(c.CommandPath()+" has no flag", "--"+unknown.GetSpecifiedName(), names, "")}
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		expected := map[string]string{"bool": "true or false", "duration": "a time with its unit, such as 30s", "float64": "a number",
			"int": "a whole number", "int64": "a whole number", "uint64": "a whole number of at least 0", "int64Slice": "whole numbers, separated by commas"}
		if e := expected[wrong.GetFlag().Value.Type()]; e != "" {
			err = fmt.Errorf("--%s %q: expected %s", wrong.GetFlag().Name, wrong.GetValue(), e)
		}
	}
	return usageError{err}
}

// onlyAnswers are the commands that only print answers. A signal ends them at
// once, because they have no files to complete.
var onlyAnswers = []string{"cat", "completion", "list", "new", "schema", "solve", "stats", "status", "version"}

// doing says what commands do first.
var doing = map[string]string{
	"run": "preparing the puzzle", "check": "preparing the puzzle", "estimate": "preparing the puzzle", "count": "preparing the puzzle", "convert": "preparing the puzzle",
	"verify": "checking the dataset", "merge": "checking the shards", "draw": "making the picture", "report": "reading the dataset", "card": "reading the dataset", "stats": "reading the rows", "status": "reading the journal",
}

// grace is the time in which a command may end by itself after a signal.
const grace = 800 * time.Millisecond

// topOf returns the command below the root that a command belongs to.
func topOf(c *cobra.Command) *cobra.Command {
	for c.HasParent() && c.Parent().HasParent() {
		c = c.Parent()
	}
	return c
}

// exactly takes so many arguments.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }

// between takes at least and at most so many arguments.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("got %s: expected %s", enumerate.Plural(len(args), "argument"), what)
		}
		return nil
	}
}

// aConfig says how a command is given a config.
const aConfig = "a config file or the name of a shipped run"

// aDataset says how a command is given a dataset.
const aDataset = "a dataset's folder, or the name of a run in " + study.RunsDir

// folders returns the folders of datasets that the arguments of a command name.
func folders(args []string) (dirs []string) {
	for _, a := range args {
		dirs = append(dirs, study.Folder(a))
	}
	return dirs
}

// configFlags are the flags of commands that read a config.
type configFlags struct {
	set     []string
	kernel  string
	workers int // 1 in commands without --workers
}

const setHelp = "change a value of the config: `key.path=value`, where value is YAML; may be repeated"

func (f *configFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.set, "set", nil, setHelp)
	c.Flags().StringVar(&f.kernel, "kernel", "", "the kernel that searches (default: that of the config, or auto); sweep counts without a list; a wrong name is answered with all names")
}

func (f *configFlags) addWorkers(c *cobra.Command) {
	c.Flags().IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "number of parallel searches; run and count start no more than there are cores")
}

// searches returns how many searches to run at once here. More than one a core make
// each other slower: eight of the chessboard on two cores take 1.2 times as long as two.
func (f *configFlags) searches() int { return min(f.workers, runtime.GOMAXPROCS(0)) }

// written returns the config and the flags that change it as words for a shell.
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

func (f *configFlags) open(config string, countOnly bool) (*study.Study, error) {
	if os.Getenv("GOGC") == "" {
		paceCollections(400)
	}
	if f.workers < 1 || f.workers > 4096 {
		return nil, usageError{fmt.Errorf("--workers %d: expected 1 to 4096", f.workers)}
	}
	set := f.set
	if f.kernel != "" {
		set = append(set, "kernel="+f.kernel)
	}
	s, err := study.Open(config, set, countOnly)
	var input *enumerate.InputError
	if errors.As(err, &input) && f.kernel != "" && input.File == "--set kernel="+f.kernel {
		input.File = "--kernel " + f.kernel // as the user wrote it
	}
	return s, err
}
