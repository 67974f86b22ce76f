package browse

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/export"
)

// TestFiles: every file of a dataset is served byte for byte, whole and in ranges,
// with the headers that keep a browser from doing more with it.
func TestFiles(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	c := serve(t, dir)
	d := open(dir)
	names := []string{export.ManifestName, study.StatsName}
	for _, f := range d.Files() {
		if f.Path != export.EffortName {
			names = append(names, f.Path)
		}
	}
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		answer, got := c.ask("/data/0/" + name)
		if answer.StatusCode != http.StatusOK || got != string(want) {
			t.Errorf("%s: %s, %d bytes, expected %d", name, answer.Status, len(got), len(want))
		}
		answer, got = c.ask("/data/0/"+name, func(r *http.Request) { r.Header.Set("Range", "bytes=-8") })
		if answer.StatusCode != http.StatusPartialContent || got != string(want[len(want)-8:]) {
			t.Errorf("%s: the last 8 bytes: %s, %q", name, answer.Status, got)
		}
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
			"Access-Control-Allow-Origin": "", "Cache-Control": "no-cache",
		} {
			if got := answer.Header.Get(header); got != want {
				t.Errorf("%s: %s: %q, expected %q", name, header, got, want)
			}
		}
	}
	answer, html := c.ask("/")
	if !strings.Contains(html, `content="`+policy+`"`) {
		t.Error("index.html has another policy than the server's header")
	}
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'; script-src 'self';") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
		t.Errorf("the page is %q", kind)
	}
}

// TestRefused: what is no request of the page is refused with a sentence.
func TestRefused(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	outside := filepath.Join(filepath.Dir(dir), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := serve(t, dir)
	method := func(name string) func(*http.Request) { return func(r *http.Request) { r.Method = name } }
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	none := func(*http.Request) {}
	for _, x := range []struct {
		path   string
		change func(*http.Request)
		status int
		want   string
	}{
		{"/", method("POST"), 405, "this server only reads"},
		{"/data/0/manifest.json", method("DELETE"), 405, "this server only reads"},
		{"/", func(r *http.Request) { r.Body = http.NoBody; r.Body = body("x"); r.ContentLength = 1 }, 400, "with a body"},
		{"/", func(r *http.Request) { r.Host = "evil.example" }, 421, "does not answer to the name \"evil.example\""},
		{"/data/0/manifest.json", func(r *http.Request) { r.Host = "evil.example:80" }, 421, "does not answer to the name"},
		{"/datasets.json", header("Sec-Fetch-Site", "cross-site"), 403, "a page of another server"},
		{"/data/0/download?format=csv", header("Sec-Fetch-Site", "same-site"), 403, "a page of another server"},
		{"/?" + strings.Repeat("x", maxAddress), none, 414, "expected at most 8192"},
		{"/data/0/../../secret", none, 404, "nothing at this address"},
		{"/data/0/rows/..%2f..%2f..%2fsecret", none, 404, "nothing at this address"},
		{"/data/0/rows/%2e%2e/%2e%2e/%2e%2e/secret", none, 404, "nothing at this address"},
		{"/data/0/rows%5c..%5c..%5csecret", none, 404, "nothing at this address"},
		{"/data/0/rows/part-00000.parquet%00", none, 404, "nothing at this address"},
		{"/data/0//manifest.json", none, 404, "nothing at this address"},
		{"/data/0/effort.parquet", none, 404, "nothing at this address"},
		{"/data/0/.work/journal", none, 404, "nothing at this address"},
		{"/data/00/manifest.json", none, 404, "nothing at this address"},
		{"/data/-1/manifest.json", none, 404, "nothing at this address"},
		{"/data/1/manifest.json", none, 404, "nothing at this address"},
		{"/data/99999999999999999999/manifest.json", none, 404, "nothing at this address"},
		{"/package.json", none, 404, "nothing at this address"},
		{"/doc.go", none, 404, "nothing at this address"},
		{"/data/0/pictures?rows=20", none, 400, "expected a number from 0 to 19"},
		{"/data/0/pictures?rows=1,,2", none, 400, `row "": expected a number`},
		{"/data/0/pictures?rows=" + strings.Repeat("1,", 60) + "1", none, 400, "more than 60 rows"},
		{"/data/0/solutions?row=0", none, 400, "are no puzzles"},
		{"/data/0/download?format=exe", none, 400, "expected csv, jsonl, parquet, svg, png or html"},
		{"/data/0/download?format=csv&where=crossrods=1", none, 400, "did you mean crossroads?"},
		{"/data/0/download?format=png&limit=501", none, 400, "expected a number from 1 to 500"},
		{"/data/0/download?format=csv&limit=-1", none, 400, "expected a number from 1 to 20"},
	} {
		answer, text := c.ask(x.path, x.change)
		if answer.StatusCode != x.status || !strings.Contains(text, x.want) {
			t.Errorf("%.60s: %s: %.200s; expected %d, %s", x.path, answer.Status, text, x.status, x.want)
		}
		if answer.Header.Get("Content-Disposition") != "" || answer.StatusCode != 405 && !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/plain") {
			t.Errorf("%.60s: the refusal has the headers %v", x.path, answer.Header)
		}
	}
	answer, _ := c.ask("/", header("Sec-Fetch-Site", "cross-site"))
	if answer.StatusCode != http.StatusOK {
		t.Errorf("a link on another page: %s", answer.Status)
	}
}

