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
	s := &report.Sheet{Title: o.Title, Paper: o.Paper, Instruction: o.Instruction, Name: o.Name, Codes: o.Codes,
		PerPage: o.PerPage}
	var puzzles []report.SheetItem
	var box []*picture.Board
	unique := true
	levels, err := levelNames(o.Levels)
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		p, err := o.printed(ctx, dir, len(dirs) == 1, len(puzzles)+1)
		if err != nil {
			return err
		}
		puzzles, s.Solutions = append(puzzles, p.puzzles...), append(s.Solutions, p.solutions...)
		s.Title, s.Program = cmp.Or(s.Title, p.title), p.program
		box, unique = p.box, unique && p.unique
	}
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
	s.Cover = &report.Cover{Note: enumerate.Plural(len(puzzles), "puzzle"), Box: box}
	if n == 1 {
		s.Levels[0].Title = strings.TrimPrefix(levels[0], level+"1")
	} else {
		s.Cover.Note += fmt.Sprintf(" in %d levels", n)
	}
	if s.Instruction == "" && box != nil {
		s.Instruction = "Fill the board with the pieces of the box. Pieces that lie on it already stay where they are."
		if unique {
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
	if err == nil && (n < 1 || n > 100) {
		return nil, enumerate.Errorf("--levels %s: expected 1 to 100, or names separated by commas", text)
	}
	for i := range n {
		names = append(names, level+strconv.Itoa(i+1))
	}
	if names == nil {
		for name := range strings.SplitSeq(text, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names, nil
}

// printed is what one dataset has on a sheet.
type printed struct {
	title, program     string
	puzzles, solutions []report.SheetItem
	// the pieces that the puzzles share; nil if they have pieces of their own beside them
	box    []*picture.Board
	unique bool // all puzzles have one solution
}

// printed makes the pictures of a dataset's puzzles, which are numbered from first on. In a booklet of one dataset the
// pieces that all share are left out of them.
func (o *SheetOptions) printed(ctx context.Context, dir string, only bool, first int) (p printed, err error) {
	d, err := study.OpenFinished(dir)
	if err == nil {
		err = d.HasRows()
	}
	if err != nil {
		return p, err
	}
	painter, drawer, err := NewPainter(d, d.Dataset, o.Style)
	if err != nil {
		return p, err
	}
	of := o.Selection
	of.solvable(d)
	rows, err := of.choose(ctx, d, false)
	if err != nil {
		return p, err
	}
	p.title, _ = d.Manifest.Titles()
	p.program = d.Manifest.Program.Name + " " + d.Manifest.Program.Version
	solutions, err := painter.By(drawer.DrawSolution).Boards(ctx, rows)
	if err != nil {
		return p, err
	}
	one := d.Manifest.Job != enumerate.Survey // puzzle of all rows
	for i, b := range solutions {
		item := report.SheetItem{Number: first + i, Board: b}
		if one && !only {
			item.Number = first // further solutions of it
		}
		p.solutions = append(p.solutions, item)
	}
	if one {
		plan, err := d.Plan()
		if err != nil {
			return p, err
		}
		b, err := puzzleBoard(drawer, painter, plan)
		p.puzzles = []report.SheetItem{{Number: first, Board: b}}
		return p, err
	}
	if o.Levels != "" && only && drawer.Box != nil {
		p.box, painter = painter.Pieces(drawer.Box), painter.Alone()
	}
	puzzles, err := painter.By(drawer.DrawPuzzle).Boards(ctx, rows)
	if err != nil {
		return p, err
	}
	return p, p.add(&of, d, rows, puzzles, first, o.Levels == "")
}

// add adds the puzzles of rows, with their captions. Where noted is false, none says that it has one solution.
func (p *printed) add(of *Selection, d *study.Dataset, rows []int64, puzzles []*picture.Board, first int,
	noted bool) (err error) {
	p.unique = true
	for i, b := range puzzles {
		item := report.SheetItem{Number: first + i, Board: b}
		unique := false
		if item.Title, item.Note, unique, err = of.captionOf(d, rows[i]); err != nil {
			return err
		}
		if p.unique = p.unique && unique; unique && !noted {
			item.Note = ""
		}
		p.puzzles = append(p.puzzles, item)
	}
	return nil
}

// captionOf returns the title of a row's puzzle, and what is said of it: how many solutions it has, and
// how hard it is, by the column that rows are sorted by, or by the nodes of its search.
func (s *Selection) captionOf(d *study.Dataset, row int64) (title, note string, unique bool, err error) {
	if note, unique, err = solutionsOf(d, row); err != nil {
		return "", "", false, err
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
			return "", "", false, err
		}
		text := string(appendText(nil, b, 0, 0))
		if name := b.Columns[0].Name; i == 0 {
			title = text
		} else if text != "" && name != enumerate.InstanceSolutions(d.Columns()) {
			note = strings.TrimPrefix(fmt.Sprintf("%s, %s %s", note, strings.ReplaceAll(name, "_", " "), text), ", ")
		}
	}
	return title, note, unique, nil
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
