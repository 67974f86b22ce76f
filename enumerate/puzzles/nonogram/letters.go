package nonogram

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// lettered is the colours of a file in which a letter or a name says that of a number.
type lettered struct {
	letters []string // of colours: as declared, then as used; "" for numbers without a letter
	inks    map[string]ink
	paper   ink
}

func newLettered() lettered { return lettered{inks: map[string]ink{}, paper: ink{RGB: 0xffffff}} }

// declare adds a colour, and reports whether its letter is new.
func (x *lettered) declare(letter string, ink ink) bool {
	if _, twice := x.inks[letter]; twice {
		return false
	}
	x.inks[letter] = ink
	x.letters = append(x.letters, letter)
	return true
}

// colour returns the number of the colour that a letter means.
func (x *lettered) colour(letter string) (int, bool) {
	k := slices.Index(x.letters, letter)
	return k, 0 <= k && k < line.MaxColours
}

// use is colour for letters that need not be declared.
func (x *lettered) use(letter string) (int, bool) {
	if !slices.Contains(x.letters, letter) {
		x.letters = append(x.letters, letter)
	}
	return x.colour(letter)
}

// recolour leaves only the colours that clues have, and makes the palette of them.
func (x *lettered) recolour(d *draft) {
	number := map[int]int{} // by the place in letters
	var letters []string
	for k, letter := range x.letters {
		if sum(d.clues[ofRows], k)+sum(d.clues[ofCols], k) > 0 {
			number[k], letters = len(number), append(letters, letter)
		}
	}
	for _, clue := range slices.Concat(d.clues[:]...) {
		for i, run := range clue {
			clue[i] = line.Run(line.Length(run), number[line.Colour(run)])
		}
	}
	if x.letters = letters; len(x.inks) == 0 {
		return
	}
	d.p.Palette = []ink{x.paper}
	for _, letter := range letters {
		d.p.Palette = append(d.p.Palette, x.inks[letter])
	}
}
