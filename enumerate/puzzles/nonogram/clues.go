package nonogram

import (
	"bytes"
	"fmt"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// appendClues appends the clues as rows of the dataset store them:
// 2,1/0/3|1/1,1/…, the rows before the bar.
func appendClues(dst []byte, rows, cols [][]int) []byte {
	side := func(clues [][]int) {
		for i, clue := range clues {
			if i > 0 {
				dst = append(dst, '/')
			}
			dst = line.AppendClue(dst, clue)
		}
	}
	side(rows)
	dst = append(dst, '|')
	side(cols)
	return dst
}

// parseClues reads clues as appendClues writes them.
func parseClues(text []byte) (rows, cols [][]int, err error) {
	a, b, ok := bytes.Cut(text, []byte{'|'})
	if !ok {
		return nil, nil, fmt.Errorf("%q: expected a bar between the clues of rows and columns", text)
	}
	side := func(s []byte) [][]int {
		var clues [][]int
		for part := range bytes.SplitSeq(s, []byte{'/'}) {
			clue, bad := parseClue(string(part), place{})
			if bad != nil {
				err = fmt.Errorf("%q: %w", text, bad)
				return nil
			}
			clues = append(clues, clue)
		}
		return clues
	}
	rows, cols = side(a), side(b)
	return rows, cols, err
}

// parsePuzzle reads the clues that appendClues wrote, and tests what needs no
// solver.
func parsePuzzle(text []byte) (*Puzzle, error) {
	rows, cols, err := parseClues(text)
	if err != nil {
		return nil, err
	}
	p := &Puzzle{Rows: rows, Cols: cols}
	if err := p.fitError(); err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return p, nil
}
