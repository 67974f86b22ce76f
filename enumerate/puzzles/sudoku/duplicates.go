package sudoku

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"coverstat/enumerate"
)

// duplicates is what a survey with canonical forms knows of the whole file
// before its first row. Finding it takes a pass over all puzzles, which every
// shard repeats: a task cannot know what another one has seen. The rows made on
// the way are kept if the file is not too large, so that the pass is the work.
type duplicates struct {
	// firsts[form] is the number of the first puzzle of a class that has more
	// than one; nil before prepare.
	firsts map[formKey]int64
	rows   []keptRows // by task; nil if the file is too large
}

// keptRows are the rows of a task and, for each, the puzzle's number and the key
// of its form (zero where there is none).
type keptRows struct {
	batch   *enumerate.Batch
	numbers []int64
	keys    []formKey
	tally   enumerate.Tally
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

// duplicateOf returns the number of the first puzzle with the answer's form, if
// that is another one.
func (d *duplicates) duplicateOf(a *answer) (first int64, ok bool) {
	if len(d.firsts) == 0 || a.form == nil {
		return 0, false
	}
	first, ok = d.firsts[keyOf(a.form)]
	return first, ok && first != a.number
}

// prepare finds the forms that occur more than once.
func (s *puzzleSurvey) prepare(workers int, stop *atomic.Bool, progress func(float64)) error {
	if s.firsts != nil {
		return nil
	}
	tasks := s.source.tasks()
	if tasks > 0 && tasks*s.source.size(0) <= keepRows {
		s.rows = make([]keptRows, tasks)
	}
	classes := map[formKey]class{}
	var next atomic.Int64
	var lock sync.Mutex // of classes and progress
	var group errgroup.Group
	for range workers {
		group.Go(func() (err error) {
			w := s.newSolver()
			defer func() { err = errors.Join(err, w.reader.close()) }()
			for !stop.Load() {
				task := int(next.Add(1)) - 1
				if task >= tasks {
					break
				}
				kept, err := w.collect(task, stop)
				if err != nil {
					return err
				}
				lock.Lock()
				kept.addTo(classes)
				progress(float64(task) / float64(tasks))
				lock.Unlock()
				if s.rows != nil {
					s.rows[task] = kept
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("looking for duplicates: %w", err)
	}
	if stop.Load() {
		s.rows = nil
		return nil // the caller knows that it was stopped
	}
	s.firsts = map[formKey]int64{}
	for key, c := range classes {
		if c.size > 1 {
			s.firsts[key] = c.first
		}
	}
	return nil
}

// collect finds the forms of a task's puzzles, and makes their rows if rows are
// kept.
func (w *puzzleSolver) collect(task int, stop *atomic.Bool) (kept keptRows, err error) {
	add := func(a *answer) {
		var key formKey
		if a.form != nil {
			key = keyOf(a.form)
		}
		kept.numbers, kept.keys = append(kept.numbers, a.number), append(kept.keys, key)
	}
	if w.rows == nil {
		return kept, w.reader.each(task, func(cells []byte, number int64) (bool, error) {
			w.answer.cells, w.answer.number = cells, number
			w.search(stop)
			w.answer.form = w.form(stop)
			add(&w.answer)
			return !stop.Load(), nil
		})
	}
	worker := w.survey.Worker(func(task int, stop *atomic.Bool, tally *enumerate.Tally, visit func(*answer) bool) error {
		return w.solve(task, stop, tally, func(a *answer) bool {
			add(a)
			return visit(a)
		})
	})
	kept.batch = enumerate.NewBatch(w.survey.Job().Columns())
	kept.tally, _, err = worker.Do(task, stop, kept.batch, func() error { return nil })
	return kept, err
}

// addTo adds the forms of a task to the classes of all.
func (k *keptRows) addTo(classes map[formKey]class) {
	for i, key := range k.keys {
		if key == (formKey{}) {
			continue
		}
		c, ok := classes[key]
		if !ok || k.numbers[i] < c.first {
			c.first = k.numbers[i]
		}
		c.size++
		classes[key] = c
	}
}

// duplicatesJob is a survey that passes on the rows that were kept.
type duplicatesJob struct {
	enumerate.Job
	puzzles *puzzleSurvey
}

// NewWorker implements [enumerate.Job].
func (j *duplicatesJob) NewWorker() (enumerate.Worker, error) {
	w, err := j.Job.NewWorker()
	return &duplicatesWorker{w, j.puzzles}, err
}

type duplicatesWorker struct {
	enumerate.Worker
	puzzles *puzzleSurvey
}

// Do implements [enumerate.Worker].
func (w *duplicatesWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (enumerate.Tally, bool, error) {
	s := w.puzzles
	if s.firsts == nil || s.rows == nil || s.rows[task].batch == nil {
		return w.Worker.Do(task, stop, out, flush)
	}
	kept := s.rows[task]
	s.rows[task] = keptRows{} // rows are passed on once
	s.fillIn(&kept)
	b := kept.batch
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

// fillIn puts duplicate_of and duplicate into rows that were made before they
// were known.
func (d *duplicates) fillIn(kept *keptRows) {
	if len(d.firsts) == 0 {
		return
	}
	b := kept.batch
	column := func(name string) *enumerate.Vector { return &b.Vectors[enumerate.ColumnIndex(b.Columns, name)] }
	of, duplicate := column("duplicate_of"), column(enumerate.DuplicateColumn)
	for row, key := range kept.keys {
		if first, ok := d.firsts[key]; ok && first != kept.numbers[row] {
			of.Int64s[row], of.Valid[row] = first, true
			duplicate.Bools[row] = true
		}
	}
}
