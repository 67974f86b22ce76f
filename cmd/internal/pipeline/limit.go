package pipeline

import (
	"io"

	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/block"
)

// firstTasks returns the tasks that lie wholly within the first rows, up to
// the limit, and what they add up to. The task that the limit falls into is
// not among them, done or cut short, nor are later ones that workers happened
// to finish: a dataset must be the same for any number of workers. What was
// finished stays in the journal for a run that goes on.
func firstTasks(tasks []export.TaskTally, limit int64) (first []export.TaskTally, tally enumerate.Tally) {
	for i, t := range tasks {
		if t.Task != i || tally.Rows >= limit || tally.Rows+t.Tally.Rows > limit {
			return tasks[:i], tally
		}
		tally.Add(t.Tally)
	}
	return tasks, tally
}

// limited returns the rows from which a limited dataset is made: those of the
// finished tasks up to the first that is not and, where these are too few, the
// rows that this one gave before it was cut short.
func (p *production) limited(src export.Source, tasks []export.TaskTally) (export.Source, error) {
	rows, next := int64(0), 0
	for next < len(tasks) && tasks[next].Task == next {
		rows += tasks[next].Tally.Rows
		next++
	}
	cut := p.cut[next]
	if rows >= p.options.Limit || cut == nil {
		return src, nil
	}
	s := &cutSource{Source: src, whole: rows, rest: enumerate.NewBatch(src.Columns())}
	var d block.Decoder
	for data := cut.Bytes(); len(data) > 0 && s.Rows() < p.options.Limit; {
		h, err := d.Decode(s.rest, data)
		if err != nil {
			return nil, err
		}
		data = data[h.Size:]
	}
	return s, nil
}

// cutSource is the first rows of another source and then those of a batch.
type cutSource struct {
	export.Source
	whole int64
	rest  *enumerate.Batch
}

// Rows implements [export.Source].
func (s *cutSource) Rows() int64 { return s.whole + int64(s.rest.Len()) }

// Read implements [export.Source].
func (s *cutSource) Read(from, to int64) export.RowReader {
	r := &cutReader{rest: s.rest, from: max(0, int(from-s.whole)), to: max(0, int(to-s.whole))}
	if from < s.whole {
		r.first = s.Source.Read(from, min(to, s.whole))
	}
	return r
}

type cutReader struct {
	first    export.RowReader // nil when done
	rest     *enumerate.Batch
	from, to int
}

// Next implements [export.RowReader].
func (r *cutReader) Next(b *enumerate.Batch) error {
	if r.first != nil {
		err := r.first.Next(b)
		if err != io.EOF {
			return err
		}
		if err := r.Close(); err != nil {
			return err
		}
	}
	b.Reset()
	if r.from >= r.to {
		return io.EOF
	}
	end := min(r.to, r.from+enumerate.BatchRows)
	b.AppendRows(r.rest, r.from, end)
	r.from = end
	return nil
}

// Close implements [export.RowReader].
func (r *cutReader) Close() error {
	if r.first == nil {
		return nil
	}
	err := r.first.Close()
	r.first = nil
	return err
}
