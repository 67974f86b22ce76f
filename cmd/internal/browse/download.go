package browse

import (
	"fmt"
	"net/http"

	"coverstat/cmd/internal/show"
	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/export/picture"
	"coverstat/export/report"
)

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
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, findings.FileName(d.Manifest.Name), format))
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
		err = show.WriteSheet(r.Context(), out, d.Dir(), show.SheetOptions{Selection: chosen, Paper: report.Papers()[0]})
	case drawn:
		err = show.Draw(r.Context(), out, d.Dir(), show.DrawOptions{Format: format, Selection: chosen, Puzzle: q.Get("show") == "puzzle",
			Solution: q.Get("show") == "solution", Layout: picture.Layout{Cell: sheetCell}, Legend: true})
	default:
		err = show.Cat(r.Context(), out, d.Dir(), show.CatOptions{Format: format, Selection: chosen})
	}
	if err != nil && out.started {
		panic(http.ErrAbortHandler) // so that the download fails instead of looking whole
	}
	return err
}
