package nonogram

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/nonogram/line"
	"coverstat/enumerate/puzzles/nonogram/search"
	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// methods are the values of --method.
var methods = []string{"search", "line", "theorems", "printed"}

var solveFlags = []enumerate.SolveFlag{
	{Name: "limit", Default: "2", Help: "show up to so many solutions"},
	{Name: "node-limit", Default: "0",
		Help: "method search: give up a puzzle after so many guesses and probes and answer stopped; 0: never"},
	{Name: "format",
		Help: "the format of the puzzles, where their text does not tell; coverstat list formats has the names"},
	{Name: "as", Default: "pictures", Values: []string{"pictures", "non"},
		Help: "pictures, or non: the puzzle as a .non file, with its only solution as the goal"},
}

// solve answers every puzzle of a request. The answer is a line with the
// verdict (unique, none, many, stopped) and the title, if there is one,
// then each solution as a picture of # and . with a blank line after it.
//
// Method search, the default, proves its verdict. The methods line, theorems and
// printed (the theorems in their printed order) do not guess: if they leave cells
// open, the answer is "open", with ? for the open cells. With Trace the answer
// begins with every step of the theorems. Flag as=non writes the puzzle as a .non
// file instead, with the verdict as a comment above it.
func solve(request enumerate.SolveRequest) (err error) {
	out := bufio.NewWriter(request.Out)
	defer func() { err = cmp.Or(err, out.Flush()) }()
	s := solver{out: out, method: cmp.Or(request.Method, "search"), trace: request.Trace}
	if s.limit, err = number(request.Flags, "limit", 2, 1, maxLimit); err != nil {
		return err
	}
	if s.nodes, err = number(request.Flags, "node-limit", 0, 0, 1<<62); err != nil {
		return err
	}
	var faults enumerate.Faults // of puzzles that are left out; they are said when the others are answered
	puzzles, left, err := read(enumerate.PuzzleFile{Name: request.Name, In: request.In, Format: request.Flags["format"],
		Fault: faults.Add})
	if err != nil && left.Number == 0 {
		return err
	}
	if len(puzzles) == 0 {
		return faults.Err()
	}
	defer func() { err = cmp.Or(err, faults.Err()) }()
	if request.Flags["as"] == "non" {
		if len(puzzles) != 1 {
			return enumerate.Errorf("%s holds %d puzzles: a .non file can hold one", request.Name, len(puzzles))
		}
		if s.method != "search" || s.trace {
			return enumerate.Errorf("--as non writes proven solutions: it goes with method search, without a trace")
		}
		return s.convert(puzzles[0])
	}
	for _, p := range puzzles {
		if err := s.answer(p); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

func number(flags map[string]string, name string, otherwise, least, most int64) (int64, error) {
	text := flags[name]
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, enumerate.Errorf("--%s %q: expected a number from %d to %d", name, text, least, most)
	}
	return n, nil
}

type solver struct {
	out          *bufio.Writer
	method       string
	trace        bool
	limit, nodes int64
}

func (s *solver) answer(p *puzzle) error {
	if s.trace || s.method == "theorems" || s.method == "printed" {
		if !p.blackAndWhite() {
			return enumerate.Errorf(
				"the puzzle has %d colours, and the theorems are of black and white: expected --method search or line, without --trace", p.colours())
		}
		order := theorems.Fixpoint
		if s.method == "printed" {
			order = theorems.Printed
		}
		var step func(theorems.Step)
		if s.trace {
			step = s.writeStep
		}
		o := theorems.Solve(p.Rows, p.Cols, order, step)
		if s.trace {
			s.writeSummary(o)
		}
		if s.method == "theorems" || s.method == "printed" {
			return s.partial(p, o.Cells, o.Refuted)
		}
	}
	onlyLine := s.method == "line"
	r, err := p.search(search.Settings{Solutions: int(s.limit), MaxNodes: s.nodes, LineOnly: onlyLine})
	if err != nil {
		return err
	}
	if onlyLine {
		return s.partial(p, r.Partial, r.Verdict == search.None)
	}
	if s.trace {
		fmt.Fprintf(s.out, "line logic settles %s; search: %s, %s, %s\n", enumerate.Plural(r.Settled, "cell"),
			enumerate.Plural(r.Counters.Probes, "probe"), enumerate.Plural(r.Counters.Decisions, "guess"),
			enumerate.Plural(r.Counters.Conflicts, "conflict"))
	}
	s.verdict(p, r.Verdict.String())
	for _, pic := range r.Solutions[:min(len(r.Solutions), int(s.limit))] {
		fmt.Fprintf(s.out, "%s\n\n", picture(pic).text(p.width()))
	}
	return nil
}

// convert writes the puzzle as a .non file. A solution becomes its goal if it
// is the only one; a goal that was stated stays.
func (s *solver) convert(p *puzzle) error {
	r, err := p.search(search.Settings{MaxNodes: s.nodes})
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	if r.Verdict == search.Unique {
		p.Goal = r.Solutions[0]
	}
	fmt.Fprintf(s.out, "# %s\n%s", r.Verdict, p.non())
	return nil
}

// partial writes the answer of a method without guesses.
func (s *solver) partial(p *puzzle, cells []line.Cell, refuted bool) error {
	if refuted {
		s.verdict(p, "none")
		return nil
	}
	verdict := "open"
	if !slices.Contains(cells, line.Blank) {
		verdict = "unique"
		if err := p.check(picture(cells)); err != nil {
			return fmt.Errorf("wrong solution: %w", err)
		}
	}
	s.verdict(p, verdict)
	fmt.Fprintf(s.out, "%s\n\n", picture(cells).text(p.width()))
	return nil
}

func (s *solver) verdict(p *puzzle, verdict string) {
	s.out.WriteString(verdict)
	if p.Title != "" {
		s.out.WriteString(" " + oneLine(p.Title))
	}
	s.out.WriteByte('\n')
}

// writeStep writes a step of the trace: round, theorem and rule, line, cells.
func (s *solver) writeStep(step theorems.Step) {
	side := "column"
	if step.Row {
		side = "row"
	}
	fmt.Fprintf(s.out, "round %d  %d %v, %s: %s %d:", step.Round, int(step.Rule.Theorem), step.Rule.Theorem,
		step.Rule.Name, side, step.Index+1)
	for i := 0; i < len(step.Cells); {
		f := step.Cells[i]
		j := i
		for j+1 < len(step.Cells) && step.Cells[j+1].Cell() == f.Cell() &&
			step.Cells[j+1].Pos() == step.Cells[j].Pos()+1 {
			j++
		}
		fmt.Fprintf(s.out, " %d", f.Pos()+1)
		if j > i {
			fmt.Fprintf(s.out, "-%d", step.Cells[j].Pos()+1)
		}
		s.out.WriteString([...]string{line.Black: " black", line.Crossed: " crossed"}[f.Cell()])
		if i = j + 1; i < len(step.Cells) {
			s.out.WriteByte(',')
		}
	}
	s.out.WriteByte('\n')
}

func (s *solver) writeSummary(o theorems.Outcome) {
	if o.Refuted {
		fmt.Fprintf(s.out, "a line cannot be completed: no solution\n")
		return
	}
	fmt.Fprintf(s.out, "theorems settle %d of %s in %s:", o.Settled, enumerate.Plural(len(o.Cells), "cell"),
		enumerate.Plural(o.Rounds, "round"))
	for t := range theorems.All.Each {
		if t > 1 {
			s.out.WriteByte(',')
		}
		fmt.Fprintf(s.out, " %v %d", t, o.Fixed[t])
	}
	s.out.WriteByte('\n')
}
