// Package exporttest compares datasets in tests: the same config must give the
// same bytes, however a dataset was made.
package exporttest

import (
	"path/filepath"
	"testing"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"
)

// Contents reads every file below a folder but the manifest, which may differ
// because it says when and where a dataset was made. Keys are paths below the
// folder.
func Contents(t testing.TB, fsys files.FS, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var walk func(below string)
	walk = func(below string) {
		entries, err := fsys.ReadDir(filepath.Join(dir, below))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(below, e.Name())
			switch {
			case e.IsDir():
				walk(name)
			case e.Name() != export.ManifestName:
				data, err := files.ReadFile(fsys, filepath.Join(dir, name), 1<<32)
				if err != nil {
					t.Fatal(err)
				}
				all[name] = string(data)
			}
		}
	}
	walk("")
	return all
}

// Same reports every file that differs, is missing or should not be there.
func Same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs (%d bytes, expected %d)", what, name, len(got[name]), len(want[name]))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is there and should not be", what, name)
		}
	}
}

// WriteTable writes a table into a dataset and returns its entry for the manifest.
func WriteTable(t testing.TB, fsys files.FS, dir string, table enumerate.Table) export.Table {
	t.Helper()
	f, entry, err := export.EncodeTable(table)
	if err == nil {
		err = f.Write(fsys, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return entry
}
