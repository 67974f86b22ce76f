package main

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"coverstat": main})
}

// asProgram in the environment makes the test binary the program itself.
const asProgram = "COVERSTAT_TEST_AS_PROGRAM"

// TestScripts runs the programs in testdata/script: each is a session at a
// shell with files, commands and what they must print. The commands of their
// own are
//
//	exits N command...   run a command and see that it exits with N
//	flip FILE OFFSET     flip one bit of a byte; a negative offset counts from the end
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"flip":  flip,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		if _, e := fmt.Sscanf(err.Error(), "exit status %d", &got); e != nil {
			ts.Fatalf("%v: %v", args[1:], err)
		}
	}
	if got != want {
		ts.Fatalf("%v: exit status %d, expected %d", args[1:], got, want)
	}
}

func flip(ts *testscript.TestScript, _ bool, args []string) {
	name := ts.MkAbs(args[0])
	data, err := os.ReadFile(name)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 1
	ts.Check(os.WriteFile(name, data, 0o666))
}
