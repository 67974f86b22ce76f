package packings

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// count fills a table or fails the test.
func count(t testing.TB, p *Problem, workers int) *Table {
	t.Helper()
	var stop atomic.Bool
	table, err := Count(p, workers, &stop, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// packings counts them by what they leave uncovered: pieces in the order
// given, copies in the order of placements, no symmetry.
func packings(p *Problem) map[uint64]uint32 {
	counts := make(map[uint64]uint32)
	var rec func(piece, copy, from int, free uint64)
	rec = func(piece, copy, from int, free uint64) {
		if piece == len(p.Pieces) {
			counts[free]++
			return
		}
		if copy == p.Copies[piece] {
			rec(piece+1, 0, 0, free)
			return
		}
		for i := from; i < len(p.Pieces[piece]); i++ {
			if m := p.Pieces[piece][i]; m&^free == 0 {
				rec(piece, copy+1, i+1, free&^m)
			}
		}
	}
	rec(0, 0, 0, p.Board)
	return counts
}

// compare checks every instance of a table.
func compare(t *testing.T, name string, table *Table, want map[uint64]uint32) {
	t.Helper()
	mask := table.Unrank(0)
	for i := range table.Len() {
		if table.Solutions(i) != want[mask] {
			t.Fatalf("%s: %d ways to leave %#x, brute force has %d", name, table.Solutions(i), mask, want[mask])
		}
		mask = table.next(mask)
	}
}

func withCopies(p *Problem, copies ...int) *Problem {
	p.Copies = copies
	return p
}

// smallPuzzles have tables that brute force can check throughout.
func smallPuzzles() map[string]*Problem {
	square, wide := fullGrid(4, 4), fullGrid(4, 5)
	ring := grid{4, 4, 0xf99f}
	notched := grid{4, 5, fullGrid(4, 5).board &^ (1 | 1<<7)}
	turns := square.puzzle(6, "##/#.", "###/#..", "###")
	turns.Symmetries = [][]uint8{turns.Symmetries[0], turns.Symmetries[6]}
	none := square.puzzle(6, "##/#.", "###/#..", "###")
	none.Symmetries = nil
	return map[string]*Problem{
		"square":           square.puzzle(6, "##/#.", "###/#..", "###"),
		"square, O first":  square.puzzle(7, "##", "##/##", "###"),
		"square, I2 alone": square.puzzle(14, "##"),
		"square, full":     square.puzzle(0, "###/#..", "##/##", "####", "###/.#."),
		"square, empty":    square.puzzle(16),
		"half the group":   turns,
		"no symmetry":      none,
		"ring":             ring.puzzle(4, "##/#.", "##", "###"),
		"wide":             wide.puzzle(6, "###/#..", "##./.##", "##", "####"),
		"notched":          notched.puzzle(7, "###/#..", "##/#.", "####"),
		"copies":           withCopies(wide.puzzle(5, "##/#.", "##", "###/#.."), 3, 1, 1),
		"copies alone":     withCopies(square.puzzle(10, "##"), 3),
		"copies of all":    withCopies(wide.puzzle(6, "##/#.", "##/#./#."), 2, 2),
		"monomino":         withCopies(square.puzzle(9, "##/#.", "#"), 1, 4),
	}
}

func TestEveryInstanceAgainstBruteForce(t *testing.T) {
	for name, p := range smallPuzzles() {
		compare(t, name, count(t, p, 1), packings(p))
	}
}

// FuzzCount takes a board of 4x5 cells, pieces and numbers of copies.
func FuzzCount(f *testing.F) {
	f.Add(uint32(0xfffff), []byte{0, 1, 2})
	f.Add(uint32(0xffbfe), []byte{3, 64, 4})
	f.Add(uint32(0x7ffe), []byte{6, 135, 1})
	pictures := []string{"##/#.", "##", "###", "###/#..", "##./.##", "##/##", "#", "####", "##/#./##"}
	f.Fuzz(func(t *testing.T, board uint32, choice []byte) {
		b := grid{4, 5, uint64(board & 0xfffff)}
		p := &Problem{Board: b.board, Uncovered: bits.OnesCount64(b.board), Symmetries: b.symmetries(), Copies: []int{}}
		for _, c := range choice[:min(len(choice), 4)] {
			placements := b.placements(pictures[int(c&63)%len(pictures)])
			copies := 1 + int(c>>6)
			if len(placements) == 0 || copies*bits.OnesCount64(placements[0]) > p.Uncovered {
				return
			}
			p.Uncovered -= copies * bits.OnesCount64(placements[0])
			p.Pieces = append(p.Pieces, placements)
			p.Copies = append(p.Copies, copies)
		}
		e, err := newEstimate(p)
		if err != nil {
			t.Fatal(err)
		}
		if e.Packings > 1e5 {
			return
		}
		compare(t, "fuzz", count(t, p, 1+int(board&1)), packings(p))
	})
}

func TestTotalsAgree(t *testing.T) {
	for name, p := range smallPuzzles() {
		want, err := transferCount(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 3} {
			table := count(t, p, workers)
			var got uint64
			raw, classes := 0, 0
			table.Classes(0, table.Len(), func(i int64, mask uint64, orbit int) bool {
				got += uint64(orbit) * uint64(table.Solutions(i))
				raw += orbit
				classes++
				return true
			})
			if got != want || int64(raw) != table.Len() || int64(classes) != table.orbits() {
				t.Errorf("%s: %d packings, %d boards, %d classes; independently %d, %d, %v",
					name, got, raw, classes, want, table.Len(), table.orbits())
			}
		}
	}
}

func TestAddMonomino(t *testing.T) {
	b := fullGrid(4, 4)
	one := func(copies ...int) *Problem {
		return withCopies(b.puzzle(16-3-4-copies[2], "##/#.", "##/##", "#"), copies...)
	}
	table := count(t, b.puzzle(9, "##/#.", "##/##"), 1)
	different := table
	for j := 1; j <= 3; j++ {
		var err error
		if table, err = table.AddMonomino(j, 2); err != nil {
			t.Fatal(err)
		}
		if different, err = different.AddMonomino(1, 1); err != nil {
			t.Fatal(err)
		}
		want := count(t, one(1, 1, j), 1)
		if !sameCounts(table, want) {
			t.Errorf("%d copies differ from their direct count", j)
		}
		factorial := []uint32{1, 1, 2, 6}[j]
		for i := range different.Len() {
			if different.Solutions(i) != factorial*want.Solutions(i) {
				t.Fatalf("%d different ones: %d, expected %d times %d", j, different.Solutions(i), factorial, want.Solutions(i))
			}
		}
	}
}

func TestWorkersAndStop(t *testing.T) {
	p := fullGrid(5, 5).puzzle(8, "###/#..", "##./.##", "####", "##/#.", "##")
	want := count(t, p, 1)
	for _, workers := range []int{2, 5} {
		var stop atomic.Bool
		last := 0.0
		table, err := Count(p, workers, &stop, func(done float64) {
			if done < last {
				t.Errorf("progress fell from %v to %v", last, done)
			}
			last = done
		})
		if err != nil || !sameCounts(table, want) || table.Nodes() != want.Nodes() || last != 1 {
			t.Errorf("%d workers: %v, or another table, nodes or end of progress (%v)", workers, err, last)
		}
		if table, err := Count(p, workers, &stop, func(float64) { stop.Store(true) }); table != nil || err != nil {
			t.Errorf("%d workers, stopped: table %v, error %v", workers, table, err)
		}
	}
}

func TestOverflow(t *testing.T) {
	board := uint64(1<<5 - 1)
	for n, want := range map[uint32]error{1 << 29: nil, 1 << 30: errOverflow} {
		table := &Table{Space: mustSpace(t, board, 3, nil), counts: counters[uint32](slices.Repeat([]uint32{n}, 10))}
		if _, err := table.AddMonomino(1, 1); err != want {
			t.Errorf("three times %d: %v", n, err)
		}
	}

	counts := make(counters[uint32], 5)
	arena, twice := []uint32{0, 1, 2}, []record{{1, 1}, {1, 1}}
	if !counts.add(twice, arena, 1<<30-1) || counts.add(twice[1:], arena, 2) || counts[3] != 1<<31 {
		t.Errorf("the counter at 2^31 passed, or one below it did not: %d", counts[3])
	}

	mirror := []uint8{1, 0}
	table := &Table{Space: mustSpace(t, 3, 1, [][]uint8{{0, 1}, mirror}), counts: counters[uint32]{1 << 30, 1 << 30}}
	if err := table.fold(2, 1); err != errOverflow {
		t.Errorf("folding 2^30 and 2^30: %v", err)
	}
	table.counts = counters[uint16]{1 << 14, 1 << 14}
	if err := table.fold(2, 1); err != errOverflow {
		t.Errorf("folding 2^14 and 2^14 in short counters: %v", err)
	}
}

// Eight different single cells on 3x3 cells have 8! packings for each cell left over:
// too many for short counters.
func TestLongCounters(t *testing.T) {
	table := count(t, fullGrid(3, 3).puzzle(1, slices.Repeat([]string{"#"}, 8)...), 2)
	if _, long := table.counts.(counters[uint32]); !long {
		t.Errorf("counters are %T", table.counts)
	}
	for i := range table.Len() {
		if n := table.Solutions(i); n != 40_320 {
			t.Errorf("cell %d: %d packings", i, n)
		}
	}
}

func sameCounts(a, b *Table) bool {
	for i := range max(a.Len(), b.Len()) {
		if i >= a.Len() || i >= b.Len() || a.Solutions(i) != b.Solutions(i) {
			return false
		}
	}
	return true
}

func mustSpace(t testing.TB, board uint64, k int, group [][]uint8) *Space {
	t.Helper()
	s, err := NewSpace(board, k, group)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEstimate(t *testing.T) {
	for name, p := range smallPuzzles() {
		e, err := newEstimate(p)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := newEstimate(p); again != e {
			t.Errorf("%s: two estimates", name)
		}
		if e.Bytes != int64(count(t, p, 1).Len())*4 {
			t.Errorf("%s: %d bytes", name, e.Bytes)
		}
	}
	e, err := newEstimate(baibian())
	if err != nil {
		t.Fatal(err)
	}
	// 1,423,492,664 packings, an eighth of them counted; 23,759,382 nodes.
	if e.Packings < 172e6 || e.Packings > 184e6 || e.Nodes < 19e6 || e.Nodes > 30e6 || e.Bytes != 4*30260340 {
		t.Errorf("estimate %+v", e)
	}
}

func TestTooManySubsets(t *testing.T) {
	if _, err := NewSpace(1<<40-1, 20, nil); err == nil || !strings.Contains(err.Error(), "2^32") {
		t.Errorf("C(40,20) subsets: %v", err)
	}
}

// canonical returns the least subset in the orbit of mask, and the orbit's
// size.
func (s *Space) canonical(mask uint64) (least uint64, orbit int) {
	least, fixed := mask, 0
	for g := range s.group {
		image := s.Image(g, mask)
		least = min(least, image)
		if image == mask {
			fixed++
		}
	}
	return least, len(s.group) / fixed
}

func TestSpaces(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, b := range []grid{fullGrid(3, 3), fullGrid(2, 7), fullGrid(5, 5), {4, 4, 0xf99f}, {8, 8, 0x8001400000020181},
		{8, 8, 0xffffffffffffffff}, {7, 7, (1<<49 - 1) &^ (1 | 1<<6 | 1<<42 | 1<<48)}} {
		n := bits.OnesCount64(b.board)
		for _, k := range []int{0, 1, 2, 3, 4, n - 2, n} {
			if k > n {
				continue
			}
			s := mustSpace(t, b.board, k, b.symmetries())
			mask, classes, raw := s.Unrank(0), 0, 0
			if mask != s.lowest[k] {
				t.Fatalf("first of %#x: %#x", b.board, mask)
			}
			step := max(s.Len()/20000, 1)
			for i := range s.Len() {
				if s.Rank(mask) != i || bits.OnesCount64(mask) != k || mask&^b.board != 0 {
					t.Fatalf("board %#x, k %d: subset %d is %#x, of rank %d", b.board, k, i, mask, s.Rank(mask))
				}
				if i%step == 0 && s.Unrank(i) != mask {
					t.Fatalf("board %#x, k %d: unrank %d", b.board, k, i)
				}
				if least, orbit := s.canonical(mask); least == mask {
					classes++
					raw += orbit
				} else if least > mask {
					t.Fatalf("%#x least %#x", mask, least)
				}
				mask = s.next(mask)
			}
			if s.orbits() != int64(classes) || int64(raw) != s.Len() {
				t.Fatalf("board %#x, k %d: %d classes of %d in all, lemma %v", b.board, k, classes, raw, s.orbits())
			}
			// Visits of parts add up, wherever they are cut.
			last, visited := int64(-1), 0
			for from := int64(0); from < s.Len(); {
				to := min(from+1+random.Int64N(s.Len()), s.Len())
				s.Classes(from, to, func(i int64, mask uint64, orbit int) bool {
					if least, size := s.canonical(mask); i <= last || least != mask || size != orbit || s.Rank(mask) != i {
						t.Fatalf("visit of %d: %#x, orbit %d", i, mask, orbit)
					}
					last = i
					visited++
					return true
				})
				from = to
			}
			if visited != classes {
				t.Fatalf("board %#x, k %d: visited %d of %d", b.board, k, visited, classes)
			}
		}
	}
}
