package survey

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"coverstat/enumerate"
)

// Range returns the instances of a task, from to to-1, of n that are numbered
// from 0 and shared out evenly. The product n*tasks may exceed 64 bits.
func Range(n int64, task, tasks int) (from, to int64) {
	first := func(task int) int64 {
		hi, lo := bits.Mul64(uint64(n), uint64(task))
		q, _ := bits.Div64(hi, lo, uint64(tasks))
		return int64(q)
	}
	return first(task), first(task + 1)
}

// OrbitSize declares the column of the sizes of orbits; things names the
// instances, such as "boards".
func OrbitSize[A any](things string, get func(*A) int32) Column[A] {
	return Value(enumerate.OrbitSizeColumn, fmt.Sprintf("number of different %s that symmetry makes of this one", things), get).
		As(enumerate.Weight).In(things)
}

// Orbit returns the number of different images of an instance: its orbit's
// size. The first image is the instance itself. It is an error if another one
// is less, for rows show the least of each orbit.
func Orbit[T cmp.Ordered](images []T) (int32, error) {
	size := int32(0)
	for i, x := range images {
		if x < images[0] {
			return 0, errors.New("the instance is not in canonical form: an image of it is less")
		}
		if !slices.Contains(images[:i], x) {
			size++
		}
	}
	return size, nil
}
