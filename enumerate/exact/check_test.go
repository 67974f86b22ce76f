package exact

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

// TestCheckerWays: the sets of items say the same of a list of options as counting does.
func TestCheckerWays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	right := 0
	for _, items := range []int{3, 70, 130} {
		for range 200 {
			var b enumerate.ProblemBuilder
			for i := range items {
				b.AddItem(enumerate.ItemInfo{Name: fmt.Sprint(i), Min: int32(random.IntN(10))/9 ^ 1, Max: 1})
			}
			b.AddItem(enumerate.ItemInfo{Name: "all", Min: 1, Max: 1})
			first := random.IntN(items)
			for _, span := range [][2]int{{0, first}, {first, items}, {0, items}, {first / 2, items}, {0, first + 1}} {
				members := []enumerate.Member{{Item: enumerate.Item(items)}}
				if span[0] == 0 && span[1] == first {
					members = nil
				}
				for i := span[0]; i < span[1]; i++ {
					members = append(members, enumerate.Member{Item: enumerate.Item(i)})
				}
				b.AddOption(members...)
			}
			p, err := b.Build()
			if err != nil {
				continue // an option without an item that must be covered
			}
			quick, slow := NewSolutionChecker(&Instance{Problem: p}), NewSolutionChecker(&Instance{Problem: p})
			slow.sets = nil
			if quick.sets == nil {
				t.Fatal("there are no sets")
			}
			for subset := range 1 << p.Options() {
				var solution []enumerate.OptionID
				for o := range p.Options() {
					if subset>>o&1 != 0 {
						solution = append(solution, enumerate.OptionID(o))
					}
				}
				got, want := quick.covers(solution), slow.covers(solution)
				if fmt.Sprint(got) != fmt.Sprint(want) || quick.exact(solution) != (want == nil) {
					t.Fatalf("%v of %d items: %v, expected %v", solution, items, got, want)
				}
				if want == nil {
					right++
				}
			}
		}
	}
	if right < 100 {
		t.Errorf("%d lists were solutions", right)
	}
}

// TestCheckerColours: options may share an item to which they give one colour, and no other.
func TestCheckerColours(t *testing.T) {
	var b enumerate.ProblemBuilder
	for _, name := range []string{"a", "b"} {
		b.AddItem(enumerate.ItemInfo{Name: name, Min: 1, Max: 1})
	}
	s := b.AddItem(enumerate.ItemInfo{Name: "s", Max: 1})
	for _, x := range []struct {
		item   enumerate.Item
		colour enumerate.Colour
	}{{0, 1}, {1, 1}, {1, 2}, {1, 0}} {
		b.AddOption(enumerate.Member{Item: x.item}, enumerate.Member{Item: s, Colour: x.colour})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for o, want := range map[enumerate.OptionID]string{1: "<nil>", 2: `item "s" is covered 2 times, expected 0 to 1`, 3: `item "s" is covered 2 times, expected 0 to 1`} {
		if got := fmt.Sprint(NewSolutionChecker(&Instance{Problem: p}).covers([]enumerate.OptionID{0, o})); got != want {
			t.Errorf("options 0 and %d: %s, expected %s", o, got, want)
		}
	}
}
