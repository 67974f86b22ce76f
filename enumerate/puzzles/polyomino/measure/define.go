package measure

import "coverstat/enumerate"

// op says how a measure's value is found.
type op uint8

const (
	onEdge op = iota
	touchesEdge
	edgeCells
	place
	corners
	borderPieces
	crossroads
	faultLines
	adjacent
	pieceContacts
	colours
	coloursCorners
	twoHalves
	stabiliser
)

// definition documents a measure. In the meaning, P and Q stand for the
// pieces, and become their names in the columns of a dataset.
type definition struct {
	op      op
	name    string
	pieces  int // number of arguments
	meaning string
	unit    string
	source  string
}

// definitions is the list of measures. The border is that of the bounding
// rectangle of the board's free cells; pieces touch if they share an edge of a
// cell. Values of pieces with several copies are summed over the copies.
var definitions = [...]definition{
	{onEdge, "on_edge", 1, "1 if all cells of P lie on the border of the board's bounding rectangle", "pieces", ""},
	{touchesEdge, "touches_edge", 1, "1 if some cell of P lies on the border of the board's bounding rectangle", "pieces", ""},
	{edgeCells, "edge_cells", 1, "cells of P on the border of the board's bounding rectangle", "cells", ""},
	{place, "place", 1, "which placement of P, those that a symmetry exchanges taken as one, numbered from 0 by their least option; -1 if P is not used", "", ""},
	{corners, "corners", 1, "corner cells of the board's bounding rectangle that P covers", "cells", ""},
	{borderPieces, "border_pieces", 0, "pieces with a cell on the border of the board's bounding rectangle", "pieces", "gottfriedville.net"},
	{crossroads, "crossroads", 0, "points where four different pieces meet", "points", "Adachi, PUZZLART"},
	{faultLines, "fault_lines", 0, "straight lines from side to side of the board's bounding rectangle that cut no piece", "lines", "Golomb, Polyominoes, 1965"},
	{adjacent, "adjacent", 2, "1 if P and Q share an edge", "pairs", ""},
	{pieceContacts, "piece_contacts", 0, "pairs of pieces that share an edge", "pairs", ""},
	{colours, "colours", 0, "fewest colours such that pieces that share an edge differ", "colours", "Knuth, TAOCP 7.2.2.1"},
	{coloursCorners, "colours_corners", 0, "fewest colours such that pieces that share an edge or a corner differ", "colours", "Knuth, TAOCP 7.2.2.1; P. Hamlyn"},
	{twoHalves, "two_halves", 0, "ways to split the pieces into two groups that cover connected regions of the same shape, turned or flipped or not", "ways", ""},
	{stabiliser, "stabiliser", 0, "symmetries of the puzzle that map the tiling to itself, the identity among them", "symmetries", ""},
}

// Infos lists the measures for people.
func Infos() []enumerate.MeasureInfo {
	var out []enumerate.MeasureInfo
	for _, d := range definitions {
		out = append(out, enumerate.MeasureInfo{Name: d.written(), Meaning: d.meaning, Unit: d.unit, Source: d.source})
	}
	return out
}

// written is how a config asks for the measure.
func (d *definition) written() string {
	return d.name + [...]string{"", "(P)", "(P,Q)"}[d.pieces]
}
