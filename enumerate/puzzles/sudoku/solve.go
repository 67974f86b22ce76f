package sudoku

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/sudoku/bands"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzles/sudoku/singles"
)

// methods are the names of the ways to solve, all with the same answers.
var methods = []string{"bands", "singles", "exactcover"}

var solveFlags = []enumerate.SolveFlag{
	{Name: "box", Help: "rows x columns of a box, such as 2x3 (default: by the length of the first line)"},
	{Name: "format",
		Help: "the format of the puzzles, where their text does not tell; coverstat list formats has the names"},
	{Name: "digits", Help: "the digits, such as 0-8 or 0-F, where 0 is a digit and no empty cell"},
	{Name: "guess", Default: "fewest", Values: singles.Policies[:],
		Help: "method singles: the cell to guess in, by its candidates: " + strings.Join(singles.Policies[:], ", ")},
	{Name: "hidden", Default: "no", Values: []string{"no", "yes", "false", "true"},
		Help: "method singles: yes places hidden singles too"},
	{Name: "node-limit", Default: "0",
		Help: "method singles, which is the default then: give up a puzzle after so many guesses and answer stopped; 0: never"},
}

// A solver shows solutions of a puzzle until visit returns false, and says whether the
// search was complete: it was not if it was given up before.
type solver func(cells []byte, visit func(solution []byte) bool) (complete bool, err error)

// Solve answers the puzzles of a request, one line each and in their order:
// "unique SOLUTION", "none" or "many SOLUTION SOLUTION". With a node limit a
// line may be "stopped", followed by the solution found by then, if any.
//
// A fault in the input does not end it. A line that is no puzzle has no answer;
// a puzzle whose givens contradict each other is answered "none". Both are
// faults, which come back as [enumerate.Faults] when all is answered.
func Solve(request enumerate.SolveRequest) (err error) {
	out := bufio.NewWriter(request.Out)
	defer func() { err = cmp.Or(err, out.Flush()) }()
	ask := grid.Ask{Digits: request.Flags["digits"]}
	if box := request.Flags["box"]; box != "" {
		if ask.Shape, err = grid.ParseShape(box); err != nil {
			return err
		}
	}
	var titles enumerate.LeftOut
	ask.Title = titles.Add
	var faults enumerate.Faults
	var solve solver
	var refused error // a flag that does not fit, which is no fault of the file
	file := enumerate.PuzzleFile{Name: request.Name, In: request.In, Format: request.Flags["format"], Fault: faults.Add,
		Remark: request.Say}
	left, err := grid.List(ask).Read(file, func(p *grid.Puzzle) error {
		if solve == nil {
			if solve, refused = newSolver(request, p.Shape, out); refused != nil {
				return io.EOF
			}
		}
		line, err := solve.answer(p)
		if err != nil {
			return err
		}
		if line == "none\n" {
			if fault := p.Contradiction(); fault != nil {
				faults.Add(fault)
			}
		}
		_, err = out.WriteString(line)
		return err
	})
	if refused != nil {
		return refused
	}
	if titles.Number > 0 && request.Say != nil {
		request.Say(titles.String())
	}
	if err != nil && left.Number == 0 {
		return err
	}
	if allFaults := faults.Err(); allFaults != nil {
		return allFaults
	}
	return err
}

// answer returns the line that answers a puzzle by up to two solutions.
func (solve solver) answer(puzzle *grid.Puzzle) (string, error) {
	solutions, count := "", 0
	var wrong error
	complete, err := solve(puzzle.Cells, func(solution []byte) bool {
		count++
		solutions += " " + puzzle.Format(solution)
		wrong = puzzle.Shape.CheckSolution(solution, puzzle.Cells)
		return wrong == nil && count < 2
	})
	if wrong != nil {
		return "", fmt.Errorf("line %d: wrong solution: %w", puzzle.Line, wrong)
	}
	verdict := "none"
	switch {
	case count == 2:
		verdict = "many"
	case !complete:
		verdict = "stopped"
	case count == 1:
		verdict = "unique"
	}
	return verdict + solutions + "\n", err
}

