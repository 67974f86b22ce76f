package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestTerminal asks for pictures and for long lines where somebody reads them.
func TestTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	if code := execute(strings.Fields("run districts-5x5 --progress none"), nil, &out, &out); code != 0 {
		t.Fatalf("exit %d\n%s", code, &out)
	}
	for _, c := range []struct {
		command, message string
		code             int
	}{
		{"draw districts-5x5", "expected --out FILE", exitUsage},
		{"cat districts-5x5 --limit 1", "230 columns of placements are left out", 0},
		{"cat districts-5x5 --limit 1 --columns *", "", 0},
	} {
		var messages bytes.Buffer
		code := execute(strings.Fields(c.command), nil, terminal, &messages)
		if code != c.code || !strings.Contains(messages.String(), c.message) || c.message == "" && messages.Len() > 0 {
			t.Errorf("%s: exit %d\n%s", c.command, code, &messages)
		}
	}
	out.Reset()
	if execute(strings.Fields("cat districts-5x5 --limit 1"), nil, &out, &out); !strings.Contains(out.String(), "I4_6,O4_1") {
		t.Errorf("not all columns for a pipe:\n%.200s", &out)
	}
}
