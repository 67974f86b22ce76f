package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// smallDisk mounts a file system of a given size, or skips the test where
// that is not allowed.
func smallDisk(t *testing.T, size string) (dir string, remount func(options string)) {
	t.Helper()
	dir = t.TempDir()
	mount := func(options string, args ...string) error {
		return exec.Command("mount", append(args, "-o", options, dir)...).Run()
	}
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", dir).Run(); err != nil {
		t.Skipf("no permission to mount a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := exec.Command("umount", dir).Run(); err != nil {
			t.Error(err)
		}
	})
	return dir, func(options string) {
		if err := mount("remount,"+options, "-t", "tmpfs"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDiskFull runs into a full disk: exit 3 with a clear error, nothing that
// was committed lost, and with room made the run goes on to the same bytes.
func TestDiskFull(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir, remount := smallDisk(t, "400k")
	reference := filepath.Join(t.TempDir(), "want")
	args := []string{"run", "chessboard", "--progress", "none", "--commit-every", "5ms", "--out"}
	if out, err := program(t, append(args, reference)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out := filepath.Join(dir, "out")
	c := program(t, append(args, out)...)
	message, _ := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != exitStopped || !bytes.Contains(message, []byte("no space left on device: make room; the same command goes on, with ")) {
		t.Fatalf("exit %d: %s", code, message)
	}
	remount("size=20m")
	if message, err := program(t, append(args, out)...).CombinedOutput(); err != nil {
		t.Fatalf("with room made: %v\n%s", err, message)
	}
	exporttest.Same(t, "after a full disk", exporttest.Contents(t, files.OS(), out), exporttest.Contents(t, files.OS(), reference))
	half := filepath.Join(dir, "half")
	if message, err := program(t, append(args, half, "--limit", "100")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	// What only looks needs no write.
	remount("ro")
	const readOnly = "read-only file system"
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{append(args, filepath.Join(dir, "other")), exitUsage, readOnly},
		{append(args, half), exitUsage, readOnly},
		{append(args, out), 0, "already complete"},
		{[]string{"status", half}, 0, "complete as far as asked"},
		{[]string{"verify", half}, exitStopped, "sound and complete as far as asked"},
		{[]string{"cat", half, "--limit", "1"}, 0, ""},
		{[]string{"card", out}, exitUsage, readOnly},
		{[]string{"report", out, "--quick"}, exitUsage, readOnly},
		{[]string{"draw", out, "--row", "0", "--out", filepath.Join(dir, "x.svg")}, exitUsage, readOnly},
	} {
		p := program(t, c.args...)
		message, _ := p.CombinedOutput()
		if code := p.ProcessState.ExitCode(); code != c.code || !bytes.Contains(message, []byte(c.says)) {
			t.Errorf("a read-only disk, %v: exit %d, expected %d: %s", c.args, code, c.code, message)
		}
	}
}

// TestFileSizeLimit runs into a limit of the size of files: exit 3, and without it the
// run goes on.
func TestFileSizeLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	out := filepath.Join(t.TempDir(), "out")
	c := program(t, "run", "pent-3x20", "--out", out, "--progress", "none")
	run := c.Args
	c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", `ulimit -f 1; exec "$@"`, "sh"}, run...)
	message, _ := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != exitStopped || !bytes.Contains(message, []byte("file too large")) {
		t.Errorf("exit %d, expected %d: %s", code, exitStopped, message)
	}
	if message, err := program(t, run[1:]...).CombinedOutput(); err != nil {
		t.Errorf("without the limit: %v\n%s", err, message)
	}
}

// TestNewOnFullDisk: a config that does not fit on the disk leaves no file, so that new
// can be run again.
func TestNewOnFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir, remount := smallDisk(t, "4k")
	if err := os.WriteFile(filepath.Join(dir, "full"), make([]byte, 4096), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "my.yaml")
	args := []string{"new", "--family", "polyomino", "--board", "3x20", "--pieces", "pentominoes", "--out", file}
	if message, err := program(t, args...).CombinedOutput(); err == nil || !bytes.Contains(message, []byte("no space left")) {
		t.Errorf("%v: %s", err, message)
	}
	remount("size=20k")
	if message, err := program(t, args...).CombinedOutput(); err != nil {
		t.Errorf("with room made: %v\n%s", err, message)
	}
}

// TestVanish removes the folder under a run: exit 3, as it may be on a disk
// that comes back.
func TestVanish(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	c := program(t, "run", "onesided-9x10", "--out", dir, "--progress", "none", "--commit-every", "50ms")
	var message bytes.Buffer
	c.Stderr = &message
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	underWay(t, dir)
	for range 100 { // the run may write between our reading and removing
		if os.RemoveAll(dir) == nil {
			break
		}
	}
	c.Wait() // the exit code is looked at below
	if code := c.ProcessState.ExitCode(); code != exitStopped {
		t.Errorf("exit %d, expected %d: %s", code, exitStopped, &message)
	}
}

// TestFresh discards a stopped run and a report, and begins anew. A README that no card
// is stays.
func TestFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	mine := filepath.Join(dir, "README.md")
	for _, args := range [][]string{
		{"run", "pent-5x12", "--out", dir, "--limit", "10"}, // leaves its work to go on with
		{"run", "pent-5x12", "--out", dir, "--fresh"},
		{"report", dir},
		{"run", "scott", "--out", dir, "--fresh"},
		{"verify", dir},
	} {
		if message, err := program(t, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, message)
		}
		if args[0] == "report" {
			if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("a README of somebody else's: %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "report.html")); err == nil {
		t.Error("the report of the discarded dataset is still there")
	}
}

// TestDamagedSegment flips a byte of a segment of a stopped run: its tasks are
// named, done again, and the bytes are those of an undisturbed run.
func TestDamagedSegment(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	base := t.TempDir()
	want, dir := filepath.Join(base, "want"), filepath.Join(base, "out")
	if message, err := program(t, "run", "pent-5x12", "--out", want).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	if message, err := program(t, "run", "pent-5x12", "--out", dir, "--limit", "200").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	segments, err := filepath.Glob(filepath.Join(dir, ".work", "*.seg"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("segments %v, %v", segments, err)
	}
	data, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 4
	if err := os.WriteFile(segments[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
	message, err := program(t, "run", "pent-5x12", "--out", dir).CombinedOutput()
	if err != nil || !bytes.Contains(message, []byte("committed tasks were lost")) {
		t.Fatalf("%v\n%s", err, message)
	}
	exporttest.Same(t, "after a damaged segment", exporttest.Contents(t, files.OS(), dir), exporttest.Contents(t, files.OS(), want))
}

// TestMemory bounds the memory of a census of millions of rows and of a sample
// that spills.
func TestMemory(t *testing.T) {
	if !soak() {
		t.Skip("takes half a minute: set COVERSTAT_SOAK=1")
	}
	for _, args := range [][]string{
		{"dominoes-8x8"},
		{"chessboard-uniform", "--set", "sample.draws=5000000", "--set", "sample.memory_limit=8MB"},
	} {
		c := program(t, append([]string{"run", "--out", filepath.Join(t.TempDir(), "out"), "--progress", "none", "--workers", "2"}, args...)...)
		if message, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, message)
		}
		peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
		t.Logf("%s: %d MB", args[0], peak)
		if peak > 512 {
			t.Errorf("%s: %d MB, expected at most 512", args[0], peak)
		}
	}
}
