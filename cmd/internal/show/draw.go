package show

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

// DrawOptions say which rows are drawn, and how.
type DrawOptions struct {
	Out    string // file, whose path is then printed; "" is the writer given
	Format string // svg or png; "" is by the name of the file, or svg
	Rows   []int64
	// Partial draws those of the finished tasks of a run that is not complete.
	Partial bool
	Where   string
	Random  int // draw so many rows chosen at random; 0 is the first ones, of a sample any
	Seed    uint64
	Limit   int // draw at most so many
	Style   picture.Style
	Layout  picture.Layout
	Legend  bool // explain the colours of the pieces
	// Measure draws a chart of a measure instead of rows.
	Measure string
	// Heat draws maps of how often these pieces cover each cell, instead of rows.
	Heat []string
	// Messages is told what the picture does not show, nil for nobody.
	Messages io.Writer
}

// Draw draws rows of a dataset, which is given by its folder or by the name of a run. If
// there is neither, but a set of pieces of that name, it draws these, unless the options
// are about rows.
func Draw(ctx context.Context, w io.Writer, name string, o DrawOptions) error {
	format, err := pictureFormat(o.Format, o.Out)
	if err != nil {
		return err
	}
	dir := study.Folder(name)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `./\`) {
		p, err := o.pieceSheet(name)
		switch {
		case err != nil:
			_, missing := study.OpenDataset(name)
			return enumerate.Errorf("%v; and there is %v", missing, err)
		case o.Measure != "" || len(o.Heat) > 0 || o.Where != "" || len(o.Rows) > 0 || o.Random > 0 || o.Style.Letters:
			return enumerate.Errorf("there is no folder %s: expected one, as --measure, --heat, --where, --row, --random and --letters are for datasets", name)
		}
		return o.paint(w, p, format)
	}
	v, err := produce.OpenView(ctx, dir, produce.ViewOptions{Partial: o.Partial, Statistics: o.Measure != "" || len(o.Heat) > 0, Messages: o.Messages})
	if err != nil {
		return err
	}
	defer v.Close()
	p, err := o.picture(ctx, v)
	if none := (*enumerate.NoPictureError)(nil); errors.As(err, &none) {
		return enumerate.Errorf("%s: %v", dir, none)
	}
	if err != nil {
		return err
	}
	return o.paint(w, p, format)
}

// picture draws rows of a dataset, a chart or maps.
func (o *DrawOptions) picture(ctx context.Context, v *produce.View) (*picture.Picture, error) {
	if o.Measure != "" {
		return chart(v, o.Measure, o.Style)
	}
	d, ofSome := v.Shown()
	painter, drawer, err := NewPainter(d, o.Style)
	if err != nil {
		return nil, err
	}
	if len(o.Heat) > 0 {
		return findings.Heat(d, painter, drawer, o.Heat, o.Layout)
	}
	if d.Manifest.CountedBy != "" && !ofSome {
		return nil, enumerate.Errorf("%s has no rows, by output.rows: false, and no examples: expected --measure or --heat", d.Dir())
	}
	rows, found, err := o.choose(ctx, d)
	if err != nil {
		return nil, err
	}
	if o.Messages != nil && o.Random == 0 && found > int64(len(rows)) {
		fmt.Fprintf(o.Messages, "coverstat: %d of %s %ss are drawn: see --limit and --random\n", len(rows), enumerate.Grouped(found), rowWord(d))
	}
	form := ""
	if d.Manifest.Job == enumerate.Sample && len(o.Rows) == 0 && findings.Symmetries(d.Manifest.Facts) {
		// Rows are sorted canonical forms, which would look as if the sampler liked them.
		image := false
		if painter, image, err = painter.OfImages(o.Seed); err != nil {
			return nil, err
		}
		form = map[bool]string{true: "an image of ", false: "canonical form of "}[image]
	}
	p, err := o.sheet(ctx, d, painter, rows, form)
	if err == nil {
		p.SetTitle(sheetTitle(pictureName(d), rowWord(d), rows, o.Where))
	}
	return p, err
}

// paint writes a picture in a format.
func (o *DrawOptions) paint(w io.Writer, p *picture.Picture, format string) error {
	var b bytes.Buffer
	var err error
	if format == "png" {
		err = p.PNG(&b)
	} else {
		err = p.SVG(&b)
	}
	if err != nil {
		return err
	}
	return o.write(w, b.Bytes())
}

func (o *DrawOptions) write(w io.Writer, data []byte) error {
	data = withMark(data)
	if o.Out != "" {
		if err := produce.WriteFile(o.Out, data, pictureMark); err != nil {
			return err
		}
		data = []byte(o.Out + "\n")
	}
	_, err := w.Write(data)
	return err
}

// pictureMark is in every picture that draw has written.
const pictureMark = "drawn by coverstat"

// withMark adds the mark to a picture: to an SVG as a comment, to a PNG as a text chunk.
func withMark(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("<svg")) {
		return fmt.Appendf(data, "<!-- %s -->\n", pictureMark)
	}
	const end = 12 // bytes of the last chunk, IEND
	chunk := []byte("tEXtComment\x00" + pictureMark)
	last := len(data) - end
	marked := binary.BigEndian.AppendUint32(bytes.Clone(data[:last]), uint32(len(chunk)-len("tEXt")))
	marked = binary.BigEndian.AppendUint32(append(marked, chunk...), crc32.ChecksumIEEE(chunk))
	return append(marked, data[last:]...)
}

// chart draws the distribution of a measure. The dataset need not have rows.
func chart(v *produce.View, name string, style picture.Style) (*picture.Picture, error) {
	d := v.Dataset
	doc, err := v.Document()
	if err != nil {
		return nil, err
	}
	if i := study.ColumnOf(d.Columns(), name); i >= 0 {
		name = d.Columns()[i].Name
	}
	m := doc.Measures.Find(name)
	if m == nil {
		var names []string
		for _, m := range doc.Measures {
			names = append(names, m.Name)
		}
		return nil, enumerate.Unknown("no measure", name, names, "")
	}
	shown, _ := d.Shown()
	painter, _, err := NewPainter(shown, style)
	if err != nil && !errors.As(err, new(*enumerate.NoPictureError)) {
		return nil, err
	}
	p, err := findings.Chart(d, doc, *m, painter)
	if err == nil {
		p.SetTitle(pictureName(d) + ": " + strings.ReplaceAll(name, "_", " "))
	}
	return p, err
}

// NewPainter returns a painter of the rows of a dataset, and what it draws them by. The
// error is that of [Drawer] if they have no picture.
func NewPainter(d *export.Dataset, s picture.Style) (*picture.Painter, *enumerate.Drawer, error) {
	rows, err := Drawer(d)
	if err != nil {
		return nil, nil, err
	}
	p, err := picture.NewPainter(d, rows, s)
	return p, rows, err
}

// Drawer asks the family of a dataset how its rows are drawn. The error is an
// [enumerate.NoPictureError] if they have no picture.
func Drawer(d *export.Dataset) (*enumerate.Drawer, error) {
	m := d.Manifest
	family, err := puzzles.Find(m.Family)
	if err != nil || family.Drawer == nil {
		return nil, &enumerate.NoPictureError{Reason: "rows of the family " + m.Family + " have no picture"}
	}
	plan, err := configs.FromManifest(m.Config, nil)
	if err != nil {
		return nil, &enumerate.NoPictureError{Reason: "the config in the manifest cannot be read: " + err.Error()}
	}
	return family.Drawer(enumerate.DrawRequest{Puzzle: plan.Spec().Puzzle, Columns: d.Columns(), Table: d.Table})
}

// sheet draws rows. Below each stands its number, if there are several or form says what
// is shown of it, and how many solutions it has, if it is a puzzle.
func (o *DrawOptions) sheet(ctx context.Context, d *export.Dataset, painter *picture.Painter, rows []int64, form string) (*picture.Picture, error) {
	boards, err := painter.Boards(ctx, rows)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		solutions, err := solutionsOf(d, row)
		if err != nil {
			return nil, err
		}
		var words []string
		if len(rows) > 1 || form != "" {
			words = append(words, fmt.Sprintf("%s%s %d", form, rowWord(d), row))
		}
		if solutions != "" {
			words = append(words, solutions)
		}
		boards[i].Caption = strings.Join(words, ": ")
	}
	if o.Legend {
		o.Layout.Legend = painter.Legend(boards...)
	}
	return picture.Draw(boards, o.Layout)
}

// solutionsOf says how many solutions the puzzle of a row has, "" if the rows are no
// puzzles.
func solutionsOf(d *export.Dataset, row int64) (string, error) {
	var read []int
	for _, name := range []string{enumerate.InstanceSolutions(d.Columns()), enumerate.CappedColumn} {
		if i := enumerate.ColumnIndex(d.Columns(), name, enumerate.Integers...); i >= 0 {
			read = append(read, i)
		}
	}
	if read == nil || d.Manifest.Job != enumerate.Survey {
		return "", nil
	}
	b := enumerate.NewBatch(export.Pick(d.Columns(), read))
	r := d.ReadColumns(read, row, row+1)
	defer r.Close()
	if err := r.Next(b); err != nil {
		return "", err
	}
	switch n := b.IntAt(0, 0); {
	case b.IsNull(0, 0):
		return "undecided", nil
	case n == 0:
		return "no solution", nil
	case len(read) > 1 && b.IntAt(1, 0) != 0:
		return enumerate.Grouped(n) + " or more solutions", nil
	default:
		return enumerate.Counted(enumerate.Grouped(n), "solution"), nil
	}
}

// pictureName is what the title of a picture calls a dataset.
func pictureName(d *export.Dataset) string {
	if findings.Partial(d.Manifest) != "" {
		return d.Manifest.Name + " (partial)"
	}
	return d.Manifest.Name
}

func sheetTitle(name, row string, rows []int64, where string) string {
	if len(rows) == 1 {
		return fmt.Sprintf("%s, %s %d", name, row, rows[0])
	}
	if where != "" {
		return fmt.Sprintf("%s, %d %ss with %s", name, len(rows), row, where)
	}
	return fmt.Sprintf("%s, %s", name, enumerate.Plural(len(rows), row))
}

// rowWord is what a row of a dataset is called, or one of its examples.
func rowWord(d *export.Dataset) string {
	if d.Manifest.CountedBy != "" {
		return "example"
	}
	return "row"
}

func pictureFormat(format, out string) (string, error) {
	formats := []string{"svg", "png"}
	if format == "" {
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
		if out == "" {
			format = "svg"
		}
	}
	if !slices.Contains(formats, format) {
		return "", enumerate.Unknown("no format", format, formats, "")
	}
	return format, nil
}

// choose returns the rows to draw, ascending unless they are named, and how
// many there were to choose from.
func (o *DrawOptions) choose(ctx context.Context, d *export.Dataset) ([]int64, int64, error) {
	if len(o.Rows) > 0 {
		for _, row := range o.Rows {
			if row < 0 || row >= d.Rows() {
				return nil, 0, enumerate.Errorf("no row %d: %s has %d rows, numbered from 0; the nearest is %d",
					row, d.Dir(), d.Rows(), min(max(row, 0), d.Rows()-1))
			}
		}
		return o.Rows, int64(len(o.Rows)), nil
	}
	f, err := parseWhere(d.Columns(), o.Where)
	if err != nil {
		return nil, 0, err
	}
	c := export.Reservoir{Limit: cmp.Or(o.Random, o.Limit)}
	if o.Random > 0 || d.Manifest.Job == enumerate.Sample {
		c.Random = enumerate.Random(o.Seed, enumerate.PictureStream)
	}
	if f == nil {
		for row := range d.Rows() {
			c.Offer(row)
		}
	} else {
		// Who is not told how many rows there are need not wait until they are counted.
		counted := c.Random != nil || o.Messages != nil
		_, err := scanWhere(ctx, d, f.Bind(nil), f, func(_ *enumerate.Batch, at int, row int64) (more bool, err error) {
			c.Offer(row)
			return counted || len(c.Rows) < c.Limit, nil
		})
		if err != nil {
			return nil, 0, err
		}
	}
	if c.Offered == 0 {
		if texts := f.Unmet(); len(texts) > 0 {
			return nil, 0, enumerate.Errorf("%s", strings.Join(texts, "; "))
		}
		if f != nil {
			return nil, 0, enumerate.Errorf("no row has %s", o.Where)
		}
		return nil, 0, enumerate.Errorf("%s has no rows", d.Dir())
	}
	slices.Sort(c.Rows)
	return c.Rows, c.Offered, nil
}
