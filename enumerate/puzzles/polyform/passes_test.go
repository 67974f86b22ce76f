package polyform

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestChooseMethod: the cheaper method is chosen, or the one that the config names, and
// the facts say why.
func TestChooseMethod(t *testing.T) {
	cost := func(nodes float64) func(float64) (float64, bool, error) {
		return func(enough float64) (float64, bool, error) { return nodes, nodes < enough, nil }
	}
	failed := errors.New("failed")
	for _, c := range []struct {
		wanted string
		pass   pass
		cost   float64 // of a search, besides its 100 nodes
		method string
		why    string // or the error, if there is no method
	}{
		{"scatter", pass{bytes: 1}, 0, "scatter", "as the config says; its table has 1 MB"},
		{"each", pass{}, 0, "each", "as the config says"},
		{"scatter", pass{unfit: failed}, 0, "", "method scatter does not fit: failed"},
		{"each", pass{unfit: failed}, 0, "each", "as the config says"},
		{"auto", pass{unfit: failed}, 0, "each", "a search of each pair, as method scatter does not fit: failed"},
		{"", pass{cost: func(float64) (float64, bool, error) { return 0, false, failed }}, 0, "", "failed"},
		{"", pass{cost: func(float64) (float64, bool, error) { return 0, false, unfit(errors.New("too large")) }}, 0, "each", "a search of each pair, as method scatter does not fit: too large"},
		{"", pass{over: "tours", bytes: 3 << 20, cost: cost(999)}, 0, "scatter", "one pass over all tours is worth about 999 nodes with a table of 3 MB, a search of each pair 1e+03"},
		{"auto", pass{over: "tours", cost: cost(1001)}, 0, "each", "one pass over all tours is worth about 1e+03 nodes with a table of 0 MB, a search of each pair 1e+03"},
		{"auto", pass{over: "tours", cost: cost(1001)}, 1, "scatter", "one pass over all tours is worth about 1e+03 nodes with a table of 0 MB, a search of each pair 1.01e+03"},
		{"auto", pass{over: "tours", cost: cost(1001)}, 101, "scatter", "one pass over all tours is worth at most about 1e+03 nodes with a table of 0 MB, a search of each pair at least 1.01e+03"},
	} {
		method, why, err := c.pass.choose(c.wanted, "pair", 10, c.cost, func() (float64, error) { return 100, nil })
		if c.method == "" {
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%q: %v, expected %s", c.wanted, err, c.why)
			}
			continue
		}
		if err != nil || method != c.method || why != c.why {
			t.Errorf("%q: %v, method %s: %s\nexpected %s: %s", c.wanted, err, method, why, c.method, c.why)
		}
	}
}

// TestPassOfManyPieces: boards with more pieces than the pass has sets for are searched one by one.
func TestPassOfManyPieces(t *testing.T) {
	p := params{BoardParams: BoardParams{Board: boardParam{Rows: 7, Cols: 7}}, Blocked: []blockedParam{{Choose: 5}}, Limit: 1}
	for rows := range 7 {
		for cols := rows; cols < 7 && len(p.Pieces) < 22; cols++ {
			if cols > 0 { // two cells that lie so far apart
				picture := strings.Repeat(".", cols) + "#"
				if rows == 0 {
					picture = "#" + picture[1:]
				} else {
					row := strings.Repeat(".", cols+1) + "\n"
					picture = "#" + row[1:] + strings.Repeat(row, rows-1) + picture
				}
				p.Pieces = append(p.Pieces, pieceParam{Name: fmt.Sprint("P", len(p.Pieces)), Picture: picture})
			}
		}
	}
	job, err := formOf(t, "polyomino").open(enumerate.Spec{Kind: enumerate.Survey,
		Puzzle: func(into any) error { *into.(*params) = p; return nil }})
	if err != nil || job.Kernel != eachMethod {
		t.Errorf("%v; %+v", err, job)
	}
}
