package show

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/enumerate/condition"
	"coverstat/export"
)

// A Selection says which rows of a dataset are shown, and in which order.
type Selection struct {
	Rows    []int64 // these; nil is those that the other fields choose
	Where   string  // a condition; "" is all rows
	OrderBy string  // a column, and desc after it for the greatest first; "" is the order of the rows
	Random  int     // so many chosen at random; 0 is the first ones, of a sample any
	Seed    uint64
	Limit   int // at most so many; 0 is all
}

// A Choice is the rows that a selection chose.
type Choice struct {
	Rows    []int64
	Offered int64 // how many there were to choose from
	filter  *condition.Condition
}

// choose chooses rows. Who is not told how many rows there were to choose from need not wait until
// they are counted.
func (s *Selection) choose(ctx context.Context, d *export.Dataset, counted bool) (*Choice, error) {
	f, err := parseWhere(d.Columns(), s.Where)
	if err != nil {
		return nil, err
	}
	sorted, err := s.sorting(d.Columns())
	if err != nil {
		return nil, err
	}
	r := export.Reservoir{Limit: cmp.Or(s.Random, s.Limit)}
	random := s.Random > 0 || sorted == nil && d.Manifest.Job == enumerate.Sample
	if random {
		r.Random = enumerate.Random(s.Seed, enumerate.PictureStream)
	}
	c := &Choice{filter: f}
	switch {
	case len(s.Rows) > 0:
		for _, row := range s.Rows {
			if row < 0 || row >= d.Rows() {
				return nil, enumerate.Errorf("no row %d: %s has %d rows, numbered from 0; the nearest is %d",
					row, d.Dir(), d.Rows(), min(max(row, 0), d.Rows()-1))
			}
		}
		c.Rows, c.Offered = s.Rows, int64(len(s.Rows))
	case sorted != nil && !random:
		_, err = scanWhere(ctx, d, sorted.bind(f, nil), f, func(b *enumerate.Batch, at int, row int64) (more bool, err error) {
			sorted.add(b, at, row, s.Limit)
			c.Offered++
			return true, nil
		})
		sorted.sort(s.Limit)
		c.Rows = sorted.rows
		return c, err
	case f == nil:
		for row := range d.Rows() {
			r.Offer(row)
		}
	default:
		_, err = scanWhere(ctx, d, f.Bind(nil), f, func(_ *enumerate.Batch, _ int, row int64) (more bool, err error) {
			r.Offer(row)
			return counted || random || len(r.Rows) < r.Limit, nil
		})
	}
	if c.Rows == nil {
		c.Rows, c.Offered = r.Rows, r.Offered
		slices.Sort(c.Rows)
	}
	if sorted == nil || err != nil {
		return c, err
	}
	read := sorted.bind(nil, nil)
	for _, row := range c.Rows {
		b, err := d.ReadRow(read, row)
		if err != nil {
			return nil, err
		}
		sorted.add(b, 0, row, 0)
	}
	sorted.sort(0)
	c.Rows = sorted.rows
	return c, nil
}

// none says why no row was chosen.
func (c *Choice) none(d *export.Dataset, where string) error {
	switch texts := c.filter.Unmet(); {
	case len(texts) > 0:
		return enumerate.Errorf("%s", strings.Join(texts, "; "))
	case c.filter != nil:
		return enumerate.Errorf("no row has %s", where)
	}
	return enumerate.Errorf("%s has no rows", d.Dir())
}

// parseWhere reads a condition on the rows of a dataset.
func parseWhere(columns []enumerate.Column, where string) (*condition.Condition, error) {
	return condition.Parse(where, func(name string) (int, enumerate.Column, error) {
		indices, err := study.ColumnIndices(columns, []string{name})
		if err != nil {
			return 0, enumerate.Column{}, err
		}
		return indices[0], columns[indices[0]], nil
	})
}

// errEnough ends a scan.
var errEnough = errors.New("enough rows")

// scanWhere calls visit with every row that meets a filter, at its place in a batch of the columns
// that are read and with its number, until it returns false. It reports whether there is no
// further row.
func scanWhere(ctx context.Context, d *export.Dataset, read []int, f *condition.Condition, visit func(b *enumerate.Batch, at int, row int64) (more bool, err error)) (all bool, err error) {
	err = d.Scan(read, func(b *enumerate.Batch, first int64) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for at := range b.Len() {
			if !f.Match(b, at) {
				continue
			}
			switch more, err := visit(b, at, first+int64(at)); {
			case err != nil:
				return err
			case !more:
				return errEnough
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return false, nil
	}
	return err == nil, err
}

// A sorting collects rows and sorts them by a column: null last, and equal ones as they come.
type sorting struct {
	column     int // of the dataset
	descending bool
	at         int // where the column is in the batches
	held       *enumerate.Batch
	rows       []int64 // the numbers of those that are held
}

// sorting reads OrderBy; nil if there is none.
func (s *Selection) sorting(columns []enumerate.Column) (*sorting, error) {
	if s.OrderBy == "" {
		return nil, nil
	}
	name, descending := strings.CutSuffix(s.OrderBy, " desc")
	at, err := study.ColumnIndices(columns, []string{strings.TrimSpace(name)})
	if err != nil {
		return nil, err
	}
	if columns[at[0]].Type == enumerate.Int32List {
		return nil, enumerate.Errorf("--order-by %s: expected a column of numbers or texts, got one of lists", name)
	}
	return &sorting{column: at[0], descending: descending}, nil
}

// bind returns the columns that must be read, as [condition.Condition.Bind] does.
func (s *sorting) bind(f *condition.Condition, shown []int) []int {
	read := f.Bind(append(slices.Clone(shown), s.column))
	s.at = slices.Index(read, s.column)
	return read
}

// add holds a row of a batch. With a limit, those beyond it are dropped from time to time.
func (s *sorting) add(b *enumerate.Batch, at int, row int64, limit int) {
	if s.held == nil {
		s.held = enumerate.NewBatch(b.Columns)
	}
	s.held.AppendRows(b, at, at+1)
	s.rows = append(s.rows, row)
	if limit > 0 && len(s.rows) == 2*limit+enumerate.BatchRows {
		s.sort(limit)
	}
}

// sort sorts the rows that are held, and drops those beyond a limit; 0 is none.
func (s *sorting) sort(limit int) {
	if s.held == nil {
		return
	}
	order := make([]int, len(s.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		if s.descending || s.held.IsNull(s.at, x) != s.held.IsNull(s.at, y) {
			x, y = y, x
		}
		return s.held.CompareAt(s.at, x, s.held, y)
	})
	if limit > 0 && len(order) > limit {
		order = order[:limit]
	}
	held, rows := enumerate.NewBatch(s.held.Columns), make([]int64, len(order))
	for i, at := range order {
		held.AppendRows(s.held, at, at+1)
		rows[i] = s.rows[at]
	}
	s.held, s.rows = held, rows
}
