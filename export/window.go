package export

import (
	"fmt"

	"coverstat/enumerate"
)

// PartTasks returns the tasks whose rows are in a part of a finished census or
// survey, and the number of the first one's first row. tasks are all that the
// dataset has ([DatasetTasks]).
//
// It serves to write a damaged part again without doing the whole job again:
// do these tasks into an empty work, and call [Assembly.WritePart] with a
// [Window] on it.
func PartTasks(tasks []TaskTally, index int) (of []TaskTally, first int64) {
	from := int64(index) * PartRows
	return tasksOfRows(tasks, from, from+PartRows)
}

func tasksOfRows(tasks []TaskTally, from, to int64) (of []TaskTally, first int64) {
	var begin int64
	for _, t := range tasks {
		end := begin + t.Tally.Rows
		if begin < end && begin < to && end > from {
			if of == nil {
				first = begin
			}
			of = append(of, t)
		}
		begin = end
	}
	return of, first
}

// Window is a stretch of a longer list of rows: the source's rows are those
// from First on of Total. Others cannot be read.
type Window struct {
	Src          Source
	First, Total int64
}

// Columns implements [Source].
func (w Window) Columns() []enumerate.Column { return w.Src.Columns() }

// Rows implements [Source].
func (w Window) Rows() int64 { return w.Total }

// Read implements [Source].
func (w Window) Read(from, to int64) RowReader {
	if from < w.First || to-w.First > w.Src.Rows() {
		panic(fmt.Sprintf("export: rows %d to %d of a window of %d from %d on", from, to, w.Src.Rows(), w.First))
	}
	return w.Src.Read(from-w.First, to-w.First)
}
