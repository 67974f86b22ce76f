package measure

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The oracles work on the picture alone, by definition, and try everything.

type oracle struct {
	rows, cols int
	grid       []byte
	letters    string
}

func newOracle(picture string) oracle {
	lines := strings.Split(picture, "\n")
	o := oracle{rows: len(lines), cols: len(lines[0]), grid: []byte(strings.Join(lines, ""))}
	for _, g := range o.grid {
		if g != '#' && !strings.Contains(o.letters, string(g)) {
			o.letters += string(g)
		}
	}
	return o
}

func (o oracle) at(r, c int) byte {
	if r < 0 || r >= o.rows || c < 0 || c >= o.cols {
		return '#'
	}
	return o.grid[r*o.cols+c]
}

// meet reports whether two letters share an edge, or with corners a corner.
func (o oracle) meet(a, b byte, corners bool) bool {
	for r := range o.rows {
		for c := range o.cols {
			for dr := -1; dr <= 1; dr++ {
				for dc := -1; dc <= 1; dc++ {
					if (corners || dr*dc == 0) && o.at(r, c) == a && o.at(r+dr, c+dc) == b {
						return true
					}
				}
			}
		}
	}
	return false
}

func (o oracle) colours(corners bool) int32 {
	n := len(o.letters)
	for k := 1; k <= n; k++ {
		colour := make([]int, n)
		for {
			ok := true
			for i := range n {
				for j := range i {
					ok = ok && (colour[i] != colour[j] || !o.meet(o.letters[i], o.letters[j], corners))
				}
			}
			if ok {
				return int32(k)
			}
			i := 0
			for ; i < n && colour[i] == k-1; i++ {
				colour[i] = 0
			}
			if i == n {
				break
			}
			colour[i]++
		}
	}
	return 0
}

func (o oracle) contacts() (n int32) {
	for i := range o.letters {
		for j := range i {
			if o.meet(o.letters[i], o.letters[j], false) {
				n++
			}
		}
	}
	return n
}

func (o oracle) crossroads() (n int32) {
	for r := range o.rows - 1 {
		for c := range o.cols - 1 {
			four := map[byte]bool{o.at(r, c): true, o.at(r+1, c): true, o.at(r, c+1): true, o.at(r+1, c+1): true}
			if len(four) == 4 && !four['#'] {
				n++
			}
		}
	}
	return n
}

func (o oracle) faults() (n int32) {
	top, left, bottom, right := o.rows, o.cols, -1, -1
	for i, g := range o.grid {
		if g != '#' {
			top, bottom = min(top, i/o.cols), max(bottom, i/o.cols)
			left, right = min(left, i%o.cols), max(right, i%o.cols)
		}
	}
	for r := top; r < bottom; r++ {
		cut := false
		for c := range o.cols {
			cut = cut || o.at(r, c) != '#' && o.at(r, c) == o.at(r+1, c)
		}
		if !cut {
			n++
		}
	}
	for c := left; c < right; c++ {
		cut := false
		for r := range o.rows {
			cut = cut || o.at(r, c) != '#' && o.at(r, c) == o.at(r, c+1)
		}
		if !cut {
			n++
		}
	}
	return n
}

func TestAgainstOracles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 600 {
		rows, cols, tiles, blocked := 1+rng.IntN(6), 1+rng.IntN(6), 1+rng.IntN(6), 0
		if round%4 == 0 {
			blocked = rng.IntN(4)
		}
		picture := randomPicture(rng, rows, cols, tiles, blocked)
		o := newOracle(picture)
		if len(o.letters) == 0 || len(o.letters) > 9 {
			continue
		}
		d := draw(t, picture, nil, nil)
		got := d.values(t, 0, "crossroads", "fault_lines", "piece_contacts", "colours", "colours_corners")
		want := map[string]int32{
			"crossroads": o.crossroads(), "fault_lines": o.faults(), "piece_contacts": o.contacts(),
			"colours": o.colours(false), "colours_corners": o.colours(true),
		}
		for m, v := range want {
			if got[m] != v {
				t.Errorf("%s: got %d, want %d\n%s", m, got[m], v, picture)
			}
		}
	}
}
