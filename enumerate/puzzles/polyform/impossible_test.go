package polyform

import (
	"math/rand/v2"
	"testing"
	"time"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/catalogue"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// TestReachable compares reachable with its definition: try every number of copies
// of every piece, and both signs of each copy.
func TestReachable(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	c := catalogue.Squares()
	yes := 0
	for range 3000 {
		var pieces []Piece
		for range 1 + r.IntN(3) {
			low := int32(r.IntN(3))
			p := Piece{Min: low, Max: max(1, low) + int32(r.IntN(3))}
			if r.IntN(3) == 0 {
				p.Max = enumerate.Unbounded
			}
			p.Orientations = []lattice.Shape{c.Shapes[c.Sets["tetrominoes"][r.IntN(5)]]}
			if r.IntN(2) == 0 {
				p.Orientations = []lattice.Shape{c.Shapes[[]string{"I1", "I2", "I3", "V3", "F5", "X5"}[r.IntN(6)]]}
			}
			pieces = append(pieces, p)
		}
		colour := lattice.Square.Colour
		if r.IntN(4) == 0 {
			colour = nil
		}
		var try func(i int, copies int32, area, surplus int) bool
		try = func(i int, copies int32, area, surplus int) bool {
			if i == len(pieces) {
				return area == 0 && surplus == 0
			}
			p, sign := pieces[i], 0
			if copies >= p.Min && try(i+1, 0, area, surplus) {
				return true
			}
			if copies == p.Max || p.Size() > area {
				return false
			}
			if colour != nil {
				for _, c := range p.Orientations[0] {
					sign += colour(c)
				}
			}
			return try(i, copies+1, area-p.Size(), surplus-sign) || sign != 0 && try(i, copies+1, area-p.Size(), surplus+sign)
		}
		area, surplus := 1+r.IntN(10), 0
		if colour != nil {
			surplus = r.IntN(2*area+1) - area
		}
		want := try(0, 0, area, surplus)
		if got := reachable(pieces, area, surplus, colour); got != want {
			t.Fatalf("%v, %d cells, surplus %d: %v, expected %v", pieces, area, surplus, got, want)
		}
		if want {
			yes++
		}
	}
	if yes < 100 {
		t.Errorf("%d of 3000 can be reached", yes)
	}
}

// TestImpossibleIsQuick: many pieces without a limit on a large board take a part
// of a second.
func TestImpossibleIsQuick(t *testing.T) {
	pieces, err := forms[0].resolvePieces([]pieceParam{some("I1", 0, enumerate.Unbounded), some("I2", 0, enumerate.Unbounded),
		some("trominoes", 0, enumerate.Unbounded), some("tetrominoes", 0, enumerate.Unbounded), some("pentominoes", 0, enumerate.Unbounded)})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if !reachable(pieces, 400, 0, lattice.Square.Colour) {
		t.Error("400 cells cannot be covered")
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}
