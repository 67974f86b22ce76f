package polyform

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// markedCells are the cells of one letter in a picture: a placed piece.
type markedCells struct {
	letter byte
	cells  []int  // ascending
	key    string // of the config; "" where there is none
	line   int    // of the first cell in a file of boards
}

// fault says what is wrong with the cells of a letter.
func (m *markedCells) fault(b *Board, format string, args ...any) error {
	var names []string
	for _, c := range m.cells {
		names = append(names, cellText(b.coordinates(c)))
	}
	return &enumerate.InputError{Line: m.line, Key: m.key,
		Problem: fmt.Sprintf("letter %c, cells %s: ", m.letter, strings.Join(names, " ")) +
			fmt.Sprintf(format, args...)}
}

// restriction says which placements all solutions have, and which none has.
type restriction struct{ given, forbidden []markedCells }

// givenParam is a picture of given pieces or, in a survey, how many there are.
type givenParam struct {
	picture string
	choose  CountParam
}

// UnmarshalYAML accepts both.
func (p *givenParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.picture) == nil {
		return nil
	}
	var c struct {
		Choose CountParam `yaml:"choose" help:"in a survey: each set of so many placed pieces that is a part of a solution is a row; a number or a range" example:"3"`
	}
	if err := decode(&c); err != nil {
		return err
	}
	p.choose = c.Choose
	return nil
}

// pictures is one picture or a list of them.
type pictures []string

