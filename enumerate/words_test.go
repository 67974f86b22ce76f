package enumerate

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"run", "count", "estimate", "check", "list", "stats", "solve"}
	for _, c := range []struct {
		written string
		names   []string
		want    string
	}{
		{"rnu", commands, "run"},
		{"cuont", commands, "count"},
		{"estim", commands, "estimate"},
		{"--worker", []string{"--set", "--kernel", "--workers"}, "--workers"},
		{"chessboard", []string{"chevron", "sphinx"}, ""},
		{"nodir", []string{"soma", "bedlam"}, ""},
		{"xml", []string{"csv", "jsonl", "parquet"}, ""},
		{"K5", []string{"F5", "I5"}, ""},
		{"x5", []string{"F5", "X5"}, "X5"},
		{"hexominos", []string{"hexominoes", "one-sided-hexominoes"}, "hexominoes"},
		{"pentominoes", []string{"pentacubes", "solid-pentominoes"}, "solid-pentominoes"},
		{"", commands, ""},
	} {
		if got := Nearest(c.written, c.names); got != c.want {
			t.Errorf("%q among %v: got %q, expected %q", c.written, c.names, got, c.want)
		}
	}
}
