package exactcover

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/exact/jobs"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/symmetry"
)

// Family returns the family of exact covers given as text.
func Family() enumerate.Family {
	return enumerate.Family{
		Name: "exactcover",
		Help: "any exact cover, in Knuth's text format, with secondary items and colours",
		Measures: func() []enumerate.MeasureInfo {
			return append(exact.MeasureInfos(measures), chosen, forcing.Info())
		},
		Requires: true,
		Params:   params{},
		Open:     open,
		Formats:  coverFormats.ForCommands,
		Solve:    solve,
		SolveFlags: []enumerate.SolveFlag{
			{Name: "limit", Default: "0", Help: "end with this many solutions of a problem; 0 is all"}},
		SolveInput: `FILE or standard input holds a problem. Its first line names the items, the primary
ones before a |, the secondary ones after it. Each further line is an option: the names
of its items, separated by spaces; a secondary item may have a colour, as in c:red.
An item with bounds, as in 2:3|c, is in at least and at most so many options.
Lines whose first word begins with | are comments; options of secondary items only are
left out. Of an option whose items may all be left out (0:2|a) a solution says whether it has
it: unused.4 is that of line 4, left out. A line of the answer is a solution: its options,
separated by slashes. A line --- ends a problem, and others may follow: then a line such as
"--- 2 solutions, 15 nodes" ends its answer, with the nodes of a search by dancing links.

  a b c | p
  a b
  a p:red
  c p:red`,
	}
}

type params struct {
	Input    string     `yaml:"input" help:"a file in Knuth's text format: a line of items, the primary ones before a bar, then an option a line; coverstat solve exactcover --help has an example; or a matrix of 0s and 1s, or lists of columns" example:"queens.txt"`
	Format   string     `yaml:"format" default:"the one that the content shows" help:"the format of the file, by its name in coverstat list formats" example:"matrix"`
	Given    []string   `yaml:"given" default:"[]" help:"options that every solution has, each written as its items" example:"['a b', 'c p:red']"`
	Forbid   []string   `yaml:"forbid" default:"[]" help:"options that no solution has, each written as its items" example:"['a p:red']"`
	Symmetry generators `yaml:"symmetry" default:"[]" help:"permutations of items, as cycles of names, that map options to options: together they say which solutions are equal; or find: all of them are sought, and coverstat check shows generators" example:"['(a b)(c d)']"`
}

// generators is a list of permutations, or "find".
type generators struct {
	list []string
	find bool
}

// UnmarshalYAML accepts both.
func (g *generators) UnmarshalYAML(decode func(any) error) error {
	err := decode(&g.list)
	if err != nil && decode(&enumerate.OneOf{Texts: []string{"find"}}) == nil {
		g.find, err = true, nil
	}
	return err // of the list: nothing else has elements to name
}

// groupMemory bounds the total number of entries in the tables of a group. They
// take 256 MB.
const groupMemory = 64 << 20

func open(spec enumerate.Spec) (*enumerate.Job, error) {
	var p params
	if err := spec.Puzzle(&p); err != nil {
		return nil, err
	}
	if p.Input == "" {
		return nil, enumerate.KeyErrorf("puzzle.input",
			"puzzle.input is missing: expected the name of a file in Knuth's format")
	}
	in, err := spec.Open(p.Input)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f, left, err := read(enumerate.PuzzleFile{Name: p.Input, In: in, Format: p.Format})
	if err != nil {
		return nil, err
	}
	spec.Remark(left.String())
	spec.Remark(f.leftOut())
	r, err := f.restriction(p.Given, p.Forbid)
	if err != nil {
		return nil, err
	}
	x, err := f.instance(p.Symmetry, r, spec.Measures, spec.Require)
	if err != nil {
		return nil, err
	}
	return jobs.Open(x, spec)
}

// group returns the symmetries that a config names or lets find.
func (f *file) group(g generators, r *restriction) (*symmetry.Group, [][]enumerate.Item, error) {
	var perms [][]enumerate.Item
	for i, text := range g.list {
		perm, err := f.permutation(text)
		if err != nil {
			return nil, nil, enumerate.AtKey(fmt.Sprintf("puzzle.symmetry.%d", i), err)
		}
		perms = append(perms, perm)
	}
	limit := max(2, groupMemory/(f.problem.Items()+f.problem.Options()))
	if g.find {
		marked, err := f.marked(r)
		if err != nil {
			return nil, nil, err
		}
		var order float64
		if perms, order, err = symmetry.Find(marked); err != nil {
			return nil, nil, enumerate.KeyErrorf("puzzle.symmetry", "symmetry: %v: expected a list of generators", err)
		}
		if order > float64(limit) {
			return nil, nil, enumerate.KeyErrorf("puzzle.symmetry",
				"symmetry: %.10g were found: expected at most %d, or a list of generators of a smaller group", order,
				limit)
		}
		for i := range perms {
			perms[i] = perms[i][:f.problem.Items()]
		}
	}
	group := symmetry.Trivial(f.problem)
	if len(perms) > 0 {
		var err error
		if group, err = symmetry.Generate(f.problem, perms, limit); err != nil {
			return nil, nil, enumerate.KeyErrorf("puzzle.symmetry", "symmetry: %v", err)
		}
	}
	return group, perms, nil
}

