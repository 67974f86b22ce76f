package enumerate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	var f Faults
	if f.Err() != nil || f.Len() != 0 {
		t.Error("there are faults before the first")
	}
	for n := 1; n <= maxFaults+3; n++ {
		f.Add(&InputError{File: "in", Line: n, Problem: "bad"})
		err := f.Err()
		var first *InputError
		if !errors.As(err, &first) || first.Line != 1 {
			t.Fatalf("%d faults: the first is %v", n, first)
		}
		lines := strings.Split(err.Error(), "\n")
		if want := min(n, maxFaults+1); len(lines) != want || f.Len() != n {
			t.Errorf("%d faults: Len is %d, %d lines, expected %d", n, f.Len(), len(lines), want)
		}
		if last := lines[len(lines)-1]; n <= maxFaults && last != fmt.Sprintf("in:%d: bad", n) ||
			n > maxFaults && last != fmt.Sprintf("and %d more, %d faults in all", n-maxFaults, n) {
			t.Errorf("%d faults: the last line is %q", n, last)
		}
	}
}

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
