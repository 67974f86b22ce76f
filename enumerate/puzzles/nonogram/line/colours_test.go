package line

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// pictures returns all lines of n cells of so many colours that have a clue, as the
// values 0 to colours of their cells.
func pictures(clue []int, n, colours int) (all [][]Cell) {
	cells := make([]Cell, n)
	var fill func(i int)
	fill = func(i int) {
		if i == n {
			if slices.Equal(ClueOf(nil, cells), clue) {
				all = append(all, slices.Clone(cells))
			}
			return
		}
		for v := range colours + 1 {
			cells[i] = Cell(v + 1)
			fill(i + 1)
		}
	}
	fill(0)
	return all
}

// colouredLine is a random line of several colours with some places known.
type colouredLine struct {
	clue       []int
	n, colours int
	all        [][]Cell // the lines that have the clue
	places     []Cell
}

func drawColoured(rng *rand.Rand) colouredLine {
	x := colouredLine{n: 1 + rng.IntN(6), colours: 2 + rng.IntN(2)}
	cells := make([]Cell, x.n)
	for i := range cells {
		if cells[i] = Cell(1 + rng.IntN(x.colours+1)); i > 0 && rng.IntN(2) == 0 {
			cells[i] = cells[i-1]
		}
	}
	x.clue = ClueOf(nil, cells)
	x.all = pictures(x.clue, x.n, x.colours)
	truth := x.all[rng.IntN(len(x.all))]
	known := rng.Float64() * 0.7
	for i := range x.n {
		for v := range x.colours + 1 {
			c := Blank
			if rng.Float64() < known {
				c = Crossed
				if int(truth[i]) == v+1 != (rng.IntN(12) == 0) { // a few are wrong
					c = Black
				}
			}
			x.places = append(x.places, c)
		}
	}
	return x
}

// fits reports whether a line agrees with the places.
func (x colouredLine) fits(cells, places []Cell) bool {
	for p, c := range places {
		if has := int(cells[p/(x.colours+1)]) == p%(x.colours+1)+1; c&3 == Black && !has || c&3 == Crossed && has {
			return false
		}
	}
	return true
}

func (x colouredLine) possible(places []Cell) bool {
	return slices.ContainsFunc(x.all, func(cells []Cell) bool { return x.fits(cells, places) })
}

// TestColouredLines compares deductions, incremental ones too, and explanations with all
// lines one by one.
func TestColouredLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	impossible := 0
	for range 1200 {
		x := drawColoured(rng)
		a, err := New(x.clue, x.n, x.colours)
		if err != nil {
			t.Fatal(err)
		}
		s := a.NewSweeps()
		// What the clue alone settles stays where nothing else is known.
		places := make([]Cell, len(x.places))
		settled, _ := a.Deduce(s, places, 0, x.n-1, nil)
		for _, f := range settled {
			places[f.Pos()] = f.Cell()
		}
		first, last := x.n-1, 0
		for p, c := range x.places {
			if c == Blank {
				x.places[p] = places[p]
			} else {
				first, last = min(first, p/(x.colours+1)), max(last, p/(x.colours+1))
			}
		}
		found, ok := a.Deduce(s, x.places, first, last, nil)
		if ok != x.possible(x.places) {
			t.Fatalf("%+v: possible is %v", x, ok)
		}
		if !ok {
			impossible++
			x.checkReason(t, a, x.places)
			continue
		}
		got := slices.Clone(x.places)
		for _, f := range found {
			got[f.Pos()] = f.Cell()
		}
		for p, c := range x.places {
			var can [3]bool
			for _, v := range []Cell{Black, Crossed} {
				with := slices.Clone(x.places)
				with[p] = v
				can[v] = x.possible(with)
			}
			want := c
			if c == Blank && can[Black] != can[Crossed] {
				want = Crossed
				if can[Black] {
					want = Black
				}
			}
			if got[p] != want {
				t.Fatalf("%+v: place %d is %d, want %d (found %v)", x, p, got[p], want, found)
			}
		}
		if len(found) > 0 {
			f := found[rng.IntN(len(found))]
			with := slices.Clone(x.places)
			with[f.Pos()] = 3 - f.Cell() | Fixed
			x.checkReason(t, a, with)
		}
	}
	if impossible < 100 {
		t.Errorf("only %d impossible lines", impossible)
	}
}

// checkReason tests that explanations from both ends leave no line, and that no place of them may be
// left out.
func (x colouredLine) checkReason(t *testing.T, a *Automaton, places []Cell) {
	t.Helper()
	mirror, err := Mirrored(x.clue, x.n, x.colours)
	if err != nil {
		t.Fatal(err)
	}
	var memory Memory
	back := slices.Clone(places)
	slices.Reverse(back)
	other := mirror.Explain(&memory, back, nil)
	for i, p := range other {
		other[i] = int32(len(places)-1) - p
	}
	for _, needed := range [][]int32{a.Explain(&memory, places, nil), other} {
		reason := make([]Cell, len(places))
		for p, c := range places {
			if c&Fixed != 0 || slices.Contains(needed, int32(p)) {
				reason[p] = c
			}
		}
		if x.possible(reason) {
			t.Fatalf("%+v: %v explain nothing", x, needed)
		}
		for _, p := range needed {
			c := reason[p]
			if reason[p] = Blank; !x.possible(reason) {
				t.Fatalf("%+v: %v: place %d is not needed", x, needed, p)
			}
			reason[p] = c
		}
	}
}

// TestWeighColoured compares with all lines one by one.
func TestWeighColoured(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 2))
	var memory Memory
	for range 300 {
		x := drawColoured(rng)
		a, err := New(x.clue, x.n, x.colours)
		if err != nil {
			t.Fatal(err)
		}
		values := x.colours + 1
		black := make([]float64, len(x.places))
		for p := range black {
			black[p] = 0.1 + 0.8*rng.Float64()
		}
		to := make([]float64, len(black))
		if !a.Weigh(&memory, black, to) {
			t.Fatalf("%+v: no weight", x)
		}
		for p := range black {
			yes, all := 0.0, 0.0
			for _, cells := range x.all {
				w := 1.0
				for q, b := range black {
					switch has := int(cells[q/values]) == q%values+1; {
					case q == p:
					case has:
						w *= b
					default:
						w *= 1 - b
					}
				}
				if all += w; int(cells[p/values]) == p%values+1 {
					yes += w
				}
			}
			if math.Abs(to[p]-yes/all) > 1e-9 {
				t.Fatalf("%+v: place %d is black with %v, want %v", x, p, to[p], yes/all)
			}
		}
	}
}
