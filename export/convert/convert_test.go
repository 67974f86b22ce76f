package convert_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles"
	"coverstat/export/convert"
)

// open returns the exact cover of a config, or of an instance of a survey.
func open(config string, instance int64) (*enumerate.Cover, error) {
	plan, err := configs.Parse("test.yaml", []byte(config))
	if err != nil {
		return nil, err
	}
	return openPlan(plan, instance)
}

// errNoCover is the error of a job that is not an exact cover.
var errNoCover = errors.New("no exact cover")

func openPlan(plan *configs.Plan, instance int64) (*enumerate.Cover, error) {
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		return nil, err
	}
	spec := plan.Spec()
	spec.CountOnly = true
	job, err := family.Open(spec)
	if err != nil {
		return nil, err
	}
	if job.Covers == nil {
		return nil, errNoCover
	}
	return job.Covers.Cover(instance)
}

func coverOf(t *testing.T, config string, instance int64) *enumerate.Cover {
	t.Helper()
	c, err := open(config, instance)
	if err != nil {
		t.Fatalf("%s\n%v", config, err)
	}
	return c
}

// solutions counts by dancing links.
func solutions(p *enumerate.Problem) (n int) {
	var never atomic.Bool
	kernel.NewDLX(p).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func([]enumerate.OptionID) bool {
		n++
		return true
	})
	return n
}

