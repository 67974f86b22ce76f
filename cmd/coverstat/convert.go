package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/configs/tilings"
	"coverstat/enumerate"
	"coverstat/export/convert"

	"github.com/spf13/cobra"
)

const convertHelp = `convert writes the exact cover of a puzzle as text for other programs: solvers that
list or count its solutions, and so check what coverstat counts. The formats are

  knuth      the text of Knuth's programs for exact covers, with colours and bounds
  opb        pseudo-Boolean constraints
  cnf        clauses in DIMACS form, for SAT solvers and model counters
  minizinc   a model for MiniZinc
  xcsp3      an instance for the solvers of the XCSP3 competitions
  burrtools  a puzzle for BurrTools: pieces of squares, cubes or triangles, which it
             turns in space
  nnf        all solutions, as a circuit of the compiler d4, which other programs count,
             query and sample

Comments say what options, items and variables are. In opb, cnf, minizinc and xcsp3 the first variables
are the options; the others follow from them, so that there are as many models as
solutions. Of a survey of Sudokus or nonograms --instance says which puzzle is meant.

Files of Sudokus, nonograms and graphs are read in any format, and written in another one of the same kind
(coverstat list formats). --where keeps those that meet a condition on the columns of their survey.

Without --to, convert makes configs of a file of puzzles, or of all in a folder: on standard output if there is
one, else in the folder --out. It is the config that count FILE and run FILE use. Files of a puzzle of pieces may
hold several (BurrTools, Soma, polycube), each of which gets a config of its own. It says what it leaves out, such
as taking assemblies apart.`

func newConvert() *cobra.Command {
	var flags configFlags
	var to, out, where string
	var instance int64
	return withFlags(&cobra.Command{
		Use:   "convert CONFIG --to FORMAT | convert FILE... --to FORMAT | convert FILE",
		Short: "write a puzzle, or packs of puzzles, in the format of another program, or make a config of a puzzle",
		Long:  convertHelp,
		Example: `  coverstat convert chessboard --to knuth
  coverstat convert pent-3x20 --to cnf --out pent-3x20.cnf
  coverstat convert soma --to burrtools --out soma.xmpuzzle
  coverstat convert nonogram-files --instance 0 --to opb
  coverstat convert pack.txt --where 'solutions=1 and nodes<100' --to csv --out good.csv
  coverstat convert burr.xmpuzzle --out burr
  coverstat convert figure.soma --out figures`,
		Args:              between(1, math.MaxInt, "a config file, the name of a shipped run, or files of puzzles"),
		ValidArgsFunction: completeConfig,
		RunE: func(c *cobra.Command, args []string) error {
			if slices.Contains(show.PuzzleFormats(), to) {
				return convertPuzzles(c, args, to, where, out)
			}
			if where != "" || len(args) > 1 && to != "" {
				return usage("several files, and --where, are for files of puzzles: expected --to with one of %s",
					strings.Join(show.PuzzleFormats(), ", "))
			}
			if to == "" {
				return convertToConfigs(c, args, out)
			}
			if out != "" {
				if err := produce.MayReplace(out, convert.Mark); err != nil {
					return err
				}
			}
			s, err := flags.open(c, args[0], toCount)
			if err != nil {
				return err
			}
			if !c.Flags().Changed("instance") {
				instance = -1
			}
			cover, title, err := coverOf(s, instance)
			if err != nil {
				return err
			}
			return writeTo(c, out, convert.Mark, func(w io.Writer) error { return convert.Write(w, to, cover, title) })
		},
	}, append([]flag{
		{"to", &to, "the format: " + strings.Join(convert.Formats, ", ") + "; of files of puzzles, " +
			strings.Join(show.PuzzleFormats(), ", ")},
		{"where", &where, "of files of puzzles: write those whose row in a survey meets a condition"},
		{"out", &out, "the file to write; for configs, the folder (default: standard output)"},
		{"instance", wholeNumber(&instance, 0, math.MaxInt), "the puzzle of a survey, numbered from 0"},
	}, flags.change()))
}

