package board

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// Pieces as pictures, for the tests' own use.
var pictures = map[string]string{
	"I1": "#", "I2": "##", "I3": "###", "V3": "##/#.", "I4": "####", "O4": "##/##", "T4": "###/.#.", "S4": ".##/##.", "L4": "###/#..",
	"F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "##../.###", "P": "##/##/#.", "T": "###/.#./.#.",
	"U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": "####/.#..", "Z": "##./.#./.##",
	"H1": "######", "H2": "##/##/##", "H3": "#####/#....", "H4": ".##/##./##.", "H5": "###/###",
}

const pentominoes = "F I L N P T U V W X Y Z"

type cell struct{ r, c int }

func parsePiece(name string) (s []cell) {
	for r, row := range strings.Split(pictures[name], "/") {
		for c, x := range row {
			if x == '#' {
				s = append(s, cell{r, c})
			}
		}
	}
	return s
}

// image is one of the eight symmetries of an h x w rectangle.
func image(g int, x cell, h, w int) cell {
	if g&1 != 0 {
		x.r = h - 1 - x.r
	}
	if g&2 != 0 {
		x.c = w - 1 - x.c
	}
	if g&4 != 0 {
		x.r, x.c = x.c, x.r
	}
	return x
}

func normal(s []cell) []cell {
	t := slices.Clone(s)
	mr, mc := t[0].r, t[0].c
	for _, x := range t {
		mr, mc = min(mr, x.r), min(mc, x.c)
	}
	for i := range t {
		t[i].r -= mr
		t[i].c -= mc
	}
	sort.Slice(t, func(i, j int) bool { return t[i].r < t[j].r || t[i].r == t[j].r && t[i].c < t[j].c })
	return t
}

// orientations lists the images of a piece; flip says whether it may be
// turned over.
func orientations(s []cell, flip bool) (all [][]cell) {
	seen := map[string]bool{}
	for g := range 8 {
		if mirror := (g&1 ^ g>>1&1 ^ g>>2&1) != 0; mirror && !flip {
			continue
		}
		var t []cell
		for _, x := range s {
			t = append(t, image(g, x, 9, 9))
		}
		t = normal(t)
		if key := fmt.Sprint(t); !seen[key] {
			seen[key] = true
			all = append(all, t)
		}
	}
	return all
}

// newRectangle has no pieces, and no cell that must be covered.
func newRectangle(rows, cols int) *Problem {
	return &Problem{Rows: rows, Cols: cols, Free: make([]bool, rows*cols)}
}

// newPuzzle is a board (. free) with every placement of the named pieces. A
// name may be followed by bounds: "O4:0-2". With oneSided, pieces are not
// turned over, and each mirror twin is a piece of its own.
func newPuzzle(picture, names string, oneSided bool) *Problem {
	rows := strings.Split(picture, "/")
	p := newRectangle(len(rows), len(rows[0]))
	for i, x := range strings.ReplaceAll(picture, "/", "") {
		p.Free[i] = x == '.'
	}
	for _, name := range strings.Fields(names) {
		bounds := Piece{1, 1}
		if n, b, ok := strings.Cut(name, ":"); ok {
			name = n
			fmt.Sscanf(b, "%d-%d", &bounds.Min, &bounds.Max)
		}
		s := parsePiece(name)
		all := orientations(s, true)
		if half := orientations(s, false); !oneSided || len(half) == len(all) {
			p.addPiece(bounds, all)
		} else {
			p.addPiece(bounds, half)
			var twin [][]cell
			for _, x := range all {
				if !slices.ContainsFunc(half, func(y []cell) bool { return slices.Equal(x, y) }) {
					twin = append(twin, x)
				}
			}
			p.addPiece(bounds, twin)
		}
	}
	return p
}

func (p *Problem) addPiece(bounds Piece, shapes [][]cell) {
	i := len(p.Pieces)
	p.Pieces = append(p.Pieces, bounds)
	for _, s := range shapes {
		for r := range p.Rows {
		place:
			for c := range p.Cols {
				q := Placement{Piece: i}
				for _, x := range s {
					if r+x.r >= p.Rows || c+x.c >= p.Cols || !p.Free[(r+x.r)*p.Cols+c+x.c] {
						continue place
					}
					q.Cells = append(q.Cells, (r+x.r)*p.Cols+c+x.c)
				}
				p.Placements = append(p.Placements, q)
			}
		}
	}
}

func blank(rows, cols int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat(".", cols)+"/", rows), "/")
}

func (p *Problem) key(id int) string {
	return fmt.Sprint(p.Placements[id].Piece, p.Placements[id].Cells)
}

// group lists the symmetries of the puzzle as permutations of its placements.
func (p *Problem) group() (perms [][]int) {
	byKey := map[string]int{}
	for id := range p.Placements {
		byKey[p.key(id)] = id
	}
	byCells := map[string]int{}
	for id, q := range p.Placements {
		byCells[fmt.Sprint(q.Cells)] = id
	}
next:
	for g := range 8 {
		if g&4 != 0 && p.Rows != p.Cols {
			continue
		}
		perm := make([]int, len(p.Placements))
		for id, q := range p.Placements {
			var cells []int
			for _, x := range q.Cells {
				y := image(g, cell{x / p.Cols, x % p.Cols}, p.Rows, p.Cols)
				cells = append(cells, y.r*p.Cols+y.c)
			}
			slices.Sort(cells)
			to, ok := byCells[fmt.Sprint(cells)]
			if !ok {
				continue next
			}
			perm[id] = to
		}
		perms = append(perms, perm)
	}
	return perms
}

