package browse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

// A page is page.json.
type page struct {
	Headline   []string  `json:"headline"`
	Picture    any       `json:"picture"` // boardPicture, enumerate.NoPictureError, or null before there are rows
	Pieces     []piece   `json:"pieces"`
	Heat       *heat     `json:"heat,omitempty"` // of a dataset without rows
	Symmetries int       `json:"symmetries"`     // as many as table images has; 0 without it
	Can        abilities `json:"can"`
}

// abilities say what the server can do for a dataset.
type abilities struct {
	Solve    bool   `json:"solve"`    // rows are puzzles: see solutions
	Download bool   `json:"download"` // there are rows
	Sheet    bool   `json:"sheet"`    // they have pictures
	Explore  bool   `json:"explore"`  // questions about all solutions can be asked
	Config   string `json:"config"`   // of the run, as YAML
}

// newPage makes page.json of a dataset, whose rows it does not read. An export has no server, which could do more.
func newPage(d *dataset, server bool) (*page, error) {
	m := d.Manifest
	p := &page{Headline: []string{}, Pieces: []piece{}}
	var err error
	if p.Can.Config, err = findings.YAML(m.Config); err != nil {
		return nil, err
	}
	if !m.Written() {
		return p, nil
	}
	found, err := d.Findings()
	if err != nil {
		return nil, err
	}
	p.Headline = slices.Concat(found.Headline(), found.Sentences, found.Warnings)
	if !m.How.HasRows() {
		text := "no rows: the solutions were counted and not kept"
		if d.Rows() > 0 {
			text += "; the pictures are examples"
		}
		if m.Table(enumerate.JointTable) == nil && len(found.Statistics.Measures) > 1 {
			text += "; bars do not respond to a selection here: only single distributions were counted"
		}
		p.Headline = append(p.Headline, text)
	}
	p.Can.Download = server && m.How.HasRows()
	options, images := m.Table(enumerate.OptionsTable), m.Table(enumerate.ImagesTable)
	if options != nil && options.Rows > 0 && images != nil {
		p.Symmetries = int(images.Rows / options.Rows)
	}
	a, err := d.artist()
	var none *enumerate.NoPictureError
	switch {
	case errors.As(err, &none):
		p.Picture = none
		return p, nil
	case err != nil:
		p.Picture = enumerate.NoPictureError{Reason: err.Error()}
		return p, nil
	case !server && a.drawer.Template == nil:
		p.Picture = enumerate.NoPictureError{Reason: "coverstat browse draws these rows, and a copy of files cannot"}
		return p, nil
	}
	p.Can.Sheet, p.Can.Solve = server && m.How.HasRows(), server && a.drawer.Solve != nil
	p.Picture, p.Pieces = a.board(d.Columns()), a.pieces()
	p.Can.Explore = server && m.Job != enumerate.Survey && a.drawer.Board != nil && a.drawer.Template != nil &&
		a.drawer.Template.Options != nil
	if !m.How.HasRows() {
		p.Heat, err = a.heat(d.Dataset)
	}
	return p, err
}

