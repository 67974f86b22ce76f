package jobs

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/kernel"
)

// Tasks, merges of tasks and merges of shards add up the weights of a class's draws in any order,
// and the sums must not depend on the order. So weights are whole multiples of one unit, and their
// squares of another. A sum must stay below 2^53 units, since doubles add such numbers exactly; a
// larger sum is an error.
//
// The units are powers of two. Every shard chooses the same ones, by the first draws of the run:
// the mean weight of these draws has 25 bits, their mean square 13. Rounding then changes a mean by
// less than 2^-24 of its value, a mean square by less than 2^-12. Weights with a mean below 2^25
// are not rounded at all. A draw may weigh 2^28 times the mean, or 2^20 times the root of the mean
// square; a larger one would decide the estimate alone.
const (
	pilotDraws = 64
	meanBits   = 24
	squareBits = 12
	exactUnits = 1 << 53
	// mostWeight is where squares would leave the range of doubles.
	mostWeight = 450 // binary digits
)

// weightColumns are the last columns of a sample with weights.
func weightColumns() []enumerate.Column {
	return []enumerate.Column{
		{Name: enumerate.DrawWeightColumn, Type: enumerate.Double, Role: enumerate.Summed, Unit: "solutions",
			Meaning: "1/probability, added up over the draws of this class; divided by the number of all draws it estimates how many raw solutions the class has"},
		{Name: enumerate.DrawSquaresColumn, Type: enumerate.Double, Role: enumerate.Summed,
			Meaning: "squares of 1/probability, added up over the same draws: for the errors of estimates"},
	}
}

// weightScale holds the units, as powers of two.
type weightScale struct {
	unit, square int // square is at least twice unit
	mean         float64
}

// weights are sums over draws, in units.
type weights struct{ sum, squares uint64 }

// newScale chooses units for draws like the given ones; 0 is a failed one.
func newScale(pilots []float64) (weightScale, error) {
	n, sum := 0, 0.0
	for _, w := range pilots {
		if w > 0 {
			n++
			sum += w
		}
	}
	if n == 0 {
		return weightScale{}, nil
	}
	s := weightScale{mean: sum / float64(n)}
	if !(s.mean < math.Ldexp(1, mostWeight)) {
		return s, fmt.Errorf("a draw has a probability below 2^-%d: weights cannot be given", mostWeight-6)
	}
	s.unit = max(0, math.Ilogb(s.mean)-meanBits)
	sum = 0
	for _, w := range pilots {
		w = math.Ldexp(w, -s.unit)
		sum += float64(w * w) // rounded here on every processor
	}
	s.square = 2*s.unit + max(0, math.Ilogb(sum/float64(n))-squareBits)
	return s, nil
}

// add adds the weight of a draw.
func (s *weightScale) add(to *weights, weight float64, draw int64) error {
	units := math.Round(math.Ldexp(weight, -s.unit))
	if !(units < exactUnits) {
		return s.tooUneven(weight, draw)
	}
	w := max(1, uint64(units))
	high, low := bits.Mul64(w, w)
	if shift := s.square - 2*s.unit; shift > 0 {
		var carry uint64
		low, carry = bits.Add64(low, 1<<(shift-1), 0) // shift is far below 64, since units are few
		high += carry
		low, high = low>>shift|high<<(64-shift), high>>shift
	}
	to.sum, to.squares = to.sum+w, to.squares+max(1, low)
	if high > 0 || low >= exactUnits || to.sum >= exactUnits || to.squares >= exactUnits {
		return s.tooUneven(weight, draw)
	}
	return nil
}

func (s *weightScale) tooUneven(weight float64, draw int64) error {
	return fmt.Errorf(
		"the draws are too unlike one another for their weights to be added exactly: draw %d brings %.3g, the first %d have %.3g on average; leave sample.weight out, or choose another sampler", draw, weight, pilotDraws, s.mean)
}

// append writes sums to two columns.
func (s *weightScale) append(b *enumerate.Batch, column int, sums weights) {
	b.AppendDouble(column, math.Ldexp(float64(sums.sum), s.unit))
	b.AppendDouble(column+1, math.Ldexp(float64(sums.squares), s.square))
}

// setScale makes the first draws to see how much they weigh.
func (s *sample) setScale(workers int, stop *atomic.Bool, progress func(float64)) error {
	pilots := make([]float64, min(pilotDraws, s.spec.Draws))
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, min(workers, len(pilots))) {
		sampler, err := s.newSampler()
		if err != nil {
			return err
		}
		group.Go(func() {
			for {
				d := next.Add(1) - 1
				progress(float64(d) / float64(len(pilots)))
				if d >= int64(len(pilots)) {
					s.mu.Lock()
					s.warm = append(s.warm, sampler)
					s.mu.Unlock()
					return
				}
				if _, _, result := sampler.Draw(uint64(d), stop); result != kernel.Found {
					continue
				}
				if w, result := sampler.Weight(stop); result == kernel.Found {
					pilots[d] = w
				}
			}
		})
	}
	group.Wait()
	if stop.Load() {
		return nil // the run ends before it uses the scale
	}
	var err error
	s.scale, err = newScale(pilots)
	return err
}

// checkWeights checks what is known of a row's weights without its draws: they are whole numbers,
// at least 1 for each draw.
func checkWeights(b *enumerate.Batch, times, row int) error {
	n, w, squares := float64(b.IntAt(times, row)), b.Vectors[times+1].Doubles[row], b.Vectors[times+2].Doubles[row]
	switch {
	case !(w >= n) || math.IsInf(w, 0) || w != math.Trunc(w):
		return fmt.Errorf("weight is %v, expected a whole number not below times_seen, %v", w, n)
	case !(squares >= n) || math.IsInf(squares, 0) || squares != math.Trunc(squares):
		return fmt.Errorf("weight_squares is %v, expected a whole number not below times_seen, %v", squares, n)
	}
	return nil
}
