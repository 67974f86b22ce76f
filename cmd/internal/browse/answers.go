package browse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"coverstat/cmd/internal/show"
	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/export/report"
)

// The bounds of answers.
const (
	maxPictures = 60               // in one request
	maxCells    = 250_000          // of them all
	maxFound    = 1000             // solutions of an instance
	drawTime    = 20 * time.Second // for pictures, or for the solutions of an instance
)

// numberOf reads a number of a request.
func numberOf(q url.Values, key string, otherwise, least, most int64) (int64, error) {
	text := q.Get(key)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, enumerate.Errorf("%s %q: expected a number from %d to %d", key, text, least, most)
	}
	return n, nil
}

// rowsOf reads the numbers of rows.
func (d *dataset) rowsOf(text string, most int) ([]int64, error) {
	var rows []int64
	for word := range strings.SplitSeq(text, ",") {
		row, err := strconv.ParseInt(word, 10, 64)
		if err != nil || row < 0 || row >= d.Rows() {
			return nil, enumerate.Errorf("row %q: expected a number from 0 to %d", word, d.Rows()-1)
		}
		if rows = append(rows, row); len(rows) > most {
			return nil, enumerate.Errorf("more than %d rows: expected that many at most", most)
		}
	}
	return rows, nil
}

// pictures answers with the pictures of rows.
func (d *dataset) pictures(w http.ResponseWriter, r *http.Request) error {
	a, err := d.artist()
	if err != nil {
		return err
	}
	rows, err := d.rowsOf(r.URL.Query().Get("rows"), maxPictures)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	list, cells := []painting{}, 0
	for _, row := range rows {
		boards, err := a.painter.Boards(ctx, []int64{row})
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("drawing took longer than %v: ask for fewer pictures", drawTime)
		}
		if err != nil {
			return err
		}
		if cells += len(boards[0].Cells); cells > maxCells {
			return enumerate.Errorf("these pictures have more than %d cells: ask for fewer", maxCells)
		}
		list = append(list, paint(boards[0]))
	}
	return serveJSON(w, list, nil)
}

// A solutionsEnd is the last line of the solutions of an instance.
type solutionsEnd struct {
	Done      bool   `json:"done"` // always true: no other line has it
	Solutions int64  `json:"solutions"`
	Complete  bool   `json:"complete"`       // there are no more
	Link      string `json:"link,omitempty"` // where the puzzle can be solved in a browser
	Error     string `json:"error,omitempty"`
}

// solutions answers with the solutions of the puzzle that a row of a survey is about, as they are found.
func (d *dataset) solutions(w http.ResponseWriter, r *http.Request) error {
	a, err := d.artist()
	if err != nil {
		return err
	}
	if a.drawer.Solve == nil {
		return enumerate.Errorf("the rows of %s are no puzzles that could be solved", d.Manifest.Name)
	}
	q := r.URL.Query()
	limit, err := numberOf(q, "limit", 100, 1, maxFound)
	if err != nil {
		return err
	}
	rows, err := d.rowsOf(q.Get("row"), 1)
	if err != nil {
		return err
	}
	b, err := d.ReadRow(a.drawer.Columns, rows[0])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := &stream{w: w}
	lines := json.NewEncoder(out)
	last, cells := solutionsEnd{Done: true, Complete: true}, 0
	if a.drawer.Link != nil {
		last.Link = a.drawer.Link(b, 0)
	}
	err = a.drawer.Solve(b, 0, &stop, func(drawing *enumerate.Drawing) bool {
		cells += len(drawing.Cells)
		if stop.Load() || last.Solutions == limit || cells > maxCells {
			last.Complete = false
			return false
		}
		last.Solutions++
		return lines.Encode(paint(a.painter.Paint(drawing))) == nil && out.flush() == nil
	})
	if err != nil {
		last.Error = err.Error()
	}
	last.Complete = last.Complete && err == nil && !stop.Load()
	return lines.Encode(last)
}

// A stream is an answer of unknown length. Its reader may take any time, but must not stop reading.
type stream struct {
	w       http.ResponseWriter
	started bool
}

// Write implements [io.Writer].
func (s *stream) Write(p []byte) (int, error) {
	s.started = true
	_ = http.NewResponseController(s.w).SetWriteDeadline(time.Now().Add(time.Minute))
	return s.w.Write(p)
}

// flush sends what was written.
func (s *stream) flush() error { return http.NewResponseController(s.w).Flush() }

// maxSheet bounds the pictures on a sheet, and sheetCell is the side of their cells
// in pixels: a PNG takes four bytes a pixel while it is made.
const (
	maxSheet  = 500
	sheetCell = 20
)

// formats are the types of downloads.
var formats = map[string]string{
	"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson", "parquet": types[".parquet"],
	"svg": types[".svg"], "png": "image/png", "html": types[".html"],
}

// download answers with the rows that match, or with a sheet of their pictures or puzzles.
func (d *dataset) download(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	format, where := q.Get("format"), q.Get("where")
	if formats[format] == "" {
		return enumerate.Errorf("format %q: expected csv, jsonl, parquet, svg, png or html", format)
	}
	w.Header().Set("Content-Type", formats[format])
	w.Header().Set("Content-Disposition",
		fmt.Sprintf(`attachment; filename="%s.%s"`, findings.FileName(d.Manifest.Name), format))
	out := &stream{w: w}
	most, otherwise := d.Rows(), int64(0)
	drawn := format == "svg" || format == "png" || format == "html"
	if drawn {
		most, otherwise = maxSheet, 60
	}
	n, err := numberOf(q, "limit", otherwise, 1, most)
	if err != nil {
		return err
	}
	chosen := show.Selection{Where: where, OrderBy: q.Get("order"), Limit: int(n)}
	if text := q.Get("rows"); text != "" {
		if chosen.Rows, err = d.rowsOf(text, maxSheet); err != nil {
			return err
		}
	}
	switch {
	case format == "html":
		err = show.WriteSheet(r.Context(), out, []string{d.Dir()},
			show.SheetOptions{Selection: chosen, Paper: report.Papers()[0]})
	case drawn:
		err = show.Draw(r.Context(), out, d.Dir(),
			show.DrawOptions{Format: format, Selection: chosen, Puzzle: q.Get("show") == "puzzle",
				Solution: q.Get("show") == "solution", Layout: picture.Layout{Cell: sheetCell}, Legend: true})
	default:
		err = show.Cat(r.Context(), out, d.Dir(), show.CatOptions{Format: format, Selection: chosen})
	}
	if err != nil && out.started {
		panic(http.ErrAbortHandler) // so that the download fails instead of looking whole
	}
	return err
}