// UnmarshalYAML accepts both.
func (p *pictures) UnmarshalYAML(decode func(any) error) error {
	var one string
	if decode(&one) == nil {
		*p = pictures{one}
		return nil
	}
	return decode((*[]string)(p))
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// restriction reads the pictures of given and of forbidden pieces.
func (p *params) restriction(b *Board) (r restriction, err error) {
	if p.Given.picture != "" {
		if r.given, err = readMarked(b, p.Given.picture, "puzzle.given"); err != nil {
			return r, enumerate.AtKey("puzzle.given", err)
		}
	}
	for i, picture := range p.Forbid {
		marked, err := readMarked(b, picture, "puzzle.forbid")
		if err != nil {
			return r, enumerate.AtKey("puzzle.forbid", fmt.Errorf("forbid, picture %d: %w", i+1, err))
		}
		r.forbidden = append(r.forbidden, marked...)
	}
	return r, nil
}

// readMarked reads a picture of the board in which the cells of a letter are a placed piece.
func readMarked(b *Board, picture, key string) ([]markedCells, error) {
	p, err := b.Lattice.ReadPicture("", picture, 1, ".# "+letters,
		"a letter for a cell of a placed piece, . for another free cell, or # or a space for none")
	if err != nil {
		return nil, err
	}
	if p.Layers != b.Layers || p.Rows != b.Rows || p.Cols != b.Cols {
		return nil, enumerate.Errorf("a picture of %s cells: expected %s, as the board has",
			sizeText(p.Layers, p.Rows, p.Cols), b.size())
	}
	for i, c := range p.Chars {
		if blocked := c == '#' || c == ' '; blocked != b.Blocked[i] {
			expected := "a letter or ., as the cell is free"
			if b.Blocked[i] {
				expected = "# or a space, as the board has no such cell"
			}
			return nil, enumerate.Errorf("%q at %s: expected %s", c, b.CellName(i), expected)
		}
	}
	marked := markedIn(p.Chars, key)
	if marked == nil {
		return nil, enumerate.Errorf("the picture has no letter: expected the cells of a placed piece")
	}
	return marked, nil
}

// markedIn returns the cells of each letter, by first cell; errors are at a key of the config.
func markedIn(chars []byte, key string) (marked []markedCells) {
	for i, c := range chars {
		if strings.IndexByte(letters, c) < 0 {
			continue
		}
		k := slices.IndexFunc(marked, func(m markedCells) bool { return m.letter == c })
		if k < 0 {
			k, marked = len(marked), append(marked, markedCells{letter: c, key: key})
		}
		marked[k].cells = append(marked[k].cells, i)
	}
	return marked
}

// restrict keeps the placements that fit a restriction: those that are given, and those that are neither forbidden nor
// in the way of a given one.
func (z *Puzzle) restrict(r restriction) error {
	if len(r.given) == 0 && len(r.forbidden) == 0 {
		return nil
	}
	given, err := z.find(r.given)
	if err != nil {
		return err
	}
	forbidden, err := z.find(r.forbidden)
	if err != nil {
		return err
	}
	covered, used := make([]bool, len(z.Board.Blocked)), make([]int32, len(z.Pieces))
	for k, o := range given {
		p := z.Placements[o]
		if used[p.Piece]++; used[p.Piece] > z.Pieces[p.Piece].Max {
			return r.given[k].fault(z.Board, "this is %s again: expected at most %d of it", z.Pieces[p.Piece].Name,
				z.Pieces[p.Piece].Max)
		}
		if slices.Contains(forbidden, o) {
			return r.given[k].fault(z.Board, "%s is given and forbidden there", z.Pieces[p.Piece].Name)
		}
		for _, c := range p.Cells {
			covered[c] = true
		}
	}
	all, first := z.Placements, z.first
	z.Placements, z.first = nil, nil
	for i := range z.Pieces {
		z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
		for o := first[i]; o < first[i+1]; o++ {
			switch p := all[o]; {
			case slices.Contains(given, o):
				z.given = append(z.given, enumerate.OptionID(len(z.Placements)))
			case slices.Contains(forbidden, o):
				z.forbidden = append(z.forbidden, p)
				continue
			case used[i] == z.Pieces[i].Max || slices.ContainsFunc(p.Cells, func(c int) bool { return covered[c] }):
				continue
			}
			z.Placements = append(z.Placements, all[o])
		}
	}
	z.first = append(z.first, enumerate.OptionID(len(z.Placements)))
	return nil
}

// find returns the placement of each letter.
func (z *Puzzle) find(marked []markedCells) (found []enumerate.OptionID, err error) {
	for _, m := range marked {
		var fitting []enumerate.OptionID
		var names []string
		for o, p := range z.Placements {
			if len(p.Cells) == len(m.cells) && slices.Equal(slices.Sorted(slices.Values(p.Cells)), m.cells) {
				fitting, names = append(fitting, enumerate.OptionID(o)), append(names, z.Pieces[p.Piece].Name)
			}
		}
		switch {
		case len(fitting) == 0:
			return nil, m.fault(z.Board, "no piece lies like that: expected the cells of one piece of the puzzle")
		case len(fitting) > 1:
			return nil, m.fault(z.Board, "%s lie like that: expected the cells of one piece alone",
				joined(names, "and"))
		}
		found = append(found, fitting[0])
	}
	return found, nil
}

// narrower returns what writes pictures of the pieces that all solutions are to have, and of those that none is to
// have, beside those that a config gives and forbids.
func (z *Puzzle) narrower(forbid pictures) func(given, forbidden []enumerate.OptionID) ([]enumerate.Setting, error) {
	return func(given, forbidden []enumerate.OptionID) (settings []enumerate.Setting, err error) {
		all := slices.Clone(given)
		for _, o := range z.given {
			if !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
		switch pictures := z.marked(all); len(pictures) {
		case 0:
		case 1:
			settings = append(settings, enumerate.Setting{Key: "given", Text: pictures[0]})
		default:
			return nil, enumerate.Errorf("%d given pieces: expected at most %d, each with a letter, none on another one",
				len(all), len(letters))
		}
		if list := slices.Concat(forbid, z.marked(forbidden)); len(list) > 0 {
			settings = append(settings, enumerate.Setting{Key: "forbid", List: list})
		}
		return settings, nil
	}
}

// marked are pictures of the board on which options are marked by letters. Those that overlap stand on different
// pictures.
func (z *Puzzle) marked(options []enumerate.OptionID) (texts []string) {
	var pictures []*lattice.Picture
	var used []int // letters
	for _, o := range options {
		cells := z.Placements[o].Cells
		k := 0
		for k < len(pictures) && (used[k] == len(letters) || slices.ContainsFunc(cells, func(c int) bool {
			return pictures[k].Chars[c] != '.'
		})) {
			k++
		}
		if k == len(pictures) {
			pictures, used = append(pictures, z.Board.Picture()), append(used, 0)
		}
		for _, c := range cells {
			pictures[k].Chars[c] = letters[used[k]]
		}
		used[k]++
	}
	for _, p := range pictures {
		texts = append(texts, p.String())
	}
	return texts
}

// keeps reports whether a symmetry maps the given placements onto themselves, and the forbidden ones.
func (z *Puzzle) keeps(s *boardSymmetry) bool {
	var given []lattice.Placement
	for _, o := range z.given {
		given = append(given, z.Placements[o])
	}
	for _, list := range [][]lattice.Placement{given, z.forbidden} {
		for _, p := range list {
			var image []int
			for _, c := range p.Cells {
				image = append(image, s.cells[c])
			}
			slices.Sort(image)
			if !slices.ContainsFunc(list, func(q lattice.Placement) bool {
				return q.Piece == s.pieces[p.Piece] && slices.Equal(slices.Sorted(slices.Values(q.Cells)), image)
			}) {
				return false
			}
		}
	}
	return true
}

// anySymmetry is a condition that every symmetry meets.
func anySymmetry(*boardSymmetry) bool { return true }

// restrictionFacts say what is given and what is forbidden.
func (z *Puzzle) restrictionFacts() (facts []enumerate.Fact) {
	if len(z.given) > 0 {
		var names []string
		for _, o := range z.given {
			names = append(names, z.Pieces[z.Placements[o].Piece].Name)
		}
		facts = append(facts, enumerate.Fact{Key: "given", Text: "given " + strings.Join(names, " "), Value: names})
	}
	if n := len(z.forbidden); n > 0 {
		facts = append(facts, enumerate.Fact{Key: "forbidden",
			Text: "forbidden: " + enumerate.Plural(n, "placement"), Value: n})
	}
	return facts
}
