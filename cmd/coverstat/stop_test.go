package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/progress"
)

// TestKeptFresh: the command of a stopped run with --fresh would begin again.
func TestKeptFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for fresh, want := range map[bool]string{
		false: "runs/queens-8; the same command goes on",
		true:  "runs/queens-8; the same command goes on if it is given without --fresh",
	} {
		if got := stopNotice(&produce.RunOptions{Out: "runs/queens-8", Fresh: fresh}, &progress.Display{}); !strings.HasSuffix(got, want) {
			t.Errorf("fresh %v: %q, expected %q", fresh, got, want)
		}
	}
}

// TestStopWhilePreparing interrupts commands in the middle of work that takes half a
// minute to minutes: preparing a puzzle of 300,000 options. They have said what they do,
// end soon and exit with 3.
func TestStopWhilePreparing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := t.TempDir()
	var b bytes.Buffer
	const items = 600
	for i := range items {
		fmt.Fprintf(&b, "i%d ", i)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 300_000 {
		p := random.Perm(items)
		fmt.Fprintf(&b, "\ni%d i%d i%d", p[0], p[1], p[2])
	}
	b.WriteByte('\n')
	config := filepath.Join(dir, "huge.yaml")
	for name, data := range map[string][]byte{
		filepath.Join(dir, "huge.txt"): b.Bytes(),
		config:                         []byte("family: exactcover\njob: census\npuzzle: {input: huge.txt}\n"),
	} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"check"}, {"estimate"}, {"run", "--out", filepath.Join(dir, "out")}} {
		c := program(t, append(args, config)...)
		messages, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(messages)
		if !lines.Scan() || !strings.Contains(lines.Text(), "preparing the puzzle") && !strings.Contains(lines.Text(), "cutting the search") {
			t.Errorf("%s: said %q first, expected what it does", args[0], lines.Text())
		}
		began := time.Now()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		said := ""
		for lines.Scan() {
			said += lines.Text() + "\n"
		}
		c.Wait() // the exit code is looked at below
		// The program gives itself 0.8 s; the machine may be busy.
		if took := time.Since(began); took > 5*time.Second || c.ProcessState.ExitCode() != exitStopped || !strings.Contains(said, "stopped") {
			t.Errorf("%s: exit %d %v after the signal, expected %d; it said %q", args[0], c.ProcessState.ExitCode(), took, exitStopped, said)
		}
	}
}

// TestStopAnswers interrupts commands that only print, while they wait for somebody to
// write or to read: they exit with 3.
func TestStopAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "out")
	if out, err := program(t, "run", "chessboard", "--out", dir, "--progress", "none").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, args := range [][]string{{"solve", "sudoku"}, {"cat", dir}} {
		c := program(t, args...)
		in, out, err := os.Pipe() // nobody writes to c, and nobody reads from it
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		defer out.Close()
		c.Stdin, c.Stdout = in, out
		messages, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // until it waits
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(messages)
		c.Wait() // the exit code is looked at below
		if code := c.ProcessState.ExitCode(); code != exitStopped || !bytes.Contains(said, []byte("stopped")) {
			t.Errorf("%s: exit %d, expected %d: %s", args[0], code, exitStopped, said)
		}
	}
}
