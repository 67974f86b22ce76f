package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"coverstat/export/exporttest"
	"coverstat/export/files"
)

// program returns a command that runs the program in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

func soak() bool { return os.Getenv("COVERSTAT_SOAK") != "" }

// killed are runs of every kind, each long enough to be interrupted.
var killed = [][]string{
	{"pent-6x10", "--kernel", "bits"},
	{"tetro2-5x8", "--kernel", "dlx", "--set", "cut=0.0005"},
	{"baibian-census", "--set", "puzzle.board={rows: 5, cols: 5}", "--set", "puzzle.blocked=[{choose: 5}]", "--set", "puzzle.pieces=[S4, T4, O4, L4, I4]", "--set", "puzzle.method=each"},
	{"pentomino-subsets-5x5", "--set", "puzzle.board.cols=6", "--set", "puzzle.choose.pieces=6", "--set", "puzzle.method=each"},
	{"nonograms-5x5", "--set", "puzzle.rows=4", "--set", "puzzle.cols=4"},
	{"sudoku-6x6", "--set", "cut=0.001"},
}

// TestKill kills runs at random moments, again and again, until they are
// complete: the bytes must be those of an undisturbed run. The soak suite
// kills 60 times a run at least, 300 times in all.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	kills := 4
	runs := killed[:2]
	if soak() {
		kills, runs = 60, killed
	}
	random := rand.New(rand.NewPCG(2026, 11))
	for _, args := range runs {
		t.Run(args[0], func(t *testing.T) {
			base := t.TempDir()
			want := filepath.Join(base, "want")
			began := time.Now()
			if out, err := program(t, append([]string{"run", "--out", want, "--progress", "none"}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			whole := time.Since(began)
			reference := exporttest.Contents(t, files.OS(), want)
			got := filepath.Join(base, "got")
			done, completed := 0, 0
			for done < kills {
				os.RemoveAll(got)
				for {
					c := program(t, append([]string{"run", "--out", got, "--progress", "none", "--commit-every", "10ms"}, args...)...)
					var messages bytes.Buffer
					c.Stderr = &messages
					if err := c.Start(); err != nil {
						t.Fatal(err)
					}
					timer := time.AfterFunc(time.Duration(random.Int64N(int64(whole)*4/5)+1), func() { c.Process.Kill() })
					err := c.Wait()
					timer.Stop()
					if err == nil {
						break
					}
					if c.ProcessState.ExitCode() >= 0 {
						t.Fatalf("%v\n%s", err, &messages)
					}
					done++
				}
				completed++
				exporttest.Same(t, fmt.Sprintf("after %d kills", done), exporttest.Contents(t, files.OS(), got), reference)
			}
			t.Logf("killed %d times, %d runs completed, each with the same bytes", done, completed)
		})
	}
}

// TestStop sends SIGINT and SIGTERM: the run must end within a second with
// exit code 3, and go on afterwards.
func TestStop(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := program(t, "run", "onesided-9x10", "--out", dir, "--progress", "none")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		underWay(t, dir)
		time.Sleep(300 * time.Millisecond)
		began := time.Now()
		if err := c.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		c.Wait() // the exit code is looked at below
		if code := c.ProcessState.ExitCode(); code != exitStopped {
			t.Errorf("%v: exit %d, expected %d", sig, code, exitStopped)
		}
		// Generous: the machine may be busy. The kernel looks at the flag every
		// thousand nodes.
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%v: stopped after %v", sig, took)
		}
	}
	c := program(t, "verify", dir)
	if out, err := c.CombinedOutput(); c.ProcessState.ExitCode() != exitStopped {
		t.Errorf("verify of a stopped run: %v, expected exit %d\n%s", err, exitStopped, out)
	}
}

// underWay waits until a run has begun to search: its manifest is there.
func underWay(t *testing.T, dir string) {
	t.Helper()
	for range 3000 { // a minute: the machine may be busy
		if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("no run has begun in %s", dir)
}

// TestTwoProcesses starts a second run on a folder in use, one that is to begin
// anew, too: it is refused, and the first is not disturbed. Meanwhile verify and
// status look on.
func TestTwoProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	first := program(t, "run", "onesided-9x10", "--out", dir, "--progress", "none", "--commit-every", "10ms")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	underWay(t, dir)
	for _, fresh := range []string{"--fresh=false", "--fresh"} {
		second := program(t, "run", "onesided-9x10", "--out", dir, "--progress", "none", fresh)
		out, _ := second.CombinedOutput()
		if code := second.ProcessState.ExitCode(); code != exitUsage || !bytes.Contains(out, fmt.Appendf(nil, "in use by process %d on ", first.Process.Pid)) {
			t.Errorf("the second run, %s: exit %d, %s", fresh, code, out)
		}
	}
	look := program(t, "verify", dir)
	if out, _ := look.CombinedOutput(); look.ProcessState.ExitCode() != exitStopped {
		t.Errorf("verify of a live run: exit %d, %s", look.ProcessState.ExitCode(), out)
	}
	if out, err := program(t, "status", dir).CombinedOutput(); err != nil || !bytes.Contains(out, []byte("running")) {
		t.Errorf("status of a live run: %v, %s", err, out)
	}
	first.Process.Kill() // leaves its lock behind
	first.Wait()
	look = program(t, "verify", dir)
	if out, _ := look.CombinedOutput(); look.ProcessState.ExitCode() != exitStopped {
		t.Errorf("verify of a killed run: exit %d, %s", look.ProcessState.ExitCode(), out)
	}
	third := program(t, "run", "onesided-9x10", "--out", dir, "--progress", "none", "--limit", "1")
	if out, err := third.CombinedOutput(); err != nil {
		t.Errorf("a stale lock is an obstacle: %v\n%s", err, out)
	}
}
