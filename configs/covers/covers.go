// Package covers writes well-known exact covers in the text format of the exactcover
// family.
package covers

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// kind is a problem that depends on some numbers.
type kind struct {
	name     string
	least    []int // the least value of each number
	write    func(w io.Writer, n []int)
	symmetry func(n int) []string // nil: none is given
}

func kinds() []kind {
	one := func(write func(w io.Writer, n int)) func(io.Writer, []int) {
		return func(w io.Writer, n []int) { write(w, n[0]) }
	}
	out := []kind{
		{"queens", []int{1}, one(queens), queensSymmetry},
		{"langford", []int{1}, one(langford), langfordSymmetry},
		{"latin", []int{1}, one(latin), nil},
		{"transversals", []int{1}, one(transversals), nil},
		{"sts", []int{3}, one(triples), nil},
		{"squares", []int{1}, one(squares), nil},
		{"tetraskews", []int{1, 1}, tetraskews, nil},
	}
	for _, name := range slices.Sorted(maps.Keys(facades)) {
		out = append(out, kind{name, nil, func(w io.Writer, _ []int) { facade(w, name) }, nil})
	}
	return out
}

// Write writes the problem of this name and these numbers, or generators of its
// symmetries, one a line, in the notation of puzzle.symmetry in a config.
func Write(out io.Writer, args []string, symmetry bool) error {
	var names []string
	for _, k := range kinds() {
		names = append(names, strings.TrimSpace(k.name+strings.Repeat(" N", len(k.least))))
		if len(args) != 1+len(k.least) || args[0] != k.name {
			continue
		}
		var numbers []int
		for i, least := range k.least {
			n, err := strconv.Atoi(args[i+1])
			if err != nil || n < least || n > 200 {
				return fmt.Errorf("%s %q: expected a number from %d to 200", k.name, args[i+1], least)
			}
			numbers = append(numbers, n)
		}
		w := bufio.NewWriter(out)
		switch {
		case !symmetry:
			k.write(w, numbers)
		case k.symmetry != nil:
			for _, g := range k.symmetry(numbers[0]) {
				fmt.Fprintln(w, g)
			}
		}
		return w.Flush()
	}
	return fmt.Errorf("expected one of %s", strings.Join(names, ", "))
}

// queens puts n queens on an n x n board so that none attacks another: rows
// r and columns c are primary, rising diagonals s (row + column) and falling
// ones d secondary. Diagonals of one square are left out.
func queens(w io.Writer, n int) {
	fmt.Fprintf(w,
		"| queens-%d: rows r and columns c exactly once; rising diagonals s (row + column) and falling ones d at most once\n", n)
	var items []string
	for _, letter := range []string{"r", "c"} {
		for i := range n {
			items = append(items, letter+strconv.Itoa(i))
		}
	}
	items = append(items, "|")
	for _, letter := range []string{"s", "d"} {
		for i := 1; i < 2*n-2; i++ {
			items = append(items, letter+strconv.Itoa(i))
		}
	}
	fmt.Fprintln(w, strings.Join(items, " "))
	for r := range n {
		for c := range n {
			fmt.Fprintf(w, "r%d c%d", r, c)
			if s := r + c; s > 0 && s < 2*n-2 {
				fmt.Fprintf(w, " s%d", s)
			}
			if d := r - c + n - 1; d > 0 && d < 2*n-2 {
				fmt.Fprintf(w, " d%d", d)
			}
			fmt.Fprintln(w)
		}
	}
}

// queensSymmetry returns two generators: the transpose, and the exchange of left
// and right.
func queensSymmetry(n int) []string {
	var transpose, mirror strings.Builder
	for i := range n {
		fmt.Fprintf(&transpose, "(r%d c%d)", i, i)
		if j := n - 1 - i; i < j {
			fmt.Fprintf(&mirror, "(c%d c%d)", i, j)
		}
	}
	for i := 1; i < 2*n-2; i++ {
		if j := 2*n - 2 - i; i < j {
			fmt.Fprintf(&transpose, "(d%d d%d)", i, j)
		}
		fmt.Fprintf(&mirror, "(s%d d%d)", i, i)
	}
	return []string{transpose.String(), mirror.String()}
}

// langford puts two of each number from 1 to n in 2n slots, with k slots between
// the two copies of k.
func langford(w io.Writer, n int) {
	fmt.Fprintf(w, "| langford-%d: two of each number in slots s, k slots between the two ks\n", n)
	for k := range n {
		fmt.Fprintf(w, "%d ", k+1)
	}
	for s := range 2 * n {
		fmt.Fprintf(w, "s%d ", s+1)
	}
	fmt.Fprintln(w)
	for k := 1; k <= n; k++ {
		for s := 1; s+k+1 <= 2*n; s++ {
			fmt.Fprintf(w, "%d s%d s%d\n", k, s, s+k+1)
		}
	}
}

