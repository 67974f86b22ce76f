package findings

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/chart"
	"coverstat/stats"
)

// A recurrence is written out up to order mostWritten, and folded from order mostShown on.
const mostShown, mostWritten = 12, 100

// sequence says how the numbers of a survey over sizes go on.
func (f *Findings) sequence() ([]Section, error) {
	q := &f.Statistics.Sequence
	if !q.Known() {
		return nil, nil
	}
	s := Section{ID: "sequence", Title: "For all " + q.Over, Layout: "cards",
		Notes: []string{Sentence(sequenceText(q)) +
			" It is proved: no shorter recurrence holds modulo a prime, and this one holds for as many terms after its order as there are states. a(0) is the empty board."}}
	if q.Growth != nil {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
		s.Numbers = []NamedNumber{{"growth of a(n)", number(*q.Growth)}, {"growth a cell", number(*q.GrowthPerCell)}}
	}
	if s.Code = strings.Join(f.Formulas, "\n"); s.Code == "" && q.Order > 0 && q.Order <= mostWritten {
		s.Folded = []Section{{Title: "Recurrence and generating function", Code: strings.Join(formulas(q), "\n")}}
	}
	last := leastPlotted
	err := f.set.Scan([]int{enumerate.ColumnIndex(f.columns, q.Over)}, func(b *enumerate.Batch, _ int64) error {
		for row := range b.Len() {
			last = min(max(last, int(b.IntAt(0, row))), mostPlotted)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	table, err := f.set.Table(enumerate.RecurrenceTable)
	if err != nil {
		return nil, err
	}
	logs, ratios := points(bigColumn(table, "recurrence")[1:], bigColumn(table, "numerator"), last)
	for _, p := range []struct {
		label  string
		points []chart.Point
	}{{"log10 a(n)", logs}, {"a(n) / a(n-1)", ratios}} {
		if len(p.points) > 1 {
			s.Parts = append(s.Parts, Section{Title: p.label,
				Chart: &Figure{Chart: &chart.Plot{Label: "n = " + q.Over, Points: p.points},
					Spoken: fmt.Sprintf("plot of %s, for n up to %d", p.label, p.points[len(p.points)-1].N)}})
		}
	}
	return []Section{s}, nil
}

// In a plot n goes up to the greatest size of the survey, or these numbers.
const leastPlotted, mostPlotted = 40, 1000

// bigColumn returns the numbers of a column of digits, 0 for null.
func bigColumn(t *enumerate.Batch, name string) (list []*big.Int) {
	column := enumerate.ColumnIndex(t.Columns, name)
	for row := range t.Len() {
		n := new(big.Int)
		if !t.IsNull(column, row) {
			n.SetString(string(t.StringAt(column, row)), 10)
		}
		list = append(list, n)
	}
	return list
}

// points are the logarithms of the terms up to a(last) and their ratios, where terms are not 0.
func points(recurrence, numerator []*big.Int, last int) (logs, ratios []chart.Point) {
	var terms []*big.Int
	for n := range last + 1 {
		a := new(big.Int)
		if n < len(numerator) {
			a.Set(numerator[n])
		}
		for i, factor := range recurrence[:min(n, len(recurrence))] {
			a.Add(a, new(big.Int).Mul(factor, terms[n-i-1]))
		}
		terms = append(terms, a)
		if a.Sign() == 0 {
			continue
		}
		logs = append(logs, chart.Point{N: n, Y: log10(a)})
		if n > 0 && terms[n-1].Sign() > 0 {
			ratio, _ := new(big.Rat).SetFrac(a, terms[n-1]).Float64()
			ratios = append(ratios, chart.Point{N: n, Y: ratio})
		}
	}
	return logs, ratios
}

// sequenceText is the sequence in a sentence.
func sequenceText(q *stats.Sequence) string {
	return fmt.Sprintf(
		"the numbers of solutions a(n), n = %s, keep a linear recurrence of order %d, and no shorter one; %s at a boundary bound it",
		q.Over, q.Order, enumerate.Plural(q.States, "state"))
}

// describeSequence adds the sentences on the sequence of a survey over sizes.
func (f *Findings) describeSequence(q *stats.Sequence) {
	f.Sentences = append(f.Sentences, sequenceText(q))
	if q.Growth != nil {
		f.Sentences = append(f.Sentences, fmt.Sprintf("growth of a(n) %.9g, %.9g a cell", *q.Growth, *q.GrowthPerCell))
	}
	if q.Order > 0 && q.Order <= mostShown {
		f.Formulas = formulas(q)
	}
}

// formulas are the recurrence and the generating function.
func formulas(q *stats.Sequence) []string {
	factor := func(i int) string { return fmt.Sprintf("a(n-%d)", i+1) }
	return []string{fmt.Sprintf("a(n) = %s for n >= %d", terms(q.Recurrence, factor), q.Order),
		fmt.Sprintf("generating function (%s) / (%s)", terms(q.Numerator, power), terms(q.Denominator, power))}
}

func power(i int) string {
	if i < 2 {
		return "x"[:i]
	}
	return "x^" + strconv.Itoa(i)
}

// terms writes a sum of factors, as digits, times what of names.
func terms(factors []string, of func(i int) string) string {
	var parts []string
	for i, digits := range factors {
		name := of(i)
		if unit, one := strings.CutSuffix(digits, "1"); one && strings.Trim(unit, "-") == "" && name != "" {
			parts = append(parts, unit+name)
		} else if digits != "0" {
			parts = append(parts, strings.TrimSpace(digits+" "+name))
		}
	}
	return cmp.Or(strings.ReplaceAll(strings.Join(parts, " + "), "+ -", "- "), "0")
}

// distributions are the measures of solutions of a survey over sizes: the mean over n where one size varies, and
// the numbers of each board. Values that are names of kinds have none.
func (f *Findings) distributions() ([]Section, error) {
	if f.Manifest.Table(enumerate.DistributionsTable) == nil {
		return nil, nil
	}
	t, err := f.set.Table(enumerate.DistributionsTable)
	if err != nil {
		return nil, err
	}
	measure, value := enumerate.ColumnIndex(t.Columns, "measure"), enumerate.ColumnIndex(t.Columns, "value")
	raw, text := bigColumn(t, "raw"+enumerate.TextSuffix),
		func(row int) string { return string(t.StringAt(measure, row)) }
	board := func(row int) string {
		var sizes []string
		for c := range measure {
			sizes = append(sizes, strconv.FormatInt(t.IntAt(c, row), 10))
		}
		return strings.Join(sizes, "x")
	}
	out := Section{ID: "distributions", Title: "Measures by size", Layout: "cards",
		Notes: []string{"Table distributions has how many solutions of each board have each value."}}
	plots := map[string]*chart.Plot{}
	for from, to := 0, 0; from < t.Len(); from = to {
		name, all, sum := text(from), new(big.Int), new(big.Int)
		for ; to < t.Len() && text(to) == name && board(to) == board(from); to++ {
			all.Add(all, raw[to])
			sum.Add(sum, new(big.Int).Mul(raw[to], big.NewInt(t.IntAt(value, to))))
		}
		if f.column(name+enumerate.DistributionSuffix).Scale == enumerate.Nominal {
			continue
		}
		at := slices.IndexFunc(out.Parts, func(s Section) bool { return s.Title == plainName(name) })
		if at < 0 {
			at, plots[name] = len(out.Parts), &chart.Plot{Label: "n = " + t.Columns[0].Name}
			out.Parts = append(out.Parts, Section{Title: plainName(name),
				Folded: []Section{{Title: "All boards",
					Table: &Table{Rows: [][]Cell{heads("", "mean", "least", "greatest")}}}}})
			if measure == 1 {
				out.Parts[at].Chart = &Figure{Chart: plots[name], Spoken: "plot of the mean of " + plainName(name)}
				out.Parts[at].Notes = []string{"The mean over all solutions of a board."}
			}
		}
		mean, _ := new(big.Rat).SetFrac(sum, all).Float64()
		plots[name].Points = append(plots[name].Points, chart.Point{N: int(t.IntAt(0, from)), Y: mean})
		rows := &out.Parts[at].Folded[0].Table.Rows
		*rows = append(*rows, append([]Cell{rowHead(board(from))},
			numbers(enumerate.Decimal(mean, 6), enumerate.Grouped(t.IntAt(value, from)),
				enumerate.Grouped(t.IntAt(value, to-1)))...))
	}
	if out.Parts == nil {
		return nil, nil
	}
	return []Section{out}, nil
}
