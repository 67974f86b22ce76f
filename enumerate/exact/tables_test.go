package exact

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"coverstat/enumerate"
)

// TestOptionUse makes all words over a rotated alphabet: letters at
// places, turned round, are the group. Counted from one image of each orbit,
// any image, the parts of options must be those of all words, and those of any
// selection of orbits whole numbers.
func TestOptionUse(t *testing.T) {
	const places, letters = 6, 3
	const options = places * letters // letter l at place p is p*letters + l
	r := rand.New(rand.NewPCG(10, 10))
	orbit := make([]enumerate.OptionID, options)
	for o := range orbit {
		orbit[o] = enumerate.OptionID(o % letters)
	}
	all, raw, distinct := make([]int64, options), make([]int64, options), make([]int64, options)
	words := 1
	for range places {
		words *= letters
	}
	var last []int
	for word := range words {
		ids := make([]int, places)
		for p, w := 0, word; p < places; p++ {
			ids[p] = p*letters + w%letters
			all[ids[p]]++
			w /= letters
		}
		images := map[string][]int{}
		least := fmt.Sprint(ids)
		for turn := range places {
			image := make([]int, places)
			for p := range places {
				q := (p + turn) % places
				image[q] = q*letters + ids[p]%letters
			}
			images[fmt.Sprint(image)] = image
			least = min(least, fmt.Sprint(image))
		}
		if fmt.Sprint(ids) != least {
			continue
		}
		chosen := ids
		for _, image := range images {
			if r.IntN(2) == 0 {
				chosen = image
			}
		}
		for _, o := range chosen {
			raw[o] += int64(len(images))
			distinct[o]++
		}
		if _, err := newOptionUse(bigs(raw), bigs(distinct), big.NewInt(int64(words)), orbit, places, false); err != nil {
			t.Fatalf("after word %d: %v", word, err)
		}
		last = chosen
	}
	use, err := newOptionUse(bigs(raw), bigs(distinct), big.NewInt(int64(words)), orbit, places, false)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for o, n := range all {
		if use.Images(o).Int64() != n*places {
			t.Errorf("option %d in %d images: expected %d", o, use.Images(o), n*places)
		}
		total += use.Distinct[o].Int64() - distinct[o]
	}
	if total != 0 {
		t.Errorf("the sums of orbits are off by %d", total)
	}
	raw[last[0]]++ // an orbit size that is off by one
	if _, err := newOptionUse(bigs(raw), bigs(distinct), big.NewInt(int64(words)), orbit, places, false); err == nil {
		t.Error("a wrong orbit size went unnoticed")
	}
	if _, err := newOptionUse(bigs(raw), bigs(distinct), big.NewInt(int64(words)), orbit, places, true); err != nil {
		t.Errorf("draws: %v", err)
	}
}

func bigs(list []int64) (out []*big.Int) {
	for _, n := range list {
		out = append(out, big.NewInt(n))
	}
	return out
}
