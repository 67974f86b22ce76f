package show

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"coverstat/cmd/internal/progress"
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

// solvable leaves of the puzzles of a survey those with a solution, unless rows are given.
func (s *Selection) solvable(d *study.Dataset) {
	if d.Manifest.Job == enumerate.Survey && len(s.Rows) == 0 {
		have := enumerate.InstanceSolutions(d.Columns()) + ">0"
		if s.Where != "" {
			have = "(" + s.Where + ") and " + have
		}
		s.Where = have
	}
}

// choose returns the numbers of the rows, at least one. If counted it says how many there were to
// choose from: who is not told that need not wait until they are counted.
func (s *Selection) choose(ctx context.Context, d *study.Dataset, counted bool) ([]int64, error) {
	scan, err := s.newScan(d.Columns(), nil)
	if err != nil {
		return nil, err
	}
	rows, offered, err := s.find(ctx, d, scan, counted)
	switch unmet := scan.filter.Unmet(); {
	case err != nil:
		return nil, err
	case len(rows) > 0:
		if counted && s.Random == 0 && offered > int64(len(rows)) {
			progress.Notice(ctx, "%d of %s %ss are drawn: see --limit and --random", len(rows),
				enumerate.Grouped(offered),
				rowWord(d))
		}
		return rows, nil
	case len(unmet) > 0:
		return nil, enumerate.Errorf("%s", strings.Join(append(unmet, scan.optionNumbers(d.Columns())...), "; "))
	case scan.filter != nil:
		return nil, enumerate.Errorf("no row has %s", s.Where)
	}
	return nil, enumerate.Errorf("%s has no rows", d.Dir())
}

// optionNumbers says of the columns that a condition without rows reads which ones have numbers of options, and no
// measure.
func (s *rowScan) optionNumbers(columns []enumerate.Column) (notes []string) {
	for _, i := range s.filter.Bind(nil) {
		if c := columns[i]; c.Role == enumerate.Key && c.Type == enumerate.Int32 {
			note := c.Name + " is the number of an option, of table options"
			if place := "place_" + c.Name; enumerate.ColumnIndex(columns, place) >= 0 {
				note += ", and " + place + " the placement up to symmetry"
			}
			notes = append(notes, note)
		}
	}
	return notes
}

// find finds the rows to choose, and their number if counted.
func (s *Selection) find(ctx context.Context, d *study.Dataset, scan *rowScan,
	counted bool) (rows []int64, offered int64, err error) {
	random := s.Random > 0 || scan.by < 0 && d.Manifest.Job == enumerate.Sample
	switch {
	case len(s.Rows) > 0:
		for _, row := range s.Rows {
			if row < 0 || row >= d.Rows() {
				return nil, 0, enumerate.Errorf("no row %d: %s has %d rows, numbered from 0; the nearest is %d",
					row, d.Dir(), d.Rows(), min(max(row, 0), d.Rows()-1))
			}
		}
		rows = s.Rows
	case scan.by >= 0 && !random:
		_, err = scan.each(ctx, d, s.Limit, func(*enumerate.Batch, int) (more bool, err error) { return true, nil })
		return scan.rows, scan.met, err
	default:
		r := export.Reservoir{Limit: cmp.Or(s.Random, s.Limit)}
		if random {
			r.Random = enumerate.Random(s.Seed, enumerate.PictureStream)
		}
		if scan.filter == nil {
			for row := range d.Rows() {
				r.Offer(row)
			}
		} else if _, err := scan.unsorted(ctx, d, func(_ *enumerate.Batch, _ int, row int64) (more bool, err error) {
			r.Offer(row)
			return counted || random || len(r.Rows) < r.Limit, nil
		}); err != nil {
			return nil, 0, err
		}
		rows, offered = r.Rows, r.Offered
		slices.Sort(rows)
	}
	if scan.by < 0 {
		return rows, offered, nil
	}
	for _, row := range rows {
		b, err := d.ReadRow(scan.read, row)
		if err != nil {
			return nil, 0, err
		}
		scan.hold(b, 0, row)
	}
	scan.sort(0)
	return scan.rows, offered, nil
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

// A rowScan reads the rows that a selection asks for. With an order it holds them, and sorts them: null
// last, and equal ones as they come.
type rowScan struct {
	filter     *condition.Condition
	read       []int // the columns of the dataset that are read
	by         int   // the place among them of the one that rows are sorted by, -1 for none
	descending bool
	met        int64 // the rows that met the condition
	held       *enumerate.Batch
	rows       []int64 // the numbers of those that are held
}

// newScan reads the condition and the order of a selection, for rows with the columns shown.
func (s *Selection) newScan(columns []enumerate.Column, shown []int) (*rowScan, error) {
	f, err := parseWhere(columns, s.Where)
	if err != nil {
		return nil, err
	}
	if s.OrderBy == "" {
		return &rowScan{filter: f, read: f.Bind(shown), by: -1}, nil
	}
	name, descending := strings.CutSuffix(s.OrderBy, " desc")
	at, err := study.ColumnIndices(columns, []string{strings.TrimSpace(name)})
	if err != nil {
		return nil, err
	}
	if columns[at[0]].Type == enumerate.Int32List {
		return nil, enumerate.Errorf("--order-by %s: expected a column of numbers or texts, got one of lists", name)
	}
	read := f.Bind(append(slices.Clone(shown), at[0]))
	return &rowScan{filter: f, read: read, by: slices.Index(read, at[0]), descending: descending}, nil
}

// each calls visit with every row, at its place in a batch of the columns that are read, until it returns
// false. With an order there are at most limit rows; 0 is all. It reports whether there is no further row.
func (s *rowScan) each(ctx context.Context, d *study.Dataset, limit int,
	visit func(b *enumerate.Batch, at int) (more bool, err error)) (all bool, err error) {
	if s.by < 0 {
		return s.unsorted(ctx, d,
			func(b *enumerate.Batch, at int, _ int64) (more bool, err error) { return visit(b, at) })
	}
	if _, err := s.unsorted(ctx, d, func(b *enumerate.Batch, at int, row int64) (more bool, err error) {
		s.hold(b, at, row)
		if limit > 0 && len(s.rows) == 2*limit+enumerate.BatchRows {
			s.sort(limit)
		}
		return true, nil
	}); err != nil {
		return false, err
	}
	s.sort(limit)
	for at := range s.rows {
		if more, err := visit(s.held, at); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

// errEnough ends a scan.
var errEnough = errors.New("enough rows")

// unsorted is each, in the order of the rows.
func (s *rowScan) unsorted(ctx context.Context, d *study.Dataset,
	visit func(b *enumerate.Batch, at int, row int64) (more bool, err error)) (all bool, err error) {
	err = d.Scan(s.read, func(b *enumerate.Batch, first int64) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for at := range b.Len() {
			if !s.filter.Match(b, at) {
				continue
			}
			s.met++
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

func (s *rowScan) hold(b *enumerate.Batch, at int, row int64) {
	if s.held == nil {
		s.held = enumerate.NewBatch(b.Columns)
	}
	s.held.AppendRows(b, at, at+1)
	s.rows = append(s.rows, row)
}

// sort sorts the rows that are held, and drops those beyond a limit; 0 is none.
func (s *rowScan) sort(limit int) {
	if s.held == nil {
		return
	}
	order := enumerate.Indices(len(s.rows))
	slices.SortStableFunc(order, func(x, y int) int {
		if s.descending || s.held.IsNull(s.by, x) != s.held.IsNull(s.by, y) {
			x, y = y, x
		}
		return s.held.CompareAt(s.by, x, s.held, y)
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
