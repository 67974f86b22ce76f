package produce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/export/files"
)

// TestWriteFile: only new files, empty ones and those with the mark are written, and a
// refusal changes nothing.
func TestWriteFile(t *testing.T) {
	const mark = "<!-- ours -->"
	for what, c := range map[string]struct {
		old, temporary string // "" is none
		mark           string
		refused        string // what the error says
	}{
		"new":                 {mark: mark},
		"new, none replaced":  {},
		"ours":                {old: "text" + mark + "more", mark: mark},
		"another":             {old: "text", mark: mark, refused: "has not written it"},
		"none replaced":       {old: mark, refused: "has not written it"},
		"another's temporary": {temporary: "text", mark: mark, refused: files.Temporary + " exists"},
		"our temporary":       {temporary: "half a text " + mark, mark: mark},
	} {
		name := filepath.Join(t.TempDir(), "file")
		for suffix, text := range map[string]string{"": c.old, files.Temporary: c.temporary} {
			if text == "" {
				continue
			}
			if err := os.WriteFile(name+suffix, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := WriteFile(name, []byte("new"), c.mark)
		if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
			t.Errorf("%s: %v, expected %q", what, err, c.refused)
		}
		want := "new"
		if c.refused != "" {
			want = c.old
		}
		if got, _ := os.ReadFile(name); string(got) != want {
			t.Errorf("%s: the file is %q, expected %q", what, got, want)
		}
	}
	dir := t.TempDir()
	if err := WriteFile(dir, nil, mark); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(empty, []byte("new"), mark); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}