func write(t *testing.T, c *enumerate.Cover, format string) string {
	t.Helper()
	var out bytes.Buffer
	if err := convert.Write(&out, format, c, "test"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// check compares the numbers of solutions of a cover and of its texts.
func check(t *testing.T, config string, instance int64) int {
	t.Helper()
	c := coverOf(t, config, instance)
	want := solutions(c.Problem)
	file := filepath.Join(t.TempDir(), "cover.txt")
	if err := os.WriteFile(file, []byte(write(t, c, "knuth")), 0o666); err != nil {
		t.Fatal(err)
	}
	read := coverOf(t, "family: exactcover\njob: census\npuzzle: {input: '"+file+"'}\n", 0)
	if got := solutions(read.Problem); got != want {
		t.Errorf("%s\n%d solutions of Knuth's text, expected %d", config, got, want)
	}
	if a, b := c.Problem, read.Problem; a.Items() != b.Items() || a.Options() != b.Options() || a.Members() != b.Members() {
		t.Errorf("%s\n%d items, %d options, %d members in Knuth's text, expected %d, %d, %d", config,
			b.Items(), b.Options(), b.Members(), a.Items(), a.Options(), a.Members())
	}
	for format, read := range map[string]func(*testing.T, string) *system{"opb": readOPB, "cnf": readCNF} {
		s := read(t, write(t, c, format))
		if got := s.count(1); got != want {
			t.Errorf("%s\n%d models of format %s, expected %d", config, got, format, want)
		}
	}
	opb := readOPB(t, write(t, c, "opb"))
	for format, read := range map[string]func(*testing.T, string) *system{"minizinc": readMiniZinc, "xcsp3": readXCSP3} {
		if s := read(t, write(t, c, format)); len(s.of) != len(opb.of) || !slices.Equal(s.texts(), opb.texts()) {
			t.Errorf("%s\nother conditions in format %s than in opb", config, format)
		}
	}
	return want
}

// TestFormats: the texts of puzzles of all families have as many solutions as the puzzles.
func TestFormats(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "one.txt")
	if err := os.WriteFile(picture, []byte("1\n2\n0\n1 1\n\n1 1\n1\n1 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		family, puzzle string
		job            string
		want           int
	}{
		{"polyomino", "{board: {rows: 4, cols: 5}, pieces: [{name: I2, count: any}]}", "census", 95},
		{"polyomino", "{board: {rows: 3, cols: 4}, pieces: [{name: V3, count: {min: 1, max: 3}}, {name: I2, count: {min: 2, max: 4}}, {name: I1, count: {max: 1}}]}", "census", -1},
		{"polyomino", "{board: {rows: 2, cols: 4}, wrap: [cols], pieces: [{name: I2, count: 4}]}", "census", -1},
		{"polyomino", "{board: {rows: 4, cols: 4}, wrap: [rows, cols], pieces: [{name: I3, count: any}, I1]}", "census", -1},
		{"polyomino", `{board: {rows: 2, cols: 3}, pieces: [{name: "a b", picture: "##"}, {name: "a_b", picture: "###"}, {name: "2|r0c0", picture: "#"}]}`, "census", -1},
		{"polyomino", "{board: {rows: 2, cols: 3}, pieces: [I3, V3]}", "census", 0},
		{"polyomino", "{board: {rows: 3, cols: 4}, pieces: [{name: V3, count: any}, {name: I2, count: any}], total: 5}", "census", -1},
		{"polycube", "{board: {layers: 2, rows: 2, cols: 3}, pieces: [{name: I2, count: 6}]}", "census", 32},
		{"polyhex", "{board: {rhombus: [3, 4]}, pieces: [{set: trihexes, count: {max: 2}}]}", "census", -1},
		{"polyiamond", "{board: {hexagon: 1}, pieces: [{name: Q, picture: '##', count: 3}]}", "census", 2},
		{"sudoku", `{box: [2, 2], grid: "1... .... ..2. ...."}`, "census", -1},
		{"sudoku", `{box: [2, 2], grid: "11.. .... ..2. ...."}`, "census", 0},
		{"sudoku", "{box: [2, 2]}", "census", 288},
		{"nonogram", "{input: ['" + picture + "']}", "survey", -1},
		{"exactcover", "{input: '../../configs/data/langford-8.txt'}", "census", -1},
	} {
		if got := check(t, fmt.Sprintf("family: %s\njob: %s\npuzzle: %s\n", c.family, c.job, c.puzzle), 0); c.want >= 0 && got != c.want {
			t.Errorf("%s: %d solutions, expected %d", c.puzzle, got, c.want)
		}
	}
}

// TestRandomPuzzles does the same with puzzles made at random.
func TestRandomPuzzles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	nonograms := "family: nonogram\njob: survey\npuzzle: {rows: [2, 3, 4], draw: 10, density: [0.3, 0.6], seed: 5}\n"
	tilings, least := 300, 20
	if testing.Short() {
		tilings, least = 60, 4
	}
	for i := range int64(60) {
		check(t, nonograms, i)
	}
	solved := 0
	for range tilings {
		config := randomTiling(rng)
		if _, err := open(config, 0); err != nil {
			continue // the pieces have too many cells
		}
		if check(t, config, 0) > 0 {
			solved++
		}
	}
	if solved < least {
		t.Errorf("%d of the tilings have a solution: expected more", solved)
	}
	for range 200 {
		file := filepath.Join(t.TempDir(), "random.txt")
		if err := os.WriteFile(file, []byte(randomCover(rng)), 0o666); err != nil {
			t.Fatal(err)
		}
		check(t, "family: exactcover\njob: census\npuzzle: {input: '"+file+"'}\n", 0)
	}
}

// randomTiling is a small board of some lattice with pieces of bounds.
func randomTiling(rng *rand.Rand) string {
	family := []string{"polyomino", "polycube", "polyhex", "polyiamond"}[rng.IntN(4)]
	rows, cols := 2+rng.IntN(2), 2+rng.IntN(3)
	board := fmt.Sprintf("rows: %d, cols: %d", rows, cols)
	more := ""
	switch {
	case family == "polycube":
		board += ", layers: 1"
	case family == "polyomino" && rng.IntN(2) == 0:
		more = ", wrap: [cols]"
	}
	var pieces []string
	for k, picture := range []string{"#", "##", "###", "##\\n#."} {
		if k > 0 && rng.IntN(3) == 0 {
			continue
		}
		least := rng.IntN(3)
		pieces = append(pieces, fmt.Sprintf("{name: P%d, picture: \"%s\", count: {min: %d, max: %d}}", k, picture, least, max(1, least+rng.IntN(3))))
	}
	pieces = append(pieces, "{name: filler, picture: '#.#', count: any}")
	if rng.IntN(3) > 0 {
		pieces = pieces[1:] // few boards are full without single cells
		pieces = append(pieces, "{name: one, picture: '#', count: any}")
	}
	return fmt.Sprintf("family: %s\njob: census\npuzzle: {board: {%s}%s, pieces: [%s]}\n", family, board, more, strings.Join(pieces, ", "))
}

// randomCover is a small exact cover with bounds and colours.
func randomCover(rng *rand.Rand) string {
	var s strings.Builder
	for i := range 4 {
		if bound := rng.IntN(4); bound < 3 {
			fmt.Fprintf(&s, "%d:%d|", bound, bound+rng.IntN(3)+1-min(bound, 1))
		}
		fmt.Fprintf(&s, "p%d ", i)
	}
	s.WriteString("must | s0 s1 s2\n")
	for range 4 + rng.IntN(10) {
		s.WriteString("must ")
		for i := range 4 {
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&s, "p%d ", i)
			}
		}
		for i := range 3 {
			switch rng.IntN(6) {
			case 0:
				fmt.Fprintf(&s, "s%d ", i)
			case 1, 2, 3:
				fmt.Fprintf(&s, "s%d:%c ", i, 'a'+rune(rng.IntN(3)))
			}
		}
		s.WriteString("\n")
	}
	return strings.Replace(s.String(), "must |", fmt.Sprintf("%d:%d|must |", 1+rng.IntN(2), 3+rng.IntN(4)), 1)
}

