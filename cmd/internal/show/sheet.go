package show

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/picture"
	"coverstat/export/report"
)

// SheetOptions say which puzzles are printed, and how.
type SheetOptions struct {
	Selection
	Out         string // file; "" is [study.SheetName] in the dataset's folder
	Paper       string // one of [report.Papers]
	Style       picture.Style
	Title       string // "" is that of the dataset
	Instruction string // what is to be done; "" for none, and on a cover for a usual one
	Name        bool   // there is a place for a name
	Codes       bool   // puzzles that can be solved in a browser have the QR code of their address
	PerPage     int    // at most so many puzzles on a page; 0 is as many as fit
	// names, which commas part, or a number: the puzzles are cut, in their order, into so many; "" is a sheet without
	// levels
	Levels string
}

// Sheet writes the puzzles of rows on pages to be printed, with their solutions behind them, and
// returns the name of the file. A file of the type pdf is made by a browser.
func Sheet(ctx context.Context, dirs []string, o SheetOptions) (string, error) {
	if o.Out == "" {
		o.Out = filepath.Join(dirs[0], study.SheetName)
	}
	pdf := strings.EqualFold(filepath.Ext(o.Out), ".pdf")
	mark := study.ReportMark
	if pdf {
		mark = pictureMark
	}
	if err := produce.MayReplace(o.Out, mark); err != nil {
		return "", err
	}
	var page bytes.Buffer
	if err := WriteSheet(ctx, &page, dirs, o); err != nil {
		return "", err
	}
	data := page.Bytes()
	if pdf {
		var err error
		if data, err = printPDF(ctx, data); err != nil {
			return "", err
		}
		data = fmt.Appendf(data, "%% %s\n", pictureMark)
	}
	return o.Out, produce.WriteFile(o.Out, data, mark)
}

// WriteSheet writes a sheet as HTML: the puzzles of one dataset after another, numbered through.
func WriteSheet(ctx context.Context, w io.Writer, dirs []string, o SheetOptions) error {
	levels, err := levelNames(o.Levels)
	if err != nil {
		return err
	}
	s := &booklet{Sheet: &report.Sheet{Title: o.Title, Paper: o.Paper, Instruction: o.Instruction, Name: o.Name,
		Codes: o.Codes, PerPage: o.PerPage}, unique: true}
	for _, dir := range dirs {
		if err := s.add(ctx, dir, &o, len(dirs) == 1); err != nil {
			return err
		}
	}
	puzzles := s.puzzles
	if levels == nil {
		s.Levels = []report.Level{{Puzzles: puzzles}}
		return s.Write(w)
	}
	n := len(levels)
	if n > len(puzzles) {
		return enumerate.Errorf(
			"%d levels of %s: expected as many puzzles as levels, or more: see --limit and --random", n,
			enumerate.Plural(len(puzzles), "puzzle"))
	}
	for i, name := range levels {
		s.Levels = append(s.Levels,
			report.Level{Title: name, Puzzles: puzzles[i*len(puzzles)/n : (i+1)*len(puzzles)/n]})
	}
	s.Cover = &report.Cover{Note: enumerate.Plural(len(puzzles), "puzzle"), Box: s.box}
	if n == 1 {
		s.Levels[0].Title = strings.TrimPrefix(levels[0], level+"1")
	} else {
		s.Cover.Note += fmt.Sprintf(" in %d levels", n)
	}
	if s.Instruction == "" && s.box != nil {
		s.Instruction = "Fill the board with the pieces of the box. Pieces that lie on it already stay where they are."
		if s.unique {
			s.Instruction += " Each puzzle has one solution."
		}
	}
	return s.Write(w)
}

// level begins the names of levels that have no other.
const level = "Level "

// levelNames reads the names of levels, which commas part, or their number; none of "".
func levelNames(text string) (names []string, err error) {
	if text == "" {
		return nil, nil
	}
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrSyntax) {
		return regexp.MustCompile(`\s*,\s*`).Split(strings.TrimSpace(text), -1), nil
	}
	if err != nil || n < 1 || n > 100 {
		return nil, enumerate.Errorf("--levels %s: expected 1 to 100, or names separated by commas", text)
	}
	for i := range n {
		names = append(names, level+strconv.Itoa(i+1))
	}
	return names, nil
}

// A booklet is a sheet that is being made.
type booklet struct {
	*report.Sheet
	puzzles []report.SheetItem
	// the pieces that the puzzles share; nil if they have pieces of their own beside them
	box    []*picture.Board
	unique bool // all puzzles have one solution
}

