package measure

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// More than 63 tiles take other code: compare it with the oracles.
func TestManyTiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		// Tiles of one to three cells on a board of 14x13; a letter each.
		const rows, cols = 14, 13
		grid := make([]int, rows*cols)
		tiles := 0
		b := &Subject{Board: squares(rows, cols), Order: 1}
		var solution []enumerate.OptionID
		for i := range grid {
			if grid[i] != 0 {
				continue
			}
			tiles++
			cells := []int{i}
			grid[i] = tiles
			for range rng.IntN(3) {
				for _, j := range neighbours(cells[len(cells)-1], rows, cols) {
					if grid[j] == 0 {
						grid[j] = tiles
						cells = append(cells, j)
						break
					}
				}
			}
			p := tiles % 3 // three pieces of any shape: measures do not mind
			solution = append(solution, enumerate.OptionID(len(b.Placements)))
			b.Placements = append(b.Placements, lattice.Placement{Piece: p, Cells: cells})
		}
		for p := range 3 {
			b.Pieces = append(b.Pieces, Piece{Name: fmt.Sprint("P", p), Copies: 100})
		}
		if tiles < 64 {
			t.Fatalf("only %d tiles", tiles)
		}
		var picture strings.Builder
		owner := make([]int16, len(grid))
		for i, g := range grid {
			if i > 0 && i%cols == 0 {
				picture.WriteByte('\n')
			}
			picture.WriteByte(byte(g + 63)) // past '#', below 256
			owner[i] = int16(g)
		}
		o := newOracle(picture.String())
		s, err := Compile(b, []string{"crossroads", "fault_lines", "piece_contacts", "adjacent(P0,P1)", "adjacent(P2,P2)"})
		if err != nil {
			t.Fatal(err)
		}
		var p01, p22 int32
		for x := 1; x <= tiles; x++ {
			for y := 1; y < x; y++ {
				if o.meet(byte(x+63), byte(y+63), false) {
					switch [2]int{min(x%3, y%3), max(x%3, y%3)} {
					case [2]int{0, 1}:
						p01++
					case [2]int{2, 2}:
						p22++
					}
				}
			}
		}
		want := []int32{o.crossroads(), o.faults(), o.contactsOf(tiles), p01, p22}
		e := s.NewEvaluator()
		if got := e.Evaluate(owner, solution, 1); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if _, err := Compile(b, []string{"colours"}); err == nil {
			t.Error("colours of more than 63 tiles: no error")
		}
	}
}

// contactsOf is contacts for tiles that are bytes and not letters.
func (o oracle) contactsOf(tiles int) (n int32) {
	for x := 1; x <= tiles; x++ {
		for y := 1; y < x; y++ {
			if o.meet(byte(x+63), byte(y+63), false) {
				n++
			}
		}
	}
	return n
}
