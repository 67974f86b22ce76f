package enumerate

// Analysis says which columns of a job's rows are to be looked at together. It
// names columns and holds no numbers: those are counted as the rows pass, and
// again from the rows alone. A config adds to what the job asks for by itself.
type Analysis struct {
	// Crosstabs are pairs of integer columns, counted by both values.
	Crosstabs  [][2]string `json:"crosstabs,omitempty"`
	Breakdowns []Breakdown `json:"breakdowns,omitempty"`
	// Comparisons are for readers; all they show is in the distributions.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Drawn says how the instances of a survey or the solutions of a sample
	// were drawn, each independently of the others: then shares and means are
	// estimates and have intervals. "" if the rows are all there are.
	Drawn string `json:"drawn,omitempty"`
}

// Breakdown asks for the means of some columns wherever others have the same
// values: the share of solvable puzzles by size and density, say.
type Breakdown struct {
	// Title and Text are for readers; both may be "".
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// By are one to [MaxBy] integer columns, Of one or more.
	By []string `json:"by"`
	Of []string `json:"of"`
}

// MaxBy is the number of columns that a breakdown goes by at most.
const MaxBy = 3

// Comparison sets columns that measure the same thing in several ways beside
// one another: what each of several methods took for the same puzzles.
type Comparison struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	// Rows are the names of what is compared.
	Rows       []string   `json:"rows"`
	Quantities []Quantity `json:"quantities"`
}

// Quantity is what is compared: a column for each row of the comparison.
type Quantity struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	// Share shows the mean alone: of a column that is true or false.
	Share bool `json:"share,omitempty"`
	// Threshold, if not nil, shows the share of values above it.
	Threshold *int64 `json:"threshold,omitempty"`
	// Log draws the distribution on a logarithmic axis.
	Log bool `json:"log,omitempty"`
}
