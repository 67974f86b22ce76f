package pipeline

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// nearest looks, in rows that do not have the value asked for, for the one
// most like it. What it holds is bounded.
type nearest struct {
	seen     bool
	int      int64
	number   float64
	distance float64
	texts    map[string]bool
	many     bool // more different texts than are worth comparing
}

// maxTexts is the number of different texts up to which a column is taken for
// one of names (how a puzzle was solved, say), where a slip of the pen is
// likely; grids are not.
const maxTexts = 64

// look looks at the value of a row.
func (n *nearest) look(c *comparison, b *enumerate.Batch, row int) {
	if c.null || b.IsNull(c.column, row) {
		return
	}
	switch b.Columns[c.column].Type {
	case enumerate.String:
		n.lookText(b.StringAt(c.column, row))
	case enumerate.Double:
		x := b.Vectors[c.column].Doubles[row]
		if d := math.Abs(x - c.number); !n.seen || d < n.distance {
			n.seen, n.distance, n.number = true, d, x
		}
	case enumerate.Int32, enumerate.Int64:
		x := b.IntAt(c.column, row)
		want := c.number
		if c.whole {
			want = float64(c.int)
		}
		if d := math.Abs(float64(x) - want); !n.seen || d < n.distance {
			n.seen, n.distance, n.int = true, d, x
		}
	}
}

func (n *nearest) lookText(text []byte) {
	if n.many || n.texts[string(text)] {
		return
	}
	if len(n.texts) == maxTexts {
		n.many, n.texts = true, nil
		return
	}
	if n.texts == nil {
		n.texts = map[string]bool{}
	}
	n.texts[string(text)] = true
}

// unmet says which comparisons with = no row met, each with the value nearest
// to the one asked for. Call it when all rows have been looked at.
func (f filter) unmet(columns []enumerate.Column) []string {
	var out []string
	for i := range f {
		c := &f[i]
		if c.met || c.op != "=" {
			continue
		}
		column := columns[c.column]
		text := fmt.Sprintf("no row has %s=%s", column.Name, c.constant(column.Type))
		if near := c.near.value(c, column.Type); near != "" {
			text += ": the nearest is " + near
		}
		out = append(out, text)
	}
	return out
}

func (c *comparison) constant(t enumerate.Type) string {
	switch {
	case c.null:
		return "null"
	case t == enumerate.String:
		return strconv.Quote(string(c.text))
	case t == enumerate.Bool:
		return strconv.FormatBool(c.int == 1)
	case c.whole:
		return strconv.FormatInt(c.int, 10)
	}
	return strconv.FormatFloat(c.number, 'g', -1, 64)
}

func (n *nearest) value(c *comparison, t enumerate.Type) string {
	switch {
	case len(n.texts) > 0:
		names := slices.Sorted(maps.Keys(n.texts))
		return strconv.Quote(enumerate.Nearest(string(c.text), names))
	case !n.seen:
		return ""
	case t == enumerate.Double:
		return strconv.FormatFloat(n.number, 'g', -1, 64)
	}
	return strconv.FormatInt(n.int, 10)
}
