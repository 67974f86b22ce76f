// Package puzzles is the list of families. A new family is a folder here and
// a call in [Families].
package puzzles

import (
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/exactcover"
	"coverstat/enumerate/puzzles/nonogram"
	"coverstat/enumerate/puzzles/polyform"
	"coverstat/enumerate/puzzles/regions"
	"coverstat/enumerate/puzzles/sudoku"
)

// Families lists the families in the order in which help texts show them.
func Families() []enumerate.Family {
	return append(polyform.Families(),
		sudoku.Family(),
		nonogram.Family(),
		exactcover.Family(),
		regions.Family(),
	)
}

// Find returns the named family.
func Find(name string) (enumerate.Family, error) {
	var names []string
	for _, f := range Families() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return enumerate.Family{}, enumerate.AtKey("family", enumerate.Unknown("no family", name, names, ""))
}