// TestLinks: a link that leads out of a dataset is not followed, and what is no
// file is not opened.
func TestLinks(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	name := filepath.Join(dir, "tables", "pieces.parquet")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(filepath.Dir(dir), "secret")
	if err := os.WriteFile(outside, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, name); err != nil {
		t.Skip(err)
	}
	c := serve(t, dir)
	if answer, got := c.ask("/data/0/tables/pieces.parquet"); answer.StatusCode != http.StatusNotFound || strings.Contains(got, "PAR1") {
		t.Errorf("a link that leads out: %s", answer.Status)
	}
	site, err := New([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	if _, _, err := site.Export(t.Context(), out); err == nil {
		t.Error("a link that leads out was exported")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("half an export is left")
	}
	if _, err := os.Stat(out + ".tmp"); err == nil {
		t.Error("the folder of half an export is left")
	}
}

// TestStates: what cannot be shown is said in the list, and what changes is read
// again.
func TestStates(t *testing.T) {
	sound, cut, foreign := runFirst(t, 0, "tetro2-5x8", "puzzle.board={rows: 4, cols: 5}", "puzzle.pieces=[I4, O4, T4, S4, L4]", "measures=[]"), runFirst(t, 7, "tetro2-5x8"), t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, export.ManifestName), []byte("{\"manifest_version\": 3}"), 0o666); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := New([]string{missing}); err == nil || !strings.Contains(err.Error(), "is no dataset") {
		t.Errorf("a missing folder alone: %v", err)
	}
	c := serve(t, sound, cut, foreign, missing)
	expect := func(want ...string) {
		t.Helper()
		var all datasetList
		c.get("/datasets.json", &all)
		var got []string
		for _, d := range all.Datasets {
			got = append(got, fmt.Sprint(d.State, " ", d.Message))
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) && !strings.Contains(got[i], want[i]) {
				t.Errorf("dataset %d: %q, expected %q", i, got[i], want[i])
			}
		}
	}
	expect("complete ", "limited not all rows: the first 7 rows, by --limit", "damaged ", "missing is no dataset")
	if answer, text := c.ask("/data/2/page.json"); answer.StatusCode != 404 || !strings.Contains(text, "manifest") {
		t.Errorf("page.json of a foreign folder: %s: %s", answer.Status, text)
	}
	part := filepath.Join(sound, "rows", "part-00000.parquet")
	text, err := os.ReadFile(part)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(part, text[:100], 0o666); err != nil {
		t.Fatal(err)
	}
	expect("has 100 bytes, expected")
	if answer, _ := c.ask("/data/0/rows/part-00000.parquet"); answer.StatusCode != http.StatusInternalServerError {
		t.Errorf("a file that was cut short: %s", answer.Status)
	}
	if err := os.Remove(part); err != nil {
		t.Fatal(err)
	}
	expect("is not there: see coverstat verify")
	// The limited run is gone on with: the server shows it when it is complete.
	var before, after page
	c.get("/data/1/page.json", &before)
	if err := os.RemoveAll(cut); err != nil {
		t.Fatal(err)
	}
	expect("", "is no dataset")
	if err := os.Rename(runFirst(t, 9, "tetro2-5x8"), cut); err != nil {
		t.Fatal(err)
	}
	c.get("/data/1/page.json", &after)
	if fmt.Sprint(before.Headline) == fmt.Sprint(after.Headline) {
		t.Errorf("still %v after another run", after.Headline)
	}
}

// TestNames: a server answers to the names that lead to it and to no other.
func TestNames(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	at := func(ip string) *net.TCPAddr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }
	for _, x := range []struct {
		listened     string
		address      *net.TCPAddr
		url          string
		right, wrong []string
	}{
		{"127.0.0.1", at("127.0.0.1"), "http://127.0.0.1:8080/",
			[]string{"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"},
			[]string{"", "127.0.0.1", "localhost", "127.0.0.1:80", "localhost.:8080", "evil.example:8080", "10.0.0.7:8080", own + ":8080", "localhost:8080:8080", "evil.example#localhost:8080"}},
		{"192.168.1.7", at("192.168.1.7"), "http://192.168.1.7:8080/",
			[]string{"192.168.1.7:8080"}, []string{"localhost:8080", "127.0.0.1:8080", "192.168.1.8:8080", "evil.example:8080"}},
		{"box.lan", at("192.168.1.7"), "http://box.lan:8080/",
			[]string{"192.168.1.7:8080", "box.lan:8080", "BOX.lan:8080"}, []string{"box:8080", "localhost:8080"}},
		{"0.0.0.0", at("0.0.0.0"), "http://" + own + ":8080/",
			[]string{"192.168.1.7:8080", "[fe80::1]:8080", "localhost:8080", own + ":8080"}, []string{"evil.example:8080", "evil.example"}},
	} {
		if got := URL(x.listened, x.address); got != x.url {
			t.Errorf("%s: %s, expected %s", x.listened, got, x.url)
		}
		for _, host := range x.right {
			if !ours(x.listened, x.address, host) {
				t.Errorf("%s refuses %q", x.listened, host)
			}
		}
		for _, host := range x.wrong {
			if ours(x.listened, x.address, host) {
				t.Errorf("%s takes %q", x.listened, host)
			}
		}
	}
	plain := func(host string) bool {
		return ours("127.0.0.1", &net.TCPAddr{IP: net.ParseIP("127.0.0.1"), Port: 80}, host)
	}
	if !plain("localhost") || !plain("[::1]") {
		t.Error("names without a port are those of port 80")
	}
}

type text struct{ *bytes.Reader }

func (text) Close() error { return nil }

func body(s string) text { return text{bytes.NewReader([]byte(s))} }
