package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/export/convert"
	"coverstat/export/picture"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What a shell completes follows from two tables: ofArguments goes by the words in the
// line of use of a command, ofFlags by the names of flags.

type completion = func(c *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective)

var ofArguments = map[string]completion{
	"CONFIG":     completeConfig,
	"DIR":        completeDataset,
	"DIR|PIECES": completeDrawn,
	"[FAMILY]":   words(familyNames),
}

var ofFlags = map[string]completion{
	"against":     completeDataset,
	"columns":     listOf(columnNamesOf),
	"cross":       listOf(columnNamesOf),
	"family":      words(familyNames),
	"kernel":      words(kernelsOf),
	"measure":     words(measuresOf),
	"palette":     words(constant(picture.Palettes()...)),
	"pieces":      listOf(pieceSets),
	"progress":    words(constant("auto", "bar", "log", "json", "none")),
	"set":         completeSet,
	"table":       words(tablesOf),
	"to":          words(constant(convert.Formats()...)),
	"view":        words(constant(picture.Views()...)),
	"where":       completeCondition,
	"cat format":  words(constant(show.CatFormats()...)),
	"draw format": words(constant(show.DrawFormats()...)),
}

// addCompletions tells the shell what may stand in the arguments and flags of a command and
// of those below it.
func addCompletions(c *cobra.Command) {
	use := strings.Fields(c.Use)
	for _, word := range slices.Backward(use) {
		if f := ofArguments[strings.TrimSuffix(word, "...")]; f != nil && c.ValidArgsFunction == nil {
			many := strings.HasSuffix(use[len(use)-1], "...")
			c.ValidArgsFunction = func(c *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
				if len(args) > 0 && !many {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				return f(c, args, written)
			}
		}
	}
	if len(use) == 1 && !c.HasSubCommands() {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if complete := ofFlags[f.Name]; complete != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, complete) // fails only where it is registered twice
		} else if complete := ofFlags[c.Name()+" "+f.Name]; complete != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, complete)
		}
	})
	for _, below := range c.Commands() {
		addCompletions(below)
	}
}

// words completes by the names that a function gives for the arguments so far.
func words(names func(args []string) []string) completion {
	return func(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
		return begin(names(args), written), cobra.ShellCompDirectiveNoFileComp
	}
}

// listOf completes the last name of a list with commas.
func listOf(names func(args []string) []string) completion {
	return func(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
		return after(written, strings.LastIndexByte(written, ',')+1, names(args), ""), cobra.ShellCompDirectiveNoFileComp
	}
}

func constant(names ...string) func([]string) []string {
	return func([]string) []string { return names }
}

// begin returns the names that begin with what is written.
func begin(names []string, written string) (found []string) {
	for _, n := range names {
		if strings.HasPrefix(n, written) {
			found = append(found, n)
		}
	}
	return found
}

// after completes the part of a text that begins at a place. It puts an end behind.
func after(written string, at int, names []string, end string) (found []string) {
	for _, n := range begin(names, written[at:]) {
		found = append(found, written[:at]+n+end)
	}
	return found
}

// completeConfig offers the shipped runs, and the files beside.
func completeConfig(_ *cobra.Command, _ []string, written string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range configs.Shipped() {
		names = append(names, r.Name+"\t"+r.Summary)
	}
	for _, pattern := range []string{"*.yaml", "*.yml"} {
		files, _ := filepath.Glob(pattern)
		names = append(names, files...)
	}
	return begin(names, written), cobra.ShellCompDirectiveDefault
}

// completeDataset offers the runs, the folders of datasets here, and other folders where
// there are none.
func completeDataset(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
	names := study.Runs()
	here, _ := filepath.Glob(filepath.Join("*", "manifest.json"))
	for _, h := range here {
		names = append(names, filepath.Dir(h))
	}
	names = slices.DeleteFunc(begin(names, written), func(n string) bool { return slices.Contains(args, n) })
	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeDrawn offers datasets and sets of pieces.
func completeDrawn(c *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
	names, directive := completeDataset(c, args, written)
	if sets := begin(pieceSets(nil), written); len(sets) > 0 && written != "" {
		return append(names, sets...), cobra.ShellCompDirectiveNoFileComp
	}
	return names, directive
}

// completeSet offers the keys of a config, and after a key and = the values that it may have.
func completeSet(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
	keys := configs.Keys(configs.Plan{})
	for _, f := range puzzles.Families() {
		if plan := planOf(args); plan == nil || plan.Family == f.Name {
			for _, k := range configs.Keys(f.Params) {
				k.Path = "puzzle." + k.Path
				keys = append(keys, k)
			}
		}
	}
	path, _, value := strings.Cut(written, "=")
	var found []string
	for _, k := range keys {
		switch {
		case value && k.Path == path:
			return after(written, len(path)+1, k.Values, ""), cobra.ShellCompDirectiveNoFileComp
		case !value && strings.HasPrefix(k.Path, written) && !strings.Contains(k.Path, "[]"):
			found = append(found, k.Path+"=\t"+k.Help)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// completeCondition offers columns where a comparison begins.
func completeCondition(_ *cobra.Command, args []string, written string) ([]string, cobra.ShellCompDirective) {
	at := strings.LastIndexAny(written, " (") + 1
	return after(written, at, columnNamesOf(args), ""), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// planOf is the config that a command names; nil if there is none, or none that is right.
func planOf(args []string) *configs.Plan {
	if len(args) == 0 {
		return nil
	}
	plan, err := configs.Load(args[0], nil)
	if err != nil {
		return nil
	}
	return plan
}

// kernelsOf lists the kernels of the puzzle that a command names: those that the error
// for a wrong one has.
func kernelsOf(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	_, err := study.Open(args[0], []string{"kernel=?"}, false)
	if wrong := (*enumerate.InputError)(nil); errors.As(err, &wrong) {
		return wrong.Valid
	}
	return nil
}

func familyNames([]string) (names []string) {
	for _, f := range puzzles.Families() {
		names = append(names, f.Name+"\t"+f.Help)
	}
	return names
}

func pieceSets([]string) (names []string) {
	for _, f := range puzzles.Families() {
		if f.Sets == nil {
			continue
		}
		for _, s := range f.Sets() {
			names = append(names, fmt.Sprintf("%s\t%s: %s", s.Name, f.Name, enumerate.Plural(len(s.Members), "piece")))
		}
	}
	return names
}

// columnNamesOf lists the columns of the dataset that a command names, and measuresOf
// those that are measured.
func columnNamesOf(args []string) []string {
	return columnsOf(args, func(enumerate.Column) bool { return true })
}

func measuresOf(args []string) []string {
	return columnsOf(args, func(c enumerate.Column) bool { return c.Role == enumerate.Measured })
}

// tablesOf lists the tables of the dataset that a command names.
func tablesOf(args []string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	d, err := study.OpenDataset(study.Folder(args[0]))
	if err != nil {
		return nil
	}
	for _, t := range d.Manifest.Tables {
		names = append(names, t.Name)
	}
	return names
}

func columnsOf(args []string, wanted func(enumerate.Column) bool) (names []string) {
	if len(args) == 0 {
		return nil
	}
	d, err := study.OpenDataset(study.Folder(args[0]))
	if err != nil {
		return nil
	}
	for _, c := range d.Columns() {
		if wanted(c) {
			names = append(names, c.Name+"\t"+c.Meaning)
		}
	}
	return names
}
