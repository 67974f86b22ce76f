package browse

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVendor compares the files that "make vendor" takes from npm with the digests
// that it wrote beside them: nobody edits them by hand.
func TestVendor(t *testing.T) {
	const dir = "page/vendor"
	list, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(files) != len(lines)+1 {
		t.Errorf("%s has %d files, expected the %d that SHA256SUMS lists and that list", dir, len(files), len(lines))
	}
	for _, line := range lines {
		sum, name, ok := strings.Cut(line, "  ")
		if !ok {
			t.Fatalf("SHA256SUMS: line %q, expected DIGEST  NAME", line)
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != sum {
			t.Errorf("%s/%s has digest %s, expected %s: make it again by make vendor", dir, name, got, sum)
		}
	}
}
