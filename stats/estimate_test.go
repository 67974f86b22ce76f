package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/enumerate"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v: expected %v within %g", what, got, want, tolerance)
	}
}

// TestWilson compares with the worked figures of R. G. Newcombe, Two-sided
// confidence intervals for the single proportion (1998), table I.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ k, n, low, high float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		i := Wilson(c.k, c.n, 0.95)
		near(t, "low", i.Low, c.low, 5e-5)
		near(t, "high", i.High, c.high, 5e-5)
		mirror := Wilson(c.n-c.k, c.n, 0.95)
		near(t, "mirrored high", mirror.High, 1-i.Low, 1e-12)
	}
	if i := Wilson(0, 0, 0.95); i.Low != 0 || i.High != 1 {
		t.Errorf("nothing known, but %v", i)
	}
}

// TestMean uses W. S. Gosset's sleep data (1908), in tenths of an hour: mean
// 2.33 and standard error .63316, t(9) = 2.26216.
func TestMean(t *testing.T) {
	h := histogramOf(19, 8, 11, 1, -1, 44, 55, 16, 46, 34)
	i := h.draws().mean()
	near(t, "mean", i.Estimate, 23.3, 1e-12)
	near(t, "half-width", i.High-i.Estimate, 2.26216*6.3316, 1e-3)
	near(t, "low", i.Estimate-i.Low, i.High-i.Estimate, 1e-12)
	if one := histogramOf(5).draws().mean(); !math.IsInf(one.High, 1) {
		t.Error("one draw has no error")
	}
	near(t, "30 degrees", Student(0.95, 30), 2.04227, 1e-5) // printed tables
	near(t, "large degrees", Student(0.95, 1e6), Student(0.95, 1e6+1), 1e-5)
}

func histogramOf(values ...int64) Histogram {
	slices.Sort(values)
	var h Histogram
	for _, v := range values {
		if n := len(h); n > 0 && h[n-1].Value == v {
			h[n-1].Count = h[n-1].Count.Add(Int(1))
		} else {
			h = append(h, Bin{v, Int(1)})
		}
	}
	return h
}

func TestExpectedClasses(t *testing.T) {
	sizes := Histogram{{1, Int(2)}, {2, Int(1)}, {4, Int(1)}} // 8 solutions
	classes := []int{0, 1, 2, 2, 3, 3, 3, 3}
	for draws := range 6 {
		total, sum, squares := 1, 0, 0
		for range draws {
			total *= 8
		}
		for sequence := range total {
			seen := [4]int{}
			for d, s := 0, sequence; d < draws; d++ {
				seen[classes[s%8]] = 1
				s /= 8
			}
			n := seen[0] + seen[1] + seen[2] + seen[3]
			sum += n
			squares += n * n
		}
		mean := float64(sum) / float64(total)
		deviation := math.Sqrt(float64(squares)/float64(total) - mean*mean)
		m, d := ExpectedClasses(sizes, float64(draws))
		near(t, "mean", m, mean, 1e-12)
		near(t, "deviation", d, deviation, 1e-7)
	}
	m, d := ExpectedClasses(Histogram{{4, Int(1)}, {8, Int(1)}}, 3) // two classes are all
	near(t, "mean of two classes", m, 2-(1+8)/27.0, 1e-12)
	near(t, "deviation of two classes", d, math.Sqrt(18.0/27*9/27), 1e-12)
	m, d = ExpectedClasses(Histogram{{8, Int(1)}}, 3)
	near(t, "one class", m, 1, 1e-12)
	near(t, "its deviation", d, 0, 1e-12)
	// The tilings of the chessboard, all in orbits of 8.
	m, _ = ExpectedClasses(Histogram{{8, Int(16146)}}, 20000)
	near(t, "classes in 20,000 uniform draws", m, 11467.6893, 1e-4)
}

// population is a distribution over classes to draw from.
type population struct {
	cumulative []float64
	p          []float64
}

func newPopulation(weights []float64) population {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	var c population
	sum := 0.0
	for _, w := range weights {
		sum += w / total
		c.cumulative = append(c.cumulative, sum)
		c.p = append(c.p, w/total)
	}
	return c
}

func (c population) draw(r *rand.Rand) int {
	i, _ := slices.BinarySearchFunc(c.cumulative, r.Float64(), cmp.Compare)
	return min(i, len(c.p)-1)
}

