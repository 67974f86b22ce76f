package picture

import (
	"image"
	"math"
	"slices"
)

// arrangement says where boards stand on a sheet, line by line.
type arrangement struct {
	at            []image.Point
	width, height int
}

// arrange puts boards of these sizes into so many columns, or makes the sheet about
// square if columns is 0.
func arrange(sizes []image.Point, gap, columns int) *arrangement {
	if columns > 0 {
		return table(sizes, gap, min(columns, len(sizes)))
	}
	first := sizes[0]
	if !slices.ContainsFunc(sizes, func(s image.Point) bool { return s != first }) {
		square := float64(len(sizes)) * float64(first.Y+gap) / float64(first.X+gap)
		return table(sizes, gap, min(max(1, int(math.Round(math.Sqrt(square)))), len(sizes)))
	}
	best := table(sizes, gap, 1)
	for columns := 2; columns <= len(sizes) && best.width < best.height; columns++ {
		if t := table(sizes, gap, columns); max(t.width, t.height) < max(best.width, best.height) {
			best = t
		}
	}
	return best
}

// table makes each column as wide as its widest board, and each line as high as its
// highest one.
func table(sizes []image.Point, gap, columns int) *arrangement {
	widths, heights := make([]int, columns), make([]int, (len(sizes)+columns-1)/columns)
	for i, s := range sizes {
		widths[i%columns] = max(widths[i%columns], s.X)
		heights[i/columns] = max(heights[i/columns], s.Y)
	}
	place := func(lengths []int) (at []int, end int) {
		for _, l := range lengths {
			at = append(at, end)
			end += l + gap
		}
		return at, end - gap
	}
	a := &arrangement{}
	lefts, width := place(widths)
	tops, height := place(heights)
	for i := range sizes {
		a.at = append(a.at, image.Pt(lefts[i%columns], tops[i/columns]))
	}
	a.width, a.height = width, height
	return a
}
