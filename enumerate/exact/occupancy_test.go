package exact

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestSpreadOverOrbits makes all words over a rotated alphabet: letters at
// places, turned round, are the group. Counted from one image of each orbit,
// any image, the spread counts must be those of all words, and those of any
// selection of orbits whole numbers.
func TestSpreadOverOrbits(t *testing.T) {
	const places, letters = 6, 3
	const options = places * letters // letter l at place p is p*letters + l
	r := rand.New(rand.NewPCG(10, 10))
	orbit := make([]int32, options)
	for o := range orbit {
		orbit[o] = int32(o % letters)
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
		if _, _, err := spreadOverOrbits(raw, distinct, orbit); err != nil {
			t.Fatalf("after word %d: %v", word, err)
		}
		last = chosen
	}
	each, sums, err := spreadOverOrbits(raw, distinct, orbit)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for o, n := range each {
		if n != all[o] {
			t.Errorf("option %d in %d words: expected %d", o, n, all[o])
		}
		total += sums[o] - distinct[o]
	}
	if total != 0 {
		t.Errorf("the sums of orbits are off by %d", total)
	}
	raw[last[0]]++ // an orbit size that is off by one
	if _, _, err := spreadOverOrbits(raw, distinct, orbit); err == nil {
		t.Error("a wrong orbit size went unnoticed")
	}
	// A total beyond 64 bits, of parts within.
	huge := []int64{1<<62 + 2, 1<<62 + 2, 1 << 62, 1 << 62}
	each, _, err = spreadOverOrbits(huge, make([]int64, 4), make([]int32, 4))
	if err != nil || each[3] != 1<<62+1 {
		t.Errorf("huge counts: %v, %v", each, err)
	}
}