func (f *file) instance(g generators, r *restriction, asked, require []string) (*exact.Instance, error) {
	group, perms, err := f.group(g, r)
	if err != nil {
		return nil, err
	}
	given := f.texts(r.given)
	if len(r.given)+len(r.forbidden) > 0 {
		if group, err = f.restrict(r, group); err != nil {
			return nil, err
		}
	}
	asked, forcing := forcing.Take(asked)
	known := func(written []string) ([]exact.Measure, error) { return f.measuresWith(group, written) }
	x, err := exact.NewInstance(f.problem, group, known, asked, require)
	if err != nil {
		return nil, err
	}
	x.ListOptions(func(o enumerate.OptionID) string { return f.options[o] })
	x.Smaller = "fewer items or options"
	x.Forcing = forcing
	x.Cover = func() *enumerate.Cover { return &enumerate.Cover{Problem: f.problem, Colours: f.colours} }
	x.Facts = []enumerate.Fact{{Key: "secondary",
		Text:  enumerate.Plural(f.secondary(), "secondary item") + ", " + enumerate.Plural(len(f.colours), "colour"),
		Value: f.secondary()}}
	if len(given) > 0 {
		x.Facts = append(x.Facts,
			enumerate.Fact{Key: "given", Text: "given " + strings.Join(given, " / "), Value: given})
	}
	if n := len(r.forbidden); n > 0 {
		x.Facts = append(x.Facts,
			enumerate.Fact{Key: "forbidden", Text: "forbidden: " + enumerate.Plural(n, "option"), Value: n})
	}
	if g.find {
		for _, perm := range perms {
			cycles := f.cycles(perm)
			x.Facts = append(x.Facts,
				enumerate.Fact{Key: "generator", Text: "found the symmetry " + cycles, Value: cycles})
		}
	}
	return x, nil
}

func (f *file) secondary() int {
	n := 0
	for i := range f.problem.Items() {
		if f.problem.Item(enumerate.Item(i)).Secondary() {
			n++
		}
	}
	return n
}

// separator is a line behind a problem, where there are several, and before the counts of its answer.
const separator = "---"

// solve lists the solutions of the problems on in, one a line, the options separated by
// slashes. Behind those of a problem that ends with a separator it says how many there are.
func solve(r enumerate.SolveRequest) error {
	limit, err := strconv.Atoi(r.Flags["limit"])
	if err != nil || limit < 0 {
		return enumerate.Errorf("--limit %s: expected 0 (all) or more", r.Flags["limit"])
	}
	head := bufio.NewReader(r.In)
	first, err := head.ReadString('\n')
	if err != nil && err != io.EOF {
		return err
	}
	stream := io.MultiReader(strings.NewReader(first), head)
	say := func(text string) {
		if text != "" && r.Say != nil {
			r.Say(text)
		}
	}
	if rowOfNumbers(first) { // the text is read to its end before the first answer, as no stream of several problems is
		f, left, err := read(enumerate.PuzzleFile{Name: r.Name, In: stream})
		if err != nil {
			return err
		}
		say(left.String())
		say(f.leftOut())
		_, _, err = f.list(r.Out, limit)
		return err
	}
	in := newReader(r.Name, stream)
	for {
		f, ended, err := in.next(separator)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		say(f.leftOut())
		n, nodes, err := f.list(r.Out, limit)
		if err != nil || !ended {
			return err
		}
		if _, err = fmt.Fprintf(r.Out, "%s %s, %s\n", separator, enumerate.Plural(n, "solution"),
			enumerate.Plural(nodes, "node")); err != nil {
			return err
		}
	}
}

// list writes the solutions, at most limit if that is above 0.
func (f *file) list(out io.Writer, limit int) (n int, nodes int64, err error) {
	var never atomic.Bool
	effort, _ := kernel.NewDLX(f.problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never,
		func(solution []enumerate.OptionID) bool {
			n++
			texts := make([]string, len(solution))
			for i, o := range solution {
				texts[i] = f.options[o]
			}
			_, err = io.WriteString(out, strings.Join(texts, " / ")+"\n")
			return err == nil && n != limit
		})
	if err == nil && n == 0 {
		_, err = io.WriteString(out, "none\n")
	}
	return n, effort.Nodes, err
}
