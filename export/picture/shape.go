package picture

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"coverstat/export"
)

// shape is what a config says about the rectangle that rows are drawn on. A
// side that it does not say is 0.
type shape struct {
	rows, cols       int
	boxRows, boxCols int
	blocked          []bool // nil for none
}

// readShape reads the shape from the manifest: the board that the job says it
// has, or else the puzzle's own keys.
func readShape(m *export.Manifest) (shape, error) {
	for _, f := range m.Facts {
		if text, ok := f.Value.(string); ok && f.Key == "board" {
			return pictureShape(text)
		}
	}
	var config struct {
		Puzzle struct {
			Board json.RawMessage `json:"board"`
			Rows  side            `json:"rows"`
			Cols  side            `json:"cols"`
			Box   []int           `json:"box"`
		} `json:"puzzle"`
	}
	if len(m.Config) > 0 {
		if err := json.Unmarshal(m.Config, &config); err != nil {
			return shape{}, fmt.Errorf("the manifest's config: %w", err)
		}
	}
	p := config.Puzzle
	s := shape{rows: int(p.Rows), cols: int(p.Cols)}
	if len(p.Box) == 2 {
		s.boxRows, s.boxCols = p.Box[0], p.Box[1]
	}
	var board struct {
		Rows, Cols int
		Picture    string
	}
	if len(p.Board) > 0 {
		if err := json.Unmarshal(p.Board, &board); err != nil {
			return s, fmt.Errorf("the manifest's config: puzzle.board: %w", err)
		}
		if board.Picture != "" {
			return pictureShape(board.Picture)
		}
		s.rows, s.cols = board.Rows, board.Cols
	}
	return s, nil
}

// side is a side of the puzzle, 0 where the config gives a list of them: then
// rows say which.
type side int

// UnmarshalJSON reads either.
func (s *side) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		*s = 0
		return nil
	}
	return json.Unmarshal(data, (*int)(s))
}

func pictureShape(text string) (shape, error) {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	s := shape{rows: len(lines), cols: len(lines[0])}
	for _, line := range lines {
		if len(line) != s.cols {
			return s, fmt.Errorf("the manifest's board: line %q has not %d characters", line, s.cols)
		}
		for _, c := range line {
			s.blocked = append(s.blocked, c == '#')
		}
	}
	return s, nil
}

// boxes completes the boxes of a Sudoku with n cells: as square as they can
// be, wider than high, if the config does not say.
func (s shape) boxes(n int) (rows, cols int, err error) {
	side := int(math.Sqrt(float64(n)))
	if side*side != n || side == 0 {
		return 0, 0, fmt.Errorf("a grid of %d characters is not square", n)
	}
	if s.boxRows*s.boxCols == side {
		return s.boxRows, s.boxCols, nil
	}
	rows = int(math.Sqrt(float64(side)))
	for side%rows != 0 {
		rows--
	}
	return rows, side / rows, nil
}