// A system is linear constraints on variables from 1 on, read from text by nothing of the
// package.
type system struct {
	rows  []row
	of    [][]int // variable -> rows
	value []int8  // -1: not set
	trail []int   // the variables that are set, in their order
}

// A row says that a sum is at least a bound.
type row struct {
	terms []term
	least int
	most  int // that the sum can still reach
}

type term struct{ coefficient, variable int }

func (s *system) add(terms []term, least int) {
	r := row{terms: terms, least: least}
	for _, t := range terms {
		r.most += max(0, t.coefficient)
		s.of[t.variable] = append(s.of[t.variable], len(s.rows))
	}
	s.rows = append(s.rows, r)
}

func newSystem(variables int) *system {
	s := &system{of: make([][]int, variables+1)}
	for range variables + 1 {
		s.value = append(s.value, -1)
	}
	return s
}

// set gives a variable a value and reports whether all rows can still be met.
func (s *system) set(variable int, value int8) bool {
	s.value[variable] = value
	s.trail = append(s.trail, variable)
	return s.move(variable, value, 1)
}

// move brings what rows can reach up to date: 1 sets a variable, -1 takes it away.
func (s *system) move(variable int, value int8, sign int) bool {
	ok := true
	for _, k := range s.of[variable] {
		r := &s.rows[k]
		for _, t := range r.terms {
			if t.variable == variable {
				r.most += sign * (t.coefficient*int(value) - max(0, t.coefficient))
			}
		}
		ok = ok && r.most >= r.least
	}
	return ok
}

// propagate sets what the rows of the variables set from here on leave no choice for.
func (s *system) propagate(from int) bool {
	for ; from < len(s.trail); from++ {
		for _, k := range s.of[s.trail[from]] {
			r := &s.rows[k]
			for _, t := range r.terms {
				c := t.coefficient
				if s.value[t.variable] >= 0 || r.most-max(c, -c) >= r.least {
					continue
				}
				value := int8(0)
				if c > 0 {
					value = 1
				}
				if !s.set(t.variable, value) {
					return false
				}
			}
		}
	}
	return true
}

// count counts the models, trying the variables in their order.
func (s *system) count(variable int) (n int) {
	for variable < len(s.of) && s.value[variable] >= 0 {
		variable++
	}
	if variable == len(s.of) {
		return 1
	}
	for _, value := range []int8{0, 1} {
		before := len(s.trail)
		if s.set(variable, value) && s.propagate(before) {
			n += s.count(variable + 1)
		}
		for _, v := range s.trail[before:] {
			s.move(v, s.value[v], -1)
			s.value[v] = -1
		}
		s.trail = s.trail[:before]
	}
	return n
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func readOPB(t *testing.T, text string) *system {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	head := strings.Fields(lines[0])
	if len(head) != 5 || head[1] != "#variable=" || head[3] != "#constraint=" {
		t.Fatalf("first line %q", lines[0])
	}
	s := newSystem(number(t, head[2]))
	constraints := 0
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, "*") {
			continue
		}
		constraints++
		f := strings.Fields(line)
		k := len(f) - 3
		var terms, negated []term
		for i := 0; i < k; i += 2 {
			c, v := number(t, f[i]), number(t, strings.TrimPrefix(f[i+1], "x"))
			terms, negated = append(terms, term{c, v}), append(negated, term{-c, v})
		}
		if f[k] != "=" && f[k] != ">=" || f[k+2] != ";" {
			t.Fatalf("constraint %q", line)
		}
		s.add(terms, number(t, f[k+1]))
		if f[k] == "=" {
			s.add(negated, -number(t, f[k+1]))
		}
	}
	if constraints != number(t, head[4]) {
		t.Fatalf("%d constraints: %s", constraints, lines[0])
	}
	return s
}

