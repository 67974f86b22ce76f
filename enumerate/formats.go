package enumerate

import (
	"fmt"
	"io"
	"iter"
)

// Formats are the formats in which puzzles of a family stand in files. Package
// enumerate/puzzles/formats makes them of the family's list.
type Formats struct {
	Noun string // what a puzzle is called: "graph"
	List []FormatInfo
	// Read reads the puzzles of a file. A puzzle may be valid only during the call.
	Read func(file PuzzleFile, each func(puzzle any) error) (LeftOut, error)
	// Write writes puzzles that Read has read, in a format of the list.
	Write func(format string, out io.Writer, puzzles iter.Seq[any]) error
	// Config writes a config of the puzzle of a file, or of a survey of its puzzles in the order of the file, and
	// says what it leaves out; first is the first of them.
	Config func(file string, first any) (text string, notes []string, err error)
	// Recognises says how sure it is that a file, of which nobody has said more, holds puzzles of this kind.
	Recognises func(file PuzzleFile) Likelihood
}

// Likelihood says how sure a list of formats is that a file is in one of them.
type Likelihood int

// No format recognises a file; one does whose files may look like those of other kinds of puzzles; one does that
// recognises little else; or one that is refused.
const (
	Unlikely Likelihood = iota
	Possible
	Likely
	Refused
)

// FormatInfo is what there is to say of a format.
type FormatInfo struct {
	Name    string `json:"name"`
	About   string `json:"about"`            // one line
	Source  string `json:"source,omitempty"` // where the format is described
	Example string `json:"example"`          // a whole file
	Reads   bool   `json:"reads"`
	Writes  bool   `json:"writes"`
	// Instead says how to get a format that is read, where this one is not.
	Instead string `json:"instead,omitempty"`
}

// A PuzzleFile is a file of puzzles that is to be read.
type PuzzleFile struct {
	Name string // for errors
	In   io.Reader
	// Format is the name of its format; "" where the content tells it.
	Format string
	// Fault gets each line or puzzle that is left out; nil if nobody wants them.
	Fault func(*InputError)
	// Remark gets what is to be said of how the file is read, a line each; nil if nobody wants it.
	Remark func(text string)
}

// LeftOut is what was left out of an input, because it could not be read.
type LeftOut struct {
	Number int         // of lines, or of puzzles of several lines
	First  *InputError // with its place; nil if Number is 0
}

// Add adds what is wrong with a line or a puzzle that is left out.
func (l *LeftOut) Add(fault *InputError) {
	if l.Number++; l.First == nil {
		first := *fault // the caller may use its own again
		l.First = &first
	}
}

// String is the line that commands print of it; "" if nothing was left out.
func (l LeftOut) String() string {
	if l.Number == 0 {
		return ""
	}
	return fmt.Sprintf("left out: %s of the input, the first at %v", Plural(l.Number, "part"), l.First)
}
