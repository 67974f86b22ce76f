package polyform

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/survey"
)

// challengeRow is what a survey of given pieces says of one set.
type challengeRow struct{ orbit, solutions int64 }

// challengeRows does a survey of given pieces. Rows are known by the cells of their pieces.
func challengeRows(t *testing.T, p params, z *Puzzle, spec enumerate.Spec) (map[string]challengeRow, *enumerate.Job) {
	t.Helper()
	job, err := openChallenges(spec, p, z)
	if err != nil {
		t.Fatal(err)
	}
	batch, _ := puzzletest.Rows(t, job)
	at := func(name string) int { return enumerate.ColumnIndex(batch.Columns, name) }
	rows := map[string]challengeRow{}
	for row := range batch.Len() {
		r := challengeRow{solutions: batch.IntAt(at("solutions"), row)}
		if i := at("orbit_size"); i >= 0 {
			r.orbit = batch.IntAt(i, row)
		}
		rows[string(batch.StringAt(0, row))] = r
	}
	return rows, job
}

// TestRandomChallenges compares surveys of given pieces on small boards of every lattice, on cylinders and tori, with a
// brute force that shares no code with them: how many sets there are in all, how many up to symmetry, and how many
// solutions contain them.
func TestRandomChallenges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	sets := 0
	for done := 0; done < 60; {
		b := randomBrute(r)
		if len(b.free) == 0 {
			continue
		}
		z, err := b.puzzle()
		if err != nil {
			continue
		}
		options, cells := b.options()
		solutions, ok := b.solutions(options, cells, 100)
		if !ok || len(solutions) == 0 || slices.MaxFunc(solutions, func(a, b []bruteOption) int { return len(a) - len(b) }) == nil {
			continue
		}
		if len(slices.MaxFunc(solutions, func(a, b []bruteOption) int { return len(a) - len(b) })) > 8 || symbolsOf(z.Pieces, z.copies) == nil {
			continue
		}
		done++
		low := 1 + r.IntN(2)
		high := low + r.IntN(3)
		want := map[string]int64{} // by set
		of := map[string][]bruteOption{}
		for _, s := range solutions {
			for set := range 1 << len(s) {
				var chosen []bruteOption
				for k, o := range s {
					if set>>k&1 == 1 {
						chosen = append(chosen, o)
					}
				}
				if len(chosen) >= low && len(chosen) <= high {
					want[solutionKey(chosen)]++
					of[solutionKey(chosen)] = chosen
				}
			}
		}
		classes := map[challengeRow]int{} // by what rows say
		images := b.images(options, cells)
		open := map[string]bool{}
		for key := range want {
			open[key] = true
		}
		for key, n := range want {
			if !open[key] {
				continue
			}
			orbit := map[string]bool{}
			for _, move := range images {
				var image []bruteOption
				for _, o := range of[key] {
					image = append(image, move[o])
				}
				orbit[solutionKey(image)] = true
			}
			for other := range orbit {
				if want[other] != n {
					t.Fatalf("%v\n%s is in %d solutions, its image %s in %d", b, key, n, other, want[other])
				}
				delete(open, other)
			}
			classes[challengeRow{int64(len(orbit)), n}]++
		}
		var p params
		p.Given.choose = CountParam{set: true, min: int32(low), max: int32(high)}
		rows, _ := challengeRows(t, p, z, enumerate.Spec{Measures: []string{"nodes", "guesses", "forced", "forced_items", "certain_pieces", "certain_rounds"}, Solution: true})
		got := map[challengeRow]int{}
		for _, row := range rows {
			got[row]++
		}
		if fmt.Sprint(got) != fmt.Sprint(classes) {
			t.Fatalf("%v\n%d to %d pieces: %v, brute force %v", b, low, high, got, classes)
		}
		if sets += len(rows); done%10 == 0 && len(rows) > 0 && len(rows) < 50 {
			job, err := openChallenges(enumerate.Spec{Measures: []string{"nodes", "certain_pieces", "certain_rounds"}, Solution: true}, p, z)
			if err != nil {
				t.Fatal(err)
			}
			puzzletest.RowsAreChecked(t, job)
		}
	}
	t.Log(sets)
}

// TestDrawnChallenges: sets are drawn as often as others, whatever the number of solutions that contain them, and rows
// are some of those of the whole survey.
func TestDrawnChallenges(t *testing.T) {
	b, err := forms[0].board(BoardParams{Board: boardParam{Rows: 4, Cols: 5}})
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := forms[0].resolvePieces([]pieceParam{{Name: "I2", Count: CountParam{set: true, min: 1, max: 1}}, {Name: "L4"}, {Name: "T4"}, {Name: "L5"}, {Name: "P5"}})
	if err != nil {
		t.Fatal(err)
	}
	z, err := plainPuzzle(b, pieces)
	if err != nil {
		t.Fatal(err)
	}
	var p params
	p.Given.choose = CountParam{set: true, min: 1, max: 2}
	all, _ := challengeRows(t, p, z, enumerate.Spec{})
	drawn := map[int64]float64{} // by number of solutions
	const seeds = 4000
	c := &challenges{asked: asked{draw: survey.Draw{Number: seeds}, seed: 5}, whole: z, low: 1, high: 2}
	var never atomic.Bool
	if err := c.prepare(2, &never, func(float64) {}); err != nil {
		t.Fatal(err)
	}
	for i := range int64(seeds) {
		drawn[int64(c.containers(c.drawOne(i)))]++
	}
	sets, expected := int64(0), map[int64]float64{}
	for _, row := range all {
		sets += row.orbit
		expected[row.solutions] += float64(row.orbit)
	}
	square, kinds := 0.0, 0
	for n, x := range expected {
		if x *= float64(seeds) / float64(sets); x > 5 {
			square += (drawn[n] - x) * (drawn[n] - x) / x
			kinds++
		}
	}
	if t.Log(square, kinds, sets); kinds < 5 || square > float64(kinds)+5*float64(kinds) {
		t.Errorf("the numbers of solutions of drawn sets are not those of all: chi square %.1f of %d", square, kinds)
	}
	p.Draw.Number, p.Seed = 100, 7
	for name, row := range first(challengeRows(t, p, z, enumerate.Spec{})) {
		if all[name].solutions != row.solutions {
			t.Errorf("%s was drawn with %d solutions, expected %d", name, row.solutions, all[name].solutions)
		}
	}
}

func first[A, B any](a A, _ B) A { return a }
