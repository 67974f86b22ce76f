package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"coverstat/cmd/internal/pipeline"
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
		{pipeline.ErrIncomplete, exitStopped},
		{&pipeline.InterruptedError{Cause: errors.New("disk full")}, exitStopped},
	} {
		if got := exitCode(fmt.Errorf("context: %w", c.err)); got != c.want {
			t.Errorf("%T %v: exit %d, expected %d", c.err, c.err, got, c.want)
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
