package nonogram

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// declare adds a colour, and reports whether its letter is new.
func (d *draft) declare(letter string, colour ink) bool {
	if _, twice := d.inks[letter]; twice {
		return false
	}
	d.inks[letter] = colour
	d.letters = append(d.letters, letter)
	return true
}

// colour returns the number of the colour that a letter means.
func (d *draft) colour(letter string) (int, bool) {
	k := slices.Index(d.letters, letter)
	return k, 0 <= k && k < line.MaxColours
}

// use is colour for letters that need not be declared.
func (d *draft) use(letter string) (int, bool) {
	if !slices.Contains(d.letters, letter) {
		d.letters = append(d.letters, letter)
	}
	return d.colour(letter)
}

// recolour leaves only the colours that clues have, and makes the palette of them.
func (d *draft) recolour() {
	number := map[int]int{} // by the place in letters
	var letters []string
	for k, letter := range d.letters {
		if sum(d.clues[ofRows], k)+sum(d.clues[ofCols], k) > 0 {
			number[k], letters = len(number), append(letters, letter)
		}
	}
	for _, clue := range slices.Concat(d.clues[:]...) {
		for i, run := range clue {
			clue[i] = line.Run(line.Length(run), number[line.Colour(run)])
		}
	}
	if d.letters = letters; len(d.inks) == 0 {
		return
	}
	d.p.Palette = []ink{d.paper}
	for _, letter := range letters {
		d.p.Palette = append(d.p.Palette, d.inks[letter])
	}
}
