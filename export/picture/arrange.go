package picture

import (
	"image"
	"math"
	"slices"

	"coverstat/enumerate"
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

// unit is the side of a cell in points of a board that has others beside it. So fine a
// lattice holds the cells of all others.
const unit = 256

// gapBeside parts the boards beside each other, in points.
const gapBeside = unit * 3 / 4

// beside puts boards beside a board: in lines to its right as far as it reaches down, then below it, of the width
// that makes the longer side of the whole shortest.
func (b *Board) beside(others []*Board) {
	if len(others) == 0 {
		return
	}
	sizes := make([]image.Point, len(others))
	widest := 0
	for i, o := range others {
		if o.Caption != "" {
			left, _, right, bottom := o.box()
			o.Notes = append(o.Notes, Note{X: (left + right) / 2, Y: bottom + noteHeight*5/8, Text: o.Caption})
		}
		sizes[i] = o.refine()
		widest = max(widest, sizes[i].X)
	}
	left, top, _, _ := b.box()
	board := b.refine()
	var at []image.Point
	longest := math.MaxInt
	for width := max(board.X, widest); width < longest; width += gapBeside {
		if places, all := shelve(board, sizes, width); max(all.X, all.Y) < longest {
			at, longest = places, max(all.X, all.Y)
		}
	}
	for i, o := range others {
		b.add(o, at[i].Add(image.Pt(int(unit*left), int(unit*top))), i+1)
	}
}

// shelve puts boxes into lines up to a width, beside a board and then below it.
func shelve(board image.Point, sizes []image.Point, width int) (at []image.Point, all image.Point) {
	left := board.X + gapBeside
	next, bottom := image.Pt(left, 0), 0 // of the line
	all = board
	for _, s := range sizes {
		for next.X > 0 && next.X+s.X > width {
			if next.X == left { // beside the board is no room
				bottom = max(bottom, board.Y)
			}
			if next = image.Pt(left, bottom+gapBeside); next.Y > board.Y {
				left, next = 0, image.Pt(0, max(next.Y, board.Y+gapBeside))
			}
		}
		at = append(at, next)
		bottom = max(bottom, next.Y+s.Y)
		all = image.Pt(max(all.X, next.X+s.X), max(all.Y, bottom))
		next.X += s.X + gapBeside
	}
	return at, all
}

// refine moves the cells to the lattice of the unit, and the same corners stay the same. It returns the
// board's size, rounded up to quarters of a cell, so that most lines fall on whole pixels.
func (b *Board) refine() image.Point {
	for i := range b.Cells {
		c := &b.Cells[i]
		c.Outline = slices.Clone(c.Outline)
		for k, p := range c.Outline {
			x, y := b.place(p)
			c.Outline[k] = enumerate.Point{X: int(math.Round(unit * x)), Y: int(math.Round(unit * y))}
		}
	}
	b.ScaleX, b.ScaleY = 1.0/unit, 1.0/unit
	width, height := b.Size()
	return image.Pt(int(math.Ceil(4*width))*unit/4, int(math.Ceil(4*height))*unit/4)
}

// add adds the cells and notes of another board at a point. Its regions are other ones for each number.
func (b *Board) add(o *Board, at image.Point, number int) {
	const regions = 1 << 20 // more than a board has
	left, top, _, _ := o.box()
	at = at.Sub(image.Pt(int(unit*left), int(unit*top)))
	for _, c := range o.Cells {
		for k := range c.Outline {
			c.Outline[k].X += at.X
			c.Outline[k].Y += at.Y
		}
		if c.Region >= 0 {
			c.Region += number * regions
		}
		b.Cells = append(b.Cells, c)
	}
	for _, n := range o.Notes {
		b.Notes = append(b.Notes, Note{n.X + float64(at.X)/unit, n.Y + float64(at.Y)/unit, n.Text})
	}
}
