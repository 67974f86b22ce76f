package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

func newNew() *cobra.Command {
	var n newConfig
	c := &cobra.Command{
		Use:   "new",
		Short: "write a config for a board and pieces",
		Long: `new asks for a family of puzzles, a board and pieces, as far as flags do not say them,
and writes a config: a YAML file with comments, the input of all other commands. It says
at once if the pieces do not fill the board.

A board is written as
  8x8           rows x cols
  3x4x5         layers x rows x cols, of cubes
  hexagon 4     cells a side, of hexagons or triangles; also triangle 6, rhombus 4x7
  FILE          a text file with a picture: . is a free cell, # is none
Pieces are names and sets, separated by commas: coverstat list has the names.`,
		Example: "  coverstat new\n  coverstat new --family polyomino --board 8x8 --pieces pentominoes,O4 --out my.yaml",
		Args:    exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			if in := c.InOrStdin(); show.IsTerminal(in) {
				n.in = bufio.NewScanner(in)
			}
			n.out = c.ErrOrStderr()
			var missing []string
			for _, name := range []string{"family", "board", "pieces"} {
				if f := c.Flags().Lookup(name); f.Value.String() == "" {
					missing = append(missing, "--"+name)
				}
			}
			if n.in == nil && missing != nil {
				return usageError{fmt.Errorf("there is no terminal to ask at: expected %s", strings.Join(missing, ", "))}
			}
			s, err := n.write(func(what string) { progress.Doing(c.Context(), "%s", what) })
			if err != nil {
				return err
			}
			return n.print(c.OutOrStdout(), s)
		},
	}
	c.Flags().StringVar(&n.family, "family", "", "polyomino, polycube, polyhex or polyiamond")
	c.Flags().StringVar(&n.board, "board", "", "the board, such as 8x8, or a file with its picture")
	c.Flags().StringVar(&n.pieces, "pieces", "", "names of pieces and sets, separated by commas")
	c.Flags().StringVar(&n.file, "out", "", "the file to write (default my-puzzle.yaml)")
	return c
}

// A newConfig is what is known of a config that is to be written.
type newConfig struct {
	family, board, pieces, file string

	in  *bufio.Scanner // answers; nil if nobody can be asked
	out io.Writer      // questions
}

