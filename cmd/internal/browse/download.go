package browse

import (
	"fmt"
	"net/http"
	"strings"

	"coverstat/cmd/internal/show"
	"coverstat/enumerate"
	"coverstat/export/picture"
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
	"svg": types[".svg"], "png": "image/png",
}

// download answers with the rows that match, or with a sheet of their pictures.
func (d *dataset) download(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	format, where := q.Get("format"), q.Get("where")
	if formats[format] == "" {
		return enumerate.Errorf("format %q: expected csv, jsonl, parquet, svg or png", format)
	}
	w.Header().Set("Content-Type", formats[format])
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, fileName(d.Manifest.Name), format))
	out := &stream{w: w}
	var err error
	switch format {
	case "svg", "png":
		var n int64
		if n, err = numberOf(q, "limit", 60, 1, maxSheet); err == nil {
			err = show.Draw(r.Context(), out, d.Dir(), show.DrawOptions{Format: format, Selection: show.Selection{Where: where, Limit: int(n)},
				Layout: picture.Layout{Cell: sheetCell}, Legend: true})
		}
	default:
		var n int64
		if n, err = numberOf(q, "limit", 0, 1, d.Rows()); err == nil {
			err = show.Cat(r.Context(), out, d.Dir(), show.CatOptions{Format: format, Selection: show.Selection{Where: where, Limit: int(n)}})
		}
	}
	if err != nil && out.started {
		panic(http.ErrAbortHandler) // so that the download fails instead of looking whole
	}
	return err
}

// fileName makes a name of a run safe as the name of a file.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
	return safe[:min(len(safe), 100)]
}
