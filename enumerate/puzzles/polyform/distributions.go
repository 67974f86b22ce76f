package polyform

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/measure"
	"coverstat/enumerate/survey"
	"coverstat/enumerate/symmetry"
)

// distributionColumns are the columns of the distributions of measures: texts such as "0:28 1:8".
func distributionColumns(measures []enumerate.Column) (columns []survey.Column[answer]) {
	for k, m := range measures {
		c := survey.Text(m.Name+enumerate.DistributionSuffix,
			"solutions of the board by their "+m.Name+", value:number; "+m.Meaning,
			func(dst []byte, a *answer) []byte {
				if k >= len(a.Groups) { // there are no solutions
					return dst
				}
				for i, g := range a.Groups[k] {
					if i > 0 {
						dst = append(dst, ' ')
					}
					dst = fmt.Appendf(dst, "%d:%v", g.Values[0], g.Raw)
				}
				return dst
			}).Parsed(func(a *answer, text []byte) error {
			groups, err := parseDistribution(string(text))
			a.Groups = append(a.Groups[:k:k], groups)
			return err
		})
		c.Scale = m.Scale
		columns = append(columns, c)
	}
	return columns
}

func parseDistribution(text string) (groups []enumerate.Group, err error) {
	for _, part := range strings.Fields(text) {
		value, digits, _ := strings.Cut(part, ":")
		v, err := strconv.ParseInt(value, 10, 32)
		n, ok := new(big.Int).SetString(digits, 10)
		if err != nil || !ok || n.Sign() <= 0 {
			return nil, fmt.Errorf("%q is no distribution: expected value:number", part)
		}
		groups = append(groups, enumerate.Group{Values: []int64{v}, Raw: n})
	}
	return groups, nil
}

// checkDistributions returns an error if a distribution is not one of all solutions.
func (a *answer) checkDistributions() error {
	for _, groups := range a.Groups {
		sum := new(big.Int)
		for _, g := range groups {
			sum.Add(sum, g.Raw)
		}
		if sum.Cmp(a.Raw) != 0 {
			return fmt.Errorf("a distribution of %v solutions: expected %v", sum, a.Raw)
		}
	}
	return nil
}

// countValues returns a function that takes solutions, in any order of their options, and one that makes the
// distributions of their measures.
func (z *Puzzle) countValues(
	measures []string) (take func([]enumerate.OptionID), groups func() [][]enumerate.Group, err error) {
	set, err := measure.Compile(z.measurePuzzle(), measures)
	if err != nil {
		return nil, nil, err
	}
	r, canon := newLayout(z, true).newRecorder(set.NewEvaluator()), symmetry.NewCanonicaliser(z.Group)
	counts := make([]map[int32]int64, len(set.Columns))
	for k := range counts {
		counts[k] = map[int32]int64{}
	}
	take = func(solution []enumerate.OptionID) {
		sorted := slices.Sorted(slices.Values(solution))
		r.paint(sorted)
		_, orbit := canon.Canonical(sorted)
		for k, v := range r.measures.Evaluate(r.owner, sorted, orbit) {
			counts[k][v]++
		}
	}
	return take, func() [][]enumerate.Group {
		list := make([][]enumerate.Group, len(counts))
		for k := range counts {
			for _, v := range slices.Sorted(maps.Keys(counts[k])) {
				list[k] = append(list[k], enumerate.Group{Values: []int64{int64(v)}, Raw: big.NewInt(counts[k][v])})
			}
		}
		return list
	}, nil
}

// distributions makes the table of distributions from the answers; it implements [enumerate.RowCounts].
type distributions struct {
	survey *sizes
	read   func(b *enumerate.Batch, row int, a *answer) error
	boards [][][]enumerate.Group // by board: the distributions of measures; nil if its row was not seen
}

// Add implements [enumerate.RowCounts].
func (d *distributions) Add(b *enumerate.Batch) error {
	for row := range b.Len() {
		var a answer
		if err := d.read(b, row, &a); err != nil {
			return err
		}
		at := d.survey.boardOf(a.sizes)
		if at < 0 {
			return errNoBoard
		}
		d.boards[at] = a.Groups
	}
	return nil
}

// Merge implements [enumerate.RowCounts].
func (d *distributions) Merge(other enumerate.RowCounts) {
	for i, groups := range other.(*distributions).boards {
		if groups != nil {
			d.boards[i] = groups
		}
	}
}

// Tables implements [enumerate.RowCounts].
func (d *distributions) Tables() ([]enumerate.Table, error) {
	var columns []enumerate.Column
	for _, r := range d.survey.params.Board.ranges {
		columns = append(columns, enumerate.Column{Name: r.name, Type: enumerate.Int32, Meaning: "size of the board"})
	}
	n := len(columns)
	b := enumerate.NewBatch(append(columns,
		enumerate.Column{Name: "measure", Type: enumerate.String, Meaning: "name of the measure"},
		enumerate.Column{Name: "value", Type: enumerate.Int64, Meaning: "value of the measure"},
		enumerate.Column{Name: "raw", Type: enumerate.Int64, Nullable: true,
			Meaning: "solutions of the board with this value; null beyond 2^63-1", Unit: "solutions"},
		enumerate.Column{Name: "raw" + enumerate.TextSuffix, Type: enumerate.String, Meaning: "the digits of raw",
			Unit: "solutions"}))
	for i, measures := range d.boards {
		for k, groups := range measures {
			for _, g := range groups {
				for c := range n {
					b.AppendInt32(c, d.survey.boards[i].sizes[c])
				}
				b.AppendValues(n, d.survey.measured[k].Name, g.Values[0], g.Raw, g.Raw)
			}
		}
	}
	return []enumerate.Table{{Name: enumerate.DistributionsTable, Rows: b}}, nil
}