// writeTo writes to a file, or to standard output if it has no name. A file that has the mark may be written again.
func writeTo(c *cobra.Command, out, mark string, write func(io.Writer) error) error {
	if out == "" {
		return write(c.OutOrStdout())
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if mark == "" || !bytes.Contains(text.Bytes(), []byte(mark)) { // a format without comments
		return printLine(c, out, produce.WriteFile(out, text.Bytes(), ""))
	}
	return printLine(c, out, produce.WriteSealed(out, text.Bytes(), mark))
}

// mayTakeFiles returns an error if flags are for configs only: with files of puzzles others are expected.
func mayTakeFiles(c *cobra.Command, expected string) error {
	for _, name := range []string{"set", "instance"} {
		if c.Flags().Changed(name) {
			return usage("--%s is for configs: expected only %s", name, expected)
		}
	}
	return nil
}

// convertPuzzles writes the puzzles of files in another format.
func convertPuzzles(c *cobra.Command, files []string, to, where, out string) error {
	if err := mayTakeFiles(c, "--where and --out with files of puzzles"); err != nil {
		return err
	}
	if out != "" {
		if err := produce.MayReplace(out, ""); err != nil {
			return err
		}
	}
	return writeTo(c, out, "", func(w io.Writer) error { return show.ConvertPuzzles(c.Context(), w, files, to, where) })
}

// coverOf returns the exact cover of a puzzle, and what it is called. An instance below 0
// is the only one.
func coverOf(s *study.Study, instance int64) (*enumerate.Cover, string, error) {
	name := "puzzle " + s.Plan.Name + " (" + s.Plan.Family + ")"
	covers := s.Job.Covers
	switch {
	case covers == nil:
		return nil, "", enumerate.Errorf(
			"%s is not one exact cover: expected a census, or a survey that solves Sudokus or nonograms one by one",
			name)
	case covers.Count == 1 && instance < 0:
		instance = 0
	case instance < 0 || instance >= covers.Count:
		return nil, "", usage("%s has %s: expected --instance 0 to %d", name,
			enumerate.Plural(int(covers.Count), "instance"), covers.Count-1)
	}
	title := name
	if s.Plan.Title != "" {
		title = s.Plan.Title + ", " + name
	}
	if covers.Count > 1 {
		title += fmt.Sprintf(", instance %d", instance)
	}
	cover, err := covers.Cover(instance)
	if err == nil && s.Job.Diagram != nil {
		cover.Diagram = func() (*enumerate.Diagram, error) { return s.Diagram(nil) }
	}
	return cover, title, err
}

// puzzleFiles are the files of puzzles that arguments name where no format is asked for: files, or all of a
// folder. They are nil if one of the arguments is a config.
func puzzleFiles(args []string) (files []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case study.IsPuzzleFile(arg):
			files = append(files, arg)
			continue
		case err != nil || !info.IsDir():
			return nil, nil
		}
		entries, err := os.ReadDir(arg)
		before := len(files)
		for _, entry := range entries {
			if file := filepath.Join(arg, entry.Name()); study.IsPuzzleFile(file) {
				files = append(files, file)
			}
		}
		if err == nil && len(files) == before {
			err = enumerate.Errorf(
				"%s is a folder without files of puzzles: expected one in a format that coverstat list formats names",
				arg)
		}
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// convertToConfigs makes configs of the files of puzzles that arguments name.
func convertToConfigs(c *cobra.Command, args []string, folder string) error {
	files, err := puzzleFiles(args)
	if err != nil {
		return err
	}
	if files == nil {
		return usage("no format: expected --to %s; of files of puzzles, %s", strings.Join(convert.Formats, ", "),
			strings.Join(show.PuzzleFormats(), ", "))
	}
	if err := mayTakeFiles(c, "--out with a file of puzzles"); err != nil {
		return err
	}
	return makeConfigs(c, files, folder)
}

// makeConfigs writes the configs of files of puzzles into a folder, or one to standard output. A
// fault of one puzzle is said, and the others still come.
func makeConfigs(c *cobra.Command, files []string, folder string) error {
	var all []tilings.Config
	var faults []error
	add := func(config tilings.Config) {
		for _, note := range config.Notes {
			fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", config.Name, note)
		}
		all = append(all, config)
	}
	for _, file := range files {
		kind, first, _, err := study.Identify(file, nil)
		if _, pieces := first.(tilings.Config); pieces {
			err = withInput(nil, []string{file},
				func(_ string, in io.Reader) error { return tilings.Read(file, in, add) })
		} else if err == nil {
			var text string
			if text, _, err = kind.Config(seenFrom(folder, file), first); err == nil {
				name := configs.NameOf(strings.TrimSuffix(file, filepath.Ext(file)))
				add(tilings.Config{Name: name,
					YAML: fmt.Appendf(nil, "# %s\n# %s from a file of puzzles\n%s", name, convert.Mark, text)})
			}
		}
		faults = append(faults, err)
	}
	return errors.Join(append(faults, writeConfigs(c, all, folder))...)
}

// seenFrom is the path of a file as a config in a folder has it.
func seenFrom(folder, file string) string {
	from, err := filepath.Abs(folder)
	to, err2 := filepath.Abs(file)
	if path, err3 := filepath.Rel(from, to); folder != "" && errors.Join(err, err2, err3) == nil {
		return filepath.ToSlash(path)
	}
	return file
}

func writeConfigs(c *cobra.Command, all []tilings.Config, folder string) error {
	switch {
	case len(all) == 0:
		return nil
	case folder == "" && len(all) == 1 && all[0].Cover == nil:
		_, err := c.OutOrStdout().Write(all[0].YAML)
		return err
	case folder == "":
		return usage("the configs are several files: expected --out with a folder")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return enumerate.Errorf("%v", err)
	}
	for i, config := range all {
		if slices.ContainsFunc(all[:i], func(c tilings.Config) bool { return c.Name == config.Name }) {
			return enumerate.Errorf("two puzzles make configs called %s: expected files with different names",
				config.Name)
		}
		name := filepath.Join(folder, config.Name)
		if config.Cover != nil {
			if err := produce.WriteSealed(name+".txt", config.Cover, convert.Mark); err != nil {
				return err
			}
		}
		if err := printLine(c, name+".yaml", produce.WriteSealed(name+".yaml", config.YAML, convert.Mark)); err != nil {
			return err
		}
	}
	return nil
}