// orbitCases fixes the orbit representatives of piece a, and where one has a
// stabiliser bans the placements of piece b that it makes smaller.
func (p *Problem) orbitCases(a, b int) (cases []enumerate.Case) {
	group := p.group()
	for id, q := range p.Placements {
		if q.Piece != a || slices.ContainsFunc(group, func(g []int) bool { return g[id] < id }) {
			continue
		}
		c := enumerate.Case{Fixed: []enumerate.OptionID{enumerate.OptionID(id)}}
		for x, y := range p.Placements {
			if y.Piece == b && slices.ContainsFunc(group, func(g []int) bool { return g[id] == id && g[x] < x }) {
				c.Banned = append(c.Banned, enumerate.OptionID(x))
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// piece returns the index of a named piece in a list such as [pentominoes].
func pieceIndex(names, name string) int { return slices.Index(strings.Fields(names), name) }

// solve runs all tasks of a split and returns the total effort and a sum over
// the solutions that does not depend on their order.
func solve(t testing.TB, k enumerate.Kernel, cases []enumerate.Case, maxShare float64) (effort enumerate.Effort, sum uint64) {
	tasks, effort := k.Split(cases, maxShare)
	for _, task := range tasks {
		e, ok := k.Search(task, nil, func(s []enumerate.OptionID) bool {
			h := uint64(0)
			for _, o := range s {
				h += mix(uint64(o) + 1)
			}
			sum += mix(h)
			return true
		})
		if !ok {
			t.Fatal("search not exhausted")
		}
		effort.Add(e)
	}
	return effort, sum
}

func mix(x uint64) uint64 {
	x ^= x >> 31
	x *= 0x9E3779B97F4A7C15
	x ^= x >> 29
	x *= 0xBF58476D1CE4E5B9
	return x ^ x>>32
}

var whole = []enumerate.Case{{}}

// chessboard is the twelve pentominoes and the square on 8x8, in the cases that
// symmetry leaves: X first, P where a case has a stabiliser.
func chessboard() (*Problem, []enumerate.Case) {
	names := pentominoes + " O4"
	p := newPuzzle(blank(8, 8), names, false)
	return p, p.orbitCases(pieceIndex(names, "X"), pieceIndex(names, "P"))
}

func sixByTen() (*Problem, []enumerate.Case) {
	p := newPuzzle(blank(6, 10), pentominoes, false)
	return p, p.orbitCases(pieceIndex(pentominoes, "X"), pieceIndex(pentominoes, "P"))
}

// oneSided are the 18 one-sided pentominoes on 9x10: 10,440,433 classes.
func oneSided() (*Problem, []enumerate.Case) {
	p := newPuzzle(blank(9, 10), pentominoes, true)
	return p, p.orbitCases(13, 11) // X and V
}

func benchmark(b *testing.B, make func(*Problem) (*Kernel, error), p *Problem, cases []enumerate.Case) {
	k, err := make(p)
	if err != nil {
		b.Fatal(err)
	}
	var e enumerate.Effort
	for b.Loop() {
		e, _ = solve(b, k, cases, 1)
	}
	b.ReportMetric(float64(e.Nodes), "nodes/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(e.Nodes), "ns/node")
}

func BenchmarkChessboard(b *testing.B) {
	p, cases := chessboard()
	b.Run("corner", func(b *testing.B) { benchmark(b, newCorner, p, cases) })
	b.Run("scan", func(b *testing.B) { benchmark(b, NewScan, p, cases) })
}

func Benchmark6x10(b *testing.B) {
	p, cases := sixByTen()
	benchmark(b, NewScan, p, cases)
}

func BenchmarkDominoes(b *testing.B) {
	benchmark(b, NewScan, newPuzzle(blank(8, 8), "I2:32-32", false), whole)
}

// BenchmarkNew is what making a kernel costs.
func BenchmarkNew(b *testing.B) {
	p, _ := chessboard()
	q, _ := oneSided()
	for name, f := range map[string]func() (*Kernel, error){
		"corner-8x8": func() (*Kernel, error) { return newCorner(p) },
		"scan-8x8":   func() (*Kernel, error) { return NewScan(p) },
		"scan-9x10":  func() (*Kernel, error) { return NewScan(q) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOneSided9x10 searches every 331st of the tasks.
func BenchmarkOneSided9x10(b *testing.B) {
	p, cases := oneSided()
	k, err := NewScan(p)
	if err != nil {
		b.Fatal(err)
	}
	tasks, _ := k.Split(cases, 1e-4)
	var e enumerate.Effort
	for b.Loop() {
		e = enumerate.Effort{}
		for i := 0; i < len(tasks); i += 331 {
			more, _ := k.Search(tasks[i], nil, func([]enumerate.OptionID) bool { return true })
			e.Add(more)
		}
	}
	b.ReportMetric(float64(e.Nodes), "nodes/op")
	b.ReportMetric(float64(e.Solutions), "solutions/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(e.Nodes), "ns/node")
}
