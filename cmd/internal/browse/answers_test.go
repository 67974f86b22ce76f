package browse

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/findings"

	"github.com/google/go-cmp/cmp"
)

// solutionsOf returns the lines of an answer, the last one apart.
func (c *client) solutionsOf(path string) (list []painting, last solutionsEnd) {
	c.t.Helper()
	lines := json.NewDecoder(strings.NewReader(c.get(path, nil)))
	for {
		var raw json.RawMessage
		if err := lines.Decode(&raw); err == io.EOF {
			return list, last
		} else if err != nil {
			c.t.Fatal(err)
		}
		if bytes.HasPrefix(raw, []byte(`{"done":true`)) {
			if err := json.Unmarshal(raw, &last); err != nil {
				c.t.Fatal(err)
			}
			continue
		}
		var p painting
		if err := json.Unmarshal(raw, &p); err != nil {
			c.t.Fatal(err)
		}
		list = append(list, p)
	}
}

// TestSolutions: the puzzles of surveys of all kinds have as many solutions as their
// rows say, all different, and each is a whole picture.
func TestSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	puzzles := filepath.Join(t.TempDir(), "puzzles.txt")
	// A puzzle with one solution, one with several and one with none.
	unique := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	text := unique + "\n" + strings.Replace(unique, "419..5....8..79", "...............", 1) + "\n" + strings.Replace(unique, "53..7", "53.47", 1) + "\n"
	if err := os.WriteFile(puzzles, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		config string
		set    []string
		full   func(p painting) bool
	}{
		{"calendar", []string{"puzzle.blocked=[{choose: 2}]", "puzzle.flags=[]", "measures=[]", "puzzle.board={rows: 4, cols: 4}", "puzzle.pieces=[I3, V3, O4, L4]"}, covered},
		{"pentomino-subsets-5x5", []string{"puzzle.board={rows: 4, cols: 5}", "puzzle.choose={pieces: 4, from: [pentominoes]}", "measures=[]"}, covered},
		{"sudoku-file", []string{"puzzle.input=" + puzzles, "puzzle.limit=1000", "puzzle.canonical=false"}, func(p painting) bool {
			for _, c := range p.Cells {
				if c.Text == "" {
					return false
				}
			}
			return len(p.Cells) == 81
		}},
		{"nonograms-5x5", []string{"puzzle.rows=3", "puzzle.cols=3"}, func(p painting) bool { return len(p.Cells) == 9 && len(p.Left) == 3 }},
	} {
		t.Run(x.config, func(t *testing.T) {
			dir := runInto(t, x.config, x.set...)
			c := serve(t, dir)
			var info page
			if c.get("/data/0/page.json", &info); !info.Can.Solve {
				t.Error("page.json says that the rows are not solved")
			}
			d := open(dir)
			column := enumerate.ColumnIndex(d.Columns(), enumerate.InstanceSolutions(d.Columns()))
			several := false
			err := d.Scan([]int{column}, func(b *enumerate.Batch, first int64) error {
				for i := range b.Len() {
					want := b.IntAt(0, i)
					if i > 20 && want < 2 || i > 1000 {
						continue
					}
					if i > 40 && want < 2 {
						continue
					}
					list, last := c.solutionsOf("/data/0/solutions?limit=1000&row=" + numeral(first+int64(i)))
					if online := d.Manifest.Family == "sudoku" || d.Manifest.Family == "nonogram"; strings.HasPrefix(last.Link, "https://puzz.link/p?") != online {
						t.Errorf("row %d: the link is %q", i, last.Link)
					}
					if last.Link = ""; last != (solutionsEnd{Done: true, Solutions: want, Complete: true}) || int64(len(list)) != want {
						t.Errorf("row %d: %d solutions, %+v; the row says %d", i, len(list), last, want)
					}
					seen := map[string]bool{}
					for _, p := range list {
						text, _ := json.Marshal(p)
						if seen[string(text)] || !x.full(p) {
							t.Errorf("row %d: a solution is there twice, or not whole", i)
						}
						seen[string(text)] = true
					}
					if want > 1 {
						several = true
						if list, last := c.solutionsOf("/data/0/solutions?limit=1&row=" + numeral(int64(i))); len(list) != 1 || last.Complete {
							t.Errorf("row %d with limit 1: %d solutions, %+v", i, len(list), last)
						}
					}
				}
				return nil
			})
			if err != nil || !several {
				t.Errorf("error %v; a row with several solutions: %v", err, several)
			}
		})
	}
}

// covered reports whether no cell is free.
func covered(p painting) bool {
	for _, c := range p.Cells {
		if c.Fill == "#ffffff" {
			return false
		}
	}
	return true
}

func numeral(n int64) string { text, _ := json.Marshal(n); return string(text) }