func newSolver(request enumerate.SolveRequest, shape grid.Shape, out *bufio.Writer) (solver, error) {
	flags, method := request.Flags, request.Method
	opt := singles.Settings{Guess: singles.Guess(max(0, slices.Index(singles.Policies[:], flags["guess"]))),
		Hidden: flags["hidden"] == "yes" || flags["hidden"] == "true"}
	if limit := flags["node-limit"]; limit != "" {
		var err error
		if opt.NodeLimit, err = strconv.ParseInt(limit, 10, 64); err != nil || opt.NodeLimit < 0 {
			return nil, enumerate.Errorf("--node-limit %s: expected a number of guesses, 0 for no limit", limit)
		}
	}
	if method == "" {
		switch {
		case request.Trace:
			method = "singles"
		case shape == grid.Nine && opt.NodeLimit == 0:
			method = "bands"
		default:
			method, opt.Hidden = "singles", true
		}
	}
	if request.Trace && method != "singles" {
		return nil, enumerate.Errorf(
			"--trace with method %s: expected method singles, whose steps are those of a person",
			method)
	}
	if opt.NodeLimit > 0 && method != "singles" {
		return nil, enumerate.Errorf(
			"--node-limit with method %s, which goes to the end: expected method singles", method)
	}
	var s searcher
	switch method {
	case "bands":
		if shape != grid.Nine {
			return nil, enumerate.Errorf(
				"method bands: boxes of %s: expected 3x3; singles and exactcover take every shape",
				shape)
		}
		s.bands = bands.New()
	case "singles":
		if request.Trace {
			opt.Trace = tracer(out, shape)
		}
		s.singles, s.settings = singles.New(shape.Rows, shape.Cols), opt
	default:
		return func(cells []byte, visit func([]byte) bool) (bool, error) {
			return true, solveByCover(shape, cells, visit)
		}, nil
	}
	return func(cells []byte, visit func([]byte) bool) (bool, error) {
		_, _, ended := s.search(cells, 0, nil, visit)
		return ended, nil
	}, nil
}

// solveByCover solves a puzzle as an exact cover, by dancing links. It shares no
// code with the other solvers, which tests compare with it.
func solveByCover(shape grid.Shape, cells []byte, visit func([]byte) bool) error {
	b, err := newBoard(shape, cells)
	if err != nil {
		return err
	}
	var never atomic.Bool
	found := make([]byte, len(cells))
	kernel.NewDLX(b.problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never,
		func(solution []enumerate.OptionID) bool {
			b.write(found, solution)
			return visit(found)
		})
	return nil
}

// tracer returns what writes the steps of a search by singles for people: a line saying what
// was done, and the board, placed digits as #7 and the candidates of open cells,
// aligned.
//
//	step 3: row 2, column 5 has one candidate: 7
//	  13   #6   24 |  #5   #9 …
func tracer(out *bufio.Writer, shape grid.Shape) func(singles.Step) {
	n, steps := shape.Side(), 0
	return func(s singles.Step) {
		where := fmt.Sprintf("row %d, column %d", s.Cell/n+1, s.Cell%n+1)
		digit := grid.Symbol(byte(s.Digit))
		var text string
		switch s.Kind {
		case singles.Naked:
			text = fmt.Sprintf("%s has one candidate: %c", where, digit)
		case singles.Hidden:
			text = fmt.Sprintf("%s is the only place of a unit for %c", where, digit)
		case singles.Guessed:
			text = fmt.Sprintf("guess %d of %d in %s: %c (stack %d)", s.Number, s.Of, where, digit, s.Depth)
		case singles.Dead:
			text = fmt.Sprintf("contradiction (stack %d)", s.Depth)
		case singles.Back:
			text = fmt.Sprintf("back to before the guess in %s (stack %d)", where, s.Depth)
		case singles.Solution:
			text = "solution"
		}
		if s.Kind == singles.Start {
			steps = 0
			fmt.Fprintln(out, "start: the givens are placed")
		} else {
			steps++
			fmt.Fprintf(out, "step %d: %s\n", steps, text)
		}
		writeBoard(out, shape, s.Board)
	}
}

// writeBoard writes the cells, every column as wide as the widest text.
func writeBoard(out *bufio.Writer, shape grid.Shape, cells []int32) {
	n, width := shape.Side(), 0
	for _, v := range cells {
		width = max(width, len(cellText(v)))
	}
	for i, v := range cells {
		before := " "
		switch {
		case i%n == 0:
			before = "  "
		case i%shape.Cols == 0:
			before = " | "
		}
		fmt.Fprintf(out, "%s%*s", before, width, cellText(v))
		if i%n < n-1 {
			continue
		}
		out.WriteByte('\n')
		if row := i/n + 1; row%shape.Rows == 0 && row < n {
			rule := strings.Repeat("-", shape.Cols*(width+1)-1)
			fmt.Fprintln(out, "  "+rule+strings.Repeat("-+-"+rule, shape.Rows-1))
		}
	}
	out.WriteByte('\n')
}

// cellText is a cell: #7, its candidates, or ! where nothing can stand.
func cellText(v int32) string {
	switch {
	case v < 0:
		return "#" + cellText(-v)
	case v == 0:
		return "!"
	}
	var text []byte
	for ; v != 0; v &= v - 1 {
		text = append(text, grid.Symbol(byte(bits.TrailingZeros32(uint32(v))+1)))
	}
	return string(text)
}