// langfordSymmetry returns the reversal of the slots.
func langfordSymmetry(n int) []string {
	var reverse strings.Builder
	for s := 1; s <= n; s++ {
		fmt.Fprintf(&reverse, "(s%d s%d)", s, 2*n+1-s)
	}
	return []string{reverse.String()}
}

// latin fills an n x n square so that every value is in each row and column.
func latin(w io.Writer, n int) {
	fmt.Fprintf(w, "| latin-%d: cells p, values in rows r, values in columns c\n", n)
	for _, letter := range []string{"p", "r", "c"} {
		for a := range n {
			for b := range n {
				fmt.Fprintf(w, "%s%d.%d ", letter, a, b)
			}
		}
	}
	fmt.Fprintln(w)
	for r := range n {
		for c := range n {
			for v := range n {
				fmt.Fprintf(w, "p%d.%d r%d.%d c%d.%d\n", r, c, r, v, c, v)
			}
		}
	}
}

// transversals chooses n cells of the cyclic Latin square of order n, the sums of row
// and column modulo n: one in each row r and column c, and each value v once.
func transversals(w io.Writer, n int) {
	fmt.Fprintf(w, "| transversals-%d: rows r, columns c, values v of the cyclic Latin square\n", n)
	for _, letter := range []string{"r", "c", "v"} {
		for i := range n {
			fmt.Fprintf(w, "%s%d ", letter, i)
		}
	}
	fmt.Fprintln(w)
	for r := range n {
		for c := range n {
			fmt.Fprintf(w, "r%d c%d v%d\n", r, c, (r+c)%n)
		}
	}
}

// triples makes a Steiner triple system: triples of n points so that each pair
// of points is in exactly one triple.
func triples(w io.Writer, n int) {
	fmt.Fprintf(w, "| sts-%d: pairs of points, and triples that cover three of them\n", n)
	for a := range n {
		for b := a + 1; b < n; b++ {
			fmt.Fprintf(w, "%d-%d ", a, b)
		}
	}
	fmt.Fprintln(w)
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				fmt.Fprintf(w, "%d-%d %d-%d %d-%d\n", a, b, a, c, b, c)
			}
		}
	}
}

// squares puts the squares whose edges have two colours (there are 6 up to
// rotation: MacMahon 1921) on a board of rows x 6/rows cells, each once, so
// that edges that touch have the same colour. Edges between cells are
// secondary items with colours.
func squares(w io.Writer, rows int) {
	kinds := []string{"0000", "0001", "0011", "0101", "0111", "1111"}
	cols := len(kinds) / rows
	fmt.Fprintf(w, "| squares-%d: the six squares with edges of two colours on %d x %d cells, edges matching\n",
		rows, rows, cols)
	for _, k := range kinds {
		fmt.Fprintf(w, "q%s ", k)
	}
	for i := range rows * cols {
		fmt.Fprintf(w, "p%d.%d ", i/cols, i%cols)
	}
	fmt.Fprint(w, "|")
	edge := func(r, c, side int) string { // top, right, bottom, left; "" on the border
		switch {
		case side == 0 && r > 0:
			return fmt.Sprintf("h%d.%d", r, c)
		case side == 2 && r < rows-1:
			return fmt.Sprintf("h%d.%d", r+1, c)
		case side == 3 && c > 0:
			return fmt.Sprintf("v%d.%d", r, c)
		case side == 1 && c < cols-1:
			return fmt.Sprintf("v%d.%d", r, c+1)
		}
		return ""
	}
	for r := range rows {
		for c := range cols {
			for _, side := range []int{0, 3} {
				if e := edge(r, c, side); e != "" {
					fmt.Fprint(w, " ", e)
				}
			}
		}
	}
	fmt.Fprintln(w)
	for _, k := range kinds {
		seen := map[string]bool{}
		for turn := range 4 {
			colours := k[turn:] + k[:turn]
			if seen[colours] {
				continue
			}
			seen[colours] = true
			for i := range rows * cols {
				fmt.Fprintf(w, "q%s p%d.%d", k, i/cols, i%cols)
				for side := range 4 {
					if e := edge(i/cols, i%cols, side); e != "" {
						fmt.Fprintf(w, " %s:%c", e, colours[side])
					}
				}
				fmt.Fprintln(w)
			}
		}
	}
}
