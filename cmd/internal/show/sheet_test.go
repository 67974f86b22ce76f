package show

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestPrintPDF makes a PDF where a browser is at hand, and says what to do where none is.
func TestPrintPDF(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if slices.ContainsFunc(browsers, func(name string) bool { _, err := exec.LookPath(name); return err == nil }) {
		pdf, err := printPDF(t.Context(), []byte("<!DOCTYPE html><title>t</title><p>text"))
		if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Fatalf("got %d bytes, %v", len(pdf), err)
		}
	}
	all := browsers
	browsers = []string{"no-such-browser"}
	defer func() { browsers = all }()
	if _, err := printPDF(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "expected --out FILE.html") {
		t.Errorf("without a browser: %v", err)
	}
}
