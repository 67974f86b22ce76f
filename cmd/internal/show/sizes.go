package show

import (
	"slices"
	"strconv"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
)

// ofSizes returns the numbers of the columns of the sizes and of one number of each board, in a survey over so many
// sizes of boards.
func (o *CatOptions) ofSizes(columns []enumerate.Column, vary int, expected string) ([]int, error) {
	name := enumerate.SolutionsColumn
	if len(o.Columns) > 0 {
		name = o.Columns[0]
	}
	at := enumerate.ColumnIndex(columns, name)
	if text := enumerate.ColumnIndex(columns, name+enumerate.TextSuffix, enumerate.String); text >= 0 {
		at = text // where no number is too large
	}
	switch {
	case len(enumerate.SizeColumns(columns)) != vary:
		return nil, enumerate.Errorf("format %s: expected a survey in which %s", o.Format, expected)
	case len(o.Columns) > 1 || at < 0:
		return nil, enumerate.Errorf("format %s: columns %s: expected one column of numbers, such as %s", o.Format,
			strings.Join(o.Columns, ","), enumerate.DistinctSolutionsColumn)
	}
	return append(enumerate.Indices(vary), at), nil
}

// terms returns the numbers of the columns of n and a(n) in a survey over one size of boards.
func (o *CatOptions) terms(columns []enumerate.Column) ([]int, error) {
	return o.ofSizes(columns, 1, "one size of the board is a range")
}

// numbers returns the numbers of the columns of two sizes and of what the cells of a table are.
func (o *CatOptions) numbers(columns []enumerate.Column) ([]int, error) {
	if o.Where != "" || o.OrderBy != "" || o.Limit > 0 {
		return nil, enumerate.Errorf("format table: expected all rows: no --where, --order-by and --limit")
	}
	return o.ofSizes(columns, 2, "two sizes of the board are ranges")
}

// bfileFormat writes n and a(n) in a line, as OEIS has its files of terms.
func bfileFormat(_ *study.Dataset, _ []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	return nil, func(line []byte, b *enumerate.Batch, row int) []byte {
		line = append(appendText(line, b, shown[0], row), ' ')
		return append(appendText(line, b, shown[1], row), '\n')
	}, nil
}

// tableFormat writes a line of CSV for each value of the first size, with a number for each value of the second, which
// are in the header. In the order of the rows the second size varies first.
func tableFormat(d *study.Dataset, columns []enumerate.Column, shown []int) ([]byte, lineFunc, error) {
	var across, second []int64
	err := d.Scan([]int{1}, func(b *enumerate.Batch, _ int64) error {
		for row := range b.Len() {
			second = append(second, b.IntAt(0, row))
		}
		across = slices.Compact(slices.Sorted(slices.Values(second)))
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for row, n := range second {
		if n != across[row%len(across)] || len(second)%len(across) != 0 {
			return nil, nil, enumerate.Errorf("format table: %s are not all boards: expected a run that is complete",
				enumerate.Plural(len(second), "row"))
		}
	}
	header := []byte(columns[shown[0]].Name + `\` + columns[shown[1]].Name)
	for _, n := range across {
		header = strconv.AppendInt(append(header, ','), n, 10)
	}
	return append(header, '\n'), func(line []byte, b *enumerate.Batch, row int) []byte {
		at := slices.Index(across, b.IntAt(shown[1], row))
		if at == 0 {
			line = appendText(line, b, shown[0], row)
		}
		line = appendText(append(line, ','), b, shown[2], row)
		if at == len(across)-1 {
			line = append(line, '\n')
		}
		return line
	}, nil
}
