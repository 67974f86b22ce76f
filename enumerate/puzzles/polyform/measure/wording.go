package measure

import (
	"maps"
	"strings"

	"coverstat/enumerate/puzzles/polyform/lattice"
)

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
		"{flipped}":                "flipped",
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
		"{flipped}":                "mirrored",
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
