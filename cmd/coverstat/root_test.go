package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/run"
	"coverstat/export/files"
	"coverstat/export/journal"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{errors.New("any other"), exitFailed},
		{usageError{errors.New("flag")}, exitUsage},
		{enumerate.Errorf("input"), exitUsage},
		{&files.LockedError{}, exitUsage},
		{&journal.MismatchError{}, exitUsage},
		{run.ErrStopped, exitStopped},
		{explained(fmt.Errorf("draw: %w", context.Canceled), true), exitStopped},
		{explained(errors.New("accepts 1 arg(s)"), false), exitUsage},
		{&study.IncompleteError{Cause: errors.New("disk full")}, exitStopped},
	} {
		if got := exitCode(fmt.Errorf("context: %w", c.err)); got != c.want {
			t.Errorf("%T %v: exit %d, expected %d", c.err, c.err, got, c.want)
		}
	}
}

// TestLongTokens: a message cuts what it repeats of a long input, and leaves names of
// files alone.
func TestLongTokens(t *testing.T) {
	long, path := strings.Repeat("wörd,", 20_000), strings.Repeat("/folder", 50)
	for _, args := range [][]string{
		{"check", "chessboard", "--set", "puzzle.pieces=[" + long[:50_000] + "]"},
		{"check", "chessboard", "--set", long},
		{"check", "chessboard", "--kernel", long},
		{"cat", path, "--where", long},
		{"run", "chessboard", "--shard", long},
		{"list", "--pieces", strings.ReplaceAll(long, ",", "")},
		{"solve", "sudoku", "--method", long},
		{long},
	} {
		var out, messages bytes.Buffer
		code := execute(args, strings.NewReader(""), &out, &messages)
		if n := messages.Len(); code != exitUsage || n > 900 || args[0] != "cat" && !strings.Contains(messages.String(), "...") {
			t.Errorf("%s: exit %d, a message of %d bytes, expected at most 900: %.300s", args[0], code, n, &messages)
		}
		if args[0] == "cat" && !strings.Contains(messages.String(), path) {
			t.Errorf("the path is cut: %s", &messages)
		}
	}
}

func TestVersion(t *testing.T) {
	output := func(arg string) string {
		var out, messages bytes.Buffer
		if code := execute([]string{arg}, strings.NewReader(""), &out, &messages); code != 0 {
			t.Fatalf("%s: exit %d: %s", arg, code, &messages)
		}
		return out.String()
	}
	command, flag := output("version"), output("--version")
	if command != flag || !strings.HasPrefix(flag, "coverstat ") {
		t.Errorf("version prints %q, --version %q", command, flag)
	}
}

func TestCompletion(t *testing.T) {
	var out, messages bytes.Buffer
	if code := execute([]string{"completion", "bash"}, strings.NewReader(""), &out, &messages); code != 0 || out.Len() == 0 {
		t.Errorf("exit %d: %s", code, &messages)
	}
}
