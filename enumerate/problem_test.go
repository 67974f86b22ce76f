package enumerate_test

import (
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestBuild: a problem with a mistake is refused, and the error names it.
func TestBuild(t *testing.T) {
	primary, secondary, stock := enumerate.ItemInfo{Name: "a", Min: 1, Max: 1}, enumerate.ItemInfo{Name: "b", Max: 1}, enumerate.ItemInfo{Name: "c", Max: 3}
	for _, c := range []struct {
		items    []enumerate.ItemInfo
		multiple bool
		option   []enumerate.Member
		want     string // "" if it is right
	}{
		{[]enumerate.ItemInfo{primary, secondary, stock}, false, []enumerate.Member{{Item: 0}, {Item: 1, Colour: 2}, {Item: 2}}, ""},
		{[]enumerate.ItemInfo{{Name: "d", Min: 2, Max: 1}}, false, nil, `item "d": bounds 2 to 1`},
		{[]enumerate.ItemInfo{primary}, false, []enumerate.Member{{Item: 1}}, "out of range"},
		{[]enumerate.ItemInfo{primary}, true, []enumerate.Member{{Item: 0}, {Item: 0}}, `item "a" twice`},
		{[]enumerate.ItemInfo{primary, secondary}, true, []enumerate.Member{{Item: 0}, {Item: 1, Colour: 1}, {Item: 1, Colour: 1}}, `item "b" twice`},
		{[]enumerate.ItemInfo{primary, stock}, false, []enumerate.Member{{Item: 0}, {Item: 1}, {Item: 1}}, `item "c" twice`},
		{[]enumerate.ItemInfo{primary, stock}, true, []enumerate.Member{{Item: 0}, {Item: 1}, {Item: 1}}, ""},
		{[]enumerate.ItemInfo{primary}, false, []enumerate.Member{{Item: 0, Colour: 1}}, `colours item "a"`},
		{[]enumerate.ItemInfo{primary, secondary}, false, []enumerate.Member{{Item: 1}}, "no item that must be covered"},
	} {
		b := enumerate.ProblemBuilder{Multiple: c.multiple}
		for _, i := range c.items {
			b.AddItem(i)
		}
		if c.option != nil {
			b.AddOption(c.option...)
		}
		_, err := b.Build()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, expected %q", c.option, err, c.want)
		}
	}
}
