package measure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLattices compares all measures with the oracle, and which have no meaning.
func TestLattices(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{} // values that are not 0, by kind and measure
	boards, least := 1500, 10
	if testing.Short() {
		boards, least = 400, 0
	}
	for range boards {
		s := newSolid(rng)
		if len(s.cells) == 0 || s.n == 0 {
			continue
		}
		torus, wraps := s.wrap[1] && s.wrap[2], s.wrap[1] || s.wrap[2]
		want, hidden, border, exposed := map[string]int{}, 0, 0, 0
		for _, i := range s.cells {
			exposed += s.exposed(i)
		}
		for tile := 1; tile <= s.n; tile++ {
			var cells, touches, corners, open int
			for _, i := range s.cells {
				if s.tiles[i] != tile {
					continue
				}
				cells++
				ends := s.ends(i)
				touches += min(ends, 1)
				if ends >= 2 && (s.kind != "cubes" || ends == 3) {
					corners++
				}
				open += s.exposed(i)
			}
			p := string(rune('A' + tile - 1))
			want["used_"+p] = 1
			if open == 0 {
				hidden++
			}
			if exposed > 0 || !wraps {
				want["exposed_"+p] = open
			}
			if !torus {
				want["edge_cells_"+p], want["touches_edge_"+p], want["on_edge_"+p] = touches, min(1, touches), 0
				if touches == cells {
					want["on_edge_"+p] = 1
				}
				border += min(1, touches)
			}
			if !wraps && s.kind != "triangles" {
				want["corners_"+p] = corners
			}
			for other := 1; other < tile; other++ {
				if s.touching(tile, other, false) {
					want["piece_contacts"]++
				}
			}
		}
		want["piece_contacts"] += 0
		whole := !slices.ContainsFunc(s.cells, func(i int) bool { return s.tiles[i] == 0 })
		want["cut_edges"] = 0
		for k, i := range s.cells {
			for _, j := range s.cells[:k] {
				if s.tiles[i] != s.tiles[j] && whole && share(s.sides[i], s.sides[j]) {
					want["cut_edges"]++
				}
			}
		}
		want["colours"], want["colours_corners"] = s.colours(false), s.colours(true)
		if exposed > 0 || !wraps {
			want["hidden"] = hidden
		}
		if !torus {
			want["border_pieces"] = border
		}
		if s.kind != "hexagons" {
			want["crossroads"], want["fault_lines"] = s.crossroads(), s.faults()
		}
		z, owner, solution := s.puzzle()
		got := map[string]int{}
		for _, d := range definitions {
			if d.name == "cut_edges" && !whole { // every solution covers all cells
				delete(want, d.name)
				continue
			}
			if d.pieces > 1 || d.name == "place" || d.name == "stabiliser" {
				continue
			}
			written := strings.Replace(d.written(), "(P)", "(*)", 1)
			set, err := Compile(z, []string{written})
			if err != nil {
				continue // the measure must not be wanted
			}
			values := set.NewEvaluator().Evaluate(owner, solution, 1)
			if whole {
				checkSums(t, set, values, solution)
			}
			for k, v := range values {
				got[set.Columns[k].Name] = int(v)
				if v != 0 {
					seen[s.kind+fmt.Sprint(wraps)+" "+d.name]++
				}
			}
		}
		for name := range want {
			if v, ok := got[name]; !ok || v != want[name] {
				t.Errorf("%s: got %d %v, want %d\n%v", name, v, ok, want[name], s)
			}
		}
		for name := range got {
			if _, ok := want[name]; !ok {
				t.Errorf("%s: this test does not find its value by itself: add it to want\n%v", name, s)
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, kind := range []string{"squaresfalse", "squarestrue", "cubesfalse", "hexagonsfalse", "trianglesfalse"} {
		for _, name := range []string{"hidden", "fault_lines", "crossroads", "exposed"} {
			if seen[kind+" "+name] < least && !(kind == "hexagonsfalse" && (name == "fault_lines" || name == "crossroads")) {
				t.Errorf("%s %s: only %d values that are not 0: the test says little", kind, name, seen[kind+" "+name])
			}
		}
	}
}
