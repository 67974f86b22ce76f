package enumerate

import "io"

// A Family is a kind of puzzle: polyomino tilings, Sudoku, nonograms, exact
// covers of any origin.
type Family struct {
	Name string
	// Help is one line.
	Help string
	// Measures lists the measures that a config may ask for. Like the sets it is made
	// when it is asked for: the program's start does not need it.
	Measures func() []MeasureInfo
	// Requires says that configs may require conditions of solutions.
	Requires bool
	// Solutions says that the rows of surveys may have a solution each.
	Solutions bool
	// Sets lists the named sets of pieces, for the help. Nil where Pieces is nil.
	Sets func() []NamedSet
	// Params is a value of the type that Open decodes the puzzle section into. The
	// tags of its fields describe the keys: see package configs.
	Params any
	// Open turns a config into a job, or says with an error in the user's
	// terms why it cannot be done.
	Open func(Spec) (*Job, error)
	// Drawer says how the rows of a dataset of the family are drawn, or returns
	// a [NoPictureError]. Nil if no rows of the family have a picture.
	Drawer func(DrawRequest) (*Drawer, error)
	// Pieces draws the pieces that the parameters in a config name; they need not
	// have a board. Nil if puzzles of the family have no pieces.
	Pieces func(puzzle func(into any) error) (*Drawer, []PieceDrawing, error)
	// ReadPieces reads pieces from a text in which the cells of a letter are the piece of that name. Nil for families
	// without pieces.
	ReadPieces func(file, text string) ([]PiecePicture, error)
	// Board draws the board of a config as text, where the config has a picture of it, so that a reader sees how that
	// was read; "" where it has none. Nil if puzzles of the family have no boards.
	Board func(puzzle func(into any) error) (string, error)
	// Formats are those of the files that hold puzzles of the family. Nil if no files do.
	Formats func() Formats
	// Solve answers the puzzles in a file or stream; see [SolveRequest]. Nil
	// if the family has no such command.
	Solve func(SolveRequest) error
	// SolveInput says for the help of the solve command what it reads; "" if
	// nothing is to be said.
	SolveInput string
	// SolveMethods are the ways to solve for its flag --method, and Trace says for the help
	// what its flag --trace prints. Empty ones mean that there is no such flag.
	SolveMethods []string
	Trace        string
	// SolveFlags are further flags of the solve command.
	SolveFlags []SolveFlag
}

// SolveFlag is a flag of `coverstat solve FAMILY`. Values are the texts that it takes,
// nil for any.
type SolveFlag struct {
	Name, Default, Help string
	Values              []string
}

// OneOf is a value of a config: a text that is one of some.
type OneOf struct {
	Texts []string
	Text  string
}

// A Setting is a key of the section puzzle of a config with its value: a text, or a list of texts.
type Setting struct {
	Key, Text string
	List      []string // where Text is ""
}

// NamedSet is a set of pieces that configs may name.
type NamedSet struct {
	Name    string   `json:"name"`
	Members []string `json:"pieces"`
}

// MeasureInfo documents a measure: a named integer function of a solution or
// an instance that is constant on orbits.
type MeasureInfo struct {
	Name    string `json:"name"` // as written in a config: "on_edge(P)"
	Scale   Scale  `json:"scale"`
	Meaning string `json:"meaning"`
	Unit    string `json:"unit,omitempty"`
	Source  string `json:"source,omitempty"` // where the definition comes from, if it is not ours
	Large   bool   `json:"-"`                // values may be beyond 32 bits; beyond 64 bits they are null
}

