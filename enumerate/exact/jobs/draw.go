package jobs

import (
	"math/rand/v2"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/symmetry"
)

// sampleWorker makes the draws of tasks.
type sampleWorker struct {
	sample   *sample
	recorder exact.Recorder
	checker  *exact.SolutionChecker
	canon    *symmetry.Canonicaliser
	// adds options that a weighed draw leaves out; nil if none
	whole    func(solution []enumerate.OptionID) []enumerate.OptionID
	sampler  *kernel.Sampler
	source   rand.PCG
	random   *rand.Rand // of source
	solution []enumerate.OptionID

	// What the task at hand drew: forms of the list, or forms as they come.
	listed []int32 // by number in the list: how often it was drawn
	drawn  []int32 // the numbers that were drawn, in the order of their first draws
	counts formCounts

	out   *enumerate.Batch
	flush func() error
}

// do is the [enumerate.Worker]. The tally counts draws as rows, because the number of rows
// depends on the memory.
func (w *sampleWorker) do(task int, stop *atomic.Bool, out *enumerate.Batch,
	flush func() error) (tally enumerate.Tally, done bool, err error) {
	s := w.sample
	w.out, w.flush = out, flush
	w.counts.reset()
	for _, k := range w.drawn {
		w.listed[k] = 0
	}
	w.drawn = w.drawn[:0]
	from := int64(task) * s.size
	for d := from; d < from+s.drawsOf(task); d++ {
		found, stopped, err := w.draw(d, stop, &tally.Effort)
		if err != nil || stopped {
			return tally, false, err
		}
		if !found {
			tally.Failed++
			continue
		}
		tally.Raw++
		if w.counts.bytes() > s.workerMemory {
			if err := w.emitCounts(); err != nil {
				return tally, false, err
			}
		}
	}
	tally.Rows, tally.Effort.Solutions = tally.Raw, tally.Raw
	if err := w.emitCounts(); err != nil {
		return tally, false, err
	}
	for _, k := range w.drawn {
		form, orbit := s.list.at(k)
		if err := w.emit(form, orbit, int64(w.listed[k]), weights{}); err != nil {
			return tally, false, err
		}
	}
	return tally, true, nil
}

// draw makes draw number d. found is false if it gave no solution.
func (w *sampleWorker) draw(d int64, stop *atomic.Bool, effort *enumerate.Effort) (found, stopped bool, err error) {
	s := w.sample
	if w.sampler != nil {
		return w.shuffle(d, stop, effort)
	}
	if d&1023 == 0 && stop.Load() {
		return false, true, nil
	}
	w.source.Seed(s.spec.Seed, uint64(d))
	if s.list != nil {
		k := s.list.draw(w.random)
		if w.listed[k] == 0 {
			w.drawn = append(w.drawn, k)
		}
		w.listed[k]++
		return true, false, nil
	}
	w.solution = s.completions.Draw(w.solution[:0], &w.source)
	if w.whole != nil {
		w.solution = append(w.solution[:0], w.whole(w.solution)...)
	}
	w.counts.count(w.canon.Canonical(w.solution))
	return true, false, nil
}

// shuffle makes a draw by the first solution of a search in random order.
func (w *sampleWorker) shuffle(d int64, stop *atomic.Bool, effort *enumerate.Effort) (found, stopped bool, err error) {
	s := w.sample
	solution, nodes, result := w.sampler.Draw(uint64(d), stop)
	var weight float64
	if result == kernel.Found && s.spec.Weight {
		weight, result = w.sampler.Weight(stop)
	}
	if result == kernel.Stopped || d&31 == 0 && stop.Load() {
		return false, true, nil
	}
	effort.Nodes += nodes
	if result != kernel.Found {
		return false, false, nil
	}
	effort.Deepest = max(effort.Deepest, len(solution))
	k := w.counts.count(w.canon.Canonical(solution))
	if s.spec.Weight {
		err = s.scale.add(&w.counts.weights[k], weight, d)
	}
	return true, false, err
}

func (w *sampleWorker) emitCounts() error {
	for k := range w.counts.times {
		form, orbit := w.counts.at(int32(k))
		if err := w.emit(form, orbit, w.counts.times[k], w.counts.weights[k]); err != nil {
			return err
		}
	}
	w.counts.reset()
	return nil
}

// emit appends a row.
func (w *sampleWorker) emit(form []enumerate.OptionID, orbit, times int64, sums weights) error {
	if err := w.checker.Check(form, orbit); err != nil {
		return err
	}
	w.sample.Instance.AppendRow(w.recorder, w.out, form, orbit)
	w.out.AppendInt64(w.sample.times, times)
	if w.sample.spec.Weight {
		w.sample.scale.append(w.out, w.sample.times+1, sums)
	}
	if w.out.Len() >= enumerate.BatchRows {
		return w.flush()
	}
	return nil
}
