package enumerate

// Analysis says which columns of a job's rows are to be looked at together. It
// names columns and holds no numbers: those are counted as the rows pass, and
// again from the rows alone. A config adds to what the job asks for by itself.
type Analysis struct {
	Breakdowns []Breakdown `json:"breakdowns,omitempty"`
	// Tables are for readers; all they show is in the distributions.
	Tables []MeasureTable `json:"tables,omitempty"`
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

// A MeasureTable sets numbers of several measures beside one another: what each of several
// methods took for the same puzzles, say.
type MeasureTable struct {
	Title   string        `json:"title"`
	Text    string        `json:"text,omitempty"`
	Rows    []string      `json:"rows"` // their names
	Columns []TableColumn `json:"columns"`
}

// A TableColumn has a number of a measure in each row: its mean, median, 95% (the value that
// so many do not exceed) or greatest value, how many are yes, or the share above Than.
type TableColumn struct {
	Head     string   `json:"head"`
	Number   string   `json:"number"` // mean, median, 95%, greatest, yes or above
	Than     int64    `json:"than,omitempty"`
	Measures []string `json:"measures"` // one for each row
}
