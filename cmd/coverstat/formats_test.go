package main

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFormatsPage: docs/formats.md is what coverstat list formats --markdown prints.
func TestFormatsPage(t *testing.T) {
	var page bytes.Buffer
	if err := fill(&page, formatsPage, allFormats()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(readPage(t, "docs/formats.md"), page.String()); diff != "" {
		t.Errorf("docs/formats.md is not what coverstat list formats --markdown prints (-file +program):\n%s", diff)
	}
}
