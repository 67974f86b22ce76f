package probe

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coverstat/stats"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v: expected %v within %g", what, got, want, tolerance)
	}
}

// tree is a search tree made from numbers: a node's branching is a hash of its
// path, lopsided so that probes vary.
type tree struct{ seed uint64 }

func (t tree) children(path uint64, depth int) int {
	h := (path ^ t.seed) * 0x9e3779b97f4a7c15
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 32
	if depth >= 12 {
		return 0
	}
	return []int{0, 1, 1, 2, 2, 3, 3, 4}[h%8]
}

func child(path uint64, i int) uint64 { return path*8 + uint64(i) + 1 }

func (t tree) nodes(path uint64, depth int) float64 {
	n := 1.0
	for i := range t.children(path, depth) {
		n += t.nodes(child(path, i), depth+1)
	}
	return n
}

// probe is Knuth's: one random path, each level weighed by the branchings
// above it.
func (t tree) probe(path uint64, depth int, r *rand.Rand) float64 {
	total, weight := 1.0, 1.0
	for {
		n := t.children(path, depth)
		if n == 0 {
			return total
		}
		weight *= float64(n)
		total += weight
		path = child(path, r.IntN(n))
		depth++
	}
}

// frontier returns the paths at a depth and the number of nodes above it.
func (t tree) frontier(path uint64, depth, cut int) (paths []uint64, above float64) {
	if depth == cut {
		return []uint64{path}, 0
	}
	above = 1
	for i := range t.children(path, depth) {
		p, a := t.frontier(child(path, i), depth+1, cut)
		paths, above = append(paths, p...), above+a
	}
	return paths, above
}

// TestTreeIntervalsCover estimates lopsided trees again and again, by plain
// probes and in strata. Hall's interval must contain the true size nearly as
// often as promised, Student's alone does not.
func TestTreeIntervalsCover(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	var trees []tree
	for seed := uint64(1); len(trees) < 8; seed++ {
		if n := (tree{seed}).nodes(0, 0); n > 500 && n < 20000 {
			trees = append(trees, tree{seed})
		}
	}
	const trials, probes = 800, 200
	hall, simple, strata, all, plainWidth, strataWidth, bias := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for _, tr := range trees {
		truth := tr.nodes(0, 0)
		paths, above := tr.frontier(0, 0, 3)
		for range trials {
			all++
			plain := Strata{Parts: []Stratum{{Size: 1}}}
			for range probes {
				plain.Parts[0].Add(tr.probe(0, 0, r))
			}
			e := plain.Estimate()
			plainWidth += e.Relative()
			bias += e.Estimate/truth - 1
			if e.Low <= truth && truth <= e.High {
				hall++
			}
			if math.Abs(e.Estimate-truth) <= e.Error*stats.Student(stats.DefaultConfidence, probes-1) {
				simple++
			}
			s := newStrata(len(paths), above)
			for i := range probes {
				at := i * len(paths) / probes
				s.Parts[at].Add(tr.probe(paths[at], 3, r))
			}
			e = s.Estimate()
			if e.Probes != probes {
				t.Fatalf("%d probes were made of %d", e.Probes, probes)
			}
			strataWidth += e.Relative()
			if e.Low <= truth && truth <= e.High {
				strata++
			}
		}
	}
	t.Logf("coverage: Hall %.3f, Student %.3f, in strata %.3f; half-widths %.3f and %.3f in strata; bias %.4f",
		hall/all, simple/all, strata/all, plainWidth/all, strataWidth/all, bias/all)
	near(t, "coverage of plain probes", hall/all, 0.95, 0.03)
	near(t, "coverage in strata", strata/all, 0.95, 0.03)
	near(t, "bias", bias/all, 0, 0.02)
	if hall <= simple {
		t.Errorf("Hall's interval covers %.3f, Student's %.3f: the transformation does not pay", hall/all, simple/all)
	}
	if strataWidth > plainWidth*0.8 {
		t.Errorf("strata narrow the interval from %.3f to %.3f only", plainWidth/all, strataWidth/all)
	}
}

// TestMoments: moments taken one by one are those of the whole list.
func TestMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	var p Stratum
	var values []float64
	for range 500 {
		x := math.Exp(r.NormFloat64())
		values = append(values, x)
		p.Add(x)
	}
	mean, m2, m3 := 0.0, 0.0, 0.0
	for _, x := range values {
		mean += x / 500
	}
	for _, x := range values {
		m2 += (x - mean) * (x - mean)
		m3 += (x - mean) * (x - mean) * (x - mean)
	}
	near(t, "mean", p.Mean, mean, 1e-9)
	near(t, "second moment", p.m2, m2, 1e-7)
	near(t, "third moment", p.m3, m3, 1e-6*m3)
	if p.N != 500 || p.greatest != slices.Max(values) {
		t.Errorf("n %d, greatest %v", p.N, p.greatest)
	}
}

func TestEstimateKnowsWhatItDoesNotKnow(t *testing.T) {
	exact := Strata{Known: 42}
	if e := exact.Estimate(); e.Estimate != 42 || e.Low != 42 || e.High != 42 || e.Warnings != nil {
		t.Errorf("all known, but %+v", e)
	}
	unprobed := Strata{Known: 7, Parts: []Stratum{{Size: 1}, {Size: 1}}}
	unprobed.Parts[0].Add(3)
	if e := unprobed.Estimate(); !math.IsInf(e.High, 1) || e.Low != 7 || len(e.Warnings) == 0 {
		t.Errorf("a part unprobed, but %+v", e)
	}
	zeros := Strata{Known: 7, Parts: []Stratum{{Size: 1}}}
	for range 100 {
		zeros.Parts[0].Add(0)
	}
	if e := zeros.Estimate(); !math.IsInf(e.High, 1) || e.Estimate != 7 {
		t.Errorf("nothing found, but %+v", e)
	}
	zeros.Parts[0].Add(1e6)
	if e := zeros.Estimate(); e.Low < 7 || e.High < e.Estimate || len(e.Warnings) != 1 {
		t.Errorf("one large probe, but %+v", e)
	}
}

func TestUnskewInverts(t *testing.T) {
	for _, a := range []float64{-2, -0.3, 1e-7, 0.01, 0.5, 3} {
		for _, z := range []float64{-2, -0.5, 0, 1, 2.5} {
			x := unskew(z, a)
			near(t, "g of its inverse", x+a*x*x/3+a*a*x*x*x/27+a/6, z, 1e-6)
		}
	}
}
