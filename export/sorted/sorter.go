package sorted

import (
	"slices"

	"coverstat/enumerate"
	"coverstat/export/block"
)

// A [Sorter] ends a run at this many rows, or after the batch that fills so
// many bytes.
const (
	bufferRows  = 1 << 16
	bufferBytes = 16 << 20
)

// A Sorter cuts a task's rows into sorted runs. It belongs to one goroutine,
// and holds a run's rows twice, some 32 MB at most.
type Sorter struct {
	order  *Order
	rows   *block.Rows
	buffer *enumerate.Batch
	sorted *enumerate.Batch
	perm   []int32
	limit  int
}

// NewSorter returns a sorter that adds its runs to rows.
func NewSorter(order *Order, rows *block.Rows) *Sorter {
	return &Sorter{order: order, rows: rows, limit: bufferRows,
		buffer: enumerate.NewBatch(order.columns), sorted: enumerate.NewBatch(order.columns)}
}

// Add adds the rows of a batch, which stays the caller's.
func (s *Sorter) Add(b *enumerate.Batch) error {
	for from, n := 0, b.Len(); from < n; {
		take := min(n-from, s.limit-s.buffer.Len())
		s.buffer.AppendRows(b, from, from+take)
		from += take
		if s.buffer.Len() == s.limit || block.SizeOf(s.buffer) >= bufferBytes {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Seal ends the last run; the rows can then be handed over.
func (s *Sorter) Seal() error { return s.flush() }

func (s *Sorter) flush() error {
	n := s.buffer.Len()
	if n == 0 {
		return nil
	}
	s.perm = s.perm[:0]
	for i := range n {
		s.perm = append(s.perm, int32(i))
	}
	slices.SortFunc(s.perm, func(i, j int32) int {
		if d := s.order.Compare(s.buffer, int(i), s.buffer, int(j)); d != 0 {
			return d
		}
		return int(i - j)
	})
	s.sorted.Reset()
	for _, i := range s.perm {
		if err := s.order.Append(s.sorted, s.buffer, int(i)); err != nil {
			return err
		}
	}
	s.buffer.Reset()
	return s.rows.AddRun(s.sorted)
}
