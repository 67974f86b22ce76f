package diagram_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/configs/configstest"
	"coverstat/enumerate"
	"coverstat/enumerate/diagram"
	"coverstat/enumerate/run"
)

// explore opens a config; it returns its table of options, too.
func explore(t *testing.T, by string, name string, set ...string) (*diagram.Explorer, *enumerate.Batch) {
	t.Helper()
	if by != "sweep" {
		set = append(set, "kernel="+by)
	}
	job := configstest.Open(t, name, set...)
	d, err := job.Diagram(enumerate.Question{SweepOnly: by == "sweep"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := job.Tables()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tables, func(t enumerate.Table) bool { return t.Name == enumerate.OptionsTable })
	x, err := diagram.New(d, tables[at].Rows.Len(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return x, tables[at].Rows
}

// count counts without a diagram.
func count(t *testing.T, name string, set ...string) *big.Int {
	t.Helper()
	methods, _, err := configstest.Open(t, name, set...).Methods(enumerate.Question{})
	if err != nil {
		t.Fatal(err)
	}
	_, totals, _, err := run.Answer(t.Context(), methods, run.Settings{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return totals.Raw
}

// TestRemovedCells: on three puzzles ten conditional questions each agree with counts of the board without the cells of what is
// given, and without the piece if there is one of it. A forbidden placement takes those away that have it.
func TestRemovedCells(t *testing.T) {
	for _, puzzle := range []struct {
		by         string
		rows, cols int
		pieces     []string
		any        bool // any number of each
	}{
		{"sweep", 6, 7, []string{"I2"}, true},
		{"sweep", 5, 6, []string{"I3", "V3", "O4"}, true},
		{"dlx", 5, 6, []string{"P5", "L5", "Y5", "V5", "U5", "N5"}, false},
	} {
		countWithout := func(pieces []string, cells []int32) *big.Int {
			return count(t, "dominoes-8x8", board(puzzle.rows, puzzle.cols, cells), pieceList(puzzle.pieces, pieces, puzzle.any))
		}
		x, options := explore(t, puzzle.by, "dominoes-8x8", board(puzzle.rows, puzzle.cols, nil), pieceList(puzzle.pieces, nil, puzzle.any))
		cells, names := enumerate.ColumnIndex(options.Columns, "cells"), enumerate.ColumnIndex(options.Columns, "piece")
		random, stop, met := rand.New(rand.NewPCG(1, 2)), new(atomic.Bool), 0
		for question := range 10 {
			drawn := x.Draw(nil, rand.NewPCG(random.Uint64(), 1)) // so that the answers are not zero
			a, b := int(drawn[random.IntN(len(drawn))]), random.IntN(options.Len())
			if question%2 == 0 { // a part of the same solution
				b = int(drawn[random.IntN(len(drawn))])
			}
			first, second := options.ListAt(cells, a), options.ListAt(cells, b)
			piece, other := string(options.StringAt(names, a)), string(options.StringAt(names, b))
			one, both := countWithout([]string{piece}, first), new(big.Int)
			switch {
			case a == b:
				both = one
			case slices.ContainsFunc(first, func(c int32) bool { return slices.Contains(second, c) }):
			case puzzle.any || piece != other:
				both = countWithout([]string{piece, other}, slices.Concat(first, second))
			}
			met += both.Sign()
			given, forbidden := []enumerate.OptionID{enumerate.OptionID(a)}, []enumerate.OptionID{enumerate.OptionID(b)}
			x.Ask(given, nil, stop)
			if uses := x.Uses(stop)[b]; x.Total().Cmp(one) != 0 || uses.Cmp(both) != 0 {
				t.Errorf("%v: given %v: %v, expected %v; with %v, too: %v, expected %v", puzzle, first, x.Total(), one, second, uses, both)
			}
			x.Ask(given, forbidden, stop)
			if x.Total().Cmp(new(big.Int).Sub(one, both)) != 0 {
				t.Errorf("%v: given %v, forbidden %v: %v, expected %v less %v", puzzle, first, second, x.Total(), one, both)
			}
			x.Ask(nil, nil, stop)
		}
		if met == 0 {
			t.Errorf("%v: no two options go together: expected some", puzzle)
		}
	}
}

// board is the setting of a board without some of its cells.
func board(rows, cols int, removed []int32) string {
	var lines []string
	for r := range rows {
		line := []byte(strings.Repeat(".", cols))
		for _, cell := range removed {
			if int(cell)/cols == r {
				line[int(cell)%cols] = '#'
			}
		}
		lines = append(lines, string(line))
	}
	return fmt.Sprintf("puzzle.board=%q", strings.Join(lines, "\n"))
}

// pieceList is the setting of pieces, any number of each, or one of each that is not removed.
func pieceList(pieces, removed []string, anyNumber bool) string {
	var list []string
	for _, p := range pieces {
		switch {
		case anyNumber:
			list = append(list, "{name: "+p+", count: any}")
		case !slices.Contains(removed, p):
			list = append(list, p)
		}
	}
	return "puzzle.pieces=[" + strings.Join(list, ", ") + "]"
}

// TestListsAndSweeps: the diagrams of a list and of a sweep answer alike, and draw what agrees with the question.
func TestListsAndSweeps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct{ name, set string }{
		{"pent-3x20", "name=pent"},
		{"dominoes-8x8", "puzzle.board={rows: 4, cols: 7}"},
		{"dominoes-8x8", "puzzle.board={rows: 3, cols: 5}"},
		{"pent-3x20", "require=[border_pieces=11]"},
		{"queens-8", "name=queens"},
		{"latin-5", "puzzle.symmetry=[]"},
	} {
		list, options := explore(t, "dlx", c.name, c.set)
		sweep, _ := explore(t, "sweep", c.name, c.set)
		random := rand.New(rand.NewPCG(3, 4))
		for i := range 12 {
			var given, forbidden []enumerate.OptionID
			for range i % 3 {
				given = append(given, enumerate.OptionID(random.IntN(options.Len())))
			}
			for range i / 3 {
				forbidden = append(forbidden, enumerate.OptionID(random.IntN(options.Len())))
			}
			if i > 5 && list.Total().Sign() > 0 { // a part of a solution
				given = list.Draw(nil, rand.NewPCG(uint64(i), 1))[:i%4]
			}
			list.Ask(given, forbidden, new(atomic.Bool))
			sweep.Ask(given, forbidden, new(atomic.Bool))
			same := slices.EqualFunc(list.Uses(new(atomic.Bool)), sweep.Uses(new(atomic.Bool)), func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
			if list.Total().Cmp(sweep.Total()) != 0 || !same {
				t.Fatalf("%s %s: given %v, forbidden %v: %v by a list, %v by a sweep, or other uses", c.name, c.set, given, forbidden, list.Total(), sweep.Total())
			}
			for _, x := range []*diagram.Explorer{list, sweep} {
				if x.Total().Sign() == 0 {
					continue
				}
				drawn := x.Draw(nil, rand.NewPCG(5, uint64(i)))
				for _, o := range given {
					if !slices.Contains(drawn, o) {
						t.Errorf("%s: %v lacks %d, which is given", c.name, drawn, o)
					}
				}
				if slices.ContainsFunc(drawn, func(o enumerate.OptionID) bool { return slices.Contains(forbidden, o) }) {
					t.Errorf("%s: %v has an option of %v, which are forbidden", c.name, drawn, forbidden)
				}
			}
		}
	}
}

// TestWideNumbers: numbers of two words, and of three, which are kept as four.
func TestWideNumbers(t *testing.T) {
	for _, size := range []int{8, 12, 14, 16} {
		set := []string{fmt.Sprintf("puzzle.board={rows: %d, cols: %d}", size, size)}
		if size > 12 {
			set[0] = fmt.Sprintf("puzzle.board={rows: %d, cols: %d}", 6, 8*size)
		}
		x, _ := explore(t, "sweep", "dominoes-8x8", set...)
		if all := count(t, "dominoes-8x8", set...); x.Total().Cmp(all) != 0 {
			t.Errorf("%v: %v, expected %v", set, x.Total(), all)
		}
		// Each corner has one of two dominoes, which a reflection exchanges on square boards.
		uses := x.Uses(new(atomic.Bool))
		sum := new(big.Int)
		for _, n := range uses {
			sum.Add(sum, n)
		}
		cells := int64(size * size)
		if size > 12 {
			cells = int64(6 * 8 * size)
		}
		if expected := new(big.Int).Mul(x.Total(), big.NewInt(cells/2)); sum.Cmp(expected) != 0 {
			t.Errorf("%v: %v uses, expected %v", set, sum, expected)
		}
	}
}

// TestUniform: 2,000 draws of 11 tilings.
func TestUniform(t *testing.T) {
	x, _ := explore(t, "sweep", "dominoes-8x8", "puzzle.board={rows: 3, cols: 4}")
	source, seen := rand.NewPCG(7, 8), map[string]int{}
	for range 2200 {
		seen[fmt.Sprint(x.Draw(nil, source))]++
	}
	sum := 0.0
	for _, n := range seen {
		sum += float64(n-200) * float64(n-200) / 200
	}
	if len(seen) != 11 || sum > 35 { // chi-squared, 10 degrees of freedom: once in 10,000
		t.Errorf("%d tilings, expected 11; chi-squared is %.1f", len(seen), sum)
	}
}
