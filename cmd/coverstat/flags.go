package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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

// aConfig and aDataset say how a command is given a config or a dataset.
const (
	aConfig  = "a config, a file of puzzles, or the name of a shipped run"
	aDataset = "a dataset's folder, or the name of a run in " + study.RunsDir
)

// folders returns the folders of datasets that the arguments of a command name.
func folders(args []string) (dirs []string) {
	for _, a := range args {
		dirs = append(dirs, study.Folder(a))
	}
	return dirs
}

// completeConfig offers the shell the shipped runs, and files.
func completeConfig(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, r := range configs.Shipped() {
		names = append(names, r.Name+"\t"+r.Summary)
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeDataset offers the shell the runs, and folders where there are none.
func completeDataset(c *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 && !strings.HasSuffix(c.Use, "...") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := slices.DeleteFunc(study.Runs(),
		func(n string) bool { return !strings.HasPrefix(n, written) || slices.Contains(args, n) })
	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// A flag is a flag of a command. Where its value goes says what it takes, and has its default.
type flag struct {
	name string
	to   any // a pointer, or a [pflag.Value]
	help string
}

// excludes are names of flags: the first cannot be used with any of the others.
type excludes []string

// withFlags gives a command flags, of which some cannot be used together.
func withFlags(c *cobra.Command, flags []flag, apart ...excludes) *cobra.Command {
	all := c.Flags()
	for _, f := range flags {
		switch to := f.to.(type) {
		case *bool:
			all.BoolVar(to, f.name, *to, f.help)
		case *string:
			all.StringVar(to, f.name, *to, f.help)
		case *[]string:
			all.StringArrayVar(to, f.name, *to, f.help)
		case *uint64:
			all.Uint64Var(to, f.name, *to, f.help)
		case *float64:
			all.Float64Var(to, f.name, *to, f.help)
		case *time.Duration:
			all.DurationVar(to, f.name, *to, f.help)
		case *[]int64:
			all.Int64SliceVar(to, f.name, *to, f.help)
			all.Lookup(f.name).DefValue = "" // help would show []
		default:
			all.Var(to.(pflag.Value), f.name, f.help)
		}
	}
	for _, names := range apart {
		for _, other := range names[1:] {
			c.MarkFlagsMutuallyExclusive(names[0], other)
		}
	}
	return c
}

// A parsed is the value of a flag whose text is read by a function. The error of that is what is expected.
type parsed struct {
	kind, text string // what help calls the value; what was given, or the default
	read       func(text string) error
}

// Set implements [pflag.Value].
func (p *parsed) Set(text string) error {
	p.text = text
	return p.read(text)
}

// String implements [pflag.Value].
func (p *parsed) String() string { return p.text }

// Type implements [pflag.Value].
func (p *parsed) Type() string { return p.kind }

// wholeNumber is the value of a flag for a number of a range.
func wholeNumber[N int | int64](number *N, least, most N) *parsed {
	return &parsed{"int", fmt.Sprint(*number), func(text string) error {
		x, err := strconv.ParseInt(text, 10, 64)
		switch in := err == nil && x >= int64(least) && x <= int64(most); {
		case !in && int64(most) == math.MaxInt:
			return fmt.Errorf("%d or more", least)
		case !in:
			return fmt.Errorf("%d to %d", least, most)
		}
		*number = N(x)
		return nil
	}}
}

// columnNames is the value of a flag for names separated by commas. A measure may be
// written as in a config, adjacent(T4, S4), with commas in its parentheses.
func columnNames(names *[]string) *parsed {
	return &parsed{"strings", "", func(text string) error {
		depth, from := 0, 0
		for i, c := range text + "," {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == ',' && (depth <= 0 || i == len(text)):
				*names = append(*names, strings.TrimSpace(text[from:i]))
				from = i + 1
			}
		}
		return nil
	}}
}

// configFlags are the flags of commands that read a config.
type configFlags struct {
	set     []string
	kernel  string
	workers int
}

// change is the flag that changes values of a config.
func (f *configFlags) change() flag {
	return flag{"set", &f.set, "change a value of the config: `key.path=value`, where value is YAML; may be repeated"}
}

// ofConfig are the flags of commands that open a config.
func (f *configFlags) ofConfig() []flag {
	return []flag{f.change(), {"kernel", &f.kernel,
		"the kernel that searches (default: that of the config, or auto); sweep counts without a list; a wrong name is answered with all names"}}
}

// ofSearch are the flags of commands that also search.
func (f *configFlags) ofSearch() []flag {
	f.workers = runtime.GOMAXPROCS(0)
	return append(f.ofConfig(), flag{"workers", wholeNumber(&f.workers, 1, 4096),
		"number of parallel searches; run and count start no more than there are cores"})
}

// searches returns how many searches to run at once here. More than one a core make
// each other slower: eight of the chessboard on two cores take 1.2 times as long as two.
func (f *configFlags) searches() int { return min(f.workers, runtime.GOMAXPROCS(0)) }

// toRun opens a config to do all that it asks for, and toCount only what counting its solutions needs.
func toRun(config string, set []string) (*study.Study, error)   { return study.Open(config, set, false) }
func toCount(config string, set []string) (*study.Study, error) { return study.Open(config, set, true) }

// open prepares the puzzle of a config.
func (f *configFlags) open(c *cobra.Command, config string,
	open func(config string, set []string) (*study.Study, error)) (*study.Study, error) {
	progress.Doing(c.Context(), "preparing the puzzle")
	set := f.set
	if f.kernel != "" {
		set = append(set, "kernel="+f.kernel)
	}
	s, err := open(config, set)
	var input *enumerate.InputError
	if errors.As(err, &input) && f.kernel != "" && input.File == "--set kernel="+f.kernel {
		input.File = "--kernel " + f.kernel // as the user wrote it
	}
	if err == nil {
		for _, remark := range s.Remarks {
			progress.Notice(c.Context(), "%s", remark)
		}
	}
	return s, err
}

// quoted quotes a word for a shell where it needs that.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;#~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// What help texts of several commands say.
const (
	partialRows = "show the rows of the finished tasks of a run that is stopped or going on"
	conditions  = "COLUMN=VALUE, also != < <= > >=, COLUMN in (VALUE, ...), COLUMN is null; joined by and, or and parentheses; for COLUMN also + - * of columns and whole numbers"
	orderings   = "`COLUMN` that the rows are sorted by, 'COLUMN desc' for the greatest first"
)

// selectionFlags are the flags that choose rows to be shown. rowExcludes and randomExcludes belong to them.
func selectionFlags(s *show.Selection, limit int) []flag {
	s.Limit, s.Seed = limit, 1
	return []flag{
		{"row", &s.Rows, "these `rows`, numbered from 0, separated by commas"},
		{"where", &s.Where, "rows that meet a condition: " + conditions},
		{"order-by", &s.OrderBy, orderings},
		{"random", wholeNumber(&s.Random, 1, math.MaxInt),
			"this many rows chosen at random, with --where among those that meet the condition"},
		{"seed", &s.Seed, "seed of --random"},
		{"limit", wholeNumber(&s.Limit, 1, math.MaxInt), "at most this many rows"},
	}
}

var rowExcludes, randomExcludes = excludes{"row", "where", "random"}, excludes{"random", "limit"}
