package show

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

// DrawOptions say which rows are drawn, and how.
type DrawOptions struct {
	Out    string // file, whose path is then printed; "" is the writer given
	Format string // svg or png; "" is by the name of the file, or svg
	Selection
	// Partial draws those of the finished tasks of a run that is not complete.
	Partial bool
	// Puzzle draws the puzzle of a row without a solution, and Solution a solution.
	Puzzle, Solution bool
	Family           string // draw pieces of this family; "" is whatever the name means
	Style            picture.Style
	Layout           picture.Layout
	Legend           bool // explain the colours of the pieces
	// Measure draws a chart of a measure instead of rows.
	Measure string
	// Heat draws maps of how often these pieces cover each cell, instead of rows.
	Heat []string
}

// Draw draws what a name stands for: rows of a dataset, which is given by its folder or by the
// name of a run; the puzzle of a config, or a solution; or pieces.
func Draw(ctx context.Context, w io.Writer, name string, o DrawOptions) error {
	format, err := pictureFormat(o.Format, o.Out)
	if err != nil {
		return err
	}
	p, err := o.picture(ctx, name)
	if err != nil {
		return err
	}
	return o.paint(w, p, format)
}

// picture draws rows, a chart or maps of a dataset, or what else a name stands for.
func (o *DrawOptions) picture(ctx context.Context, name string) (*picture.Picture, error) {
	dir := study.Folder(name)
	info, err := os.Stat(dir)
	folder, config := err == nil && info.IsDir() && o.Family == "", study.IsConfig(name) && o.Family == ""
	switch {
	case folder || !config && strings.ContainsAny(name, `./\`):
	case o.Measure != "" || len(o.Heat) > 0 || o.Where != "" || o.OrderBy != "" || len(o.Rows) > 0 || o.Random > 0:
		return nil, enumerate.Errorf(
			"there is no folder %s: expected one, as --measure, --heat, --where, --order-by, --row and --random are for datasets", name)
	case config:
		return o.config(ctx, name)
	default:
		p, err := o.pieceSheet(ctx, name)
		if err != nil && o.Family == "" {
			_, missing := study.OpenDataset(name)
			err = enumerate.Errorf("%v; and there is %v", missing, err)
		}
		return p, err
	}
	d, err := study.OpenView(ctx, dir, study.ViewOptions{Partial: o.Partial,
		Statistics: o.Measure != "" || len(o.Heat) > 0})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	if o.Measure != "" {
		return chart(d, o.Measure, o.Style)
	}
	return o.dataset(ctx, d)
}

// config draws the puzzle of a config, or its first solution. A survey has many puzzles: it draws the
// first ones.
func (o *DrawOptions) config(ctx context.Context, name string) (*picture.Picture, error) {
	plan, _, err := study.LoadPlan(name, nil)
	if err != nil {
		return nil, err
	}
	survey := plan.Kind == enumerate.Survey
	o.Puzzle = !o.Solution
	if !survey && o.Puzzle {
		s, err := study.OpenPlan(plan, true)
		if err != nil {
			return nil, err
		}
		painter, drawer, err := NewPainter(s, nil, o.Style)
		if err != nil {
			return nil, err
		}
		return o.puzzle(drawer, painter, plan)
	}
	folder, err := os.MkdirTemp("", "coverstat")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	title, rows := plan.Name+", first puzzles", int64(o.Limit)
	switch {
	case !survey:
		rows, title = 1, plan.Name+", first solution"
		plan.Kind, plan.Sample = enumerate.Census, nil
	case o.Solution:
		rows *= 100 // not all puzzles have one
	}
	plan.Output.Rows = true
	if plan.Kernel == study.SweepKernel {
		plan.Kernel = "auto"
	}
	s, err := study.OpenPlan(plan, false)
	if err != nil {
		return nil, err
	}
	run, err := produce.Run(ctx, s, produce.RunOptions{Out: filepath.Join(folder, plan.Name), Limit: rows})
	if err != nil {
		return nil, err
	}
	if run.Manifest.Rows == 0 {
		return nil, enumerate.Errorf("%s has no solution", plan.Name)
	}
	p, err := o.dataset(progress.Silent(ctx), run.Dataset) // what messages advise is for datasets
	if err == nil {
		p.Title = title
	}
	return p, err
}

// puzzle draws the one puzzle of a census or a sample.
func (o *DrawOptions) puzzle(drawer *enumerate.Drawer, painter *picture.Painter,
	plan *configs.Plan) (*picture.Picture, error) {
	b, err := puzzleBoard(drawer, painter, plan)
	if err != nil {
		return nil, err
	}
	return o.layOut(painter, []*picture.Board{b}, plan.Name+", puzzle")
}

// layOut makes a picture of boards. The pieces of puzzles are named beside their boards, and need no legend.
func (o *DrawOptions) layOut(painter *picture.Painter, boards []*picture.Board,
	title string) (*picture.Picture, error) {
	switch {
	case o.Legend && o.Puzzle:
		o.Layout.Legend = painter.Blocked(nil, boards)
	case o.Legend:
		o.Layout.Legend = painter.Legend(boards...)
	}
	o.Layout.Title = title
	return picture.Draw(boards, o.Layout)
}

// puzzleBoard paints the one puzzle of a census or a sample, and says what it requires of solutions.
func puzzleBoard(drawer *enumerate.Drawer, painter *picture.Painter, plan *configs.Plan) (*picture.Board, error) {
	drawing, err := drawer.DrawPuzzle(nil, 0, nil)
	if err != nil {
		return nil, err
	}
	b := painter.Paint(drawing)
	b.Caption = strings.TrimPrefix(strings.Join(append([]string{b.Caption}, plan.Require...), ", "), ", ")
	return b, nil
}

// dataset draws rows of a dataset, or maps.
func (o *DrawOptions) dataset(ctx context.Context, whole *study.Dataset) (*picture.Picture, error) {
	d, ofSome := whole.Shown()
	painter, drawer, err := NewPainter(d, d.Dataset, o.Style)
	if err != nil {
		return nil, err
	}
	if len(o.Heat) > 0 {
		return findings.Heat(d.Dataset, painter, drawer, o.Heat, o.Layout)
	}
	if o.Puzzle && d.Manifest.Job != enumerate.Survey {
		plan, err := d.Plan()
		if err != nil {
			return nil, err
		}
		return o.puzzle(drawer, painter, plan)
	}
	if !d.Manifest.How.HasRows() && !ofSome {
		return nil, enumerate.Errorf(
			"%s has no rows, by output.rows: false, and no examples: expected --measure or --heat",
			d.Dir())
	}
	if o.Solution {
		o.solvable(d)
	}
	rows, err := o.choose(ctx, d, progress.Of(ctx) != nil)
	if err != nil {
		return nil, err
	}
	form := ""
	switch {
	case o.Puzzle:
		painter = painter.By(drawer.DrawPuzzle)
	case o.Solution:
		painter = painter.By(drawer.DrawSolution)
	case d.Manifest.Job == enumerate.Sample && len(o.Rows) == 0 && enumerate.Describe(d.Manifest.Facts).Symmetric:
		// Rows are sorted canonical forms, which would look as if the sampler liked them.
		image := false
		if painter, image, err = painter.OfImages(o.Seed); err != nil {
			return nil, err
		}
		form = map[bool]string{true: "an image of ", false: "canonical form of "}[image]
	}
	return o.sheet(ctx, d, painter, rows, form)
}

// paint writes a picture in a format.
func (o *DrawOptions) paint(w io.Writer, p *picture.Picture, format string) error {
	var b bytes.Buffer
	write := p.SVG
	if format == "png" {
		write = p.PNG
	}
	if err := write(&b); err != nil {
		return err
	}
	data := withMark(b.Bytes())
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
func chart(d *study.Dataset, name string, style picture.Style) (*picture.Picture, error) {
	doc, err := d.Statistics()
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
	painter, _, err := NewPainter(shown, shown.Dataset, style)
	if err != nil && !errors.As(err, new(*enumerate.NoPictureError)) {
		return nil, err
	}
	p, err := findings.Chart(d.Dataset, doc, *m, painter)
	if err == nil {
		p.Title = pictureName(d) + ": " + strings.ReplaceAll(name, "_", " ")
	}
	return p, err
}

// NewPainter returns a painter of the rows of a dataset, or of the solutions of a study that was not run and has no
// rows, and how the family draws them. The error is an [enumerate.NoPictureError] if they have no picture.
func NewPainter(of interface {
	Drawer() (*enumerate.Drawer, error)
}, rows *export.Dataset, s picture.Style) (*picture.Painter, *enumerate.Drawer, error) {
	drawer, err := of.Drawer()
	if err != nil {
		return nil, nil, err
	}
	p, err := picture.NewPainter(rows, drawer, s)
	return p, drawer, err
}

// sheet draws rows. Below each stands its number, if there are several or form says what
// is shown of it, and how many solutions it has, if it is a puzzle.
func (o *DrawOptions) sheet(ctx context.Context, d *study.Dataset, painter *picture.Painter, rows []int64,
	form string) (*picture.Picture, error) {
	boards, err := painter.Boards(ctx, rows)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		solutions, _, err := solutionsOf(d, row)
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
	return o.layOut(painter, boards, sheetTitle(pictureName(d), rowWord(d), rows, o.Where))
}

// solutionsOf says how many solutions the puzzle of a row has, "" if the rows are no
// puzzles, and whether it has exactly one.
func solutionsOf(d *study.Dataset, row int64) (text string, unique bool, err error) {
	var read []int
	for _, name := range []string{enumerate.InstanceSolutions(d.Columns()), enumerate.CappedColumn} {
		if i := enumerate.ColumnIndex(d.Columns(), name, enumerate.Integers...); i >= 0 {
			read = append(read, i)
		}
	}
	if read == nil || d.Manifest.Job != enumerate.Survey {
		return "", false, nil
	}
	b, err := d.ReadRow(read, row)
	if err != nil {
		return "", false, err
	}
	switch n := b.IntAt(0, 0); {
	case b.IsNull(0, 0):
		return "undecided", false, nil
	case n == 0:
		return "no solution", false, nil
	case len(read) > 1 && b.IntAt(1, 0) != 0:
		return enumerate.Grouped(n) + " or more solutions", false, nil
	default:
		return enumerate.Counted(enumerate.Grouped(n), "solution"), n == 1, nil
	}
}

// pictureName is what the title of a picture calls a dataset.
func pictureName(d *study.Dataset) string {
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
func rowWord(d *study.Dataset) string {
	if !d.Manifest.How.HasRows() {
		return "example"
	}
	return "row"
}

func pictureFormat(format, out string) (string, error) {
	formats := []string{"svg", "png"}
	switch {
	case format != "":
	case out == "":
		format = "svg"
	default:
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(out), "."))
	}
	if !slices.Contains(formats, format) {
		return "", enumerate.Unknown("no format", format, formats, "")
	}
	return format, nil
}
