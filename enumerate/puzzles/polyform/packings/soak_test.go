package packings

import (
	"math/bits"
	"os"
	"testing"
)

// The faces of the seven dice of The Genius Square.
var geniusDice = [...][]string{
	{"A1", "C1", "D1", "D2", "E2", "F3"},
	{"A2", "A3", "B1", "B2", "B3", "C2"},
	{"A4", "B5", "C5", "C6", "D6", "F6"},
	{"B4", "C3", "C4", "D3", "D4", "E3"},
	{"A5", "B6", "E1", "F2"},
	{"A6", "F1"},
	{"D5", "E4", "E5", "E6", "F4", "F5"},
}

// TestSquareOfSix counts all boards of the 6x6 square with eight pieces, and
// from them those of The Genius Square, whose maker claims that all 62,208
// rolls of its dice can be solved.
func TestSquareOfSix(t *testing.T) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		t.Skip("takes about 10 s: set COVERSTAT_SOAK=1")
	}
	p := baibian()
	table := count(t, p, 1)
	classes, raw, packings := 0, 0, uint64(0)
	table.Classes(0, table.Len(), func(i int64, mask uint64, orbit int) bool {
		classes++
		raw += orbit
		packings += uint64(orbit) * uint64(table.Solutions(i))
		return true
	})
	if classes != 3786144 || table.orbits() != 3786144 || raw != 30260340 {
		t.Errorf("%d classes, by the lemma %v, of %d boards; expected 3786144 of 30260340", classes, table.orbits(), raw)
	}
	if want, err := transferCount(p); err != nil || packings != want {
		t.Errorf("%d packings, independently %d (%v)", packings, want, err)
	}

	genius, err := table.AddMonomino(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if genius.Len() != 8347680 {
		t.Errorf("%d boards of The Genius Square, expected 8347680", genius.Len())
	}
	rolls := []uint64{0}
	for _, faces := range geniusDice {
		var longer []uint64
		for _, m := range rolls {
			for _, face := range faces {
				longer = append(longer, m|1<<(int(face[0]-'A')*6+int(face[1]-'1')))
			}
		}
		rolls = longer
	}
	fewest, most := ^uint32(0), uint32(0)
	for _, m := range rolls {
		if bits.OnesCount64(m) != 7 {
			t.Fatalf("a roll of %d cells", bits.OnesCount64(m))
		}
		n := genius.Solutions(genius.Rank(m))
		fewest, most = min(fewest, n), max(most, n)
	}
	if len(rolls) != 62208 || fewest != 11 || most != 22317 {
		t.Errorf("%d rolls with %d to %d solutions, expected 62208 with 11 to 22317", len(rolls), fewest, most)
	}
}

// TestCalendar counts a tight puzzle: seven pentominoes and a hexomino leave two
// cells of 43, one for the month and one for the day.
func TestCalendar(t *testing.T) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		t.Skip("takes about 10 s: set COVERSTAT_SOAK=1")
	}
	b := grid{rows: 7, cols: 7}
	for r, n := range []int{6, 6, 7, 7, 7, 7, 3} {
		b.board |= (1<<n - 1) << (7 * r)
	}
	p := b.puzzle(2, "###/###", "##/##/#.", "###/#.#", "#../#../###", "##./.#./.##", "####/#...", "####/.#..", "###./..##")
	table := count(t, p, 1)
	var all uint64
	for i := range table.Len() {
		all += uint64(table.Solutions(i))
	}
	if want, err := transferCount(p); err != nil || all != want {
		t.Errorf("%d packings, independently %d (%v)", all, want, err)
	}
	for month, days := range []int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31} {
		for day := range days {
			mask := uint64(1)<<(month/6*7+month%6) | uint64(1)<<(14+day)
			if table.Solutions(table.Rank(mask)) == 0 {
				t.Errorf("day %d of month %d has no solution", day+1, month+1)
			}
		}
	}
}

func BenchmarkCount(b *testing.B) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		b.Skip("takes some seconds: set COVERSTAT_SOAK=1")
	}
	var nodes int64
	for b.Loop() {
		nodes = count(b, baibian(), 1).Nodes()
	}
	b.ReportMetric(float64(nodes), "nodes/op")
}

func BenchmarkAddMonomino(b *testing.B) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		b.Skip("takes some seconds: set COVERSTAT_SOAK=1")
	}
	table := count(b, baibian(), 1)
	for b.Loop() {
		if _, err := table.AddMonomino(1, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClasses(b *testing.B) {
	if os.Getenv("COVERSTAT_SOAK") == "" {
		b.Skip("visits 30 million subsets: set COVERSTAT_SOAK=1")
	}
	p := baibian()
	space := mustSpace(b, p.Board, p.Uncovered, p.Symmetries)
	for b.Loop() {
		classes := 0
		space.Classes(0, space.Len(), func(int64, uint64, int) bool { classes++; return true })
		b.ReportMetric(float64(classes), "classes/op")
	}
}
