package stats

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

var weightedColumns = []enumerate.Column{
	{Name: "id", Type: enumerate.Int32, Role: enumerate.Key},
	{Name: "orbit_size", Type: enumerate.Int32},
	{Name: "few", Type: enumerate.Int32, Role: enumerate.Measured},
	{Name: "many", Type: enumerate.Int64, Role: enumerate.Measured, Nullable: true},
	{Name: "times_seen", Type: enumerate.Int64, Role: enumerate.Weight},
	{Name: "weight", Type: enumerate.Double, Role: enumerate.Summed},
	{Name: "weight_squares", Type: enumerate.Double, Role: enumerate.Summed},
}

// leaf is a solution at the end of a random path.
type leaf struct {
	class  int
	weight float64 // product of the branchings
}

// forest is a puzzle as a sampler of random paths sees it: leaves of unequal
// probability, and classes of 1, 2 or 4 of them.
type forest struct {
	branch [][]leaf // by first step, all of a branch equally likely
	size   []int    // of classes
	few    []int32
}

func newForest(r *rand.Rand) *forest {
	f := &forest{branch: make([][]leaf, 12)}
	var all []*leaf
	for i := range f.branch {
		f.branch[i] = make([]leaf, 5+3*i)
		for k := range f.branch[i] {
			f.branch[i][k].weight = float64(len(f.branch) * len(f.branch[i]))
			all = append(all, &f.branch[i][k])
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for len(all) > 0 {
		size := min([]int{1, 2, 4}[r.IntN(3)], len(all))
		for _, l := range all[:size] {
			l.class = len(f.size)
		}
		f.size = append(f.size, size)
		f.few = append(f.few, int32(r.IntN(20)/9)) // 2 is rare
		all = all[size:]
	}
	// A value that depends on how probable the solutions are, or nothing would
	// be biased.
	for _, b := range f.branch[:4] {
		for _, l := range b {
			f.few[l.class] = 0
		}
	}
	return f
}

func (f *forest) many(class int) (int64, bool) { return int64(class) * 7 % 500, class%9 > 0 }

// rows draws n times and makes the rows of a sample.
func (f *forest) rows(r *rand.Rand, n int) *enumerate.Batch {
	times, sums, squares := make([]int64, len(f.size)), make([]float64, len(f.size)), make([]float64, len(f.size))
	for range n {
		b := f.branch[r.IntN(len(f.branch))]
		l := b[r.IntN(len(b))]
		times[l.class]++
		sums[l.class] += l.weight
		squares[l.class] += l.weight * l.weight
	}
	b := enumerate.NewBatch(weightedColumns)
	for class, t := range times {
		if t == 0 {
			continue
		}
		b.AppendInt32(0, int32(class))
		b.AppendInt32(1, int32(f.size[class]))
		b.AppendInt32(2, f.few[class])
		if x, ok := f.many(class); ok {
			b.AppendInt64(3, x)
		} else {
			b.AppendNull(3)
		}
		b.AppendInt64(4, t)
		b.AppendDouble(5, sums[class])
		b.AppendDouble(6, squares[class])
	}
	return b
}

// TestWeightedIntervalsCover: the corrected intervals contain what is true of
// all solutions nearly as often as they say, although the draws are biased.
func TestWeightedIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := rand.New(rand.NewPCG(15, 15))
	f := newForest(r)
	const trials, draws = 1500, 250
	var solutions, few, two, many, valued float64
	sizes := make([]int64, len(f.size))
	for class, size := range f.size {
		sizes[class] = int64(size)
		solutions += float64(size)
		few += float64(f.few[class]) * float64(size)
		if f.few[class] == 2 {
			two += float64(size)
		}
		if x, ok := f.many(class); ok {
			valued += float64(size)
			many += float64(x) * float64(size)
		}
	}
	uniform, _ := ExpectedClasses(histogramOf(sizes...), draws)
	truth := map[string]float64{"solutions": solutions, "classes": float64(len(f.size)), "expected classes": uniform,
		"mean of few": few / solutions, "share of 2": two / solutions, "mean of many": many / valued}
	covered, sums, raw := map[string]float64{}, map[string]float64{}, 0.0
	for range trials {
		a := mustNew(t, weightedColumns, enumerate.Sample)
		must(t, a.Add(f.rows(r, draws)))
		s := filled(a)
		e := s.Estimates.Weighted
		var share Interval
		for _, v := range e.Measures[0].Shares {
			if v.Value == 2 {
				share = v.Share
			}
		}
		for name, i := range map[string]Interval{"solutions": e.Solutions, "classes": e.Classes, "expected classes": e.UniformClasses,
			"mean of few": *e.Measures[0].Mean, "share of 2": share, "mean of many": *e.Measures[1].Mean} {
			sums[name] += i.Estimate
			if i.Contains(truth[name]) {
				covered[name]++
			}
		}
		if s.Estimates.Measures[0].Mean.Contains(truth["mean of few"]) {
			raw++
		}
		if e.EffectiveDraws >= draws || e.EffectiveDraws < draws/2 || e.Measures[1].Shares != nil {
			t.Fatalf("%+v", e)
		}
	}
	for name, want := range truth {
		t.Logf("%s: %.3f of the intervals, mean %.4f of %.4f", name, covered[name]/trials, sums[name]/trials, want)
		near(t, "coverage of the interval of "+name, covered[name]/trials, 0.95, 0.02)
		near(t, "mean estimate of "+name, sums[name]/trials/want, 1, 0.02)
	}
	if raw/trials > 0.7 {
		t.Errorf("the raw interval of few covers %.3f: the draws are not biased enough for this test", raw/trials)
	}
}

// TestWeightedIsOrderFree divides rows among accumulators in many ways, with
// weights far beyond what 64 bits hold.
func TestWeightedIsOrderFree(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 16))
	rows := newForest(r).rows(r, 400)
	for row := range rows.Len() {
		rows.Vectors[5].Doubles[row] *= math.Ldexp(1, r.IntN(300))
		rows.Vectors[6].Doubles[row] *= math.Ldexp(1, 200+r.IntN(600))
	}
	var want []byte
	for trial := range 20 {
		parts := make([]*Accumulator, 1+r.IntN(5))
		for i := range parts {
			parts[i] = mustNew(t, weightedColumns, enumerate.Sample)
		}
		for _, row := range r.Perm(rows.Len()) {
			must(t, parts[r.IntN(len(parts))].Add(part(rows, row, row+1)))
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		for _, p := range parts[1:] {
			parts[0].Merge(p)
		}
		got, err := filled(parts[0]).Encode()
		must(t, err)
		if trial == 0 {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Fatalf("another order gives\n%s\nexpected\n%s", got, want)
		}
		if back, err := Decode(got); err != nil || back.Estimates.Weighted == nil {
			t.Fatalf("%v", err)
		} else if again, err := back.Encode(); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("read and written again: %v\n%s", err, again)
		}
	}
}

