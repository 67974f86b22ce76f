package measure

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// definition is a measure: all that it takes to add one. In the meaning, P and Q
// stand for the pieces, and become their names in the columns of a dataset; words
// in braces become those of the lattice ([Wording]), in the unit too.
type definition struct {
	name    string
	pieces  int // number of arguments: 0, 1 or 2
	meaning string
	unit    string
	// scale of the measure of pieces that are used at most once: sums of yes or no
	// over copies are counts.
	scale  enumerate.Scale
	source string
	// A measure that adds up over the pieces has sum, what a placement adds, and base; of a
	// measure of a piece P only the placements of P count. It is computed from these alone.
	sum  summand
	base int32
	// Other measures have value; p and q are the pieces.
	value func(e *Evaluator, p, q []int) int32
	// marks, if not nil, says the same as value in another way: the measure is the number of
	// marks, such as lines through the board, that no piece touches. marks lists for each
	// mark the placements that touch it. It returns false if this is not so in the puzzle. A measure with a sum or with
	// marks can be counted by a sweep, where solutions are too many to list.
	marks func(s *Set) (marks [][]enumerate.OptionID, ok bool)
	// meets says that the measure counts pairs of pieces that share an edge: of a P and a Q,
	// or all. It, too, can then be counted by a sweep.
	meets bool
	// needs is what must be prepared before value is called.
	needs needs
	// once says that P must be a piece which is used at most once.
	once bool
	// maxTiles is the largest number of tiles that a tiling may have; 0 for any.
	maxTiles int
	// refuse returns an error where the measure has no meaning, or takes too
	// long; nil if it can be computed for all puzzles. The error's problem is the
	// end of a sentence that begins with the measure.
	refuse func(z *Subject) *enumerate.InputError
}

// summand is a number that a placement alone tells.
type summand uint8

const (
	noSummand summand = iota
	edgeCells         // cells on the border
	onEdge            // 1 if all cells lie on the border
	touches           // 1 if some cell does
	corners           // corner cells
	exposed           // edges outside
	hidden            // 1 if it has none
	used              // 1
	place             // 1 + the number of the placement, of those that no symmetry exchanges
	cutEdges          // edges to other pieces, each counted for the piece of its first cell
	summands  = iota
)

// needs is a set of things to prepare, once or for each tiling.
type needs uint8

const (
	contactSets needs = 1 << iota // [Evaluator].edge
	pieceSets                     // [Evaluator].ofPiece
	cornerSets                    // [Evaluator].corner; with contactSets
	crossings                     // [Set].corners
	orbits                        // [Evaluator].orbit
)

const maxColoured = 63 // tiles of colours and colours_corners: with bit 0, one word a set

