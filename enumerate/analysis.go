package enumerate

// Analysis says which columns of a job's rows are to be looked at together. It
// names columns and holds no numbers: those are counted as the rows pass, and
// again from the rows alone. A config adds to what the job asks for by itself.
type Analysis struct {
	Breakdowns []Breakdown `json:"breakdowns,omitempty"`
	// Ways are for readers; all they show is in the distributions.
	Ways []Ways `json:"ways,omitempty"`
	// Drawn says how the instances of a survey or the solutions of a sample
	// were drawn, each independently of the others: then shares and means are
	// estimates and have intervals. "" if the rows are all there are.
	Drawn string `json:"drawn,omitempty"`
}

// Breakdown asks for the numbers of rows in the groups that some columns make,
// and for the means of other columns in each group: the share of solvable puzzles
// by size and density, say. A crosstab is a breakdown by two columns that averages none.
type Breakdown struct {
	// Title and Text are for readers; both may be "".
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// By are one to [MaxBy] integer columns. Of are integer columns, or none.
	By []string `json:"by"`
	Of []string `json:"of,omitempty"`
}

// MaxBy is the number of columns that a breakdown goes by at most.
const MaxBy = 3

// Ways sets columns that measure the same thing in several ways beside one
// another: what each of several methods took for the same puzzles. It is no
// breakdown: a row of the dataset has the values of all ways, each in a column of
// its own.
type Ways struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	// Names are what readers call the ways.
	Names      []string   `json:"names"`
	Quantities []Quantity `json:"quantities"`
}

// Quantity is what is measured: a column for each of the ways.
type Quantity struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	// Share shows the mean alone: of a column that is true or false.
	Share bool `json:"share,omitempty"`
	// Threshold, if not nil, shows the share of values above it.
	Threshold *int64 `json:"threshold,omitempty"`
}
