package nonogram

import (
	"slices"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// lettered is the colours of a file in which a letter stands behind the numbers of each.
type lettered struct {
	letters []string // of colours: as declared, then as used; "" for numbers without a letter
	inks    map[string]Ink
	paper   Ink
}

func newLettered() lettered { return lettered{inks: map[string]Ink{}, paper: Ink{RGB: 0xffffff}} }

// declare adds a colour, and reports whether its letter is new.
func (x *lettered) declare(letter string, ink Ink) bool {
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

// paint leaves only the colours that clues have, and makes the palette of them.
func (x *lettered) paint(d *draft) {
	number := map[int]int{} // by the place in letters
	clues := [][][]int{d.rows.clues, d.cols.clues}
	for k := range x.letters {
		if sum(clues[0], k)+sum(clues[1], k) > 0 {
			number[k] = len(number)
		}
	}
	for _, side := range clues {
		for _, clue := range side {
			for i, run := range clue {
				clue[i] = line.Run(line.Length(run), number[line.Colour(run)])
			}
		}
	}
	letters := make([]string, len(number))
	for k, n := range number {
		letters[n] = x.letters[k]
	}
	if x.letters = letters; len(x.inks) == 0 {
		return
	}
	d.p.Palette = []Ink{x.paper}
	for _, letter := range letters {
		d.p.Palette = append(d.p.Palette, x.inks[letter])
	}
}