// definitions is the list of measures. The border is the first and the last strip
// of free cells of each axis, without the axes that wrap: on squares the border of
// the bounding rectangle, in solids that of the bounding box; a triangle of such a
// strip may touch the outer line at a point alone. Pieces touch if they share a side
// of a cell. Values of several pieces, P+Q, and of several copies of a piece are added up.
var definitions = [...]definition{
	{
		name: "on_edge", pieces: 1, scale: enumerate.YesNo, unit: "pieces",
		meaning: "1 if all cells of P lie {on the border}",
		sum:     onEdge,
		refuse:  refuseBorder,
	},
	{
		name: "touches_edge", pieces: 1, scale: enumerate.YesNo, unit: "pieces",
		meaning: "1 if some cell of P lies {on the border}",
		sum:     touches,
		refuse:  refuseBorder,
	},
	{
		name: "edge_cells", pieces: 1, unit: "cells",
		meaning: "cells of P {on the border}",
		sum:     edgeCells,
		refuse:  refuseBorder,
	},
	{
		name: "place", pieces: 1, scale: enumerate.Nominal, once: true,
		meaning: "which placement of P, those that a symmetry exchanges taken as one, numbered from 0 by their least option; -1 if P is not used",
		sum:     place, base: -1,
	},
	{
		name: "corners", pieces: 1, unit: "cells",
		meaning: "{corner cells} that P covers",
		sum:     corners,
		refuse: func(z *Subject) *enumerate.InputError {
			switch {
			case z.Board.Wraps():
				return onRing("a board with corners")
			case z.Board.Kind != nil: // at a corner of a board there may be one triangle, or two
				return meaningless(z, "one cell at each corner of a board")
			}
			return nil
		},
	},
	{
		name: "exposed", pieces: 1, unit: "{edges}",
		meaning: "{edges} of the cells of P {outside}",
		sum:     exposed,
		refuse:  refuseClosed,
	},
	{
		name: "hidden", unit: "pieces",
		meaning: "pieces without {edges} {outside}",
		sum:     hidden,
		refuse:  refuseClosed,
	},
	{
		name: "used", pieces: 1, scale: enumerate.YesNo, unit: "pieces",
		meaning: "1 if P is used",
		sum:     used,
	},
	{
		name: "border_pieces", unit: "pieces", source: "gottfriedville.net",
		meaning: "pieces with a cell {on the border}",
		sum:     touches,
		refuse:  refuseBorder,
	},
	{
		name: "crossroads", unit: "points", source: "Adachi, PUZZLART",
		meaning: "points where {four} different pieces meet",
		value:   (*Evaluator).crossroads, needs: crossings, marks: (*Set).cornersOfFour,
		refuse: func(z *Subject) *enumerate.InputError {
			for _, corners := range z.Board.Corners {
				for _, cells := range corners {
					if len(cells) >= 4 {
						return nil
					}
				}
			}
			return meaningless(z, "a corner at which four cells meet")
		},
	},
	{
		name: "fault_lines", unit: "{lines}", source: "Golomb, Polyominoes, 1965",
		meaning: "{fault lines} that cut no piece",
		value:   (*Evaluator).faultLines, marks: (*Set).linesCut,
		refuse: func(z *Subject) *enumerate.InputError {
			if !z.Board.Straight {
				return meaningless(z, "straight lines between the cells")
			}
			if z.Board.Wraps() {
				return refuseSeparate(z,
					"pieces of one part: on a ring nothing tells which way round a line passes between two parts")
			}
			return nil
		},
	},
	{
		name: "adjacent", pieces: 2, scale: enumerate.YesNo, unit: "pairs",
		meaning: "1 if P and Q share {an edge}",
		value:   (*Evaluator).adjacent, meets: true, needs: contactSets | pieceSets,
	},
	{
		name: "piece_contacts", unit: "pairs",
		meaning: "pairs of pieces that share {an edge}",
		value:   (*Evaluator).pieceContacts, meets: true, needs: contactSets,
	},
	{
		name: "cut_edges", unit: "pairs",
		meaning: "pairs of neighbouring cells in different pieces",
		sum:     cutEdges,
	},
	{
		name: "colours", unit: "colours", source: "Knuth, TAOCP 7.2.2.1",
		meaning:  "fewest colours such that pieces that share {an edge} differ",
		value:    func(e *Evaluator, _, _ []int) int32 { return e.colour.fewest(e.edge[1 : len(e.solution)+1]) },
		maxTiles: maxColoured, needs: contactSets,
	},
	{
		name: "colours_corners", unit: "colours", source: "Knuth, TAOCP 7.2.2.1; P. Hamlyn",
		meaning:  "fewest colours such that pieces that share {an edge or a corner} differ",
		value:    func(e *Evaluator, _, _ []int) int32 { return e.colour.fewest(e.corner[1 : len(e.solution)+1]) },
		maxTiles: maxColoured, needs: contactSets | cornerSets,
	},
	{
		name: "stabiliser", unit: "symmetries",
		meaning: "symmetries of the puzzle that map the tiling to itself, the identity among them",
		value:   func(e *Evaluator, _, _ []int) int32 { return int32(e.set.order / e.orbit) },
		needs:   orbits,
	},
}

// meaningless is the error of a measure that has no meaning on a lattice.
func meaningless(z *Subject, missing string) *enumerate.InputError {
	return &enumerate.InputError{Problem: "it has no meaning on a board of " + z.Board.Name,
		Expected: "a lattice with " + missing}
}

// onRing is the error of a measure that has no meaning on a board that wraps.
func onRing(expected string) *enumerate.InputError {
	return &enumerate.InputError{Problem: "it has no meaning on a board that wraps", Expected: expected}
}

func refuseBorder(z *Subject) *enumerate.InputError {
	if z.Board.HasBorder() {
		return nil
	}
	return onRing("a board with a border")
}

// refuseClosed refuses a torus without holes.
func refuseClosed(z *Subject) *enumerate.InputError {
	if z.Board.Wraps() && slices.Max(z.Board.Exposed()) == 0 {
		return onRing("a board with a border")
	}
	return nil
}

