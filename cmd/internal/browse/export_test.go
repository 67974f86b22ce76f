package browse

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
)

func exportTo(t *testing.T, out string, dirs ...string) error {
	t.Helper()
	site, err := New(dirs)
	if err != nil {
		t.Fatal(err)
	}
	n, size, err := site.Export(t.Context(), out)
	if err != nil {
		return err
	}
	all := int64(0)
	for _, text := range contents(t, out) {
		n--
		all += int64(len(text))
	}
	if n != 0 || all != size {
		t.Errorf("%s: %d files fewer than said, %d bytes, said %d", out, n, all, size)
	}
	return nil
}

// contents reads every file below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	below := os.DirFS(dir)
	err := fs.WalkDir(below, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(below, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestExport: a plain file server serves an export as the server of browse serves
// the datasets, byte for byte, without what only that can do.
func TestExport(t *testing.T) {
	tiling, board := runFirst(t, 20, "tetro2-5x8"), runInto(t, "pentomino-subsets-5x5", "puzzle.board={rows: 3, cols: 5}", "puzzle.choose={pieces: 3, from: [pentominoes]}", "measures=[]")
	before := contents(t, tiling)
	out := filepath.Join(t.TempDir(), "public")
	if err := exportTo(t, out, tiling, board); err != nil {
		t.Fatal(err)
	}
	plain := httptest.NewServer(http.FileServer(http.Dir(out)))
	defer plain.Close()
	static, live := &client{t, plain.URL}, serve(t, tiling, board)
	for path := range contents(t, out) {
		if path == "index.html" {
			path = ""
		}
		if strings.HasSuffix(path, "page.json") || path == listName {
			continue
		}
		if got, want := static.get("/"+path, nil), live.get("/"+path, nil); got != want {
			t.Errorf("%s: %d bytes, the server has %d", path, len(got), len(want))
		}
	}
	for path, text := range before {
		if strings.HasPrefix(path, ".work/") || path == export.EffortName {
			continue
		}
		if static.get("/data/0/"+path, nil) != text {
			t.Errorf("%s differs from the dataset's file", path)
		}
	}
	var all datasetList
	if static.get("/datasets.json", &all); all.Server || len(all.Datasets) != 2 || all.Datasets[0].Folder != "" {
		t.Errorf("datasets.json: %+v", all)
	}
	var here, there page
	static.get("/data/0/page.json", &here)
	live.get("/data/0/page.json", &there)
	if there.Can.Download, there.Can.Sheet, there.Can.Explore = false, false, false; encoded(here) != encoded(there) {
		t.Errorf("page.json: %s\nthe server has %s", encoded(here), encoded(there))
	}
	if text := static.get("/data/1/page.json", nil); !strings.Contains(text, `"reason"`) {
		t.Errorf("pictures that are searched for: %s", text)
	}
	if err := exportTo(t, out, board); err != nil { // replaces the earlier one
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, "data", "1")); err == nil {
		t.Error("something of the earlier export is left")
	}
	entries, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the export: %v, %v", entries, err)
	}
	if after := contents(t, tiling); encoded(after) != encoded(before) {
		t.Error("the dataset changed")
	}
}

func encoded(v any) string { text, _ := json.Marshal(v); return string(text) }

// TestExportRefused: an export touches no folder with other files in it, and leaves
// nothing of itself when it fails.
func TestExportRefused(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.txt"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(foreign, "thesis.txt")
	beside := filepath.Join(t.TempDir(), "public")
	if err := os.CopyFS(beside+".tmp", os.DirFS(foreign)); err != nil {
		t.Fatal(err)
	}
	for out, want := range map[string]string{foreign: "holds other files", file: "is no folder", beside: "holds other files", dir: "holds other files"} {
		if err := exportTo(t, out, dir); err == nil || !strings.Contains(err.Error(), want) || !errorsAsInput(err) {
			t.Errorf("%s: %v, expected %s", out, err, want)
		}
	}
	for _, name := range []string{file, beside + ".tmp/thesis.txt"} {
		if text, err := os.ReadFile(name); err != nil || !bytes.Equal(text, []byte("mine")) {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
	if err := exportTo(t, filepath.Join(t.TempDir(), "x"), dir, foreign); err == nil || !strings.Contains(err.Error(), "cannot be exported") {
		t.Errorf("a folder without a dataset: %v", err)
	}
	site, err := New([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	home := t.TempDir()
	if _, _, err := site.Export(ctx, filepath.Join(home, "public")); err == nil {
		t.Error("a cancelled export is no error")
	}
	if entries, _ := os.ReadDir(home); len(entries) > 0 {
		t.Errorf("a cancelled export left %v", entries)
	}
}

func errorsAsInput(err error) bool {
	_, ok := err.(*enumerate.InputError)
	return ok
}

// TestExportDamaged: what is damaged is not copied, though no length shows it.
func TestExportDamaged(t *testing.T) {
	dir := runFirst(t, 20, "tetro2-5x8")
	for name := range contents(t, dir) {
		if name == export.EffortName || strings.HasPrefix(name, export.WorkDir) {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(text)
		at := bytes.LastIndexAny(damaged, "0123456789")
		damaged[at] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "out")
		if err := exportTo(t, out, dir); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s is damaged: %v", name, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s is damaged, and yet there is a copy", name)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := exportTo(t, filepath.Join(t.TempDir(), "out"), dir); err != nil {
		t.Error(err)
	}
}
