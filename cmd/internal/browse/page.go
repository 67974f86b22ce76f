package browse

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/findings"
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

// newPage makes page.json of a dataset, whose rows it does not read. An export has no server, which could do more.
func newPage(d *dataset, server bool) (*page, error) {
	m := d.Manifest
	p := &page{Headline: []string{}, Pieces: []piece{}}
	var err error
	if p.Can.Config, err = findings.YAML(m.Config); err != nil {
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
		text := "no rows: the solutions were counted and not kept"
		if d.Rows() > 0 {
			text += "; the pictures are examples"
		}
		if m.Table(enumerate.JointTable) == nil && len(document.Measures) > 1 {
			text += "; bars do not respond to a selection here: only single distributions were counted"
		}
		p.Headline = append(p.Headline, text)
	}
	p.Can.Download = server && m.CountedBy == ""
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
		p.Picture = enumerate.NoPictureError{Reason: "coverstat browse draws these rows by a search, which a copy of files cannot do"}
		return p, nil
	}
	p.Can.Sheet, p.Can.Solve = server && m.CountedBy == "", server && a.drawer.Solve != nil
	p.Picture, p.Pieces = a.board(d.Columns()), a.pieces()
	if m.CountedBy != "" {
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