// write asks for what is missing until the config is right, and writes it.
// doing is told what takes a while, and "" after it.
func (n *newConfig) write(doing func(what string)) (*study.Study, error) {
	var kinds []string
	for _, f := range puzzles.Families() {
		if f.Pieces != nil {
			kinds = append(kinds, f.Name)
		}
	}
	var family enumerate.Family
	err := n.ask("family: "+strings.Join(kinds, ", "), "polyomino", &n.family, func() (err error) {
		if family, err = puzzles.Find(n.family); err == nil && family.Pieces == nil {
			err = usageError{fmt.Errorf("puzzles of the family %s have no board and pieces: begin with one of its runs in coverstat list, and docs/config.md", n.family)}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var sets []string
	for _, s := range family.Sets() {
		sets = append(sets, s.Name)
	}
	if err := n.ask("file to write", "my-puzzle.yaml", &n.file, func() error {
		if _, err := os.Lstat(n.file); err == nil {
			return usageError{fmt.Errorf("%s exists: expected the name of a new file", n.file)}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	given := [2]string{n.board, n.pieces}
	var s *study.Study
	for {
		var board string
		if err := n.ask("board: 8x8 (rows x cols), 3x4x5 (layers x rows x cols), hexagon 4, triangle 6, rhombus 4x7, or a file with a picture", "", &n.board, func() (err error) {
			board, err = boardYAML(n.board)
			return err
		}); err != nil {
			return nil, err
		}
		if err := n.ask("pieces, separated by commas; the sets are "+strings.Join(sets, ", "), "", &n.pieces, func() error { return nil }); err != nil {
			return nil, err
		}
		text := n.yaml(board)
		doing("preparing the puzzle")
		plan, err := configs.Parse(n.file, []byte(text))
		if err == nil {
			s, err = study.OpenPlan(plan, false)
		}
		doing("")
		if err == nil {
			return s, produce.WriteFile(n.file, []byte(text), "")
		}
		if input := (*enumerate.InputError)(nil); errors.As(err, &input) {
			err = &enumerate.InputError{Problem: input.Problem, Expected: input.Expected} // there is no file yet
			if input.Expected != "" && strings.HasPrefix(input.Key, "puzzle.pieces") {
				err = &enumerate.InputError{Problem: input.Problem, Expected: "names of known pieces and sets, each once; copies and new pieces are written into the file afterwards"}
			}
		}
		if n.in == nil || given[0] != "" && given[1] != "" {
			return nil, err
		}
		fmt.Fprintln(n.out, err)
		n.board, n.pieces = given[0], given[1]
	}
}

// ask asks until check accepts the answer. It does not ask for what a flag has said,
// nor where nobody can answer.
func (n *newConfig) ask(question, otherwise string, answer *string, check func() error) error {
	if *answer == "" && n.in == nil {
		*answer = otherwise
	}
	if *answer != "" {
		return check()
	}
	if otherwise != "" {
		question += " [" + otherwise + "]"
	}
	for {
		fmt.Fprintf(n.out, "%s: ", question)
		if !n.in.Scan() {
			return usageError{fmt.Errorf("the input ended: expected an answer to %q", question)}
		}
		if *answer = cmp.Or(strings.TrimSpace(n.in.Text()), otherwise); *answer == "" {
			continue
		}
		err := check()
		if err == nil {
			return nil
		}
		fmt.Fprintln(n.out, err)
	}
}

// boardYAML is the value of the key board for an answer: sizes, or a file with a
// picture.
func boardYAML(answer string) (string, error) {
	box, named := regexp.MustCompile(`^(?:([0-9]+)x)?([0-9]+)x([0-9]+)$`), regexp.MustCompile(`^([a-z]+) ([0-9]+)(?:x([0-9]+))?$`)
	if m := box.FindStringSubmatch(strings.ReplaceAll(strings.ToLower(answer), " ", "")); m != nil {
		sizes := fmt.Sprintf("rows: %s, cols: %s}", m[2], m[3])
		if m[1] != "" {
			return "{layers: " + m[1] + ", " + sizes, nil
		}
		return "{" + sizes, nil
	}
	if m := named.FindStringSubmatch(answer); m != nil {
		if m[3] != "" {
			return fmt.Sprintf("{%s: [%s, %s]}", m[1], m[2], m[3]), nil
		}
		return fmt.Sprintf("{%s: %s}", m[1], m[2]), nil
	}
	picture, err := os.ReadFile(answer)
	if err != nil {
		return "", &enumerate.InputError{Problem: fmt.Sprintf("board %q is neither sizes nor a file", answer),
			Expected: "sizes such as 8x8, 3x4x5 or hexagon 4, or a text file with a picture"}
	}
	// A space means the same as #, but cannot begin a picture in YAML.
	text := strings.NewReplacer("\ufeff", "", "\r\n", "\n", " ", "#").Replace(string(picture))
	return "|\n    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    "), nil
}

// yaml is the config.
func (n *newConfig) yaml(board string) string {
	return fmt.Sprintf(`# All ways to fill the board with the pieces. docs/config.md explains all keys.
family: %s
job: census  # list all solutions, up to symmetry
puzzle:
  # {rows: 8, cols: 8}, or a picture after a bar: . is a free cell, # is none.
  board: %s
  # Each once; {name: V3, count: 2} is two of a piece, {name: I2, count: any} as many
  # as fit, {name: Q, picture: "##.\n.##"} a new one.
  pieces: [%s]
# What is measured of each solution, such as [piece_contacts]: see coverstat list FAMILY.
measures: []
`, n.family, board, strings.Join(strings.FieldsFunc(n.pieces, func(r rune) bool { return r == ',' || r == ' ' }), ", "))
}

// print says what was written, and what to do next.
func (n *newConfig) print(w io.Writer, s *study.Study) error {
	fmt.Fprintf(w, "%s is written\n", n.file)
	for _, f := range s.Job.Facts() {
		if f.Key == "board" || f.Key == "pieces" || f.Key == "impossible" {
			fmt.Fprintln(w, f.Text)
		}
	}
	file := quoted(n.file)
	_, err := fmt.Fprintf(w, `the pieces have as many cells as the board
next:
  coverstat check %s     what a run would do, and the pieces
  coverstat estimate %s  how long it takes
  coverstat run %s       list the solutions
`, file, file, file)
	return err
}
