package enumerate

// A Table is a small table beside the rows.
type Table struct {
	Name string
	Rows *Batch
}

// The names of all tables that a dataset may have, by who makes them.
const (
	// Of the run: what each task found, and the measured columns with their meanings.
	TasksTable    = "tasks"
	MeasuresTable = "measures"

	// Of package stats, counted from the rows: groups of rows, and the joint histogram of all
	// measures.
	BreakdownsTable = "breakdowns"
	JointTable      = "joint"

	// Of exact covers: options by number, the items of those from a file, and the names of the
	// symmetries.
	OptionsTable    = "options"
	ItemsTable      = "items"
	SymmetriesTable = "symmetries"
	// ImagesTable is the table of the images of options under the symmetries. Rows
	// show one image of each class, so a question about positions must be asked of
	// all images: joined with this table, a row of a census stands for as many
	// images as there are symmetries, each with the weight orbit_size divided by
	// their number.
	ImagesTable = "images"
	// UsesTable says how often options that symmetry exchanges are used.
	UsesTable = "uses"
	// ExamplesTable is the table of some solutions of a census without rows: its columns are
	// those of rows, and why a solution is there.
	ExamplesTable = "examples"

	// Of diagrams of all solutions: their nodes and arcs.
	NodesTable = "nodes"
	ArcsTable  = "arcs"

	// Of pieces: the pieces, how often each covers a cell, lies in a place, or touches another,
	// and in a survey of sets how often it was chosen.
	PiecesTable     = "pieces"
	OccupancyTable  = "occupancy"
	PlacementsTable = "placements"
	ContactsTable   = "contacts"
	ChosenTable     = "chosen"
	// RecurrenceTable is the recurrence of a survey over sizes, by power of x.
	RecurrenceTable = "recurrence"
	// DistributionsTable is the distributions of measures of the solutions of each board of such a survey.
	DistributionsTable = "distributions"

	// Of regions: the vertices of the graph, and its edges.
	VerticesTable = "vertices"
	EdgesTable    = "edges"

	// Of Sudokus: lines of a file that are no puzzles. Of nonograms: the theorems.
	RejectsTable  = "rejects"
	TheoremsTable = "theorems"
)

// WhyColumn is the last column of the examples, and DrawnExample what it says of those
// that were drawn.
const (
	WhyColumn    = "why"
	DrawnExample = "drawn at random"
)
