package main

import (
	"slices"
	"strings"
	"testing"

	"coverstat/configs"
)

func TestKnownCounts(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range knownCounts() {
		if seen[c.ID] || c.Source == "" || c.Raw == "" && c.Distinct == "" || !slices.Contains([]string{"second", "minute", "hour"}, c.Time) || strings.Contains(c.Config, "$") {
			t.Errorf("bad line %+v", c)
		}
		seen[c.ID] = true
	}
	if known := knownCounts(); !slices.ContainsFunc(known, func(c knownCount) bool { return c.ID == "chessboard" && c.Raw == "129168" && c.Distinct == "16146" }) {
		t.Error("the chessboard is missing")
	}
}

// The line that describes a shipped run quotes the counts of the table.
func TestSummariesQuoteTheTable(t *testing.T) {
	checked := 0
	known := knownCounts()
	for _, run := range configs.Shipped() {
		at := slices.IndexFunc(known, func(c knownCount) bool { return c.ID == run.Name })
		if at < 0 {
			continue
		}
		for _, n := range []string{known[at].Raw, known[at].Distinct} {
			for k := len(n) - 3; k > 0; k -= 3 {
				n = n[:k] + "," + n[k:]
			}
			if !strings.Contains(run.Summary, n) {
				t.Errorf("%s: %q does not say %s", run.Name, run.Summary, n)
			}
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("only %d counts checked", checked)
	}
}
