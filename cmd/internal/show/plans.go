package show

import (
	"strconv"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// plans returns the numbers of the columns of a plan, a partition into regions: the regions of its vertices, and
// in a sample how often it was drawn.
func (o *CatOptions) plans(columns []enumerate.Column) ([]int, error) {
	at := enumerate.ColumnIndex(columns, enumerate.RegionColumn, enumerate.Int32List)
	switch {
	case at < 0:
		return nil, enumerate.Errorf("format %s: expected rows of family regions, which have a column %s", o.Format,
			enumerate.RegionColumn)
	case o.Columns != nil:
		return nil, enumerate.Errorf("format %s: expected no --columns", o.Format)
	}
	shown := []int{at}
	if times := enumerate.ColumnIndex(columns, enumerate.TimesSeenColumn, enumerate.Int64); times >= 0 {
		shown = append(shown, times)
	}
	return shown, nil
}

// times is how many lines a plan has: a sample has one for each draw.
func times(b *enumerate.Batch, shown []int, row int) int64 {
	if len(shown) < 2 {
		return 1
	}
	return b.IntAt(shown[1], row)
}

// ensembleFormat writes a JSON line for each plan, as samplers of districts exchange them (binary-ensemble, frcw):
// the number of each vertex's region, from 1, in the order of the graph, and the number of the plan, from 1.
func ensembleFormat(_ *study.Dataset, _ []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	sample := int64(0)
	return nil, func(line []byte, b *enumerate.Batch, row int) []byte {
		for range times(b, shown, row) {
			sample++
			line = append(line, `{"assignment":[`...)
			for v, region := range b.ListAt(shown[0], row) {
				if v > 0 {
					line = append(line, ',')
				}
				line = strconv.AppendInt(line, int64(region)+1, 10)
			}
			line = append(line, `],"sample":`...)
			line = append(strconv.AppendInt(line, sample, 10), '}', '\n')
		}
		return line
	}, nil
}

// enumpartFormat writes a line of regions, from 0, for each plan, as enumpart does with -comp.
func enumpartFormat(_ *study.Dataset, _ []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	return nil, func(line []byte, b *enumerate.Batch, row int) []byte {
		for range times(b, shown, row) {
			line = append(appendList(line, b.ListAt(shown[0], row), ' '), '\n')
		}
		return line
	}, nil
}

// assignmentsFormat writes CSV of one plan: the name of each vertex and the number of its region, from 1.
func assignmentsFormat(d *study.Dataset, _ []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	vertices, err := d.Table(enumerate.VerticesTable)
	if err != nil {
		return nil, nil, err
	}
	name := enumerate.ColumnIndex(vertices.Columns, "name", enumerate.String)
	return []byte("node,region\n"), func(line []byte, b *enumerate.Batch, row int) []byte {
		for v, region := range b.ListAt(shown[0], row) {
			from := len(line)
			line = append(quoteCSV(append(line, vertices.StringAt(name, v)...), from), ',')
			line = append(strconv.AppendInt(line, int64(region)+1, 10), '\n')
		}
		return line
	}, nil
}
