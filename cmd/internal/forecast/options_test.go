package forecast

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

func countOptions(t *testing.T, config string, set ...string) (*big.Int, *enumerate.Batch) {
	t.Helper()
	s, err := study.Open(config, set, true)
	if err != nil {
		t.Fatal(err)
	}
	all, options, err := CountOptions(t.Context(), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	raw, ok := new(big.Int).SetString(fmt.Sprint(all), 10)
	if !ok {
		t.Fatalf("raw is %v", all)
	}
	return raw, options
}

// TestOptionCounts: lists and sweeps say the same, with conditions, too, and without a solution.
func TestOptionCounts(t *testing.T) {
	for _, c := range []struct{ config, set string }{
		{"dominoes-8x8", "puzzle.board={rows: 4, cols: 7}"},
		{"dominoes-8x8", "puzzle.board={rows: 3, cols: 5}"},
		{"pent-3x20", "name=pent"},
		{"pent-3x20", "require=[border_pieces=11]"},
		{"queens-8", "name=queens"},
		{"latin-5", "name=latin"},
	} {
		list, listed := countOptions(t, c.config, c.set, "kernel=dlx")
		sweep, swept := countOptions(t, c.config, c.set, "kernel=sweep")
		if at := len(listed.Columns) - 2; list.Cmp(sweep) != 0 || !slices.Equal(listed.Vectors[at].Int64s, swept.Vectors[at].Int64s) {
			t.Errorf("%s %s: %v by a list, %v by a sweep, or other uses", c.config, c.set, list, sweep)
		}
	}
}

// TestOptionsAreBoards: as many solutions have a domino as the board without its two cells has.
func TestOptionsAreBoards(t *testing.T) {
	puzzle := func(o []int32) string {
		picture := []byte(strings.Repeat(".", 24))
		for _, cell := range o {
			picture[cell] = '#'
		}
		return fmt.Sprintf("puzzle.board=%q", fmt.Sprintf("%s\n%s\n%s\n%s", picture[:6], picture[6:12], picture[12:18], picture[18:]))
	}
	_, options := countOptions(t, "dominoes-8x8", puzzle(nil))
	cells, raw := enumerate.ColumnIndex(options.Columns, "cells"), enumerate.ColumnIndex(options.Columns, "raw")
	for o := range options.Len() {
		n, _ := countOptions(t, "dominoes-8x8", puzzle(options.ListAt(cells, o)))
		if n.Int64() != options.IntAt(raw, o) {
			t.Errorf("domino %d is in %d tilings: the board without it has %v", o, options.IntAt(raw, o), n)
		}
	}
}
