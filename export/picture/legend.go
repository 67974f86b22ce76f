package picture

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"
)

// A LegendEntry is a piece with its colour.
type LegendEntry struct {
	Name   string
	Symbol string // the letter in its cells, "" if there is none or copies have their own
	Fill   color.NRGBA
	Ink    color.NRGBA // of the symbol
}

// Legend lists the pieces with their colours, if boards are given those alone that lie on one of them, and
// the colour of blocked cells if there are some. One name alone needs no colour.
func (p *Painter) Legend(boards ...*Board) []LegendEntry {
	var keys []LegendEntry
	place := map[string]int{}
	copies := map[string][]string{}
	for i, piece := range p.rows.Pieces {
		if len(boards) > 0 && !slices.ContainsFunc(boards, func(b *Board) bool { return b.pieces[piece.Name] }) {
			continue
		}
		if _, ok := place[piece.Name]; !ok {
			place[piece.Name] = len(keys)
			keys = append(keys, p.Piece(i))
		}
		copies[piece.Name] = append(copies[piece.Name], piece.Symbol)
	}
	if len(keys) < 2 {
		return p.Blocked(nil, boards)
	}
	for name, symbols := range copies {
		k, n := &keys[place[name]], len(symbols)
		switch {
		case n == 1 || symbols[n-1] == "" || !p.letters: // it has its symbol, or copies have none
		case n < 5:
			k.Name, k.Symbol = fmt.Sprintf("%s: %s", name, strings.Join(symbols, " ")), ""
		default:
			k.Name, k.Symbol = fmt.Sprintf("%s: %s to %s", name, symbols[0], symbols[n-1]), ""
		}
	}
	return p.Blocked(keys, boards)
}

// Blocked adds the colour of blocked cells to a legend of boards, or of all rows without boards.
func (p *Painter) Blocked(keys []LegendEntry, boards []*Board) []LegendEntry {
	some := len(boards) == 0 && slices.ContainsFunc(p.rows.Board,
		func(c enumerate.DrawnCell) bool { return c.Fill == enumerate.Pale })
	if t := p.rows.Template; len(boards) == 0 && t != nil {
		for _, c := range t.Characters {
			some = some || c.Fill == enumerate.Pale
		}
	}
	for _, b := range boards {
		some = some || slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Fill == Blank })
	}
	if some {
		keys = append(keys, LegendEntry{Name: "blocked", Fill: Blank, Ink: black})
	}
	return keys
}

// legend draws a legend below the boards, for which it makes room. A sheet that is narrower than one entry gets wider.
func (p *Picture) legend(keys []LegendEntry, margin, cell int) {
	if len(keys) == 0 {
		return
	}
	side := max(18, min(28, cell*3/5)) // of a coloured square
	width := 0                         // of the widest entry
	for _, k := range keys {
		width = max(width, side*2+utf8.RuneCountInString(k.Name)*side*7/20)
	}
	p.width = max(p.width, 2*margin+width)
	columns := max(1, (p.width-2*margin)/width)
	rows := (len(keys) + columns - 1) / columns
	columns = (len(keys) + rows - 1) / rows // rows of about equal length
	for i, k := range keys {
		x, y := margin+i%columns*width, p.height+i/columns*side*7/5
		p.rectangle(x, y, side, side, black)
		p.rectangle(x+1, y+1, side-2, side-2, k.Fill)
		p.label(x+side/2, y+side/2, side*11/20, k.Symbol, k.Ink, false)
		p.label(x+side*7/5, y+side/2, side*13/20, k.Name, dark, true)
	}
	p.height += (rows-1)*side*7/5 + side + margin
}
