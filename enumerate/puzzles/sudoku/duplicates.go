package sudoku

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/sudoku/grid"
)

// duplicates is what a survey with canonical forms has to know of the whole file
// before its first row. Finding it takes a pass over all puzzles, which every
// shard repeats: a task cannot know what another one has seen. The rows made on
// the way are kept if the file is not too large, so that the pass is the work.
type duplicates struct {
	// first[form] is the number of the first puzzle of a class that has more
	// than one; nil before prepare.
	first map[formKey]int64
	rows  []keptRows // by task; nil if the file is too large
}

// keptRows are the rows of a task, duplicate_of and duplicate not filled in.
type keptRows struct {
	batch *enumerate.Batch
	tally enumerate.Tally
}

// keepRows is the number of puzzles up to which rows are kept: about 100 MB.
const keepRows = 1 << 18

// formKey stands for a puzzle's form: 16 bytes of its digest, so that a file of
// ten million puzzles needs about half a gigabyte.
type formKey [16]byte

func keyOf(form []byte) formKey {
	sum := sha256.Sum256(form)
	return formKey(sum[:16])
}

// class is the first puzzle with a form and how many have it.
type class struct{ first, size int64 }

func (c class) join(other class) class {
	if other.size == 0 {
		return c
	}
	return class{min(c.first, other.first), c.size + other.size}
}

// prepare finds the forms that occur more than once.
func (s *survey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.first != nil {
		return nil
	}
	tasks := s.Tasks()
	if tasks > 0 && tasks*s.source.size(0) <= keepRows {
		s.rows = make([]keptRows, tasks)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	found := make([]map[formKey]class, workers)
	errs := make([]error, workers)
	for i := range workers {
		group.Go(func() {
			w := s.newSurveyor()
			found[i] = map[formKey]class{}
			for errs[i] == nil && !stop.Load() {
				task := int(next.Add(1)) - 1
				if task >= tasks {
					break
				}
				errs[i] = w.prepare(task, stop, found[i])
				if i == 0 {
					progress(float64(task) / float64(tasks))
				}
			}
			if err := w.reader.close(); errs[i] == nil {
				errs[i] = err
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("looking for duplicates: %w", err)
		}
	}
	if stop.Load() {
		s.rows = nil
		return nil // whoever stopped it knows
	}
	all := found[0]
	for _, part := range found[1:] {
		for key, c := range part {
			all[key] = c.join(all[key])
		}
	}
	s.first = map[formKey]int64{}
	for key, c := range all {
		if c.size > 1 {
			s.first[key] = c.first
		}
	}
	return nil
}

// prepare adds the forms of a task's puzzles, and keeps its rows if it may.
func (w *surveyor) prepare(task int, stop *atomic.Bool, into map[formKey]class) error {
	w.tally = enumerate.Tally{}
	var rows *enumerate.Batch
	if w.rows != nil {
		rows = enumerate.NewBatch(w.columns)
	}
	err := w.reader.each(task, func(cells []byte, number int64) (bool, error) {
		if rows == nil {
			a := w.solve(cells, stop)
			if form := w.form(cells, a, stop); form != nil && !stop.Load() {
				key := keyOf(form)
				into[key] = class{number, 1}.join(into[key])
			}
			return !stop.Load(), nil
		}
		if err := w.row(cells, number, stop, rows); err != nil {
			return false, err
		}
		if row := rows.Len() - 1; !rows.IsNull(firstExtraColumn, row) {
			key, err := w.storedKey(rows, row)
			if err != nil {
				return false, err
			}
			into[key] = class{number, 1}.join(into[key])
		}
		return !stop.Load(), nil
	})
	if err == nil && rows != nil {
		w.rows[task] = keptRows{rows, w.tally}
	}
	return err
}

// storedKey is the key of the form in a row.
func (w *surveyor) storedKey(b *enumerate.Batch, row int) (formKey, error) {
	text := b.StringAt(firstExtraColumn, row)
	cells, err := grid.Values(w.image[:0], text)
	return keyOf(cells), err
}

// take hands over the rows kept of a task, once.
func (d *duplicates) take(task int) *keptRows {
	if d.rows == nil || d.first == nil || d.rows[task].batch == nil {
		return nil
	}
	kept := d.rows[task]
	d.rows[task] = keptRows{}
	return &kept
}

// replay passes on kept rows, duplicate_of and duplicate filled in.
func (w *surveyor) replay(kept *keptRows, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	b := kept.batch
	const form, duplicateOf, duplicate = firstExtraColumn, firstExtraColumn + 1, firstExtraColumn + 2
	for row := range b.Len() {
		if b.IsNull(form, row) || len(w.first) == 0 {
			continue
		}
		key, err := w.storedKey(b, row)
		if err != nil {
			return kept.tally, false, err
		}
		if first, ok := w.first[key]; ok && first != b.IntAt(numberColumn, row) {
			b.Vectors[duplicateOf].Int64s[row], b.Vectors[duplicateOf].Valid[row] = first, true
			b.Vectors[duplicate].Bools[row] = true
		}
	}
	for from := 0; from < b.Len(); from += enumerate.BatchRows {
		out.AppendRows(b, from, min(from+enumerate.BatchRows, b.Len()))
		if out.Len() >= enumerate.BatchRows {
			if err := flush(); err != nil {
				return kept.tally, false, err
			}
		}
	}
	return kept.tally, true, nil
}
