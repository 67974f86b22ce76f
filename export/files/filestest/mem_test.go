package filestest

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"coverstat/export/files"
)

func TestMemForgetsWhatWasNotSynced(t *testing.T) {
	m := NewMem()
	write := func(name, text string, sync bool) {
		f, err := m.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(text))
		if sync {
			f.Sync()
		}
	}
	write("/kept", "contents", true)
	write("/empty", "contents", false)
	m.SyncDir("/")
	write("/nameless", "contents", true)
	m.Rename("/kept", "/renamed")
	after := m.Crash(nil)
	entries, err := after.ReadDir("/")
	if err != nil || fmt.Sprint(entries) != "[- empty - kept]" {
		t.Errorf("%v, %v", entries, err)
	}
	for name, want := range map[string]string{"/empty": "", "/kept": "contents"} {
		if text, err := files.ReadFile(after, name, 100); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestDiskFull(t *testing.T) {
	m := NewMem()
	m.Capacity = 10
	err := files.WriteAtomic(m, "/x", []byte("more than ten bytes"))
	if !errors.Is(err, syscall.ENOSPC) || !files.Resumable(err) {
		t.Errorf("%v, want ENOSPC", err)
	}
	if m.Used() != 0 {
		t.Errorf("%d bytes left behind", m.Used())
	}
}