func refuseSeparate(z *Subject, expected string) *enumerate.InputError {
	for _, p := range z.Pieces {
		if p.Separate {
			return &enumerate.InputError{Problem: fmt.Sprintf("the cells of piece %s do not hang together", p.Name),
				Expected: expected}
		}
	}
	return nil
}

// refusal returns an error if the measure, written w, cannot be computed for a
// puzzle whose tilings have at most so many tiles.
func (d *definition) refusal(z *Subject, w string, tiles int) error {
	if d.refuse != nil {
		if err := d.refuse(z); err != nil {
			err.Problem = fmt.Sprintf("measure %q: %s", w, err.Problem)
			return err
		}
	}
	if d.maxTiles > 0 && tiles > d.maxTiles {
		return &enumerate.InputError{Problem: fmt.Sprintf("measure %q: a tiling of this board may have %d pieces", w,
			tiles), Expected: fmt.Sprintf("at most %d", d.maxTiles)}
	}
	return nil
}

// Infos lists the measures that have a meaning on a lattice, for people.
func Infos(l *lattice.Lattice) []enumerate.MeasureInfo {
	cell := lattice.NewBoard(l, 1, 1, 1)
	words := Wording(&cell)
	var out []enumerate.MeasureInfo
	for _, d := range definitions {
		if d.refuse == nil || d.refuse(&Subject{Board: &cell}) == nil {
			out = append(out, enumerate.MeasureInfo{Name: d.written(), Scale: d.scale,
				Meaning: words.Replace(d.meaning), Unit: words.Replace(d.unit), Source: d.source})
		}
	}
	return out
}

// written is how a config asks for the measure.
func (d *definition) written() string {
	return d.name + [...]string{"", "(P)", "(P,Q)"}[d.pieces]
}

// What meanings call things on squares, and where that differs on solids and on
// lattices of three directions. In the list of measures they stand in braces.
var (
	flatWords = map[string]string{
		"{an edge}":                "an edge",
		"{edges}":                  "edges",
		"{an edge or a corner}":    "an edge or a corner",
		"{on the border}":          "on the border of the board's bounding rectangle",
		"{on the bounding border}": "on the border of the bounding rectangle",
		"{corner cells}":           "corner cells of the board's bounding rectangle",
		"{four}":                   "four",
		"{lines}":                  "lines",
		"{fault lines}":            "straight lines from side to side of the board's bounding rectangle",
		"{outside}":                "on the border of the board or of a hole in it",
		"{like a chessboard}":      "like a chessboard",
	}
	solidWords = map[string]string{
		"{an edge}":                "a face",
		"{edges}":                  "faces",
		"{an edge or a corner}":    "a face, an edge or a corner",
		"{on the border}":          "on the border of the board's bounding box",
		"{on the bounding border}": "on the border of the bounding box",
		"{corner cells}":           "corner cells of the board's bounding box",
		"{four}":                   "at least four",
		"{lines}":                  "planes",
		"{fault lines}":            "planes from side to side of the board's bounding box",
		"{outside}":                "open to the outside of the board",
		"{like a chessboard}":      "in two colours so that neighbours differ",
	}
	threeWayWords = map[string]string{
		"{on the border}":          "on the border of the board, the first and last strips of the three directions",
		"{on the bounding border}": "on the border of the board, the first and last strips of the three directions",
		"{corner cells}":           "corner cells of the board, in the first or last strips of at least two of the three directions,",
		"{four}":                   "at least four",
		"{fault lines}":            "straight lines of the three directions, from side to side of the board,",
		"{like a chessboard}":      "in two colours so that neighbours differ",
	}
)

// Wording puts the words of a board's lattice for the words in braces.
func Wording(b *lattice.Board) *strings.Replacer {
	words := maps.Clone(flatWords)
	switch {
	case b.Dimensions == 3:
		words = solidWords
	case len(b.Axes) == 3:
		maps.Copy(words, threeWayWords)
	case b.Wraps():
		words["{fault lines}"] = "straight lines between rows or between columns, from end to end or round the ring,"
		end := "in the first or last row"
		if b.WrapRows {
			end = "in the first or last column"
		}
		words["{on the border}"], words["{on the bounding border}"] = end, end
	}
	var pairs []string
	for word, by := range words {
		pairs = append(pairs, word, by)
	}
	return strings.NewReplacer(pairs...)
}
