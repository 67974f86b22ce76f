package main

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// geniusStar counts the boards of the Genius Star that can be solved, and their classes under all twelve symmetries
// of the star. The survey has more rows: its symmetries are the six that map the boards of the dice onto themselves.
// In the golden one a hexagon takes the place of two pieces.
func geniusStar(s *session, match []string) (figures, error) {
	set := []string{"puzzle.limit=1"}
	if match[1] != "" {
		set = append(set, "puzzle.pieces=[I1, I2, hexagon, tetriamonds, pentiamonds]")
	}
	f, err := s.run("genius-star", set...)
	if err != nil {
		return figures{}, err
	}
	columns := []int{enumerate.ColumnIndex(f.Columns(), enumerate.InstanceColumn),
		enumerate.ColumnIndex(f.Columns(), enumerate.SolutionsColumn)}
	classes := map[string]bool{}
	err = f.Scan(columns, func(b *enumerate.Batch, _ int64) error {
		for row := range b.Len() {
			if b.IntAt(1, row) > 0 {
				classes[leastStar(b.StringAt(0, row))] = true
			}
		}
		return nil
	})
	return figures{f.Document.Instances.SolvableRaw.String(), fmt.Sprint(len(classes))}, err
}

// leastStar returns the least image of a board of 8 rows of 12 triangles. The strips of the three directions in
// which a triangle lies, from 0, add up to 10 if it points up, else to 11; symmetries exchange the directions, and
// turn all three about.
func leastStar(board []byte) (least string) {
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for _, turned := range []bool{false, true} {
			image := slices.Repeat([]byte{'#'}, len(board))
			for i, sign := range board {
				row, col := i/12, i%12
				sum := 10 + (row+col)%2
				third := (sum - row + col - 6) / 2
				strips := [3]int{row, sum - row - third, third}
				to := [3]int{strips[order[0]], strips[order[1]], strips[order[2]]}
				if turned {
					to = [3]int{7 - to[0], 7 - to[1], 7 - to[2]}
				}
				if sign == '.' {
					image[to[0]*12+to[2]-to[1]+6] = sign
				}
			}
			if least == "" || string(image) < least {
				least = string(image)
			}
		}
	}
	return least
}