// TestSolutionsEnd: a search that would go on for long ends when nobody waits for it.
func TestSolutionsEnd(t *testing.T) {
	puzzles := filepath.Join(t.TempDir(), "hard.txt")
	// An empty grid has more solutions than anybody waits for.
	if err := os.WriteFile(puzzles, []byte(strings.Repeat(".", 256)+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := runInto(t, "sudoku-file", "puzzle.box=[4,4]", "puzzle.input="+puzzles, "puzzle.limit=2", "puzzle.canonical=false")
	d := open(dir)
	ctx, cancel := context.WithCancel(t.Context())
	w := &counting{ResponseRecorder: httptest.NewRecorder(), enough: cancel}
	r := httptest.NewRequest(http.MethodGet, "/data/0/solutions?row=0&limit=1000", nil).WithContext(ctx)
	if err := d.solutions(w, r); err != nil {
		t.Fatal(err)
	}
	if w.lines > 900 || !strings.Contains(w.Body.String(), `"complete":false`) {
		t.Errorf("%d lines after the reader went away", w.lines)
	}
}

// counting is an answer whose reader goes away after some lines.
type counting struct {
	*httptest.ResponseRecorder
	lines  int
	enough func()
}

func (c *counting) Write(p []byte) (int, error) {
	if c.lines++; c.lines == 5 {
		c.enough()
		time.Sleep(10 * time.Millisecond) // the search is told on another goroutine
	}
	return c.ResponseRecorder.Write(p)
}

// TestPictures: the server paints rows as the families draw them.
func TestPictures(t *testing.T) {
	dir := runInto(t, "tetro2-5x8")
	c, d := serve(t, dir), open(dir)
	var got []painting
	c.get("/data/0/pictures?rows=3,0,7", &got)
	a, err := d.artist()
	if err != nil {
		t.Fatal(err)
	}
	boards, err := a.painter.Boards(t.Context(), []int64{3, 0, 7})
	if err != nil {
		t.Fatal(err)
	}
	var want []painting
	for _, b := range boards {
		want = append(want, paint(b))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	queens := serve(t, runInto(t, "queens-8"))
	var info struct{ Picture enumerate.NoPictureError }
	if queens.get("/data/0/page.json", &info); info.Picture.Reason == "" {
		t.Error("page.json does not say why queens have no picture")
	}
	if answer, text := queens.ask("/data/0/pictures?rows=0"); answer.StatusCode != 400 || !strings.Contains(text, "nothing to draw") {
		t.Errorf("pictures of queens: %s: %s", answer.Status, text)
	}
}

// TestDownload: downloads are what cat and draw write.
func TestDownload(t *testing.T) {
	dir := runInto(t, "tetro2-5x8")
	c := serve(t, dir)
	const where = "crossroads = 1"
	for _, format := range []string{"csv", "jsonl", "parquet"} {
		var want bytes.Buffer
		if err := show.Cat(t.Context(), &want, dir, show.CatOptions{Format: format, Selection: show.Selection{Where: where, Limit: 50}}); err != nil {
			t.Fatal(err)
		}
		answer, got := c.ask("/data/0/download?limit=50&format=" + format + "&where=" + url.QueryEscape(where))
		if answer.StatusCode != 200 || got != want.String() {
			t.Errorf("%s: %s: %d bytes, expected %d", format, answer.Status, len(got), want.Len())
		}
		if name := answer.Header.Get("Content-Disposition"); name != `attachment; filename="tetro2-5x8.`+format+`"` {
			t.Errorf("%s: %s", format, name)
		}
	}
	for format, begin := range map[string]string{"svg": "<svg", "png": "\x89PNG"} {
		if answer, got := c.ask("/data/0/download?limit=5&format=" + format); answer.StatusCode != 200 || !strings.HasPrefix(got, begin) {
			t.Errorf("%s: %s: %.20q", format, answer.Status, got)
		}
	}
	if got := findings.FileName("a/b\r\n\"../" + strings.Repeat("x", 200)); strings.Trim(got, "ab-.x") != "" {
		t.Errorf("a file of the name %q", got)
	}
}

// TestCancelled: a scan ends when nobody waits for it.
func TestCancelled(t *testing.T) {
	d := open(runInto(t, "tetro2-5x8"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range []string{"csv", "svg"} {
		r := httptest.NewRequest(http.MethodGet, "/data/0/download?where=crossroads%3D77&format="+format, nil).WithContext(ctx)
		if err := d.download(httptest.NewRecorder(), r); err != context.Canceled {
			t.Errorf("%s: %v, expected the scan to be cancelled", format, err)
		}
	}
}

// TestBusy: only so many requests draw at a time; the others wait, and those whose
// reader goes away meanwhile do nothing.
func TestBusy(t *testing.T) {
	site, err := New([]string{runFirst(t, 20, "tetro2-5x8")})
	if err != nil {
		t.Fatal(err)
	}
	for range cap(site.drawing) {
		site.drawing <- struct{}{}
	}
	handler := site.handler(func(string) bool { return true })
	ctx, cancel := context.WithCancel(t.Context())
	answered := make(chan *httptest.ResponseRecorder)
	ask := func(ctx context.Context) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/data/0/pictures?rows=1", nil).WithContext(ctx))
		answered <- w
	}
	go ask(ctx)
	cancel()
	if w := <-answered; w.Body.Len() > 0 {
		t.Errorf("an answer for nobody: %s", w.Body)
	}
	go ask(t.Context())
	<-site.drawing
	if w := <-answered; !strings.HasPrefix(w.Body.String(), `[{"cells"`) {
		t.Errorf("after the others: %s", w.Body)
	}
}

// TestRunning: a run that goes on has a status, and its dataset is shown when it is
// complete.
func TestRunning(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ds")
	s, err := study.Open("tetro2-5x8", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	var c *client
	_, err = produce.Run(t.Context(), s, produce.RunOptions{Out: dir, Begin: func(produce.Start) (*progress.Forecast, error) {
		c = serve(t, dir)
		var all datasetList
		var status inspect.Status
		var info page
		c.get("/datasets.json", &all)
		c.get("/data/0/status", &status)
		c.get("/data/0/page.json", &info)
		if all.Datasets[0].State != study.Running || status.Complete || info.Picture != nil || info.Can.Download {
			t.Errorf("while it runs: %+v, %+v", all.Datasets[0], status)
		}
		return nil, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	var all datasetList
	var info page
	c.get("/datasets.json", &all)
	c.get("/data/0/page.json", &info)
	if all.Datasets[0].State != study.Complete || info.Picture == nil || len(info.Headline) == 0 {
		t.Errorf("when it is complete: %+v, %+v", all.Datasets[0], info)
	}
}