// TestWeightedAlike: draws of one weight are uniform draws, corrected and raw
// estimates the same.
func TestWeightedAlike(t *testing.T) {
	b := enumerate.NewBatch(weightedColumns)
	for class := range 4 {
		b.AppendInt32(0, int32(class))
		b.AppendInt32(1, 2)
		b.AppendInt32(2, int32(class))
		b.AppendInt64(3, 5)
		b.AppendInt64(4, int64(class+1))
		b.AppendDouble(5, 8*float64(class+1))
		b.AppendDouble(6, 64*float64(class+1))
	}
	a := mustNew(t, weightedColumns, enumerate.Sample)
	if e := filled(a).Estimates.Weighted; e != nil {
		t.Errorf("nothing drawn, but %+v", e)
	}
	must(t, a.Add(b))
	s := filled(a)
	e := s.Estimates.Weighted
	if n := e.Solutions; n.Estimate != 8 || n.Low != 8 || n.High != 8 {
		t.Errorf("solutions %+v, expected 8 for sure", n)
	}
	if n := e.Classes; n.Estimate != 4 || n.Low != 4 || n.High != 4 {
		t.Errorf("classes %+v, expected 4 for sure", n)
	}
	near(t, "effective draws", e.EffectiveDraws, 10, 1e-12)
	near(t, "heaviest class", e.HeaviestClass, 0.4, 1e-12)
	near(t, "expected classes", e.UniformClasses.Estimate, 4*(1-math.Pow(0.75, 10)), 1e-12)
	raw := s.Estimates.Measures[0]
	near(t, "mean", e.Measures[0].Mean.Estimate, raw.Mean.Estimate, 1e-12)
	near(t, "its low end", e.Measures[0].Mean.Low, raw.Mean.Low, 1e-9)
	for i, v := range e.Measures[0].Shares {
		near(t, "low end of a share", v.Share.Low, raw.Shares[i].Share.Low, 1e-9)
		near(t, "high end of a share", v.Share.High, raw.Shares[i].Share.High, 1e-9)
	}
	if m := e.Measures[1].Mean; m.Low != 5 || m.High != 5 {
		t.Errorf("a constant is %+v", m)
	}
}

func TestWeightedRefuses(t *testing.T) {
	for _, bad := range []float64{0, -1, 1.5, math.NaN(), math.Inf(1)} {
		for column := 5; column <= 6; column++ {
			r := rand.New(rand.NewPCG(17, 17))
			b := newForest(r).rows(r, 3)
			b.Vectors[column].Doubles[1] = bad
			a := mustNew(t, weightedColumns, enumerate.Sample)
			if err := a.Add(b); err == nil {
				t.Errorf("%s %v was accepted", weightedColumns[column].Name, bad)
			}
		}
	}
	if _, err := New(weightedColumns[:6], enumerate.Sample, enumerate.Analysis{}); err == nil {
		t.Error("weights without squares were accepted")
	}
}

