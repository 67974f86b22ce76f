package picture

import (
	"image"
	"math"
	"slices"
)

// arrange puts boxes into so many columns, or makes the whole about square if columns is 0.
func arrange(sizes []image.Point, gap, columns int) (at []image.Point, all image.Point) {
	if columns > 0 {
		return table(sizes, gap, min(columns, len(sizes)))
	}
	first := sizes[0]
	if !slices.ContainsFunc(sizes, func(s image.Point) bool { return s != first }) {
		square := float64(len(sizes)) * float64(first.Y+gap) / float64(first.X+gap)
		return table(sizes, gap, min(max(1, int(math.Round(math.Sqrt(square)))), len(sizes)))
	}
	at, all = table(sizes, gap, 1)
	for columns := 2; columns <= len(sizes) && all.X < all.Y; columns++ {
		if places, end := table(sizes, gap, columns); max(end.X, end.Y) < max(all.X, all.Y) {
			at, all = places, end
		}
	}
	return at, all
}

// table makes each column as wide as its widest box, and each line as high as its highest one.
func table(sizes []image.Point, gap, columns int) (at []image.Point, all image.Point) {
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
	lefts, width := place(widths)
	tops, height := place(heights)
	for i := range sizes {
		at = append(at, image.Pt(lefts[i%columns], tops[i/columns]))
	}
	return at, image.Pt(width, height)
}
