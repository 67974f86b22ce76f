package browse

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/export"
)

// TestHostile: names that look like markup stay text, and a manifest that names a
// file outside of its dataset does not lead there.
func TestHostile(t *testing.T) {
	dir := runInto(t, filepath.Join("..", "..", "..", "export", "report", "testdata", "hostile.yaml"))
	name := filepath.Join(dir, export.ManifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	m["name"] = "\"\r\nSet-Cookie: x=1\r\n<script>alert(1)</script>"
	stats := m["stats"].(map[string]any)
	stats["path"] = "../secret"
	stats["sha256"] = "\"\r\nSet-Cookie: x=1"
	if text, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string][]byte{name: text, filepath.Join(filepath.Dir(dir), "secret"): []byte("secret")} {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := serve(t, dir)
	for _, path := range []string{"/datasets.json", "/data/0/page.json", "/data/0/pictures?rows=0,1"} {
		if text := c.get(path, nil); strings.ContainsAny(text, "<>") {
			t.Errorf("%s has markup: %s", path, text)
		}
	}
	answer, got := c.ask("/data/0/" + study.StatsName)
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(got, "{") || answer.Header.Get("ETag") != "" {
		t.Errorf("stats.json: %s: %.60s", answer.Status, got)
	}
	if answer, _ := c.ask("/data/0/../secret"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("the file beside the dataset: %s", answer.Status)
	}
	answer, _ = c.ask("/data/0/download?format=csv&limit=1")
	if d := answer.Header.Get("Content-Disposition"); strings.ContainsAny(d, "\r\n<>;:=") && !strings.HasPrefix(d, `attachment; filename="---Set-Cookie--x-1---script-alert-1---script-.csv"`) {
		t.Errorf("the download's name: %q", d)
	}
	if answer.Header.Get("Set-Cookie") != "" {
		t.Error("a name became a header")
	}
}

// TestPanic: a drawer that comes down is an answer, and not the end of the server.
func TestPanic(t *testing.T) {
	s := &Site{drawing: make(chan struct{}, 1)}
	for range 2 { // the place is free again
		w := httptest.NewRecorder()
		s.working(w, httptest.NewRequest(http.MethodGet, "/", nil), work{s.drawing, func(http.ResponseWriter, *http.Request) error { panic("no such column") }})
		if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "no such column") {
			t.Errorf("%d: %s", w.Code, w.Body)
		}
	}
}
