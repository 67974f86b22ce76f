package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"

	"github.com/spf13/cobra"
)

// A goal is what a config can be for.
type goal struct {
	name, finds string
	number      string // what its number is; "" if it has none
	instead     bool   // it is for pieces that cannot fill the board
	sheet       string // flags with which report prints its rows; "" if they are no puzzles
	measures    string
	job         string // with a comment
	// keys stand in the config behind the board: %[1]s are the pieces, %[2]s is the number, %[3]s
	// are the pieces in any number.
	keys string
}

// goals are what one can find, the usual first.
var goals = []goal{
	{"solutions", "all ways to fill the board with the pieces", "", false, "", "", "census  # list all solutions, up to symmetry", `
  # Each once; {name: V3, count: 2} is two of a piece, {name: I2, count: any} as many
  # as fit, {name: Q, picture: "##.\n.##"} a new one.
  pieces: [%[1]s]`},
	{"copies", "all ways to fill the board with as many of each piece as fit", "", true, "", "", "census  # list all solutions, up to symmetry", `
  pieces: [%[3]s]`},
	{"pieces", "which of the pieces fill the board", "how many pieces to choose", true, "--sheet", "", "survey  # a row is a set of pieces, with its number of solutions", `
  # Pieces of all sets stand in a list of their own: pieces: [X5].
  choose: {pieces: %[2]s, from: [%[1]s]}`},
	{"holes", "which cells to leave free, so that the pieces fill the others", "how many cells to leave free", true, "--sheet", "", "survey  # a row is a board, with its number of solutions", `
  # All choices of so many cells; {one_of: [[0, 0], [0, 1]]} is one of these cells.
  blocked: [{choose: %[2]s}]
  pieces: [%[1]s]`},
	{"booklet", "a booklet of challenges: some pieces lie on the board already", "how many pieces lie already", false,
		"--sheet --where solutions=1 --random 40 --order-by nodes --levels 4", "nodes", "survey  # a row is a set of given pieces, with its number of solutions", `
  # Each once; {name: V3, count: 2} is two of a piece, {name: Q, picture: "##.\n.##"} a new one.
  pieces: [%[1]s]
  # So many, or a range: {min: 2, max: 4}. Without draw and seed, all such sets.
  given: {choose: %[2]s}
  draw: 1000
  seed: 1
output: {solution: true}`},
	{"numbers", "how many ways there are on boards of all sizes, such as 4x1..20", "", false, "", "", "survey  # a row is a board, with its number of solutions", `
  pieces: [%[3]s]`},
	{"sample", "some ways to fill the board, drawn at random", "how many to draw", false, "", "", "sample  # a row is a solution that was drawn", `
  # Each once; {name: I2, count: any} is as many of a piece as fit.
  pieces: [%[1]s]
sample: {draws: %[2]s, sampler: uniform}`},
}

// goalNames lists the names of goals.
func goalNames() (names []string) {
	for _, g := range goals {
		names = append(names, g.name)
	}
	return names
}

// listGoals writes what can be found, a line each.
func listGoals() (text string) {
	for _, g := range goals {
		text += fmt.Sprintf("  %-10s  %s\n", g.name, g.finds)
	}
	return text
}

func newNew() *cobra.Command {
	var n newConfig
	c := &cobra.Command{
		Use:   "new",
		Short: "write a config for a board and pieces",
		Long: `new asks what to find, for a family of puzzles, a board and pieces, as far as flags do
not say them, and writes a config: a YAML file with comments, the input of all other
commands. It says at once if the pieces do not fill the board. It can find

` + listGoals() + `
A board is written as
  8x8           rows x cols; 8x1..20 is all boards of 1 to 20 cols
  3x4x5         layers x rows x cols, of cubes
  hexagon 4     cells a side, of hexagons or triangles; also triangle 6, rhombus 4x7
  FILE          a text file with a picture: . is a free cell, # is none
Pieces are names and sets, separated by commas: coverstat list has the names. Or a text
file has pictures of them, in which the cells of a letter are the piece of that name.`,
		Example: "  coverstat new\n  coverstat new --board 8x8 --pieces pentominoes,O4 --out my.yaml\n" +
			"  coverstat new --find pieces --number 6 --board 5x6 --pieces pentominoes --out six.yaml",
		Args: exactly(0, "none"),
		RunE: func(c *cobra.Command, _ []string) error {
			if _, terminal := progress.Terminal(c.InOrStdin()); terminal {
				n.in = bufio.NewScanner(c.InOrStdin())
			}
			n.out = c.ErrOrStderr()
			s, err := n.write(c.Context())
			if err != nil {
				return err
			}
			return n.print(c.OutOrStdout(), s)
		},
	}
	for _, q := range n.questions() {
		c.Flags().StringVar(q.answer, q.flag, "", cmp.Or(q.help, q.text))
	}
	return c
}

