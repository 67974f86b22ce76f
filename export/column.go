package export

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
)

// DescribeColumns returns columns as files describe them: that true and false are yes and no
// stands there, too.
func DescribeColumns(columns []enumerate.Column) []enumerate.Column {
	out := slices.Clone(columns)
	for i := range out {
		out[i].Scale = out[i].ScaleOf()
	}
	return out
}

// checkNames checks that each column has a name of its own.
func checkNames(columns []enumerate.Column) error {
	names := make(map[string]bool, len(columns))
	for i, c := range columns {
		if c.Name == "" || names[c.Name] {
			return fmt.Errorf("column %d is called %q, expected a name of its own", i, c.Name)
		}
		names[c.Name] = true
	}
	return nil
}

// SameTypes returns an error that says where two lists of columns differ in
// name, type or nulls, or nil if they do not.
func SameTypes(have, want []enumerate.Column) error {
	if len(have) != len(want) {
		return fmt.Errorf("%d columns, expected %d", len(have), len(want))
	}
	for i := range have {
		if h, w := have[i].NameAndType(), want[i].NameAndType(); h != w {
			return fmt.Errorf("column %d is %q, expected %q", i, h, w)
		}
	}
	return nil
}
