package polyform

import (
	"errors"
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

// distributionColumns are the columns of the distributions of measures: texts such as "0:28 1:8", from which
// the table is made.
func distributionColumns(measures []enumerate.Column) (columns []survey.Column[sizeAnswer]) {
	for k, m := range measures {
		c := survey.Stored(m.Name+enumerate.DistributionSuffix, "solutions of the board by their "+m.Name+", value:number; "+m.Meaning, func(a *sizeAnswer) *string {
			if a.distributions == nil {
				a.distributions = make([]string, len(measures))
			}
			return &a.distributions[k]
		})
		c.Scale = m.Scale
		columns = append(columns, c)
	}
	return columns
}

func distributionText(groups []enumerate.Group) string {
	var parts []string
	for _, g := range groups {
		parts = append(parts, fmt.Sprintf("%d:%v", g.Values[0], g.Raw))
	}
	return strings.Join(parts, " ")
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
func (a *sizeAnswer) checkDistributions() error {
	for _, text := range a.distributions {
		groups, err := parseDistribution(text)
		if err != nil {
			return err
		}
		sum := new(big.Int)
		for _, g := range groups {
			sum.Add(sum, g.Raw)
		}
		if sum.Cmp(a.solutions) != 0 {
			return fmt.Errorf("%q is a distribution of %v solutions: expected %v", text, sum, a.solutions)
		}
	}
	return nil
}

// countValues returns a function that takes solutions, in any order of their options, and one that makes the distributions of
// their measures.
func (z *Puzzle) countValues(measures []string) (take func([]enumerate.OptionID), texts func() []string, err error) {
	set, err := measure.Compile(z.measurePuzzle(), measures)
	if err != nil {
		return nil, nil, err
	}
	l, err := newLayout(z, true)
	if err != nil {
		return nil, nil, err
	}
	r, canon := l.newRecorder(set.NewEvaluator()), symmetry.NewCanonicaliser(z.Group)
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
	return take, func() []string {
		list := make([]string, len(counts))
		for k := range counts {
			var groups []enumerate.Group
			for _, v := range slices.Sorted(maps.Keys(counts[k])) {
				groups = append(groups, enumerate.Group{Values: []int64{int64(v)}, Raw: big.NewInt(counts[k][v])})
			}
			list[k] = distributionText(groups)
		}
		return list
	}, nil
}

// distributions makes the table of distributions from the rows; it implements [enumerate.RowCounts].
type distributions struct {
	survey *sizeSurvey
	boards [][]string // by board: the columns of distributions; nil if its row was not seen
}

// Add implements [enumerate.RowCounts].
func (d *distributions) Add(b *enumerate.Batch) error {
	for row := range b.Len() {
		var sizes [3]int32
		for k := range d.survey.params.Board.ranges {
			sizes[k] = int32(b.IntAt(k, row))
		}
		at := d.survey.find(sizes)
		if at < 0 {
			return errNoBoard
		}
		var texts []string
		for _, m := range d.survey.measured {
			texts = append(texts, string(b.StringAt(enumerate.ColumnIndex(b.Columns, m.Name+enumerate.DistributionSuffix), row)))
		}
		d.boards[at] = texts
	}
	return nil
}

// Merge implements [enumerate.RowCounts].
func (d *distributions) Merge(other enumerate.RowCounts) {
	for i, texts := range other.(*distributions).boards {
		if texts != nil {
			d.boards[i] = texts
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
		enumerate.Column{Name: "raw", Type: enumerate.Int64, Nullable: true, Meaning: "solutions of the board with this value; null beyond 2^63-1", Unit: "solutions"},
		enumerate.Column{Name: "raw" + enumerate.TextSuffix, Type: enumerate.String, Meaning: "the digits of raw", Unit: "solutions"}))
	for i, texts := range d.boards {
		for k, text := range texts {
			groups, err := parseDistribution(text)
			if err != nil {
				return nil, err
			}
			for _, g := range groups {
				for c := range n {
					b.AppendInt32(c, d.survey.boards[i].sizes[c])
				}
				b.AppendString(n, []byte(d.survey.measured[k].Name))
				b.AppendInt64(n+1, g.Values[0])
				if g.Raw.IsInt64() {
					b.AppendInt64(n+2, g.Raw.Int64())
				} else {
					b.AppendNull(n + 2)
				}
				b.AppendString(n+3, g.Raw.Append(nil, 10))
			}
		}
	}
	return []enumerate.Table{{Name: enumerate.DistributionsTable, Rows: b}}, nil
}

var errNoBoard = errors.New("no board of the survey has these sizes")
