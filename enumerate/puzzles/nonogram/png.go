package nonogram

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"

	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/nonogram/line"
)

const (
	pngMark = "\x89PNG\r\n\x1a\n"
	// pngExample is a black pixel and a white one. It is not encoded here: that would take time whenever the program
	// begins.
	pngExample = pngMark + "\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x01\b\x00\x00\x00\x00\xd1I V" +
		"\x00\x00\x00\x0fIDATx\x9cbb\xf8\x0f\b\x00\x00\xff\xff\x01\b\x01\x02\x84\x00\x89\xee\x00\x00\x00\x00IEND\xaeB`\x82"
)

// pixels is pictures in PNG, whose clues are the puzzle.
var pixels = formats.Format[*puzzle]{
	Name: "png",
	About: fmt.Sprintf(
		"a PNG picture with a pixel a cell: its clues are the puzzle; paper is what is transparent or white, else the lightest colour; at most %d further colours", line.MaxColours),
	Source:     "www.w3.org/TR/png",
	Example:    pngExample,
	Recognises: func(head []byte) bool { return bytes.HasPrefix(head, []byte(pngMark)) },
	Read:       single(readPNG),
}

// readPNG numbers the colours in the order in which they come, row by row.
func readPNG(d *draft, data []byte) {
	var file formats.Place
	size, err := png.DecodeConfig(bytes.NewReader(data))
	file.Need(err == nil, "a whole PNG picture", "%v", err)
	file.Need(size.Height <= maxCells/max(size.Width, 1), mostCells, "got %d rows of %d", size.Height, size.Width)
	img, err := png.Decode(bytes.NewReader(data))
	file.Need(err == nil, "a whole PNG picture", "%v", err)
	number := map[color.NRGBA]int{}
	var inks []ink // all colours, the paper too
	var cells []int
	paper, light := 0, -1
	for y := range size.Height {
		for x := range size.Width {
			c := color.NRGBAModel.Convert(img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y)).(color.NRGBA)
			if c.A == 0 {
				c = color.NRGBA{255, 255, 255, 255}
			}
			if c.A < 255 {
				file.Fail("pixels that are opaque or wholly transparent",
					"got a pixel that is transparent in part, in row %d", y+1)
			}
			k, known := number[c]
			if !known {
				k = len(inks)
				file.Need(k <= line.MaxColours, "a picture with a pixel a cell and few colours",
					"more than %d colours, up to row %d", line.MaxColours+1, y+1)
				number[c] = k
				inks = append(inks, ink{RGB: uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)})
				if l := 299*int(c.R) + 587*int(c.G) + 114*int(c.B); l > light {
					paper, light = k, l
				}
			}
			cells = append(cells, k)
		}
	}
	file.Need(len(inks) != 1 || inks[0].RGB == 0xffffff, "two colours", "one colour, which may be paper or ink")
	pic := make(picture, len(cells))
	for i, k := range cells {
		switch {
		case k == paper:
			pic[i] = line.Crossed
		case k > paper:
			pic[i] = line.Of(k - 1)
		default:
			pic[i] = line.Of(k)
		}
	}
	d.paint(pic, size.Width)
	d.p.Palette = append(append([]ink{inks[paper]}, inks[:paper]...), inks[paper+1:]...)
}
