package sudoku

import (
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
)

func TestMeasuresAreConstantOnOrbits(t *testing.T) {
	job, err := config{kind: enumerate.Survey, puzzle: params{Draw: survey.Draw{Number: 20}}}.open()
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := puzzletest.Rows(t, job)
	image := make([]byte, 81)
	for row := range rows.Len() {
		for _, name := range []string{enumerate.InstanceColumn, "solution"} {
			cells, err := grid.Nine.Parse(rows.StringAt(column(t, rows, name), row))
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(5) {
				randomImage(grid.Nine, rand.New(rand.NewPCG(seed, uint64(row))), cells, image)
				for _, m := range append(append([]measure{}, puzzleMeasures...), gridMeasures...) {
					if a, b := m.value(grid.Nine, cells), m.value(grid.Nine, image); a != b {
						t.Errorf("%s: %d, of an image %d", m.info.Name, a, b)
					}
				}
			}
		}
	}
}
