package browse

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/export/report"
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
	Config   string `json:"config"`   // of the run, as YAML
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
	Scale        [2]float64     `json:"scale"` // lengths of a unit of the outlines, in sides of a cell
	Cells        [][]int        `json:"cells"` // outlines: x, y, x, y, ...; null where rows have different boards
	Regions      []int          `json:"regions"`
	Fills        []string       `json:"fills"`
	Places       []int          `json:"places"` // null: the cells are numbered as they come
	Repeats      int            `json:"repeats"`
	Notes        []picture.Note `json:"notes"`        // words among the cells, such as the names of layers
	Orientations []string       `json:"orientations"` // colours of orientations; null: pieces have one colour
	Template     *template      `json:"template"`     // null: only the server can draw these rows
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

// newPage makes page.json of a dataset, whose rows it does not read. In an export
// there is no server, which could do more.
func newPage(d *dataset, server bool) (*page, error) {
	m := d.Manifest
	p := &page{Headline: []string{}, Pieces: []piece{}}
	var err error
	if p.Can.Config, err = report.YAML(m.Config); err != nil {
		return nil, err
	}
	if len(m.Parts) == 0 && (m.CountedBy == "" || !m.Complete) {
		return p, nil
	}
	document, err := study.ReadStats(files.OS(), d.Dir())
	if err != nil {
		return nil, err
	}
	found := findings.New(d.Dataset, document)
	p.Headline = slices.Concat(found.Headline(), found.Sentences, found.Warnings)
	if m.CountedBy != "" {
		p.Headline = append(p.Headline, withoutRows(d, len(document.Measures)))
	}
	p.Can.Download = server && m.CountedBy == ""
	options, images := m.Table(enumerate.OptionsTable), m.Table(enumerate.ImagesTable)
	if options != nil && options.Rows > 0 && images != nil {
		p.Symmetries = int(images.Rows / options.Rows)
	}
	a, err := d.artist()
	var none *enumerate.NoPictureError
	if errors.As(err, &none) {
		p.Picture = none
		return p, nil
	}
	if err != nil {
		p.Picture = enumerate.NoPictureError{Reason: err.Error()}
		return p, nil
	}
	if !server && a.drawer.Template == nil {
		p.Picture = enumerate.NoPictureError{Reason: "what these pictures show is searched for, which a page without coverstat browse cannot do"}
		return p, nil
	}
	p.Can.Sheet, p.Can.Solve = server && m.CountedBy == "", server && a.drawer.Solve != nil
	p.Picture, p.Pieces = a.board(d.Columns()), a.pieces()
	if m.CountedBy != "" {
		p.Heat, err = a.heat(d.Dataset)
	}
	return p, err
}

// withoutRows says what the page of a dataset without rows lacks, and what it shows instead.
func withoutRows(d *dataset, measures int) string {
	text := "no rows: the solutions were counted and not kept"
	if d.Rows() > 0 {
		text += "; the pictures are examples"
	}
	if d.Manifest.Table(enumerate.JointTable) == nil && measures > 1 {
		text += "; measures were not counted together, so that a selection has no counts"
	}
	return text
}

// An artist draws the rows of a dataset.
type artist struct {
	drawer  *enumerate.Drawer
	painter *picture.Painter
}

func newArtist(d *export.Dataset) (*artist, error) {
	painter, drawer, err := show.NewPainter(d, picture.Style{})
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
			Colour: picture.Hex(paint.Fill), Text: paint.Text, Ink: picture.Hex(paint.Ink)})
	}
	return list
}

// board returns the board of all rows, and the template of rows with these columns.
func (a *artist) board(columns []enumerate.Column) *boardPicture {
	d := a.drawer
	out := &boardPicture{Scale: scale(d.ScaleX, d.ScaleY)}
	if d.Board != nil {
		cells, repeats := d.Board, []enumerate.RepeatedCell(nil)
		if d.Template != nil {
			repeats = d.Template.Repeats
		}
		b := a.painter.Paint(&enumerate.Drawing{Cells: enumerate.Repeated(slices.Clone(cells), repeats)})
		out.Repeats, out.Notes = len(repeats), b.Notes
		for _, c := range b.Cells {
			out.Cells = append(out.Cells, outline(c.Outline))
			out.Regions, out.Fills = append(out.Regions, c.Region), append(out.Fills, picture.Hex(c.Fill))
		}
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
func (a *artist) heat(d *export.Dataset) (*heat, error) {
	maps, scale, err := report.HeatMaps(d, a.painter, a.drawer)
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

// mostOrientations bounds the list of colours: a solid has at most 48.
const mostOrientations = 48

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
		out.Template.Ink = picture.Hex(picture.Found())
	}
	if t.Options == nil {
		return
	}
	out.Template.Options = []string{}
	for _, i := range d.Columns {
		out.Template.Options = append(out.Template.Options, columns[i].Name)
	}
	if _, ok := a.painter.Orientation(0); !ok {
		return
	}
	most := 0
	for _, o := range t.Options {
		most = max(most, o.Orientation)
	}
	for n := range min(most, mostOrientations) + 1 {
		colour, _ := a.painter.Orientation(n)
		out.Orientations = append(out.Orientations, picture.Hex(colour))
	}
}

// places returns the number that each cell of the board, and each repeated one, has
// in texts and options; nil if cells are numbered as they come.
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

func scale(x, y float64) [2]float64 {
	if x == 0 {
		x = 1
	}
	if y == 0 {
		y = 1
	}
	return [2]float64{x, y}
}

func outline(points []enumerate.Point) []int {
	flat := make([]int, 0, 2*len(points))
	for _, p := range points {
		flat = append(flat, p.X, p.Y)
	}
	return flat
}

// encode writes JSON as the page reads it: < and > are left to the JSON encoder's
// escapes, so that the text is inert wherever it ends up.
func encode(v any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}
