package jobs_test

import (
	"testing"

	"coverstat/configs/configstest"
)

// TestCountRows: published numbers of classes, without a list; none is told where sweeps would take too long.
func TestCountRows(t *testing.T) {
	for _, c := range []struct {
		config string
		set    []string
		want   int64 // 0 for none
	}{
		{"queens-8", nil, 12},
		{"pent-3x20", nil, 2},
		{"regions-6x6", nil, 56_734},
		{"dominoes-8x8", []string{"puzzle.board={rows: 20, cols: 20}"}, 0},
	} {
		rows, how := configstest.Open(t, c.config, c.set...).CountRows()
		switch {
		case c.want == 0 && rows != nil:
			t.Errorf("%s %v: %v classes by %s, expected none", c.config, c.set, rows, how)
		case c.want > 0 && (rows == nil || rows.Int64() != c.want):
			t.Errorf("%s: %v classes by %s, expected %d", c.config, rows, how, c.want)
		}
	}
}