// TestTooManyValues: a measure of more values than are published has no
// corrected estimate, however its rows are divided.
func TestTooManyValues(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, values := range []int{PublishedValues, PublishedValues + 1} {
		b := enumerate.NewBatch(weightedColumns)
		for v := range values {
			b.AppendInt32(0, int32(v))
			b.AppendInt32(1, 4)
			b.AppendInt32(2, int32(v%2))
			b.AppendInt64(3, int64(v))
			b.AppendInt64(4, 1)
			b.AppendDouble(5, 10)
			b.AppendDouble(6, 100)
		}
		whole, halves := mustNew(t, weightedColumns, enumerate.Sample), mustNew(t, weightedColumns, enumerate.Sample)
		other := mustNew(t, weightedColumns, enumerate.Sample)
		must(t, whole.Add(b))
		must(t, halves.Add(part(b, 0, values/2)))
		must(t, other.Add(part(b, values/2, values)))
		halves.Merge(other)
		for _, a := range []*Accumulator{whole, halves} {
			if got := len(filled(a).Estimates.Weighted.Measures); (got == 2) != (values <= PublishedValues) {
				t.Errorf("%d values: %d measures are estimated", values, got)
			}
		}
	}
}

// TestArithmetic: sums and products of numbers of any size are exact, in whatever order.
func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 18))
	for range 300 {
		var parts [3]Number
		want := new(big.Int)
		for range r.IntN(60) {
			n, x := &parts[r.IntN(3)], big.NewInt(int64(r.Uint64())>>r.IntN(64))
			a, b := x.Int64(), int64(r.Uint64())>>r.IntN(64)
			if r.IntN(20) == 0 {
				a, b = math.MinInt64, []int64{-1, 0, 1, math.MinInt64}[r.IntN(4)]
				x.SetInt64(a)
			}
			switch r.IntN(4) {
			case 0:
				*n = n.Add(Int(a))
			case 1:
				*n = n.Add(Int(a).Times(b))
				x.Mul(x, big.NewInt(b))
			case 2:
				*n = n.Add(Int(a).Times(a).Times(b))
				x.Mul(x, x).Mul(x, big.NewInt(b))
			case 3:
				float := math.Ldexp(float64(r.Uint64()>>(11+r.IntN(50))), r.IntN(80))
				*n = n.Add(whole(float))
				x, _ = big.NewFloat(float).Int(nil)
			}
			want.Add(want, x)
		}
		if got := parts[0].Add(parts[1].Add(parts[2])); got.Big().Cmp(want) != 0 || got.Cmp(BigInt(want)) != 0 {
			t.Fatalf("sum %v, expected %v", got, want)
		}
	}
}

// TestCorrectedAgainstCensus: the corrected figures stand beside the exact ones,
// and values that no draw had stay without.
func TestCorrectedAgainstCensus(t *testing.T) {
	b := enumerate.NewBatch(weightedColumns)
	for class, w := range []float64{6, 12} {
		b.AppendInt32(0, int32(class))
		b.AppendInt32(1, 4)
		b.AppendInt32(2, int32(class))
		b.AppendNull(3)
		b.AppendInt64(4, 10)
		b.AppendDouble(5, 10*w)
		b.AppendDouble(6, 10*w*w)
	}
	a := mustNew(t, weightedColumns, enumerate.Sample)
	must(t, a.Add(b))
	sample := filled(a)
	census := &Document{Name: "c", Complete: true,
		Solutions: &Solutions{Raw: Int(12), Distinct: Int(3), ByOrbitSize: Histogram{{4, Int(3)}}},
		Measures:  Measures{{Name: "few", Raw: Histogram{{0, Int(4)}, {1, Int(4)}, {2, Int(4)}}.Describe()}},
	}
	c, err := CompareWithCensus(sample, census)
	must(t, err)
	if n := c.Corrected.Solutions; n.Estimate.Estimate != 9 || n.Exact != 12 || n.Inside {
		t.Errorf("solutions %+v", n)
	}
	if c.Corrected.Classes.Estimate.Estimate != 2.25 || c.Corrected.Classes.Exact != 3 {
		t.Errorf("classes %+v", c.Corrected.Classes)
	}
	m := c.Measures[0]
	near(t, "corrected mean", m.CorrectedMean.Estimate.Estimate, 2.0/3, 1e-12)
	near(t, "corrected share", m.Values[0].Corrected.Estimate.Estimate, 1.0/3, 1e-12)
	near(t, "variation", float64(*m.CorrectedVariation), 1.0/3, 1e-9)
	if len(m.Values) != 3 || m.Values[2].Corrected != nil {
		t.Errorf("values %+v", m.Values)
	}
}
