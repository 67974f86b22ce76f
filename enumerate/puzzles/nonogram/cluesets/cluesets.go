package cluesets

import (
	"cmp"
	"math/bits"
	"slices"

	"coverstat/enumerate/puzzles/nonogram/theorems"
)

// MaxCells and MaxSide bound the size: the kernel goes through all pictures,
// and lines are solved by tables.
const (
	MaxCells = 25
	MaxSide  = 6
)

// Tables are what all kernels of one size share. They never change.
// They take about 12 MB for 5 by 5.
type Tables struct {
	h, w       int
	rows, cols *side

	order []theorems.Set // subsets, the smallest first: see rank

	spread       []uint32 // picture of a row -> bits of column starts
	keyLo, keyHi []int32  // column clues of the first columns, and of the rest
	loBits       int
}

// A side is what the tables know of its rows, or of its columns. They share one
// side if pictures are square.
type side struct {
	n      int        // cells of a line
	clues  [][]int    // of lines
	lines  [][]uint32 // by clue: the pictures of a line that have it, bit i for cell i
	clueOf []uint8    // by picture
	mirror []uint8    // clue read from the other end

	tuples *tuples                   // of the clues of all its lines
	line   table                     // complete line logic
	once   [theorems.Count + 1]table // one application of a theorem
	set    [theorems.All + 1]table   // fixpoints of sets of theorems
}

// newSide makes the tables for n lines of the given number of cells.
func newSide(cells, n int) *side {
	x := cluesOfLines(cells)
	x.tuples = newTuples(x, n)
	x.line = x.lineTable()
	for t := range theorems.All.Each {
		x.once[t] = x.theoremTable(t)
	}
	for sub := range x.set {
		var tables []table
		for t := range theorems.Set(sub).Each {
			tables = append(tables, x.once[t])
		}
		x.set[sub] = x.closure(tables)
	}
	return x
}

// tuples are all n-tuples of clues of one kind, as numbers: the clue of line 0,
// plus base times that of line 1, and so on.
type tuples struct {
	base, size int
	mirrored   []int32 // every clue read from the other end
	reversed   []int32 // the lines in reverse order
	least      []int32 // the least of the four images
}

func newTuples(s *side, n int) *tuples {
	t := &tuples{base: len(s.clues), size: 1}
	for range n {
		t.size *= t.base
	}
	t.mirrored, t.reversed, t.least = make([]int32, t.size), make([]int32, t.size), make([]int32, t.size)
	clue := make([]uint8, n)
	for x := range t.size {
		t.split(int32(x), clue)
		e, b := 0, 0
		for i := n - 1; i >= 0; i-- {
			e = e*t.base + int(s.mirror[clue[i]])
			b = b*t.base + int(clue[n-1-i])
		}
		t.mirrored[x], t.reversed[x] = int32(e), int32(b)
	}
	for x := range t.least {
		e, b := t.mirrored[x], t.reversed[x]
		t.least[x] = min(int32(x), e, b, t.mirrored[b])
	}
	return t
}

// images returns the number of different images of x.
func (t *tuples) images(x int32) int {
	b := t.reversed[x]
	all := []int32{x, t.mirrored[x], b, t.mirrored[b]}
	slices.Sort(all)
	return len(slices.Compact(all))
}

// split writes the clues of tuple x to clue.
func (t *tuples) split(x int32, clue []uint8) {
	for i := range clue {
		clue[i] = uint8(int(x) % t.base)
		x /= int32(t.base)
	}
}

// New makes the tables for pictures of h rows and w columns. It takes about a
// fifth of a second for 5 by 5. The size must be within the bounds.
func New(h, w int) *Tables {
	s := &Tables{h: h, w: w, rows: newSide(w, h)}
	s.cols = s.rows
	if h != w {
		s.cols = newSide(h, w)
	}
	for sub := theorems.Set(0); sub <= theorems.All; sub++ {
		s.order = append(s.order, sub)
	}
	slices.SortFunc(s.order, func(a, b theorems.Set) int {
		return cmp.Or(bits.OnesCount8(uint8(a))-bits.OnesCount8(uint8(b)), int(rank(a))-int(rank(b)))
	})

	s.spread = make([]uint32, 1<<w)
	for v := range s.spread {
		for c := range w {
			s.spread[v] |= uint32(v>>c&1) << (h * c)
		}
	}
	// Two look-ups give the column clues of a picture, by indices of at most 15
	// bits each where possible.
	loCols := min(w, max(1, 15/h))
	s.loBits = h * loCols
	s.keyLo = s.keys(0, loCols)
	s.keyHi = s.keys(loCols, w)
	return s
}

// rank orders sets of the same size: homogeneity comes last, since residence
// alone is simpler.
func rank(s theorems.Set) theorems.Set {
	return s>>1 | s&1<<(theorems.Count-1)
}

// keys returns, for every picture of the columns from … to, the number of their clues.
func (s *Tables) keys(from, to int) []int32 {
	out := make([]int32, 1<<(s.h*(to-from)))
	for v := range out {
		unit := 1
		for range from {
			unit *= s.cols.tuples.base
		}
		for c := range to - from {
			out[v] += int32(int(s.cols.clueOf[v>>(s.h*c)&(1<<s.h-1)]) * unit)
			unit *= s.cols.tuples.base
		}
	}
	return out
}

// A Task is a range of row tuples. Tasks depend only on the size and on their number.
type Task struct{ from, to int32 }

// Tasks cuts the work into n tasks with about the same number of pictures.
func (s *Tables) Tasks(n int) []Task {
	weight := make([]int, s.rows.tuples.size)
	total := 0
	clue := make([]uint8, s.h)
	for t, least := range s.rows.tuples.least {
		if int32(t) != least {
			continue
		}
		s.rows.tuples.split(int32(t), clue)
		pictures := 1
		for _, c := range clue {
			pictures *= len(s.rows.lines[c])
		}
		weight[t] = pictures
		total += pictures
	}
	tasks := make([]Task, 0, n)
	from, sum := 0, 0
	for t, x := range weight {
		sum += x
		if sum*n >= total*(len(tasks)+1) && len(tasks) < n-1 {
			tasks = append(tasks, Task{int32(from), int32(t + 1)})
			from = t + 1
		}
	}
	for len(tasks) < n {
		tasks = append(tasks, Task{int32(from), int32(len(weight))})
		from = len(weight)
	}
	return tasks
}