// A newConfig is what is known of a config that is to be written: answers as they are given.
type newConfig struct {
	find, family, file, board, pieces, number string

	drawn []enumerate.PiecePicture // instead of names; nil if pieces has these

	in  *bufio.Scanner // answers; nil if nobody can be asked
	out io.Writer      // questions
}

// A question is asked unless a flag answers it.
type question struct {
	flag, text, help string // help is that of the flag; "" is the text
	otherwise        string // what is taken without an answer; "" if there must be one
	answer           *string
	check            func() error
}

// questions are asked one after the other: a later one may depend on an earlier answer.
func (n *newConfig) questions() []*question {
	var families []string
	for _, f := range puzzles.Families() {
		if f.Pieces != nil {
			families = append(families, f.Name)
		}
	}
	return []*question{
		{"find", listGoals() + "what to find", "what to find: " + strings.Join(goalNames(), ", "), "solutions", &n.find,
			func() error {
				if !slices.Contains(goalNames(), n.find) {
					return enumerate.Unknown("nothing to find", n.find, goalNames(), "")
				}
				return nil
			}},
		{"family", "family: " + strings.Join(families, ", "), "", "polyomino", &n.family, func() error {
			f, err := puzzles.Find(n.family)
			if err == nil && f.Pieces == nil {
				err = usage(
					"puzzles of the family %s have no board and pieces: begin with one of its runs in coverstat list, and docs/config.md", n.family)
			}
			return err
		}},
		{"out", "file to write", "", "my-puzzle.yaml", &n.file, func() error {
			if _, err := os.Lstat(n.file); err == nil {
				return usage("%s exists: expected the name of a new file", n.file)
			}
			return nil
		}},
		{"board", "board: 8x8 (rows x cols), 3x4x5 (layers x rows x cols), hexagon 4, triangle 6, rhombus 4x7, " +
			"or a file with a picture", "", "", &n.board, func() error {
			if n.find == "numbers" && !strings.Contains(n.board, "..") {
				return usage("board %s has one size: expected a range for --find numbers, such as 4x1..20", n.board)
			}
			_, err := boardYAML(n.board)
			return err
		}},
		{"pieces", "pieces and sets of pieces, separated by commas, such as pentominoes,O4, or a file with pictures",
			"", "", &n.pieces, func() error {
				f, err := puzzles.Find(n.family)
				if err == nil {
					n.drawn, err = drawnPieces(f, n.pieces)
				}
				return err
			}},
		{"number", "", "number of pieces to choose, of cells to leave free, or of solutions to draw", "", &n.number,
			func() error {
				if x, err := strconv.Atoi(n.number); err != nil || x < 1 {
					return usage("%s: got %q, expected 1 or more", n.goal().number, n.number)
				}
				return nil
			}},
	}
}

func (n *newConfig) goal() goal { return goals[slices.Index(goalNames(), n.find)] }

// write asks for what is missing until the config is right, and writes it.
func (n *newConfig) write(ctx context.Context) (*study.Study, error) {
	questions := n.questions()
	asked := slices.DeleteFunc(slices.Clone(questions), func(q *question) bool { return *q.answer != "" })
	for {
		for _, q := range questions {
			if err := n.ask(q); err != nil {
				return nil, err
			}
		}
		text := []byte(n.yaml())
		progress.Doing(ctx, "preparing the puzzle")
		plan, err := configs.Parse(n.file, text)
		var s *study.Study
		if err == nil {
			s, err = study.OpenPlan(plan, false)
		}
		progress.Doing(ctx, "")
		if err == nil {
			return s, produce.WriteFile(n.file, text, "")
		}
		if err = n.advised(err); n.in == nil || len(asked) == 0 {
			return nil, err
		}
		fmt.Fprintln(n.out, err)
		for _, q := range asked { // once more, with the answers so far where nothing is said
			q.otherwise, *q.answer = *q.answer, ""
		}
	}
}

// ask asks a question that no flag has answered until the answer is right. Where nobody can
// answer it takes what is taken otherwise.
func (n *newConfig) ask(q *question) error {
	if q.flag == "number" {
		switch q.text = n.goal().number; {
		case q.text == "" && n.number != "":
			return usage("--number %s: expected none with --find %s", n.number, n.find)
		case q.text == "":
			return nil
		}
	}
	if n.in == nil {
		*q.answer = cmp.Or(*q.answer, q.otherwise)
	}
	switch {
	case *q.answer != "":
		return q.check()
	case n.in == nil:
		return usage("there is no terminal to ask at: expected --%s", q.flag)
	}
	text := q.text
	if q.otherwise != "" {
		text += " [" + q.otherwise + "]"
	}
	for {
		fmt.Fprintf(n.out, "%s: ", text)
		if !n.in.Scan() {
			return usage("the input ended: expected an answer to %q", text)
		}
		if *q.answer = cmp.Or(strings.TrimSpace(n.in.Text()), q.otherwise); *q.answer == "" {
			continue
		}
		err := q.check()
		if err == nil {
			return nil
		}
		fmt.Fprintln(n.out, err)
	}
}

