package browse

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/cmd/internal/explore"
	"coverstat/stats"
)

// TestExplore: a config has a board, its options and answers, and nothing else.
func TestExplore(t *testing.T) {
	site, err := New([]string{"dominoes-8x8"})
	if err != nil {
		t.Fatal(err)
	}
	c := serve(t, "dominoes-8x8")
	var all datasetList
	if c.get("/datasets.json", &all); len(all.Datasets) != 1 || all.Datasets[0].State != config {
		t.Errorf("datasets.json: %+v", all)
	}
	var p puzzle
	if c.get("/data/0/puzzle.json", &p); len(p.Picture.Cells) != 64 || strings.Count(string(p.Options), `"id"`) != 112 || len(p.Board) != 71 {
		t.Errorf("puzzle.json has %d cells, %d options, a board of %d bytes", len(p.Picture.Cells), strings.Count(string(p.Options), `"id"`), len(p.Board))
	}
	var a answer
	if c.get("/data/0/answer?given=0", &a); a.Raw.String() != "6494408" || len(a.Uses) != 112 || len(a.Draws) != 1 || a.Draws[0][0] != 0 {
		t.Errorf("given option 0: %v solutions, %d uses, draws %v", a.Raw, len(a.Uses), a.Draws)
	}
	if !strings.HasPrefix(a.YAML, "puzzle:\n  given: |\n    AA......\n") {
		t.Errorf("given option 0: YAML is %s", a.YAML)
	}
	var bars []explore.Bar
	c.get("/data/0/histogram?given=0&forbid=1,2&measure=fault_lines", &bars)
	c.get("/data/0/answer?given=0&forbid=1,2", &a)
	var sum stats.Number
	for _, b := range bars {
		sum = sum.Add(b.Raw)
	}
	if len(bars) < 5 || sum.Cmp(a.Raw) != 0 {
		t.Errorf("%d values of the measure, of %v solutions, expected %v", len(bars), sum, a.Raw)
	}
	config := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(config, []byte(`family: polyomino
job: census
puzzle: {board: {rows: 4, cols: 4}, pieces: [{name: I2, count: any}], given: "AA..\n....\n....\n....", forbid: "....\n....\n....\n..AA"}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	own := serve(t, config)
	for _, question := range []string{"given=10", "forbid=10"} {
		own.get("/data/0/answer?"+question, &a)
		own.get("/data/0/histogram?measure=fault_lines&"+question, &bars)
		sum = stats.Number{}
		for _, b := range bars {
			sum = sum.Add(b.Raw)
		}
		if sum.Cmp(a.Raw) != 0 || !strings.Contains(a.YAML, "AA") || !strings.Contains(a.YAML, "forbid:") {
			t.Errorf("a config that gives a piece, %s: the histogram has %v solutions, expected %v; YAML %s", question, sum, a.Raw, a.YAML)
		}
	}
	listed := serve(t, "chessboard")
	listed.get("/data/0/histogram?given=1&measure=crossroads", &bars)
	sum = stats.Number{}
	for _, b := range bars {
		sum = sum.Add(b.Raw)
	}
	if sum.String() != "735" {
		t.Errorf("chessboard: the histogram has %v solutions, expected 735", sum)
	}
	for address, words := range map[string]string{
		"/data/0/answer?given=900":    "there is no option 900: expected 0 to 111",
		"/data/0/answer?forbid=a":     `forbid "a": expected numbers of options`,
		"/data/0/answer?seed=-1":      "seed",
		"/data/0/histogram?measure=x": "x",
		"/data/0/manifest.json":       "there is nothing at this address",
		"/data/0/download?rows=all":   "there is nothing at this address",
	} {
		if _, text := c.ask(address); !strings.Contains(text, words) {
			t.Errorf("%s: %s, expected %s", address, text, words)
		}
	}
	if _, _, err := site.Export(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a config") {
		t.Errorf("export of a config: %v", err)
	}
	if _, err := New([]string{"queens-8"}); err == nil || !strings.Contains(err.Error(), "have no picture") {
		t.Errorf("a config without a board: %v", err)
	}
}

// TestExploreWithoutBoard: questions about the options of an exact cover that has no board are refused, and nothing
// panics.
func TestExploreWithoutBoard(t *testing.T) {
	c := serve(t, runInto(t, "queens-8"))
	for _, address := range []string{"answer?given=0", "answer?forbid=0", "histogram?given=0&measure=x"} {
		r, text := c.ask("/data/0/" + address)
		if want := "these solutions are no pieces on a board"; r.StatusCode != 400 || !strings.Contains(text, want) {
			t.Errorf("%s: %d, %s, expected 400, %s", address, r.StatusCode, text, want)
		}
	}
}

// TestNewest: a question that waits is given up when a newer one comes, and when nobody waits for its answer.
func TestNewest(t *testing.T) {
	x, f := new(explorer), &folder{dir: "dominoes-8x8"}
	x.computing.Lock()
	answered := make(chan error)
	var before *context.CancelFunc
	for range 2 {
		go func() {
			answered <- x.ask(t.Context(), f, func(context.Context, *explore.Session, *atomic.Bool) error { return nil })
		}()
		for x.newest.Load() == before {
			runtime.Gosched()
		}
		before = x.newest.Load()
	}
	x.computing.Unlock()
	one, other := <-answered, <-answered
	if (one == nil) == (other == nil) || errors.Join(one, other).Error() != errOlder.Error() {
		t.Errorf("answers %v and %v, expected one, and %v", one, other, errOlder)
	}
}
