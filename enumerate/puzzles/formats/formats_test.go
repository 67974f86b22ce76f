package formats_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
	"coverstat/enumerate/puzzles/formats/formatstest"
)

// numbers is a list of two formats: a number a line, and one that is refused.
var numbers = formats.List[int]{Noun: "number", Formats: []formats.Format[int]{
	{
		Name: "roman", About: "a Roman number", Example: "XIV\n", Instead: "write it with digits",
		Recognises: func(head []byte) bool { return bytes.ContainsAny(head[:min(1, len(head))], "IVX") },
	},
	{
		Name: "lines", About: "a number a line", Example: "1\n2\n",
		Recognises: func(head []byte) bool { return len(head) == 0 || head[0] >= '0' && head[0] <= '9' },
		Read: func(in *formats.Input, each func(int) error) error {
			text, err := in.Text()
			if err != nil {
				return err
			}
			for line, s := range formats.Lines(text) {
				n, err := strconv.Atoi(s)
				if err != nil {
					in.LeaveOut(&enumerate.InputError{Line: line, Problem: fmt.Sprintf("got %q", s), Expected: "a number"})
					continue
				}
				if err := each(n); err != nil {
					return err
				}
			}
			return nil
		},
		Write: func(out io.Writer, all iter.Seq[int]) error {
			for n := range all {
				if _, err := fmt.Fprintln(out, n); err != nil {
					return err
				}
			}
			return nil
		},
	},
}}

func TestExamples(t *testing.T) { formatstest.Examples(t, numbers, strconv.Itoa) }

func TestRead(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "7\n8\n")
	z.Close()
	for _, c := range []struct{ name, text, format, want, left, fault string }{
		{name: "lines end in three ways", text: "1\r2\r\n3\n4", want: "[1 2 3 4]"},
		{name: "packed", text: packed.String(), want: "[7 8]"},
		{name: "cut off", text: packed.String()[:packed.Len()-9], want: "[]", fault: "f: the gzip file is cut off: expected a whole one"},
		{name: "left out", text: "1\nx\ny\n2", want: "[1 2]", left: `left out: 2 parts of the input, the first at f:2: got "x": expected a number`},
		{name: "only faults", text: "1x\nx", want: "[]", fault: `f:1: no number could be read, and this is the first of 2 faults: got "1x": expected a number`},
		{name: "empty", want: "[]", fault: "f: no number: expected a number a line"},
		{name: "unknown", text: "#", want: "[]", fault: "f: this is in no format of a number that coverstat knows: expected one of lines, which coverstat list formats explains"},
		{name: "refused", text: "X", want: "[]", fault: "f: this is a Roman number, which coverstat does not read; write it with digits"},
		{name: "forced", text: "x\n5", format: "lines", want: "[5]", left: `left out: 1 part of the input, the first at f:1: got "x": expected a number`},
		{name: "forced wrongly", text: "5", format: "line", want: "[]", fault: `f: no format of a number "line": did you mean lines?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := []any{}
			left, err := numbers.ForCommands().Read(enumerate.PuzzleFile{Name: "f", In: strings.NewReader(c.text), Format: c.format}, func(n any) error {
				got = append(got, n)
				return nil
			})
			if fmt.Sprint(got) != c.want {
				t.Errorf("got %v: expected %v", got, c.want)
			}
			if c.fault == "" && left.String() != c.left {
				t.Errorf("got %q: expected %q", left, c.left)
			}
			if fault := fmt.Sprint(err); fault != c.fault && (err != nil || c.fault != "") {
				t.Errorf("got %q: expected %q", fault, c.fault)
			}
		})
	}
}

// TestCaught: what fails comes back as an error, and nothing else does.
func TestCaught(t *testing.T) {
	at := formats.Place{Line: 2, Column: 3}.Past("a\nbc")
	if fault := formats.Caught(func() { at.Need(false, "a number", "got %q", "x") }); fault == nil || fault.Error() != `3:3: got "x": expected a number` {
		t.Errorf("got %v", fault)
	}
	if fault := formats.Caught(func() { at.Need(true, "", ""); formats.Must(nil) }); fault != nil {
		t.Errorf("got %v: expected nothing", fault)
	}
	if fault := formats.Caught(func() { formats.Must(fmt.Errorf("damp: %w", &enumerate.InputError{Line: 1, Problem: "wet"})) }); fault == nil || fault.Error() != "1: wet" {
		t.Errorf("got %v", fault)
	}
	defer func() {
		if recover() == nil {
			t.Error("another panic was caught")
		}
	}()
	formats.Caught(func() { panic("a fault of the program") })
}

// TestPzpr: numbers are read as they are written, with runs of empty places of any length.
func TestPzpr(t *testing.T) {
	numbers := append(append([]int{0, 1, 15, 16, 255, 0}, make([]int, 47)...), 9, 0)
	text := formats.PzprText(numbers)
	if got := (formats.Place{}).ReadPzpr(text, 255, ""); text != "g1f-10-ffzzn9g" || fmt.Sprint(got) != fmt.Sprint(numbers) {
		t.Errorf("%s: got %v", text, got)
	}
	for _, bad := range []string{"0", "-1", "-", "10", "1.", "!"} {
		fault := formats.Caught(func() { formats.Place{Line: 1, Column: 1}.ReadPzpr(bad, 9, "1 to 9") })
		if fault == nil || fault.Expected != "1 to 9" {
			t.Errorf("%s: got %v", bad, fault)
		}
	}
}

// full is a place to write that has no room left.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestTextsEnd: where nothing can be written, the puzzles are not gone through to the last one.
func TestTextsEnd(t *testing.T) {
	write := formats.Texts("", "", "", func(p int) (string, error) { return fmt.Sprintln(p), nil })
	asked := 0
	err := write(full{}, func(yield func(int) bool) {
		for asked = 0; asked < 100_000 && yield(asked); asked++ {
		}
	})
	if err != io.ErrShortWrite || asked == 100_000 {
		t.Errorf("%v, and %d puzzles were asked for", err, asked)
	}
}
