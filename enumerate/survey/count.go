package survey

import (
	"fmt"
	"math"

	"coverstat/enumerate"
)

// A Limit is the largest number of solutions that a row reports of an instance;
// 0 is none. Solutions are counted up to one more than the limit, to know
// whether there are more. That costs nothing where there are not: such a search
// goes to its end with any limit.
type Limit int64

// Search returns the number of solutions at which a search may end; 0 is none.
func (l Limit) Search() int64 {
	if l == 0 || l == math.MaxInt64 {
		return 0
	}
	return int64(l) + 1
}

// Count returns what a row says of so many solutions, counted up to
// [Limit.Search].
func (l Limit) Count(found int64) Count {
	if l > 0 && found > int64(l) {
		return Count{int64(l), true}
	}
	return Count{found, false}
}

// A Count is a number of solutions as rows have it.
type Count struct {
	Solutions int64
	// Capped says that there are more solutions, or that this is not known, as the
	// search was given up.
	Capped bool
}

// One reports whether there is exactly one solution.
func (c Count) One() bool { return c.Solutions == 1 && !c.Capped }

// Solutions declares the column of the number of solutions.
func Solutions[A any](meaning string, field func(*A) *Count) Column[A] {
	c := Stored(enumerate.SolutionsColumn, meaning, func(a *A) *int64 { return &field(a).Solutions }).Measured("solutions")
	c.check = func(a *A) error {
		if n := field(a).Solutions; n < 0 {
			return fmt.Errorf("%d solutions", n)
		}
		return nil
	}
	return c
}

// Capped declares the column that says whether the count is capped. The checker
// tests that the count is at most the limit, and equal to it if it is capped.
// GivenUp reports whether the search of an answer was given up, so that its
// count is capped below the limit; nil if searches never are.
func Capped[A any](meaning string, limit Limit, field func(*A) *Count, givenUp func(*A) bool) Column[A] {
	c := Stored(enumerate.CappedColumn, meaning, func(a *A) *bool { return &field(a).Capped })
	c.check = func(a *A) error {
		n := *field(a)
		below := n.Capped && n.Solutions != int64(limit) && (givenUp == nil || !givenUp(a))
		if limit > 0 && n.Solutions > int64(limit) || below {
			return fmt.Errorf("%d solutions with limit %d, and %s is %v", n.Solutions, limit, enumerate.CappedColumn, n.Capped)
		}
		return nil
	}
	return c
}
