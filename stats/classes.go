package stats

import (
	"math"
)

// This file says what a sample of classes tells about all classes, from f(k): how many classes were seen k times.
// n = sum k f(k) is the number of draws, all independent and from one distribution p over the classes.

// sightings are sums over a histogram of times seen.
type sightings struct {
	draws, classes float64
	once, twice    float64
	pairs, triples float64 // ordered pairs and triples of draws of one class
}

func sumSeen(times Histogram) *sightings {
	s := new(sightings)
	for _, b := range times {
		k, f := float64(b.Value), b.Count.Float()
		s.draws += k * f
		s.classes += f
		s.pairs += k * (k - 1) * f
		s.triples += k * (k - 1) * (k - 2) * f
	}
	s.once, s.twice = times.Count(1).Float(), times.Count(2).Float()
	return s
}

// coverage estimates the probability that the next draw is of a class already seen: 1 - f(1)/n, A. M. Turing's
// estimator (I. J. Good, The population frequencies of species, 1953), with the interval of W. W. Esty (A normal
// limit law for a nonparametric estimator of the coverage of a random sample, 1983). Esty's variance vanishes if no
// class was seen once or all were; the half-width therefore is at least -ln(alpha/2)/n, what a class of that
// probability would need to show up.
func (s *sightings) coverage() Interval {
	if s.draws == 0 {
		return Interval{math.NaN(), 0, 1, DefaultConfidence, "good-turing"}
	}
	missing := s.once / s.draws
	half := twoSided(DefaultConfidence) * math.Sqrt((missing*(1-missing)+2*s.twice/s.draws)/s.draws)
	half = max(half, -math.Log((1-DefaultConfidence)/2)/s.draws)
	return Interval{1 - missing, max(0, 1-missing-half), min(1, 1-missing+half), DefaultConfidence, "good-turing"}
}

// chao1 estimates a lower bound of the number of classes that can be drawn (A. Chao, Nonparametric estimation of the
// number of classes in a population, 1984), with the log-normal interval of A. Chao (Estimating the population size
// for capture-recapture data with unequal catchability, 1987). It is near the truth if the rare classes are about
// equally rare.
func (s *sightings) chao1() Interval {
	if s.draws == 0 {
		return Interval{0, 0, math.Inf(1), DefaultConfidence, "chao1"}
	}
	a := (s.draws - 1) / s.draws
	var unseen, variance float64
	if s.twice > 0 {
		r := s.once / s.twice
		unseen = a * s.once * r / 2
		variance = s.twice * (a*r*r/2 + a*a*r*r*r + a*a*r*r*r*r/4)
	} else {
		unseen = a * s.once * (s.once - 1) / 2
		c, t := s.once, 2*s.once-1
		variance = a*c*(c-1)/2 + a*a*c*t*t/4 - a*a*c*c*c*c/(4*(s.classes+unseen))
	}
	i := Interval{s.classes + unseen, s.classes, s.classes + unseen, DefaultConfidence, "chao1"}
	if unseen > 0 && variance > 0 {
		k := math.Exp(twoSided(DefaultConfidence) * math.Sqrt(math.Log1p(variance/(unseen*unseen))))
		i.Low, i.High = s.classes+unseen/k, s.classes+unseen*k
	}
	return i
}

// effectiveClasses estimates 1 / sum p^2, the number of equally likely classes that would collide as often as those
// drawn. The collision probability is estimated without bias by the share of equal pairs, with its exact variance
// (E. H. Simpson, Measurement of diversity, 1949); the interval is normal in the logarithm. Without a collision
// only a lower end is known, from the Poisson probability of none.
func (s *sightings) effectiveClasses() Interval {
	i := Interval{math.Inf(1), 1, math.Inf(1), DefaultConfidence, "simpson"}
	n := s.draws
	if n < 2 {
		return i
	}
	if s.pairs == 0 {
		i.Low = max(1, n*(n-1)/2/-math.Log1p(-DefaultConfidence))
		return i
	}
	p2 := s.pairs / (n * (n - 1))
	p3 := s.triples / (n * (n - 1) * max(1, n-2))
	// A U-statistic of order two. Estimated p3 - p2^2 may come out negative near uniformity, where it is zero.
	variance := (4*(n-2)*max(0, p3-p2*p2) + 2*(p2-p2*p2)) / (n * (n - 1))
	k := math.Exp(twoSided(DefaultConfidence) * math.Sqrt(variance) / p2)
	i.Estimate, i.Low, i.High = 1/p2, max(1, 1/p2/k), k/p2
	return i
}

// ExpectedClasses returns the mean and the standard deviation of the number of different classes in draws that are
// uniform over raw solutions, exactly up to rounding. sizes counts all classes by orbit size (the by_orbit_size of
// a census): a class of size s has probability s/raw.
func ExpectedClasses(sizes Histogram, draws float64) (mean, deviation float64) {
	raw := 0.0
	for _, b := range sizes {
		raw += float64(b.Value) * b.Count.Float()
	}
	if raw == 0 || draws == 0 {
		return 0, 0
	}
	missed := func(p float64) float64 { return draws * math.Log1p(-p) } // the logarithm of its probability
	variance := 0.0
	for i, b := range sizes {
		p, c := float64(b.Value)/raw, b.Count.Float()
		q := missed(p)
		mean -= c * math.Expm1(q)
		variance -= c * math.Exp(q) * math.Expm1(q)
		for j, o := range sizes {
			// Missing two classes at once, less what independence would give: a difference of nearly equal
			// numbers, so taken by its logarithm. (1-p-r) / ((1-p)(1-r)) = 1 - pr / ((1-p)(1-r)).
			r, others := float64(o.Value)/raw, o.Count.Float()
			if i == j {
				others--
			}
			if others <= 0 {
				continue
			}
			both := q + missed(r)
			x := p * r / ((1 - p) * (1 - r))
			if x >= 1 { // two classes are all there are
				variance -= c * others * math.Exp(both)
				continue
			}
			variance += c * others * math.Exp(both) * math.Expm1(draws*math.Log1p(-x))
		}
	}
	return mean, math.Sqrt(max(0, variance))
}
