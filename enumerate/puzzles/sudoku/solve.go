package sudoku

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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
	{Name: "guess", Default: "fewest", Values: singles.Policies[:], Help: "method singles: the cell to guess in, by its candidates: " + strings.Join(singles.Policies[:], ", ")},
	{Name: "hidden", Default: "no", Values: []string{"no", "yes", "false", "true"}, Help: "method singles: yes places hidden singles too"},
	{Name: "node-limit", Default: "0", Help: "method singles, which is the default then: give up a puzzle after so many guesses and answer stopped; 0: never"},
}

// A solver finds up to two solutions of a puzzle, and says whether the search
// was complete: it was not if it was given up before.
type solver func(cells []byte) (solutions [][]byte, complete bool, err error)

// Solve answers the puzzles of a request, one line each and in their order:
// "unique SOLUTION", "none" or "many SOLUTION SOLUTION". With a node limit a
// line may be "stopped", followed by the solution found by then, if any.
//
// A fault in the input does not end it. A line that is no puzzle has no answer;
// a puzzle whose givens contradict each other is answered "none". Both are
// faults, which come back as [enumerate.Faults] when all is answered.
func Solve(request enumerate.SolveRequest) (err error) {
	out := bufio.NewWriter(request.Out)
	defer func() {
		if flushErr := out.Flush(); err == nil {
			err = flushErr
		}
	}()
	reader, shape, err := openRequest(request)
	if err != nil {
		return err
	}
	solve, err := newSolver(request, shape, out)
	if err != nil {
		return err
	}
	var faults enumerate.Faults
	var fault *enumerate.InputError
	answered := 0
	for {
		puzzle, err := reader.Next()
		switch {
		case err == io.EOF:
			if answered == 0 && faults.Len() == 0 {
				faults.Add(&enumerate.InputError{File: request.Name, Problem: "no puzzle", Expected: "a line of cells, or a grid"})
			}
			return faults.Err()
		case errors.As(err, &fault):
			faults.Add(fault)
			continue
		case err != nil:
			return err
		}
		line := "none\n"
		if err := reader.Contradiction(puzzle); errors.As(err, &fault) {
			faults.Add(fault)
		} else if line, err = answerTo(solve, shape, puzzle); err != nil {
			return err
		}
		out.WriteString(line)
		answered++
	}
}

// answerTo returns the line that answers a puzzle.
func answerTo(solve solver, shape grid.Shape, puzzle *grid.Puzzle) (string, error) {
	solutions, complete, err := solve(puzzle.Cells)
	if err != nil {
		return "", err
	}
	for _, found := range solutions {
		if err := shape.CheckSolution(found, puzzle.Cells); err != nil {
			return "", fmt.Errorf("line %d: wrong solution: %w", puzzle.Line, err)
		}
	}
	return answerLine(solutions, complete), nil
}

func answerLine(solutions [][]byte, complete bool) string {
	line := "none"
	switch {
	case len(solutions) > 1:
		line = "many"
	case !complete:
		line = "stopped"
	case len(solutions) == 1:
		line = "unique"
	}
	for _, s := range solutions {
		line += " " + grid.Format(s)
	}
	return line + "\n"
}

// openRequest finds out the shape and opens the text.
func openRequest(request enumerate.SolveRequest) (*grid.Reader, grid.Shape, error) {
	text, shape, err := grid.Sniff(request.In, request.Name)
	if err != nil {
		return nil, shape, err
	}
	if box := request.Flags["box"]; box != "" {
		if shape, err = grid.ParseShape(box); err != nil {
			return nil, shape, err
		}
	}
	r, err := grid.NewReader(text, request.Name, shape)
	return r, shape, err
}

func newSolver(request enumerate.SolveRequest, shape grid.Shape, out *bufio.Writer) (solver, error) {
	opt, err := singlesOptions(request.Flags)
	if err != nil {
		return nil, err
	}
	method := request.Method
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
		return nil, enumerate.Errorf("--trace with method %s: expected method singles, whose steps are those of a person", method)
	}
	if opt.NodeLimit > 0 && method != "singles" && slices.Contains(methods, method) {
		return nil, enumerate.Errorf("--node-limit with method %s, which goes to the end: expected method singles", method)
	}
	switch method {
	case "bands":
		if shape != grid.Nine {
			return nil, enumerate.Errorf("method bands: boxes of %s: expected 3x3; singles and exactcover take every shape", shape)
		}
		return solveByBands(bands.New()), nil
	case "singles":
		if request.Trace {
			opt.Trace = newTracer(out, shape).step
		}
		return solveBySingles(singles.New(shape.Rows, shape.Cols), opt), nil
	case "exactcover":
		return func(cells []byte) ([][]byte, bool, error) { return solveByCover(shape, cells) }, nil
	}
	return nil, enumerate.Unknown("no method", method, methods, "")
}

func singlesOptions(flags map[string]string) (opt singles.Settings, err error) {
	opt.Limit = 2
	if guess := flags["guess"]; guess != "" {
		var p policy
		if err := p.parse(guess); err != nil || p.hidden {
			return opt, enumerate.Unknown("--guess", guess, singles.Policies[:], "")
		}
		opt.Guess = p.guess
	}
	opt.Hidden = flags["hidden"] == "yes" || flags["hidden"] == "true"
	if limit := flags["node-limit"]; limit != "" {
		if opt.NodeLimit, err = strconv.ParseInt(limit, 10, 64); err != nil || opt.NodeLimit < 0 {
			return opt, enumerate.Errorf("--node-limit %s: expected a number of guesses, 0 for no limit", limit)
		}
	}
	return opt, nil
}

func solveByBands(s *bands.Solver) solver {
	return func(cells []byte) (solutions [][]byte, complete bool, err error) {
		s.Solve((*[81]byte)(cells), 2, func(g *[81]byte) bool {
			solutions = append(solutions, bytes.Clone(g[:]))
			return true
		})
		return solutions, true, nil
	}
}

func solveBySingles(s *singles.Solver, options singles.Settings) solver {
	return func(cells []byte) (solutions [][]byte, complete bool, err error) {
		_, stats := s.Solve(cells, options, func(g []byte) bool {
			solutions = append(solutions, bytes.Clone(g))
			return true
		})
		return solutions, !stats.Unfinished, nil
	}
}

// solveByCover solves a puzzle as an exact cover, by dancing links. It shares no
// code with the other solvers, which tests compare with it.
func solveByCover(shape grid.Shape, cells []byte) (solutions [][]byte, complete bool, err error) {
	b, err := newBoard(shape, cells)
	if err != nil {
		return nil, false, err
	}
	var never atomic.Bool
	task := enumerate.Task{Case: &enumerate.Case{}, Share: 1}
	kernel.NewDLX(b.problem).Search(task, &never, func(solution []enumerate.OptionID) bool {
		found := make([]byte, len(cells))
		b.write(found, solution)
		solutions = append(solutions, found)
		return len(solutions) < 2
	})
	return solutions, true, nil
}
