package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"a é ⬡\n\tb \"q\" \\": "a é ⬡\n\tb \"q\" \\", "\x1b[31mred\r\a": `\x1b[31mred\r\a`, "\x9b2J": `\x9b2J`, "\u009b2J": `\u009b2J`, "\u202egnp": `\u202egnp`, "�": "�",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// TestManifestForPeople: a manifest cannot command the terminal of who looks at its dataset.
func TestManifestForPeople(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	invoke := func(args ...string) (code int, out, messages string) {
		var o, m bytes.Buffer
		code = execute(args, strings.NewReader(""), &o, &m)
		return code, o.String(), m.String()
	}
	if code, _, messages := invoke("run", "pent-3x20", "--out", dir, "--progress", "none"); code != 0 {
		t.Fatal(messages)
	}
	name := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), `"pent-3x20`, `"\u001b[31mpent-3x20`)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"status", dir}, {"verify", dir}, {"run", "pent-3x20", "--out", dir, "--progress", "none"}} {
		if _, out, messages := invoke(args...); strings.Contains(out+messages, "\x1b") || args[0] == "status" && !strings.Contains(out, `\x1b[31mpent-3x20`) {
			t.Errorf("%q: %q, %q", args, out, messages)
		}
	}
}
