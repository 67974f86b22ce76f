package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBrowse starts a server, asks it, and ends it by Ctrl-C while somebody reads
// from it.
func TestBrowse(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := filepath.Join(t.TempDir(), "ds")
	if output, err := program(t, "run", "tetro2-5x8", "--limit", "20", "--out", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	for _, flags := range [][]string{nil, {"--listen", "0.0.0.0"}} {
		c := program(t, append([]string{"browse", dir, "--no-open"}, flags...)...)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var messages strings.Builder
		c.Stderr = &messages
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		line, err := lines.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "http://") {
			t.Fatalf("printed %q, %v, expected an address", line, err)
		}
		port := line[strings.LastIndex(line, ":")+1:]
		answer, err := http.Get("http://127.0.0.1:" + strings.TrimSpace(port) + "datasets.json")
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), `"server":true`) {
			t.Errorf("datasets.json: %s, %v", text, err)
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
			t.Errorf("printed more than the address: %q, %v", rest, err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("after Ctrl-C: %v, expected exit code 0", err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("Ctrl-C took %v", took)
		}
		if warned := strings.Contains(messages.String(), "can read these datasets"); warned != (flags != nil) {
			t.Errorf("%v: messages %q", flags, messages.String())
		}
	}
}
