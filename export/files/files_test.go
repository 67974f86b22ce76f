package files_test

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

	"coverstat/export/files"
	"coverstat/export/files/filestest"
)

// Both file systems behave in the same way.
func TestOperations(t *testing.T) {
	for name, c := range map[string]struct {
		fsys files.FS
		dir  string
	}{
		"os":  {files.OS(), t.TempDir()},
		"mem": {filestest.NewMem(), "/tmp"},
	} {
		t.Run(name, func(t *testing.T) { operations(t, c.fsys, filepath.Join(c.dir, "a", "b")) })
	}
}

func operations(t *testing.T, fsys files.FS, dir string) {
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
	must(files.WriteAtomic(fsys, name, []byte("one")))
	must(files.WriteAtomic(fsys, name, []byte("two")))
	f, err := fsys.Append(name)
	must(err)
	_, err = f.Write([]byte(" and more"))
	must(err)
	must(f.Sync())
	must(f.Close())
	text, err := files.ReadFile(fsys, name, 100)
	must(err)
	if string(text) != "two and more" {
		t.Errorf("read %q", text)
	}
	if _, err := files.ReadFile(fsys, name, 5); err == nil {
		t.Error("read more than the limit")
	}
	if _, err := fsys.Open(dir); err == nil {
		t.Error("opened a folder as a file")
	}
	if err := fsys.MkdirAll(name); err == nil {
		t.Error("made a folder where there is a file")
	}
	a, err := files.CreateAtomic(fsys, filepath.Join(dir, "y"))
	must(err)
	a.Discard()
	f, err = fsys.Create(filepath.Join(dir, "z"+files.Temporary))
	must(err)
	must(f.Close())
	_, err = files.RemoveIf(fsys, dir, func(name string) bool { return strings.HasSuffix(name, files.Temporary) })
	must(err)
	entries, err := fsys.ReadDir(dir)
	must(err)
	if len(entries) != 1 || entries[0].Name() != "x" || entries[0].IsDir() {
		t.Errorf("entries %v", entries)
	}
	if there, err := files.Exists(fsys, filepath.Join(dir, "y")); there || err != nil {
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
	if _, err := fsys.Lock(filepath.Join(dir, "lock")); !errors.As(err, new(*files.LockedError)) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second lock: %v", err)
	}
	must(lock.Close())
	isLocked(false)
	// The file of a lock that nobody holds can be locked again.
	lock, err = fsys.Lock(filepath.Join(dir, "lock"))
	must(err)
	must(files.RemoveTree(fsys, filepath.Dir(dir)))
	must(lock.Close())
	if _, err := fsys.ReadDir(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after RemoveTree: %v", err)
	}
	must(files.RemoveTree(fsys, dir))
	must(fsys.MkdirAll(filepath.Join(dir, "lock")))
	if _, err := fsys.Lock(filepath.Join(dir, "lock")); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a folder for a lock: %v", err)
	}
}

// The system gives back the lock of a process that is killed.
func TestLockOfAKilledProcess(t *testing.T) {
	const env = "COVERSTAT_TEST_LOCK"
	if name := os.Getenv(env); name != "" {
		lock, err := files.OS().Lock(name)
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
	taken, err := files.OS().Lock(name)
	if !errors.As(err, new(*files.LockedError)) {
		t.Errorf("while the other lives: %v", err)
	}
	if err == nil {
		taken.Close()
	}
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	lock, err := files.OS().Lock(name)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	lock.Close()
}
