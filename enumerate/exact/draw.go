package exact

import (
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/cover/shuffle"
	"coverstat/enumerate/symmetry"
)

// sampleWorker makes the draws of tasks.
type sampleWorker struct {
	sample   *Sample
	recorder Recorder
	checker  *checker
	canon    *symmetry.Canonicaliser
	shuffler *shuffle.Sampler
	source   rand.PCG
	solution []enumerate.OptionID

	// What the task at hand saw: of the index's classes how often, and which;
	// or a set of canonical forms.
	times   []int32
	touched []int32
	set     classSet

	out   *enumerate.Batch
	flush func() error
}

// Do implements [enumerate.Worker]. The tally's rows are draws: how far they
// were merged before they were written depends on the memory.
func (w *sampleWorker) Do(task int, stop *atomic.Bool, out *enumerate.Batch, flush func() error) (tally enumerate.Tally, done bool, err error) {
	s := w.sample
	w.out, w.flush = out, flush
	w.set.reset()
	w.forget()
	from := int64(task) * s.size
	for d := from; d < from+s.drawsOf(task); d++ {
		found := false
		switch {
		case s.index != nil && s.index.raw > 0:
			if d&1023 == 0 && stop.Load() {
				return tally, false, nil
			}
			w.source.Seed(s.spec.Seed, uint64(d))
			w.see(s.index.draw(&w.source))
			found = true
		case s.sampler != nil:
			if d&1023 == 0 && stop.Load() {
				return tally, false, nil
			}
			w.source.Seed(s.spec.Seed, uint64(d))
			w.solution = s.sampler.Draw(w.solution[:0], &w.source)
			w.set.add(w.canon.Canonical(w.solution))
			found = true
		case w.shuffler != nil:
			solution, nodes, result := w.shuffler.Draw(uint64(d), stop)
			var weight float64
			if result == shuffle.Found && s.spec.Weight {
				weight, result = w.shuffler.Weight(stop)
			}
			if result == shuffle.Stopped || d&31 == 0 && stop.Load() {
				return tally, false, nil
			}
			tally.Effort.Nodes += nodes
			if found = result == shuffle.Found; found {
				tally.Effort.Deepest = max(tally.Effort.Deepest, len(solution))
				class := w.set.add(w.canon.Canonical(solution))
				if s.spec.Weight {
					if err := s.scale.add(&w.set.weights[class], weight, d); err != nil {
						return tally, false, err
					}
				}
			}
		}
		if !found {
			tally.Failed++
			continue
		}
		tally.Raw++
		if w.set.bytes() > s.memory/int64(maxWorkers) {
			if err := w.emitSet(); err != nil {
				return tally, false, err
			}
		}
	}
	tally.Rows, tally.Effort.Solutions = tally.Raw, tally.Raw
	if err := w.emitSet(); err != nil {
		return tally, false, err
	}
	return tally, true, w.emitTouched()
}

// maxWorkers is the number of workers among whom memory is divided. It is not
// the number there are, which a worker does not know.
const maxWorkers = 16

func (w *sampleWorker) see(class int32) {
	if w.times[class] == 0 {
		w.touched = append(w.touched, class)
	}
	w.times[class]++
}

// forget empties what a task that was stopped left.
func (w *sampleWorker) forget() {
	for _, k := range w.touched {
		w.times[k] = 0
	}
	w.touched = w.touched[:0]
}

func (w *sampleWorker) emitTouched() error {
	for _, k := range w.touched {
		form, orbit := w.sample.index.class(k)
		if err := w.emit(form, orbit, int64(w.times[k]), weights{}); err != nil {
			return err
		}
	}
	w.forget()
	return nil
}

func (w *sampleWorker) emitSet() error {
	for k := range w.set.times {
		form, orbit := w.set.class(k)
		if err := w.emit(form, orbit, w.set.times[k], w.set.weights[k]); err != nil {
			return err
		}
	}
	w.set.reset()
	return nil
}

// emit appends a row.
func (w *sampleWorker) emit(form []enumerate.OptionID, orbit, times int64, sums weights) error {
	if err := w.checker.check(form); err != nil {
		return err
	}
	if w.out == nil {
		return nil
	}
	x := w.sample.Instance
	w.recorder.Solution(w.out, form)
	w.out.AppendInt32(len(x.Solution), int32(orbit))
	w.recorder.Measures(w.out, len(x.Solution)+1, int64(x.Group.Order())/orbit)
	w.out.AppendInt64(w.sample.times, times)
	if w.sample.spec.Weight {
		w.sample.scale.append(w.out, w.sample.times+1, sums)
	}
	if w.out.Len() >= enumerate.BatchRows {
		return w.flush()
	}
	return nil
}

// classSet counts canonical forms.
type classSet struct {
	number  map[string]int32 // form, four bytes an option, to its number
	forms   []enumerate.OptionID
	ends    []int
	orbits  []int64
	times   []int64
	weights []weights // of the draws; zero where they are not asked for
	key     []byte
}

func (s *classSet) reset() {
	if s.number == nil {
		s.number = map[string]int32{}
	}
	clear(s.number)
	s.forms, s.ends, s.orbits, s.times, s.weights = s.forms[:0], s.ends[:0], s.orbits[:0], s.times[:0], s.weights[:0]
}

// add counts a form and returns its number.
func (s *classSet) add(form []enumerate.OptionID, orbit int64) int32 {
	s.key = s.key[:0]
	for _, o := range form {
		s.key = append(s.key, byte(o), byte(o>>8), byte(o>>16), byte(o>>24))
	}
	if k, ok := s.number[string(s.key)]; ok {
		s.times[k]++
		return k
	}
	k := int32(len(s.times))
	s.number[string(s.key)] = k
	s.forms = append(s.forms, form...)
	s.ends = append(s.ends, len(s.forms))
	s.orbits = append(s.orbits, orbit)
	s.times = append(s.times, 1)
	s.weights = append(s.weights, weights{})
	return k
}

func (s *classSet) class(k int) (form []enumerate.OptionID, orbit int64) {
	from := 0
	if k > 0 {
		from = s.ends[k-1]
	}
	return s.forms[from:s.ends[k]], s.orbits[k]
}

// bytes is about what the set takes: forms twice, and some 96 bytes a class.
func (s *classSet) bytes() int64 { return int64(8*len(s.forms) + 96*len(s.times)) }