// Spec is a checked config, as a family sees it.
type Spec struct {
	Kind Kind
	// Puzzle decodes the family's own parameters strictly: an unknown key is
	// an error with its place.
	Puzzle func(into any) error
	// Measures are the measures asked for, as written.
	Measures []string
	// Require are conditions on measures, as written, that a solution must meet.
	Require []string
	// Sample is nil unless the job is a sample.
	Sample *SampleSpec
	// Compact leaves out what can be recomputed from option identities.
	Compact bool
	// Solution asks for a solution in the rows of a survey.
	Solution bool
	// Kernel is a kernel's name, or "auto".
	Kernel string
	// SweepOnly asks a survey that counts solutions to do so by sweeps.
	SweepOnly bool
	// MaxShare is the cut: no task above this part of the search tree. 0 leaves the
	// cut to the job.
	MaxShare float64
	// CountOnly asks for a job whose workers append no rows.
	CountOnly bool
	// Open opens a file that the puzzle names, relative to the config.
	Open func(path string) (io.ReadCloser, error)
	// Census finds the rows of a census that the config names as what a sample draws from, with these columns, in
	// order. Nil if the config names none.
	Census func(columns []string) (*Listing, error)
	// Remarks gets what [Spec.Remark] is told; nil if nobody wants it.
	Remarks *[]string
}

// A Listing are the rows of a census.
type Listing struct {
	Name    string // as the config has it
	Columns []Column
	// Each calls visit with batches of the rows, which are valid during the call.
	Each func(visit func(*Batch) error) error
}

// Remark says something about the input that is no error, such as what was left out of it, in a
// line that all commands print. An empty text says nothing.
func (s Spec) Remark(text string) {
	if s.Remarks != nil && text != "" {
		*s.Remarks = append(*s.Remarks, text)
	}
}

// Input is a file that the puzzle named and the family opened.
type Input struct {
	Path   string `json:"path"`   // as written in the config
	Where  string `json:"where"`  // where it was found; "embedded:..." for shipped ones
	SHA256 string `json:"sha256"` // of its contents, in hexadecimal
	Bytes  int64  `json:"bytes"`
}

// SampleSpec is the sample section of a config.
type SampleSpec struct {
	// Draws is the number of draws, from 1 to 10^12.
	Draws int64 `json:"draws" help:"the number of draws, from 1 to 10^12" example:"20000"`
	// Sampler is shuffled or uniform.
	Sampler string `json:"sampler" values:"shuffled,uniform" default:"shuffled" help:"how a draw is made; only uniform makes all solutions equally likely" example:"uniform"`
	// Seed, with the number of a draw, decides what is drawn.
	Seed uint64 `json:"seed" default:"1" help:"the same seed gives the same draws" example:"7"`
	// From is the folder of a census whose rows are drawn from; "" if the job finds the solutions.
	From string `json:"from,omitempty" default:"none" help:"the folder of a complete census of the same puzzle: uniform draws are of its rows, and nothing is listed or swept; with puzzle.weighted_by its rows must have the measures that solutions are weighed by" example:"runs/chessboard"`
	// NodeLimit ends a draw as failed; 0 is the sampler's default.
	NodeLimit int64 `json:"node_limit" default:"0" help:"a draw whose search takes more nodes is counted as failed; 0 is the sampler's own limit" example:"1000000"`
	// Weight asks for one over the probability of each draw.
	Weight bool `json:"weight,omitempty" default:"false" help:"weigh each draw by one over its probability, so that estimates are right for all solutions; not with uniform" example:"true"`
	// MemoryLimit is the bytes that the classes of the tasks at hand may take,
	// all workers together; 0 is the default. It does not change the rows.
	MemoryLimit int64 `json:"-"`
}

// SolveRequest is a call of `coverstat solve FAMILY [FILE]`.
type SolveRequest struct {
	Name   string            // what to call the input in errors
	In     io.Reader         // the puzzles
	Out    io.Writer         // the answers
	Say    func(text string) // gets what is no error, such as what was left out; nil if nobody wants it
	Trace  bool              // show every step
	Method string            // the family's methods; "" is its best
	Flags  map[string]string
	Pieces []PiecePicture // instead of the flag pieces; nil if that has names
}

// A PiecePicture is a new piece, drawn as configs draw it: # is a cell, . is none.
type PiecePicture struct{ Name, Picture string }
