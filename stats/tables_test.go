package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"coverstat/enumerate"
)

func TestCrossTabAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	b := randomBatch(r, 700)
	parts := make([]*CrossTab, 3)
	for i := range parts {
		var err error
		parts[i], err = NewCrossTab(censusColumns, "crossroads", "big")
		must(t, err)
	}
	raw, distinct := map[[2]int64]int64{}, map[[2]int64]int64{}
	for row := range b.Len() {
		must(t, parts[r.IntN(3)].AddRange(b, row, row+1))
		if !b.IsNull(3, row) {
			raw[[2]int64{b.IntAt(2, row), b.IntAt(3, row)}] += b.IntAt(1, row)
			distinct[[2]int64{b.IntAt(2, row), b.IntAt(3, row)}]++
		}
	}
	must(t, parts[2].Merge(parts[0]))
	must(t, parts[1].Merge(parts[2]))
	p := parts[1].Table()
	for _, side := range []struct {
		counts CrossCounts
		want   map[[2]int64]int64
		total  Number
	}{{p.Raw, raw, p.RawN}, {p.Distinct, distinct, p.DistinctN}} {
		got, sum := map[[2]int64]int64{}, int64(0)
		for _, row := range side.counts {
			for _, cell := range row.Counts {
				n, _ := cell.Count.Int64()
				got[[2]int64{row.Value, cell.Value}] = n
				sum += n
			}
		}
		if !reflect.DeepEqual(got, side.want) || Int(sum) != side.total {
			t.Errorf("got %v: expected %v", got, side.want)
		}
	}
	parts[0].keep = 3
	parts[0].giveUp()
	must(t, parts[0].Merge(parts[1]))
	if q := parts[0].Table(); q.Exact || q.Raw != nil {
		t.Error("a table of too many pairs claims to be exact")
	}
}

func TestMutualInformation(t *testing.T) {
	bins := func(a, b int64) Histogram { return Histogram{{0, Int(a)}, {1, Int(b)}} }
	for _, c := range []struct {
		table CrossCounts
		want  float64
	}{
		{CrossCounts{{0, bins(3, 6)}, {1, bins(5, 10)}}, 0},
		{CrossCounts{{0, bins(7, 0)}, {1, bins(0, 7)}}, 1},
		// H(1/4) - H(1/2)/2, by hand: a = 1 settles b, a = 0 leaves a coin.
		{CrossCounts{{0, bins(1, 1)}, {1, bins(2, 0)}}, 0.8112781245 - 0.5},
	} {
		if got := c.table.information(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v bits: expected %v", got, c.want)
		}
	}
}

// TestOptionCountsOfAllImages makes all words over a rotated alphabet: the
// letters at n places, turned round, are the group. Counted from one image of
// each orbit, the symmetric counts must be those of all words.
func TestOptionCountsOfAllImages(t *testing.T) {
	const places, letters = 6, 3
	columns := []enumerate.Column{{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "first", Type: enumerate.Int32, Nullable: true}, {Name: "rest", Type: enumerate.Int32List}}
	options := places * letters // option: letter l at place p is p*letters + l
	all := make([]int64, options)
	b := enumerate.NewBatch(columns)
	r := rand.New(rand.NewPCG(10, 10))
	total := 1
	for range places {
		total *= letters
	}
	for word := range total {
		ids := make([]int32, places)
		for p, w := 0, word; p < places; p++ {
			ids[p] = int32(p*letters + w%letters)
			all[ids[p]]++
			w /= letters
		}
		images := map[string][]int32{}
		least := fmt.Sprint(ids)
		for turn := range places {
			image := make([]int32, places)
			for p := range places {
				q := (p + turn) % places
				image[q] = int32(q*letters) + ids[p]%letters
			}
			images[fmt.Sprint(image)] = image
			least = min(least, fmt.Sprint(image))
		}
		if fmt.Sprint(ids) != least {
			continue
		}
		chosen := images[least]
		for _, image := range images { // any image will do
			if r.IntN(2) == 0 {
				chosen = image
			}
		}
		b.AppendInt32(0, int32(len(images)))
		b.AppendInt32(1, chosen[0])
		b.AppendInt32List(2, chosen[1:])
	}
	b.AppendInt32(0, 5)
	b.AppendNull(1)
	b.AppendInt32List(2, nil)
	c, err := NewOptionCounts(columns, []string{"first", "rest"}, options)
	must(t, err)
	other, err := NewOptionCounts(columns, []string{"first", "rest"}, options)
	must(t, err)
	must(t, c.AddRange(b, 0, 20))
	must(t, other.AddRange(b, 20, b.Len()))
	must(t, c.Merge(other))
	orbit := make([]int32, options)
	for o := range orbit {
		orbit[o] = int32(o % letters)
	}
	got, err := c.Symmetric(orbit)
	must(t, err)
	shares, err := c.SymmetricShares(orbit)
	must(t, err)
	for o, n := range got {
		if n != Int(all[o]) {
			t.Errorf("option %d in %v words: expected %d", o, n, all[o])
		}
		if want := float64(all[o]) / float64(total+5); math.Abs(shares[o]-want) > 1e-15 {
			t.Errorf("option %d in a share of %v: expected %v", o, shares[o], want)
		}
	}
	wrong := enumerate.NewBatch(columns)
	wrong.AppendInt32(0, 1) // 0 1 1 1 1 1 has an orbit of 6
	wrong.AppendInt32(1, 0)
	wrong.AppendInt32List(2, []int32{4, 7, 10, 13, 16})
	must(t, c.Add(wrong))
	if _, err := c.Symmetric(orbit); err == nil {
		t.Error("a wrong orbit size went unnoticed")
	}
	bad := enumerate.NewBatch(columns)
	bad.AppendInt32(0, 1)
	bad.AppendInt32(1, int32(options))
	bad.AppendInt32List(2, nil)
	if err := c.Add(bad); err == nil {
		t.Error("an option out of range was counted")
	}
}

func BenchmarkCrossTab(b *testing.B) {
	r := rand.New(rand.NewPCG(16, 16))
	columns := []enumerate.Column{{Name: "w", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "a", Type: enumerate.Int32}, {Name: "b", Type: enumerate.Int32}}
	for _, span := range []int{8, 200} {
		b.Run(fmt.Sprintf("values=%d", span), func(b *testing.B) {
			batch := enumerate.NewBatch(columns)
			for range enumerate.BatchRows {
				batch.AppendInt32(0, 8)
				batch.AppendInt32(1, int32(r.IntN(span)))
				batch.AppendInt32(2, int32(r.IntN(span)))
			}
			c, err := NewCrossTab(columns, "a", "b")
			must(b, err)
			for b.Loop() {
				must(b, c.Add(batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows, "ns/row")
		})
	}
}

func BenchmarkOptionCounts(b *testing.B) {
	r := rand.New(rand.NewPCG(17, 17))
	columns := []enumerate.Column{{Name: "w", Type: enumerate.Int32, Role: enumerate.Weight}}
	var names []string
	for i := range 13 {
		names = append(names, fmt.Sprint("piece", i))
		columns = append(columns, enumerate.Column{Name: names[i], Type: enumerate.Int32, Nullable: true})
	}
	batch := enumerate.NewBatch(columns)
	for range enumerate.BatchRows {
		batch.AppendInt32(0, 8)
		for i := range 13 {
			batch.AppendInt32(i+1, int32(r.IntN(2000)))
		}
	}
	c, err := NewOptionCounts(columns, names, 2000)
	must(b, err)
	for b.Loop() {
		must(b, c.Add(batch))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/enumerate.BatchRows/13, "ns/option")
}
