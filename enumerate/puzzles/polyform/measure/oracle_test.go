package measure

import (
	"math/rand/v2"
	"sort"
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

// halves tries every set of letters.
func (o oracle) halves() (n int32) {
	for set := 0; set < 1<<len(o.letters); set += 2 { // the first letter is in the other half
		var a, b [][2]int
		for i, g := range o.grid {
			if k := strings.IndexByte(o.letters, g); k < 0 {
				continue
			} else if set>>k&1 == 1 {
				a = append(a, [2]int{i / o.cols, i % o.cols})
			} else {
				b = append(b, [2]int{i / o.cols, i % o.cols})
			}
		}
		if len(a) != len(b) || len(a) == 0 || !hangsTogether(a) || !hangsTogether(b) {
			continue
		}
		for k := range 8 {
			if moved(a, k) == moved(b, 0) {
				n++
				break
			}
		}
	}
	return n
}

func hangsTogether(cells [][2]int) bool {
	left := map[[2]int]bool{}
	for _, c := range cells {
		left[c] = true
	}
	stack := [][2]int{cells[0]}
	delete(left, cells[0])
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			next := [2]int{c[0] + d[0], c[1] + d[1]}
			if left[next] {
				delete(left, next)
				stack = append(stack, next)
			}
		}
	}
	return len(left) == 0
}

// moved is the shape turned or flipped, pushed to the corner, as a text.
func moved(cells [][2]int, k int) string {
	var out [][2]int
	least := [2]int{1 << 30, 1 << 30}
	for _, x := range cells {
		r, c := spot(k, x[0], x[1], 0, 0)
		out = append(out, [2]int{r, c})
		least = [2]int{min(least[0], r), min(least[1], c)}
	}
	for i := range out {
		out[i] = [2]int{out[i][0] - least[0], out[i][1] - least[1]}
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i][0] < out[j][0] || out[i][0] == out[j][0] && out[i][1] < out[j][1]
	})
	var s strings.Builder
	for _, x := range out {
		s.WriteRune(rune(x[0] + 32))
		s.WriteRune(rune(x[1] + 32))
	}
	return s.String()
}

func TestAgainstOracles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	split := 0
	for round := range 600 {
		rows, cols, tiles, blocked := 1+rng.IntN(6), 1+rng.IntN(6), 1+rng.IntN(6), 0
		if round%4 == 0 {
			blocked = rng.IntN(4)
		}
		picture := randomPicture(rng, rows, cols, tiles, blocked)
		if round%2 == 0 {
			picture = doubled(rng, picture)
		}
		o := newOracle(picture)
		if len(o.letters) == 0 || len(o.letters) > 9 {
			continue
		}
		d := draw(t, picture, nil, nil)
		got := d.values(t, 0, "crossroads", "fault_lines", "piece_contacts", "colours", "colours_corners", "two_halves")
		want := map[string]int32{
			"crossroads": o.crossroads(), "fault_lines": o.faults(), "piece_contacts": o.contacts(),
			"colours": o.colours(false), "colours_corners": o.colours(true), "two_halves": o.halves(),
		}
		split += int(min(1, want["two_halves"]))
		for m, v := range want {
			if got[m] != v {
				t.Errorf("%s: got %d, want %d\n%s", m, got[m], v, picture)
			}
		}
	}
	if split < 100 {
		t.Errorf("only %d pictures could be halved: the test says little", split)
	}
}

// doubled joins a picture with a copy of itself in other letters, turned or
// moved, so that halves exist more often than by chance.
func doubled(rng *rand.Rand, picture string) string {
	lines := strings.Split(picture, "\n")
	rows, cols := len(lines), len(lines[0])
	lower := func(b byte) byte {
		if b >= 'A' && b <= 'Z' {
			return b + 'a' - 'A'
		}
		return b
	}
	k := rng.IntN(4)
	shift := rng.IntN(rows)
	if k != 0 || strings.Contains(picture, "#") {
		shift = 0
	}
	out := make([][]byte, rows+shift)
	for r := range out {
		out[r] = []byte(strings.Repeat("#", 2*cols))
	}
	for r := range rows {
		for c := range cols {
			x, y := spot(k, r, c, rows, cols)
			out[r][c] = lines[r][c]
			out[x+shift][cols+y] = lower(lines[r][c])
		}
	}
	var all []string
	for _, l := range out {
		all = append(all, string(l))
	}
	return strings.Join(all, "\n")
}