// times draws n and counts classes by how often they were seen.
func (c population) times(r *rand.Rand, n int) (Histogram, []bool) {
	counts, seen := make([]int64, len(c.p)), make([]bool, len(c.p))
	for range n {
		k := c.draw(r)
		counts[k]++
		seen[k] = true
	}
	counts = slices.DeleteFunc(counts, func(k int64) bool { return k == 0 })
	return histogramOf(counts...), seen
}

// TestClassIntervalsCover simulates: intervals of confidence .95 must contain
// the truth nearly so often, for even and for uneven classes.
func TestClassIntervalsCover(t *testing.T) {
	even, uneven := make([]float64, 400), make([]float64, 400)
	for i := range even {
		even[i], uneven[i] = 1, 1/float64(i+10)
	}
	for name, c := range map[string]population{"even": newPopulation(even), "uneven": newPopulation(uneven)} {
		r := rand.New(rand.NewPCG(11, 11))
		effective := 0.0
		for _, p := range c.p {
			effective += p * p
		}
		effective = 1 / effective
		const trials, draws = 1000, 500
		var coverage, simpson, chaoHigh, collisions, chaoCover float64
		for range trials {
			times, seen := c.times(r, draws)
			truth := 0.0
			for i, p := range c.p {
				if seen[i] {
					truth += p
				}
			}
			if sumSeen(times).coverage().Contains(truth) {
				coverage++
			}
			e := sumSeen(times).effectiveClasses()
			if e.Contains(effective) {
				simpson++
			}
			collisions += 1 / e.Estimate
			chao := sumSeen(times).chao1()
			if chao.Low <= 400 {
				chaoHigh++
			}
			if chao.Contains(400) {
				chaoCover++
			}
		}
		t.Logf("%s: Esty %.3f, Simpson %.3f, Chao low end %.3f, both ends %.3f", name, coverage/trials, simpson/trials, chaoHigh/trials, chaoCover/trials)
		near(t, name+": coverage of Esty's interval", coverage/trials, 0.95, 0.025)
		near(t, name+": coverage of Simpson's interval", simpson/trials, 0.95, 0.025)
		near(t, name+": mean collision probability", collisions/trials*effective, 1, 0.01)
		if chaoHigh/trials < 0.96 {
			t.Errorf("%s: Chao's low end is above the truth in %.3f of the cases", name, 1-chaoHigh/trials)
		}
		if name == "even" {
			near(t, "coverage of Chao's interval", chaoCover/trials, 0.95, 0.025)
		}
	}
}

// TestChao1 is by hand: n = 12, f1 = 3, f2 = 2, 6 classes.
func TestChao1(t *testing.T) {
	i := sumSeen(Histogram{{1, Int(3)}, {2, Int(2)}, {5, Int(1)}}).chao1()
	a := 11.0 / 12
	near(t, "estimate", i.Estimate, 6+a*9/4, 1e-12)
	variance := 2 * (a*2.25/2 + a*a*3.375 + a*a*5.0625/4)
	k := math.Exp(1.959963985 * math.Sqrt(math.Log(1+variance/(a*a*81/16))))
	near(t, "low", i.Low, 6+a*9/4/k, 1e-6)
	near(t, "high", i.High, 6+a*9/4*k, 1e-6)
	if all := sumSeen(Histogram{{3, Int(7)}}).chao1(); all.Estimate != 7 || all.High != 7 {
		t.Errorf("all seen three times: %v", all)
	}
	// f2 = 0: the bias-corrected form.
	near(t, "no pairs", sumSeen(Histogram{{1, Int(3)}, {4, Int(1)}}).chao1().Estimate, 4+6.0/7*3, 1e-12)
	if none := sumSeen(Histogram{{1, Int(100)}}).effectiveClasses(); !math.IsInf(none.Estimate, 1) || math.Abs(none.Low-4950/2.995732) > 0.01 {
		t.Errorf("no collisions: %v", none)
	}
}

// TestChiSquare uses G. Mendel's peas (1866): 315, 101, 108, 32 against 9:3:3:1,
// chi-square 0.470 and p .925 in every textbook.
func TestChiSquare(t *testing.T) {
	observed := Histogram{{0, Int(315)}, {1, Int(101)}, {2, Int(108)}, {3, Int(32)}}
	exact := Histogram{{0, Int(9)}, {1, Int(3)}, {2, Int(3)}, {3, Int(1)}}
	f := ChiSquare(observed, exact)
	near(t, "statistic", float64(f.Statistic), 0.470, 5e-4)
	near(t, "p", float64(f.P), 0.925, 5e-4)
	if f.Degrees != 3 {
		t.Errorf("%d degrees: expected 3", f.Degrees)
	}
	pooled := ChiSquare(Histogram{{0, Int(50)}, {1, Int(50)}}, Histogram{{0, Int(50)}, {1, Int(46)}, {2, Int(2)}, {3, Int(2)}})
	if pooled.Degrees != 1 {
		t.Errorf("%d degrees after pooling 2 + 2 + 46: expected 1", pooled.Degrees)
	}
	if f := ChiSquare(Histogram{{7, Int(1)}}, exact); f.P != 0 || f.Impossible.Cmp(Int(1)) != 0 {
		t.Errorf("an impossible value gave %+v", f)
	}
}

