package browse

import "coverstat/export/picture"

// A painting is the picture of a row, or of a solution, as the page draws it.
type painting struct {
	Cells []paintedCell  `json:"cells"`
	Left  [][]string     `json:"left,omitempty"` // numbers beside the rows, outermost first
	Top   [][]string     `json:"top,omitempty"`
	Scale [2]float64     `json:"scale"`
	Notes []picture.Note `json:"notes,omitempty"`
}

type paintedCell struct {
	Outline []int  `json:"o"`
	Fill    string `json:"fill"`
	Region  int    `json:"region"`
	Text    string `json:"text,omitempty"`
	Ink     string `json:"ink,omitempty"` // of the text
	Repeat  bool   `json:"repeat,omitempty"`
}

// paint describes a board.
func paint(b *picture.Board) painting {
	p := painting{Cells: []paintedCell{}, Left: b.Left, Top: b.Top, Scale: scale(b.ScaleX, b.ScaleY), Notes: b.Notes}
	for _, c := range b.Cells {
		cell := paintedCell{Outline: outline(c.Outline), Fill: picture.Hex(c.Fill), Region: c.Region, Text: c.Text, Repeat: c.Repeat}
		if c.Text != "" {
			cell.Ink = picture.Hex(c.Ink)
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}
