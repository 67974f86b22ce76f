package stats

import "math"

// WeightedEstimate is what draws of known, unequal probability say of all
// solutions alike.
type WeightedEstimate struct {
	// Mean estimates the mean of the values over all solutions.
	Mean Interval
	// Total estimates the number of solutions.
	Total Interval
	// EffectiveDraws is the number of uniform draws that would know as much.
	EffectiveDraws float64
	// Heaviest is the share of the heaviest draw in the sum of weights. Above
	// a tenth or so the intervals are not to be trusted: what matters most has
	// been seen a few times only.
	Heaviest float64
}

// Weighted corrects draws for their probabilities: weights[i] is 1/probability
// of draw i (for a solution found along a random path, the product of the
// branchings), values[i] its value. The mean is the ratio of weighted sums,
// its error by linearisation; the total is the plain mean of the weights (M.
// H. Hansen and W. N. Hurwitz, On the theory of sampling from finite
// populations, 1943); the effective number of draws is (sum w)^2 / sum w^2 (A.
// Kong, A note on importance sampling using standardized weights, 1992). A
// draw that found nothing has value and weight 0: it counts for the total.
//
// Sums are taken in the order given; give draws in draw order.
func Weighted(values, weights []float64, confidence float64) WeightedEstimate {
	if len(values) != len(weights) {
		panic("stats: as many values as weights are needed")
	}
	n := float64(len(values))
	nothing := Interval{math.NaN(), math.Inf(-1), math.Inf(1), confidence, "importance"}
	e := WeightedEstimate{Mean: nothing, Total: nothing}
	scale := 0.0 // weights of long paths overflow when squared
	for _, w := range weights {
		scale = max(scale, w)
	}
	if scale == 0 {
		return e
	}
	var sum, squares, weighted float64
	for i, w := range weights {
		w /= scale
		sum += w
		squares += w * w
		weighted += w * values[i]
	}
	mean := weighted / sum
	e.EffectiveDraws = sum * sum / squares
	e.Heaviest = 1 / sum
	e.Mean.Estimate, e.Total.Estimate = mean, sum/n*scale
	if n < 2 {
		return e
	}
	errors, spread := 0.0, 0.0
	for i, w := range weights {
		w /= scale
		errors += w * w * (values[i] - mean) * (values[i] - mean)
		spread += (w - sum/n) * (w - sum/n)
	}
	t := student(confidence, n-1)
	half := t * math.Sqrt(errors*n/(n-1)) / sum
	e.Mean.Low, e.Mean.High = mean-half, mean+half
	half = t * math.Sqrt(spread/(n-1)/n) * scale
	e.Total.Low, e.Total.High = max(0, e.Total.Estimate-half), e.Total.Estimate+half
	return e
}