// TestCompareIsCalibrated draws from the exact distribution: p-values must be
// uniform, z-scores standard, variation about as expected.
func TestCompareIsCalibrated(t *testing.T) {
	exact := Histogram{{0, Int(500)}, {1, Int(300)}, {2, Int(150)}, {5, Int(50)}}
	c := newPopulation([]float64{500, 300, 150, 50})
	r := rand.New(rand.NewPCG(12, 12))
	const trials = 2000
	var low, z2, meanZ2, apart, expected float64
	for range trials {
		values := make([]int64, 400)
		for i := range values {
			values[i] = exact[c.draw(r)].Value
		}
		x := compare("m", enumerate.Count, histogramOf(values...), exact)
		if x.Fit.P < 0.1 {
			low++
		}
		z2 += float64(x.Values[1].Z * x.Values[1].Z)
		meanZ2 += float64(x.MeanZ * x.MeanZ)
		apart += float64(x.TotalVariation)
		expected += float64(x.ExpectedVariation)
	}
	near(t, "share of p below .1", low/trials, 0.1, 0.02)
	near(t, "variance of z", z2/trials, 1, 0.1)
	near(t, "variance of the mean's z", meanZ2/trials, 1, 0.1)
	near(t, "variation over expected", apart/expected, 1, 0.03)
}

// TestCompareVariance: the deviation of draws from a census is that of the whole
// population, sum/n, not that of a sample, sum/(n-1).
func TestCompareVariance(t *testing.T) {
	c := compare("x", enumerate.Count, histogramOf(1, 1, 1, 1), histogramOf(0, 1))
	near(t, "z of the mean", float64(c.MeanZ), 0.5/(0.5/math.Sqrt(4)), 1e-12)
}

func TestCompareWithCensus(t *testing.T) {
	sample := sampleDocument(t)
	census := &Document{Name: "c", Complete: true,
		Solutions: &Solutions{Raw: Int(80), Distinct: Int(10), ByOrbitSize: Histogram{{8, Int(10)}}},
		Measures:  Measures{{Name: "on_edge_I5", Raw: Histogram{{0, Int(40)}, {1, Int(40)}}.Describe()}},
	}
	a, err := CompareWithCensus(sample, census)
	must(t, err)
	near(t, "expected", float64(a.Expected), 10*(1-math.Pow(0.9, 12)), 1e-8)
	if len(a.Measures) != 1 || a.Measures[0].Values[1].Sampled.Cmp(Int(8)) != 0 {
		t.Errorf("measures %+v", a.Measures)
	}
	census.Complete = false
	if _, err := CompareWithCensus(sample, census); err == nil {
		t.Error("an incomplete census was taken for exact")
	}
}

func TestProduct(t *testing.T) {
	exact := Exactly
	of := func(estimate, low, high float64) Interval { return Interval{Estimate: estimate, Low: low, High: high} }
	wide, open := of(10, 5, 20), of(10, 5, math.Inf(1))
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Abs(b) || a == b }
	for _, c := range []struct{ a, b, want Interval }{
		{exact(3), exact(4), of(12, 12, 12)},
		{wide, exact(2), of(20, 10, 40)},
		{wide, wide, of(100, 100/math.Exp(math.Sqrt2*math.Ln2), 100*math.Exp(math.Sqrt2*math.Ln2))},
		{open, exact(2), of(20, 10, math.Inf(1))},
		{exact(0), wide, of(0, 0, 0)},
		{of(5, 0, 9), exact(1), of(5, 0, 9)},
	} {
		got := Product(c.a, c.b)
		if !near(got.Estimate, c.want.Estimate) || !near(got.Low, c.want.Low) || !near(got.High, c.want.High) {
			t.Errorf("%+v times %+v: %+v, expected %+v", c.a, c.b, got, c.want)
		}
	}
	if got := Product(Interval{Estimate: math.NaN()}, wide); !math.IsNaN(got.Estimate) {
		t.Errorf("nothing known: %+v", got)
	}
}