// add adds the puzzles of a dataset, and their solutions. In a booklet of it alone, with levels, the pieces that all
// share are left out of the puzzles.
func (b *booklet) add(ctx context.Context, dir string, o *SheetOptions, only bool) error {
	d, err := study.OpenFinished(dir)
	if err == nil {
		err = d.HasRows()
	}
	if err != nil {
		return err
	}
	painter, drawer, err := NewPainter(d, d.Dataset, o.Style)
	if err != nil {
		return err
	}
	of := o.Selection
	of.solvable(d)
	rows, err := of.choose(ctx, d, false)
	if err != nil {
		return err
	}
	title, _ := d.Manifest.Titles()
	b.Title, b.Program = cmp.Or(b.Title, title), d.Manifest.Program.Name+" "+d.Manifest.Program.Version
	solutions, err := painter.By(drawer.DrawSolution).Boards(ctx, rows)
	if err != nil {
		return err
	}
	first, one := len(b.puzzles)+1, d.Manifest.Job != enumerate.Survey // puzzle of all rows
	for i, board := range solutions {
		item := report.SheetItem{Number: first + i, Board: board}
		if one && !only {
			item.Number = first // further solutions of it
		}
		b.Solutions = append(b.Solutions, item)
	}
	if one {
		plan, err := d.Plan()
		if err != nil {
			return err
		}
		board, err := puzzleBoard(drawer, painter, plan)
		b.puzzles, b.unique = append(b.puzzles, report.SheetItem{Number: first, Board: board}), false
		return err
	}
	if o.Levels != "" && only && drawer.Box != nil {
		b.box, painter = painter.Pieces(drawer.Box), painter.Alone()
	}
	puzzles, err := painter.By(drawer.DrawPuzzle).Boards(ctx, rows)
	if err != nil {
		return err
	}
	for i, board := range puzzles {
		item, unique, err := of.captioned(d, rows[i])
		if err != nil {
			return err
		}
		if b.unique = b.unique && unique; unique && o.Levels != "" {
			item.Note = "" // the cover says it
		}
		item.Number, item.Board = first+i, board
		b.puzzles = append(b.puzzles, item)
	}
	return nil
}

// captioned returns a row's puzzle with its title, and what is said of it: how many solutions it has, and
// how hard it is, by the column that rows are sorted by, or by the nodes of its search.
func (s *Selection) captioned(d *study.Dataset, row int64) (item report.SheetItem, unique bool, err error) {
	if item.Note, unique, err = solutionsOf(d, row); err != nil {
		return item, false, err
	}
	columns := []int{enumerate.ColumnIndex(d.Columns(), "title", enumerate.String),
		enumerate.ColumnIndex(d.Columns(), "nodes", enumerate.Integers...)}
	if scan, err := s.newScan(d.Columns(), nil); err == nil && scan.by >= 0 {
		columns[1] = scan.read[scan.by]
	}
	for i, column := range columns {
		if column < 0 {
			continue
		}
		b, err := d.ReadRow([]int{column}, row)
		if err != nil {
			return item, false, err
		}
		text := string(appendText(nil, b, 0, 0))
		if name := b.Columns[0].Name; i == 0 {
			item.Title = text
		} else if text != "" && name != enumerate.InstanceSolutions(d.Columns()) {
			item.Note = strings.TrimPrefix(fmt.Sprintf("%s, %s %s", item.Note, strings.ReplaceAll(name, "_", " "), text), ", ")
		}
	}
	return item, unique, nil
}

// browsers are the programs that print a page as PDF, by their names or paths.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"microsoft-edge", "msedge",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`,
	`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`}

// printPDF lets a browser print a page as PDF.
func printPDF(ctx context.Context, page []byte) ([]byte, error) {
	at := slices.IndexFunc(browsers, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if at < 0 {
		return nil, enumerate.Errorf(
			"a PDF is made by a browser, and none of chromium, chrome and edge is here: expected --out FILE.html, which any browser prints")
	}
	folder, err := os.MkdirTemp("", "coverstat")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	in, out := filepath.Join(folder, "sheet.html"), filepath.Join(folder, "sheet.pdf")
	if err := os.WriteFile(in, page, 0o600); err != nil {
		return nil, err
	}
	args := []string{"--headless", "--disable-gpu", "--user-data-dir=" + filepath.Join(folder, "profile"),
		"--no-pdf-header-footer", "--print-to-pdf=" + out}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium has none for root; the page is ours and has no script
	}
	said, err := exec.CommandContext(ctx, browsers[at], append(args, in)...).CombinedOutput()
	data, e := os.ReadFile(out)
	if err != nil || e != nil {
		return nil, fmt.Errorf("%s made no PDF (%w): see --out FILE.html, which any browser prints: %s", browsers[at],
			errors.Join(err, e), bytes.TrimSpace(said))
	}
	return data, nil
}
