package export

import (
	"fmt"
	"io"
	"sort"

	"coverstat/enumerate"
)

// sections are rows that lie in several places, one after another: the parts of
// a dataset, the row groups of a file.
type sections struct {
	begin []int64 // number of the first row of each section; at the end the number of rows
	// open returns a reader of rows from (inclusive) to to (exclusive) of a
	// section, counted from the section's first row.
	open func(section int, from, to int64) (RowReader, error)
}

// sectionOf returns the index of the section that holds a row. Beyond the last
// row it is the number of sections.
func sectionOf(begin []int64, row int64) int {
	return sort.Search(len(begin)-1, func(i int) bool { return begin[i+1] > row })
}

// read returns a reader of rows from (inclusive) to to (exclusive).
func (s sections) read(from, to int64) RowReader {
	if n := s.begin[len(s.begin)-1]; from < 0 || to < from || to > n {
		panic(fmt.Sprintf("export: rows %d to %d of %d", from, to, n))
	}
	return &sectionReader{sections: s, next: sectionOf(s.begin, from), at: from, to: to}
}

type sectionReader struct {
	sections
	next   int // section to open next
	at, to int64
	rows   RowReader // nil: none is open
}

// Next implements [RowReader].
func (r *sectionReader) Next(b *enumerate.Batch) error {
	for {
		if r.rows != nil {
			err := r.rows.Next(b)
			if err != io.EOF {
				r.at += int64(b.Len())
				return err
			}
			if err := r.Close(); err != nil {
				return err
			}
		}
		if r.at >= r.to {
			b.Reset()
			return io.EOF
		}
		begin, end := r.begin[r.next], r.begin[r.next+1]
		rows, err := r.open(r.next, r.at-begin, min(r.to, end)-begin)
		if err != nil {
			return err
		}
		r.rows = rows
		r.next++
	}
}

// Close implements [RowReader].
func (r *sectionReader) Close() error {
	if r.rows == nil {
		return nil
	}
	err := r.rows.Close()
	r.rows = nil
	return err
}
