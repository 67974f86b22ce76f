package show

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"coverstat/enumerate"
)

// nearest remembers, of rows that do not have the value asked for, the value most
// like it. Its memory is bounded.
type nearest struct {
	distance float64
	number   []byte          // the nearest number as text; nil if none was seen
	texts    map[string]bool // the different texts
	many     bool            // there are more than maxTexts of them
}

// maxTexts is the number of different texts up to which a column is taken for
// one of names, such as how a puzzle was solved. In those a typing error is
// likely; in a column of grids it is not.
const maxTexts = 64

// look looks at the value of a row.
func (n *nearest) look(c *comparison, k *constant, b *enumerate.Batch, row int) {
	if k.null || b.IsNull(c.at, row) {
		return
	}
	var x float64
	switch c.column.Type {
	case enumerate.String:
		n.lookText(b.StringAt(c.at, row))
		return
	case enumerate.Double:
		x = b.Vectors[c.at].Doubles[row]
	case enumerate.Int32, enumerate.Int64:
		x = float64(b.IntAt(c.at, row))
	default:
		return
	}
	if d := math.Abs(x - k.number); n.number == nil || d < n.distance {
		n.distance, n.number = d, appendText(n.number[:0], b, c.at, row)
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

// unmet returns a message for each value of a comparison with = or in that no row
// has, with the value nearest to it. Call it after match of all rows.
func (f filter) unmet() []string {
	var out []string
	for i := range f {
		c := &f[i]
		for j := range c.values {
			k := &c.values[j]
			if k.met || c.op != equals {
				continue
			}
			text := fmt.Sprintf("no row has %s=%s", c.column.Name, k.shown)
			if near := k.near.value(string(k.text)); near != "" {
				text += ": the nearest is " + near
			}
			out = append(out, text)
		}
	}
	return out
}

// value returns the nearest value for people, "" if none is known.
func (n *nearest) value(text string) string {
	if len(n.texts) > 0 {
		return strconv.Quote(enumerate.Nearest(text, slices.Sorted(maps.Keys(n.texts))))
	}
	return string(n.number)
}
