package show

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/export"
	"coverstat/export/picture"
)

// terminal says how pictures of characters are printed to a writer: how many characters are in a
// line, and of how many colours, 0 for none. A terminal has colours if it takes some, unless the
// environment has NO_COLOR (no-color.org).
func terminal(w io.Writer) (width, colours int) {
	width, ok := progress.Terminal(w)
	if ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		colours = 256
		if mode := os.Getenv("COLORTERM"); mode == "truecolor" || mode == "24bit" {
			colours = 1 << 24
		}
	}
	return cmp.Or(width, 80), colours
}

// PrintPieces draws the pieces that a config's section puzzle names, those of a
// family, with their sizes and orientations. It prints nothing for families
// without pieces.
func PrintPieces(w io.Writer, family enumerate.Family, puzzle func(into any) error) error {
	if family.Pieces == nil {
		return nil
	}
	boards, err := pieceBoards(family, puzzle, picture.Style{View: picture.Views()[0]})
	if err != nil {
		return err
	}
	for _, b := range boards {
		b.Caption = strings.ReplaceAll(b.Caption, ", ", "\n")
		for i := range b.Cells {
			if c := &b.Cells[i]; c.Fill == picture.Blank {
				c.Text = "." // a cell of its box that the piece does not have
			}
		}
	}
	width, colours := terminal(w)
	_, err = io.WriteString(w, picture.Text(boards, width, colours))
	return err
}

// pieceBoards makes a board of each piece, with its name below it. Without a view
// in the style, solids are drawn as they look from the front.
func pieceBoards(family enumerate.Family, puzzle func(into any) error, s picture.Style) ([]*picture.Board, error) {
	drawer, pieces, err := family.Pieces(puzzle)
	if err != nil {
		return nil, err
	}
	if s.View == "" && drawer.Solid {
		s.View = "solid"
	}
	painter, err := picture.NewPainter(nil, drawer, s)
	if err != nil {
		return nil, err
	}
	var boards []*picture.Board
	for _, p := range pieces {
		b := painter.Paint(p.Drawing)
		name := p.Name
		if p.Count != "" {
			name += " (" + p.Count + ")"
		}
		b.Caption = fmt.Sprintf("%s, %s, %s", name, enumerate.Plural(p.Size, "cell"),
			enumerate.Plural(p.Orientations, "orientation"))
		boards = append(boards, b)
	}
	return boards, nil
}

// A pieceList is a list of names of pieces as one family understands it.
type pieceList struct {
	family enumerate.Family
	puzzle func(into any) error
}

// findPieces returns the families that have all sets of pieces and pieces of a list of names, which commas
// part. With a family it asks that one alone.
func findPieces(names, family string) ([]pieceList, error) {
	var found []pieceList
	var known []string
	var wrong error
	if _, err := puzzles.Find(family); family != "" && err != nil {
		return nil, err
	}
	list := strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' })
	for _, f := range puzzles.Families() {
		if f.Pieces == nil || family != "" && f.Name != family {
			continue
		}
		config, err := json.Marshal(map[string]any{"name": "pieces", "family": f.Name, "job": enumerate.Census,
			"puzzle": map[string]any{"pieces": list}})
		if err != nil {
			return nil, err
		}
		plan, err := configs.FromManifest(config, nil)
		if err != nil {
			return nil, err
		}
		n := pieceList{f, plan.Spec().Puzzle}
		if _, _, err := f.Pieces(n.puzzle); err == nil {
			found = append(found, n)
		} else {
			wrong = err
		}
		for _, s := range f.Sets() {
			known = append(append(known, s.Name), s.Members...)
		}
	}
	if found != nil {
		return found, nil
	}
	for _, name := range list {
		if !slices.Contains(known, name) {
			return nil, enumerate.Unknown("no piece or set of pieces", name, known,
				"a name that coverstat list FAMILY prints")
		}
	}
	if family == "" {
		return nil, enumerate.Errorf(
			"no family has all pieces of %s: expected pieces of one family, as coverstat list FAMILY names them",
			names)
	}
	return nil, wrong
}

// ListPieces draws pieces and sets of pieces, whose names commas part, in characters: in every family
// that has them.
func ListPieces(w io.Writer, names string) error {
	found, err := findPieces(names, "")
	if err != nil {
		return err
	}
	for i, n := range found {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if len(found) > 1 {
			fmt.Fprintf(w, "%s:\n", n.family.Name)
		}
		if err := PrintPieces(w, n.family, n.puzzle); err != nil {
			return err
		}
	}
	return nil
}

// A solution is printed of boards up to largestShown cells, and of puzzles up to
// mostOptions: reading the table of more takes longer than people wait for a picture.
const (
	largestShown = 400
	mostOptions  = 100_000
)

// PrintSolution draws the first row of a dataset in characters. It prints nothing
// where rows have no picture, or one that is too large.
func PrintSolution(w io.Writer, d *study.Dataset) error {
	if slices.ContainsFunc(d.Manifest.Tables, func(t export.Table) bool {
		return t.Name == "options" && t.Rows > mostOptions
	}) {
		return nil
	}
	width, colours := terminal(w)
	painter, drawer, err := NewPainter(d, d.Dataset, picture.Style{Letters: colours == 0})
	if err != nil || drawer.Scattered || d.Rows() == 0 {
		return nil // there is nothing to draw: that is no failure
	}
	boards, err := painter.Boards(context.Background(), []int64{0})
	if err != nil || len(boards[0].Cells) > largestShown {
		return err
	}
	_, err = fmt.Fprintf(w, "row 0:\n%s%s", picture.Text(boards, width, colours),
		picture.TextLegend(painter.Legend(boards...), width, colours))
	return err
}

// pieceSheet draws pieces and sets of pieces.
func (o *DrawOptions) pieceSheet(ctx context.Context, names string) (*picture.Picture, error) {
	found, err := findPieces(names, o.Family)
	if err != nil {
		return nil, err
	}
	var boards []*picture.Board
	var families []string
	var flat error
	for _, n := range found {
		more, err := pieceBoards(n.family, n.puzzle, o.Style)
		if err != nil {
			flat = err // another family may have solids of that name, which have views
		}
		boards, families = slices.Concat(boards, more), append(families, n.family.Name)
	}
	if boards == nil {
		return nil, flat
	}
	if len(families) > 1 {
		progress.Notice(ctx, "several families have such pieces: %s: see --family", strings.Join(families, ", "))
	}
	for _, b := range boards {
		b.Caption, _, _ = strings.Cut(b.Caption, ",")
	}
	o.Layout.Title = "pieces " + names
	return picture.Draw(boards, o.Layout)
}
