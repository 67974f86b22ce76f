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

// parsePuzzle reads the clues that appendClues wrote, and tests what needs no
// solver.
func parsePuzzle(text []byte) (*Puzzle, error) {
	rows, cols, ok := bytes.Cut(text, []byte{'|'})
	if !ok {
		return nil, fmt.Errorf("%q: expected a bar between the clues of rows and columns", text)
	}
	var err error
	side := func(s []byte) (clues [][]int) {
		for part := range bytes.SplitSeq(s, []byte{'/'}) {
			clue, bad := parseClue(string(part), place{})
			if clues = append(clues, clue); bad != nil && err == nil {
				err = bad
			}
		}
		return clues
	}
	p := &Puzzle{Rows: side(rows), Cols: side(cols)}
	if err == nil {
		err = p.fitError()
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return p, nil
}