func readCNF(t *testing.T, text string) *system {
	t.Helper()
	var s *system
	clauses, want := 0, 0
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		switch f[0] {
		case "c":
		case "p":
			s, want = newSystem(number(t, f[2])), number(t, f[3])
		default:
			clauses++
			var terms []term
			least := 1
			for _, word := range f[:len(f)-1] {
				if l := number(t, word); l > 0 {
					terms = append(terms, term{1, l})
				} else {
					terms = append(terms, term{-1, -l})
					least--
				}
			}
			s.add(terms, least)
		}
	}
	if clauses != want {
		t.Fatalf("%d clauses, expected %d", clauses, want)
	}
	return s
}

// TestKnuthLimits: the texts of shipped puzzles are within what Knuth's programs state of their input: names of
// at most 8 bytes and each once, colours of one character, lines that fit their buffer of 9 bytes for each of
// 100,000 items.
func TestKnuthLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	written := 0
	for _, shipped := range configs.Shipped() {
		plan, err := configs.Load(shipped.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := openPlan(plan, 0)
		if errors.Is(err, errNoCover) {
			continue
		}
		var text bytes.Buffer
		if err == nil {
			err = convert.Write(&text, "knuth", c, "test")
		}
		if err != nil {
			t.Errorf("%s: %v", shipped.Name, err)
			continue
		}
		written++
		withinLimits(t, shipped.Name, text.String())
	}
	if written < 40 {
		t.Errorf("%d shipped puzzles were written: expected 40 or more", written)
	}
}

// TestKnuthNames: names that are alike up to their eighth byte, of several bytes a letter, and colours as words.
func TestKnuthNames(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cover.txt")
	cover := "butterfly1 butterfly2 ääääääää but.2 | colour c:olour\n"
	cover = strings.Replace(cover, " c:olour", " other", 1)
	if err := os.WriteFile(file, []byte(cover+"butterfly1 colour:red\nbutterfly1 other:x\nbutterfly2 colour:green other:y\nääääääää colour:red\nbut.2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	config := "family: exactcover\njob: census\npuzzle: {input: '" + file + "'}\n"
	written := write(t, coverOf(t, config, 0), "knuth")
	withinLimits(t, "names", written)
	for _, want := range []string{"| item butter.0: butterfly1\n", "| item butter.1: butterfly2\n", ": ääääääää\n", "| colours of colour: 0 is red, 1 is green\n", "colour:1 other:y\n"} {
		if !strings.Contains(written, want) {
			t.Errorf("no %q in\n%s", want, written)
		}
	}
	check(t, config, 0)

	many := strings.Builder{}
	many.WriteString("a | c\n")
	for i := range 100 {
		fmt.Fprintf(&many, "a c:%d\n", i)
	}
	if err := os.WriteFile(file, []byte(many.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	err := convert.Write(&bytes.Buffer{}, "knuth", coverOf(t, config, 0), "test")
	if err == nil || !strings.Contains(err.Error(), "item c has 100") {
		t.Errorf("100 colours: %v", err)
	}
}

func withinLimits(t *testing.T, name, text string) {
	t.Helper()
	items := map[string]bool{}
	for line := range strings.Lines(text) {
		if len(line) > 900_000 {
			t.Errorf("%s: a line of %d bytes", name, len(line))
		}
		if strings.HasPrefix(line, "|") {
			continue
		}
		first := len(items) == 0
		for word := range strings.FieldsSeq(line) {
			if first {
				if word == "|" {
					continue
				}
				if _, item, bounded := strings.Cut(word, "|"); bounded {
					word = item
				}
				if items[word] || len(word) > 8 || strings.ContainsAny(word, ":|") {
					t.Errorf("%s: item %q", name, word)
				}
				items[word] = true
				continue
			}
			item, colour, coloured := strings.Cut(word, ":")
			if !items[item] || coloured && len(colour) != 1 {
				t.Errorf("%s: %q in an option", name, word)
			}
		}
	}
	if len(items) > 100_000 {
		t.Errorf("%s: %d items", name, len(items))
	}
}