// advised says what new can do about an error in a config, and not where that is: there is no file yet.
func (n *newConfig) advised(err error) error {
	input := (*enumerate.InputError)(nil)
	if !errors.As(err, &input) {
		return err
	}
	fault := &enumerate.InputError{Problem: input.Problem, Expected: input.Expected}
	if input.Expected != "" && strings.HasPrefix(input.Key, "puzzle.pieces") {
		fault.Expected =
			"names of known pieces and sets, each once; copies and new pieces are written into the file afterwards"
	}
	all := []error{fault}
	if strings.HasPrefix(input.Key, "puzzle.board.") {
		all = append(all, errors.New("see --family: other boards are for other families, such as those of cubes for polycube"))
	}
	for _, g := range goals {
		if g.instead && g.name != n.find && input.Key == "puzzle.pieces" {
			all = append(all, fmt.Errorf("see --find %s: %s", g.name, g.finds))
		}
	}
	return errors.Join(all...)
}

// yaml is the config.
func (n *newConfig) yaml() string {
	g := n.goal()
	board, _ := boardYAML(n.board) // a right one
	such := "such as [piece_contacts]"
	if g.sheet != "" {
		such = "such as [nodes], how hard a puzzle is"
	}
	return fmt.Sprintf(`# %s%s. docs/config.md explains all keys.
family: %s
job: %s
puzzle:
  # {rows: 8, cols: 8}, or a picture after a bar: . is a free cell, # is none.
  board: %s%s
# What is measured of each row, %s: see coverstat list FAMILY.
measures: [%s]
`, strings.ToUpper(g.finds[:1]), g.finds[1:], n.family, g.job, board,
		fmt.Sprintf(g.keys, n.piecesYAML(""), n.number, n.piecesYAML(", count: any")), such, g.measures)
}

// piecesYAML writes pieces and sets for a config. count says how many there are of each; "" is one.
func (n *newConfig) piecesYAML(count string) string {
	var all []string
	if n.drawn != nil {
		for _, p := range n.drawn {
			all = append(all, fmt.Sprintf("\n    {name: %q, picture: %q%s}", p.Name, p.Picture, count))
		}
		return strings.Join(all, ",")
	}
	family, _ := puzzles.Find(n.family)
	for _, name := range strings.FieldsFunc(n.pieces, func(r rune) bool { return r == ',' || r == ' ' }) {
		key := "name"
		if slices.ContainsFunc(family.Sets(), func(s enumerate.NamedSet) bool { return s.Name == name }) {
			key = "set"
		}
		if count != "" {
			name = fmt.Sprintf("{%s: %s%s}", key, name, count)
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// A size is a number, or a range as in 1..20.
var (
	boxSyntax   = enumerate.Pattern(`^(?:([0-9.]+)x)?([0-9.]+)x([0-9.]+)$`)
	namedSyntax = enumerate.Pattern(`^([a-z]+) ([0-9.]+)(?:x([0-9.]+))?$`)
)

// boardYAML is the value of the key board for an answer: sizes, or a file with a
// picture.
func boardYAML(answer string) (string, error) {
	if m := boxSyntax().FindStringSubmatch(strings.ReplaceAll(strings.ToLower(answer), " ", "")); m != nil {
		sizes := fmt.Sprintf("rows: %s, cols: %s}", m[2], m[3])
		if m[1] != "" {
			sizes = "layers: " + m[1] + ", " + sizes
		}
		return "{" + sizes, nil
	}
	if m := namedSyntax().FindStringSubmatch(answer); m != nil {
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

// print says what was written, and what to do next.
func (n *newConfig) print(w io.Writer, s *study.Study) error {
	fmt.Fprintf(w, "%s is written\n", n.file)
	facts := s.Job.Facts()
	for _, f := range facts {
		if about := f.Subject(); about == enumerate.AboutBoard || about == enumerate.AboutInstances {
			fmt.Fprintln(w, f.Text)
		}
	}
	if f := enumerate.Describe(facts).Impossible; f != nil {
		fmt.Fprintln(w, f.Text)
	}
	file := quoted(n.file)
	_, err := fmt.Fprintf(w, `next:
  coverstat check %s     what a run would do, and the pieces
  coverstat estimate %s  how long it takes
  coverstat run %s       find %s
`, file, file, file, n.goal().finds)
	if flags := n.goal().sheet; flags != "" && err == nil {
		_, err = fmt.Fprintf(w, "  coverstat report %s %s  print puzzles, solutions behind\n",
			quoted(s.Plan.Name), flags)
	}
	return err
}