// encode writes JSON as the page reads it: < and > are escaped, so that the text is inert wherever it ends up.
func encode(v any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

// A piece is an entry of table pieces, as its cells look.
type piece struct {
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
	Copy   int    `json:"copy"` // which copy of its name, from 1
	Colour string `json:"colour"`
	Text   string `json:"text"` // what is written into its cells
	Ink    string `json:"ink"`
}

// A heat has maps of how often pieces cover the cells of the board.
type heat struct {
	Maps  []heatMap   `json:"maps"`
	Scale [][2]string `json:"scale"` // shares, and the colours that stand for them
}

type heatMap struct {
	Piece string   `json:"piece"`
	Text  string   `json:"text"`
	Fills []string `json:"fills"` // of the cells
}

// A boardPicture is the board that all rows share, and how rows are drawn on it.
type boardPicture struct {
	painting               // without pieces; its cells are null where rows have different boards
	Places       []int     `json:"places"`       // null: the cells are numbered as they come
	Orientations []string  `json:"orientations"` // colours of orientations; null: pieces have one colour
	Template     *template `json:"template"`     // null: only the server can draw these rows
}

// A template says how the page draws rows: see the package comment.
type template struct {
	*enumerate.Template
	Characters map[string]character `json:"characters"`
	Ink        string               `json:"ink,omitempty"` // of what was found
	Options    []string             `json:"options"`       // columns; null for none
}

// A character changes what it has.
type character struct {
	Fill   string `json:"fill,omitempty"`
	Region int    `json:"region,omitempty"`
	Text   string `json:"text,omitempty"`
}

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
	p := painting{Cells: []paintedCell{}, Left: b.Left, Top: b.Top,
		Scale: [2]float64{cmp.Or(b.ScaleX, 1), cmp.Or(b.ScaleY, 1)}, Notes: b.Notes}
	for _, c := range b.Cells {
		cell := paintedCell{Outline: []int{}, Fill: picture.Hex(c.Fill), Region: c.Region, Text: c.Text,
			Repeat: c.Repeat}
		for _, p := range c.Outline {
			cell.Outline = append(cell.Outline, p.X, p.Y)
		}
		if c.Text != "" {
			cell.Ink = picture.Hex(c.Ink)
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}

// An artist draws the rows of a dataset.
type artist struct {
	drawer  *enumerate.Drawer
	painter *picture.Painter
}

func newArtist(d *study.Dataset) (*artist, error) {
	painter, drawer, err := show.NewPainter(d, d.Dataset, picture.Style{})
	return &artist{drawer, painter}, err
}

// pieces lists the pieces with their colours.
func (a *artist) pieces() []piece {
	list := []piece{}
	copies := map[string]int{}
	for i, p := range a.drawer.Pieces {
		copies[p.Name]++
		paint := a.painter.Piece(i)
		list = append(list, piece{Name: p.Name, Symbol: p.Symbol, Copy: copies[p.Name],
			Colour: picture.Hex(paint.Fill), Text: paint.Symbol, Ink: picture.Hex(paint.Ink)})
	}
	return list
}

// board returns the board of all rows, and the template of rows with these columns.
func (a *artist) board(columns []enumerate.Column) *boardPicture {
	d := a.drawer
	cells := slices.Clone(d.Board)
	if d.Template != nil {
		cells = enumerate.Repeated(cells, d.Template.Repeats)
	}
	out := &boardPicture{painting: paint(a.painter.Paint(&enumerate.Drawing{Cells: cells}))}
	if d.Board == nil {
		out.Cells = nil
	}
	if d.Template == nil {
		return out
	}
	out.Template = &template{Template: d.Template}
	out.Places = places(d.Template, len(d.Board))
	a.describe(out, columns)
	return out
}

// heat returns the maps of a dataset; nil if there are none.
func (a *artist) heat(d *study.Dataset) (*heat, error) {
	maps, scale, err := findings.HeatMaps(d.Dataset, a.painter, a.drawer)
	if err != nil || maps == nil {
		return nil, err
	}
	out := &heat{}
	for _, m := range maps {
		x := heatMap{Piece: m.Piece, Text: m.Text}
		for _, c := range m.Board.Cells {
			x.Fills = append(x.Fills, picture.Hex(c.Fill))
		}
		out.Maps = append(out.Maps, x)
	}
	for _, k := range scale {
		out.Scale = append(out.Scale, [2]string{k.Name, picture.Hex(k.Fill)})
	}
	return out, nil
}

// describe fills in the template, and the colours that it needs.
func (a *artist) describe(out *boardPicture, columns []enumerate.Column) {
	d, t := a.drawer, a.drawer.Template
	if t.Text != "" {
		out.Template.Characters = map[string]character{}
		for c, what := range t.Characters {
			b := a.painter.Paint(&enumerate.Drawing{Cells: []enumerate.DrawnCell{{Fill: what.Fill}}})
			out.Template.Characters[string(rune(c))] = character{picture.Hex(b.Cells[0].Fill), what.Region, what.Text}
		}
	}
	if t.Found != "" {
		out.Template.Ink = picture.Hex(picture.Found)
	}
	if t.Options == nil {
		return
	}
	out.Template.Options = []string{}
	for _, i := range d.Columns {
		out.Template.Options = append(out.Template.Options, columns[i].Name)
	}
	most := 0
	for _, o := range t.Options {
		most = max(most, o.Orientation)
	}
	for n := range min(most, 48) + 1 { // a solid has no more
		if colour, ok := a.painter.Orientation(n); ok {
			out.Orientations = append(out.Orientations, picture.Hex(colour))
		}
	}
}

// places returns the number that each cell of the board, and each repeated one, has; nil if they come in order.
func places(t *enumerate.Template, cells int) []int {
	if t.Place == nil {
		return nil
	}
	numbers := make([]int, cells)
	same := len(t.Repeats) == 0
	for number, place := range t.Place {
		if place >= 0 {
			numbers[place] = number
		}
		same = same && place == number
	}
	if same {
		return nil
	}
	for _, r := range t.Repeats {
		numbers = append(numbers, numbers[r.Cell])
	}
	return numbers
}
