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
