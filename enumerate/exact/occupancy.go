package exact

import "coverstat/enumerate"

// OptionColumns implements [enumerate.Tabulator].
func (c *Census) OptionColumns() (columns []int, options int) {
	if c.Instance.Occupancy == nil {
		return nil, 0
	}
	for i, column := range c.Instance.Solution {
		if column.Type == enumerate.Int32 || column.Type == enumerate.Int32List {
			columns = append(columns, i)
		}
	}
	return columns, c.Instance.Problem.Options()
}

// Tabulate implements [enumerate.Tabulator]. The rows count options of
// canonical forms; every option of an orbit occurs equally often in all raw
// solutions.
func (c *Census) Tabulate(raw, distinct []int64) []enumerate.Table {
	g := c.Instance.Group
	orbit := make([]int32, len(raw))
	for o := range orbit {
		orbit[o] = int32(o)
		for k := range g.Order() {
			orbit[o] = min(orbit[o], int32(g.Image(k, enumerate.OptionID(o))))
		}
	}
	sumRaw, sumDistinct, size := make([]int64, len(raw)), make([]int64, len(raw)), make([]int64, len(raw))
	for o, k := range orbit {
		sumRaw[k] += raw[o]
		sumDistinct[k] += distinct[o]
		size[k]++
	}
	each := make([]int64, len(raw))
	for o, k := range orbit {
		each[o] = sumRaw[k] / size[k]
	}
	return c.Instance.Occupancy(each, sumDistinct, orbit)
}
