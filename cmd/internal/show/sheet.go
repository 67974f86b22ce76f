package show

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/picture"
	"coverstat/export/report"
)

// SheetOptions say which puzzles are printed, and how.
type SheetOptions struct {
	Selection
	Out   string // file; "" is [study.SheetName] in the dataset's folder
	Paper string // one of [report.Papers]
	Style picture.Style
}

// Sheet writes the puzzles of rows on pages to be printed, with their solutions behind them, and
// returns the name of the file. A file of the type pdf is made by a browser.
func Sheet(ctx context.Context, dir string, o SheetOptions) (string, error) {
	if o.Out == "" {
		o.Out = filepath.Join(dir, study.SheetName)
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
	if err := WriteSheet(ctx, &page, dir, o); err != nil {
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

// WriteSheet writes a sheet as HTML.
func WriteSheet(ctx context.Context, w io.Writer, dir string, o SheetOptions) error {
	d, err := study.OpenFinished(dir)
	if err == nil {
		err = study.HasRows(d)
	}
	if err != nil {
		return err
	}
	painter, drawer, err := NewPainter(d, o.Style)
	if err != nil {
		return err
	}
	o.solvable(d)
	rows, err := o.choose(ctx, d, false)
	if err != nil {
		return err
	}
	s := &report.Sheet{Paper: o.Paper, Program: d.Manifest.Program.Name + " " + d.Manifest.Program.Version}
	s.Title, _ = d.Manifest.Titles()
	solutions, err := painter.Solutions().Boards(ctx, rows)
	if err != nil {
		return err
	}
	for i, b := range solutions {
		s.Solutions = append(s.Solutions, report.SheetItem{Number: i + 1, Board: b})
	}
	if d.Manifest.Job != enumerate.Survey {
		plan, err := configs.FromManifest(d.Manifest.Config, nil)
		if err != nil {
			return err
		}
		b, err := puzzleBoard(drawer, painter, plan)
		s.Puzzles = []report.SheetItem{{Number: 1, Board: b}}
		return errors.Join(err, s.Write(w))
	}
	puzzles, err := painter.Puzzles().Boards(ctx, rows)
	if err != nil {
		return err
	}
	for i, b := range puzzles {
		item := report.SheetItem{Number: i + 1, Board: b}
		if item.Title, item.Note, err = o.captionOf(d, rows[i]); err != nil {
			return err
		}
		s.Puzzles = append(s.Puzzles, item)
	}
	return s.Write(w)
}

// captionOf returns the title of a row's puzzle, and what is said of it: how many solutions it has, and
// how hard it is, by the column that rows are sorted by, or by the nodes of its search.
func (o *SheetOptions) captionOf(d *export.Dataset, row int64) (title, note string, err error) {
	if note, err = solutionsOf(d, row); err != nil {
		return "", "", err
	}
	columns := []int{enumerate.ColumnIndex(d.Columns(), "title", enumerate.String), enumerate.ColumnIndex(d.Columns(), "nodes", enumerate.Integers...)}
	if scan, err := o.newScan(d.Columns(), nil); err == nil && scan.by >= 0 {
		columns[1] = scan.read[scan.by]
	}
	for i, column := range columns {
		if column < 0 {
			continue
		}
		b, err := d.ReadRow([]int{column}, row)
		if err != nil {
			return "", "", err
		}
		text := string(appendText(nil, b, 0, 0))
		if name := b.Columns[0].Name; i == 0 {
			title = text
		} else if text != "" && name != enumerate.InstanceSolutions(d.Columns()) {
			note = strings.TrimPrefix(fmt.Sprintf("%s, %s %s", note, strings.ReplaceAll(name, "_", " "), text), ", ")
		}
	}
	return title, note, nil
}

// browsers are the programs that print a page as PDF, by their names or paths.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`}

// printPDF lets a browser print a page as PDF.
func printPDF(ctx context.Context, page []byte) ([]byte, error) {
	at := slices.IndexFunc(browsers, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if at < 0 {
		return nil, enumerate.Errorf("a PDF is made by a browser, and none of chromium, chrome and edge is here: expected --out FILE.html, which any browser prints")
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
	args := []string{"--headless", "--disable-gpu", "--user-data-dir=" + filepath.Join(folder, "profile"), "--no-pdf-header-footer", "--print-to-pdf=" + out}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium has none for root; the page is ours and has no script
	}
	said, err := exec.CommandContext(ctx, browsers[at], append(args, in)...).CombinedOutput()
	data, e := os.ReadFile(out)
	if err != nil || e != nil {
		return nil, fmt.Errorf("%s made no PDF (%w): see --out FILE.html, which any browser prints: %s", browsers[at], errors.Join(err, e), bytes.TrimSpace(said))
	}
	return data, nil
}
