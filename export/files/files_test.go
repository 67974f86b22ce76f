package files

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Both file systems behave alike.
func TestOperations(t *testing.T) {
	for name, c := range map[string]struct {
		fsys FS
		dir  string
	}{
		"os":  {OS(), t.TempDir()},
		"mem": {NewMem(), "/tmp"},
	} {
		t.Run(name, func(t *testing.T) { operations(t, c.fsys, filepath.Join(c.dir, "a", "b")) })
	}
}

func operations(t *testing.T, fsys FS, dir string) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := fsys.Create(filepath.Join(dir, "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("create in a folder that is not there: %v", err)
	}
	must(fsys.MkdirAll(dir))
	must(fsys.MkdirAll(dir))
	name := filepath.Join(dir, "x")
	must(WriteAtomic(fsys, name, []byte("one")))
	must(WriteAtomic(fsys, name, []byte("two")))
	f, err := fsys.Append(name)
	must(err)
	_, err = f.Write([]byte(" and more"))
	must(err)
	must(f.Sync())
	must(f.Close())
	text, err := ReadFile(fsys, name, 100)
	must(err)
	if string(text) != "two and more" {
		t.Errorf("read %q", text)
	}
	if _, err := ReadFile(fsys, name, 5); err == nil {
		t.Error("read more than the limit")
	}
	if _, err := fsys.Open(dir); err == nil {
		t.Error("opened a folder as a file")
	}
	if err := fsys.MkdirAll(name); err == nil {
		t.Error("made a folder where there is a file")
	}
	a, err := CreateAtomic(fsys, filepath.Join(dir, "y"))
	must(err)
	a.Discard()
	f, err = fsys.Create(filepath.Join(dir, "z"+Temporary))
	must(err)
	must(f.Close())
	must(RemoveTemporary(fsys, dir))
	entries, err := fsys.ReadDir(dir)
	must(err)
	if len(entries) != 1 || entries[0] != (Entry{Name: "x", Size: 12}) {
		t.Errorf("entries %v", entries)
	}
	if there, err := Exists(fsys, filepath.Join(dir, "y")); there || err != nil {
		t.Errorf("discarded file: %v %v", there, err)
	}

	isLocked := func(want bool) {
		t.Helper()
		if got, err := fsys.Locked(filepath.Join(dir, "lock")); got != want || err != nil {
			t.Errorf("locked: %v, %v", got, err)
		}
	}
	isLocked(false)
	lock, err := fsys.Lock(filepath.Join(dir, "lock"))
	must(err)
	isLocked(true)
	if _, err := fsys.Lock(filepath.Join(dir, "lock")); !errors.As(err, new(*LockedError)) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second lock: %v", err)
	}
	must(lock.Close())
	isLocked(false)
	// The file of a lock whose owner is gone is no obstacle.
	lock, err = fsys.Lock(filepath.Join(dir, "lock"))
	must(err)
	must(RemoveTree(fsys, filepath.Dir(dir)))
	must(lock.Close())
	if _, err := fsys.ReadDir(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after RemoveTree: %v", err)
	}
	must(RemoveTree(fsys, dir))
	must(fsys.MkdirAll(filepath.Join(dir, "lock")))
	if _, err := fsys.Lock(filepath.Join(dir, "lock")); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a folder for a lock: %v", err)
	}
}

// A lock dies with its process, even one that is killed.
func TestLockOfAKilledProcess(t *testing.T) {
	const env = "COVERSTAT_TEST_LOCK"
	if name := os.Getenv(env); name != "" {
		lock, err := OS().Lock(name)
		if err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("locked\n")
		time.Sleep(time.Minute) // killed long before
		lock.Close()
		return
	}
	name := filepath.Join(t.TempDir(), "lock")
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockOfAKilledProcess$")
	cmd.Env = append(os.Environ(), env+"="+name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 7)); err != nil {
		t.Fatal(err)
	}
	taken, err := OS().Lock(name)
	if !errors.As(err, new(*LockedError)) {
		t.Errorf("while the other lives: %v", err)
	}
	if err == nil {
		taken.Close()
	}
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	lock, err := OS().Lock(name)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	lock.Close()
}

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
	if err != nil || len(entries) != 2 || entries[0] != (Entry{Name: "empty"}) || entries[1] != (Entry{Name: "kept", Size: 8}) {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestDiskFull(t *testing.T) {
	m := NewMem()
	m.Capacity = 10
	err := WriteAtomic(m, "/x", []byte("more than ten bytes"))
	if !errors.Is(err, syscall.ENOSPC) || !Resumable(err) {
		t.Errorf("%v, want ENOSPC", err)
	}
	if m.Used() != 0 {
		t.Errorf("%d bytes left behind", m.Used())
	}
}
