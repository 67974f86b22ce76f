package survey

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"coverstat/enumerate"
)

// A Column declares one column of the rows: what it is, how its value is taken from an answer, and what a
// checker reads from a stored row.
type Column[A any] struct {
	enumerate.Column
	put   func(out *enumerate.Batch, col int, a *A)
	read  func(b *enumerate.Batch, col, row int, a *A) error // nil: nothing is read
	check func(a *A) error                                   // nil, or a test of what was read
}

// value is the type of a column's values, besides text that is put together.
type value interface {
	int32 | int64 | bool | string
}

// Value declares a column whose value the recheck makes again.
func Value[A any, T value](name, meaning string, get func(*A) T) Column[A] {
	c := Column[A]{Column: enumerate.Column{Name: name, Meaning: meaning}}
	switch get := any(get).(type) {
	case func(*A) int32:
		c.Type = enumerate.Int32
		c.put = func(out *enumerate.Batch, col int, a *A) { out.AppendInt32(col, get(a)) }
	case func(*A) int64:
		c.Type = enumerate.Int64
		c.put = func(out *enumerate.Batch, col int, a *A) { out.AppendInt64(col, get(a)) }
	case func(*A) bool:
		c.Type = enumerate.Bool
		c.put = func(out *enumerate.Batch, col int, a *A) { out.AppendBool(col, get(a)) }
	case func(*A) string:
		c.Type = enumerate.String
		c.put = func(out *enumerate.Batch, col int, a *A) { out.AppendString(col, []byte(get(a))) }
	}
	return c
}

// Stored declares a column that a checker reads from the row: part of the instance's identity, or a
// value that a recheck cannot always make again. Null is read as zero.
func Stored[A any, T value](name, meaning string, field func(*A) *T) Column[A] {
	c := Value(name, meaning, func(a *A) T { return *field(a) })
	c.read = func(b *enumerate.Batch, col, row int, a *A) error {
		switch p := any(field(a)).(type) {
		case *int32:
			*p = int32(b.IntAt(col, row))
		case *int64:
			*p = b.IntAt(col, row)
		case *bool:
			*p = b.IntAt(col, row) == 1
		case *string:
			*p = string(b.StringAt(col, row))
		}
		return nil
	}
	return c
}

// Text declares a column of text, which add appends to dst.
func Text[A any](name, meaning string, add func(dst []byte, a *A) []byte) Column[A] {
	return Column[A]{
		Column: enumerate.Column{Name: name, Type: enumerate.String, Meaning: meaning},
		put: func(out *enumerate.Batch, col int, a *A) {
			v := &out.Vectors[col]
			v.Bytes = add(v.Bytes, a)
			v.Ends = append(v.Ends, int32(len(v.Bytes)))
			if out.Columns[col].Nullable {
				v.Valid = append(v.Valid, true)
			}
		},
	}
}

// Parsed makes a checker read a text, nil where the row has none: parse puts it into the answer, or says
// what is wrong with it. The text must not be kept.
func (c Column[A]) Parsed(parse func(a *A, text []byte) error) Column[A] {
	c.read = func(b *enumerate.Batch, col, row int, a *A) error {
		if b.IsNull(col, row) {
			return parse(a, nil)
		}
		return parse(a, b.StringAt(col, row))
	}
	return c
}

// NullUnless makes the column null where the answer has no such value.
func (c Column[A]) NullUnless(has func(*A) bool) Column[A] {
	put := c.put
	c.Nullable = true
	c.put = func(out *enumerate.Batch, col int, a *A) {
		if has(a) {
			put(out, col, a)
		} else {
			out.AppendNull(col)
		}
	}
	return c
}

// Measured gives the column a distribution in the statistics.
func (c Column[A]) Measured(unit string) Column[A] {
	c.Role, c.Unit = enumerate.Measured, unit
	return c
}

// As gives the column a role.
func (c Column[A]) As(role enumerate.Role) Column[A] {
	c.Role = role
	return c
}

// Nominal says that the column's numbers are names of kinds.
func (c Column[A]) Nominal() Column[A] {
	c.Scale = enumerate.Nominal
	return c
}

// AtLeastIf names the column of bool that says in which rows the value is a lower bound alone.
func (c Column[A]) AtLeastIf(column string) Column[A] {
	c.Column.AtLeastIf = column
	return c
}

// In gives the column a unit.
func (c Column[A]) In(unit string) Column[A] {
	c.Unit = unit
	return c
}

// Measure declares the column of a measure.
func Measure[A any](info enumerate.MeasureInfo, get func(*A) int32) Column[A] {
	c := Value(info.Name, info.Meaning, get).Measured(info.Unit)
	c.Scale = info.Scale
	return c
}

// A Limit is the largest number of solutions that a row reports of an instance; 0 is none. Solutions are
// counted up to one more than the limit, to know whether there are more.
type Limit int64

// Search returns the number of solutions at which a search may end; 0 is none.
func (l Limit) Search() int64 {
	if l == 0 || l == math.MaxInt64 {
		return 0
	}
	return int64(l) + 1
}

// Count returns what a row says of so many solutions, counted up to [Limit.Search].
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

// Solutions declares the column of the number of solutions, of which a limit may be reported.
func Solutions[A any](name, meaning string, field func(*A) *Count) Column[A] {
	c := Stored(name, meaning, func(a *A) *int64 { return &field(a).Solutions }).Measured("solutions")
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
			return fmt.Errorf("%d solutions with limit %d, and %s is %v", n.Solutions, limit, enumerate.CappedColumn,
				n.Capped)
		}
		return nil
	}
	return c
}

// OrbitSize declares the column of the sizes of orbits; things names the
// instances, such as "boards".
func OrbitSize[A any](things string, get func(*A) int32) Column[A] {
	return Value(enumerate.OrbitSizeColumn,
		fmt.Sprintf("number of different %s that symmetry makes of this one", things),
		get).
		As(enumerate.Weight).In(things)
}

// Orbit returns the number of different images of an instance: its orbit's
// size. The first image is the instance itself. It is an error if another one
// is less, for rows show the least of each orbit.
func Orbit[T any](images []T, compare func(a, b T) int) (int32, error) {
	size := int32(0)
	for i, x := range images {
		if compare(x, images[0]) < 0 {
			return 0, errors.New("the instance is not in canonical form: an image of it is less")
		}
		if !slices.ContainsFunc(images[:i], func(y T) bool { return compare(x, y) == 0 }) {
			size++
		}
	}
	return size, nil
}
