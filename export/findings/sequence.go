package findings

import (
	"fmt"
	"math"
	"math/big"
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
	q := f.Statistics.Sequence.Sequence
	if q == nil {
		return nil, nil
	}
	s := Section{ID: "sequence", Title: "For all " + q.Over, Layout: "cards", Notes: []string{Sentence(sequenceText(q)) +
		" It is proved: no shorter recurrence holds modulo a prime, and this one holds for as many terms after its order as there are states. a(0) is the empty board."}}
	if q.Growth != nil {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
		s.Numbers = []Number{{"growth of a(n)", number(*q.Growth)}, {"growth a cell", number(*q.GrowthPerCell)}}
	}
	if q.Order > 0 && q.Order <= mostWritten {
		code := fmt.Sprintf("a(n) = %s\ngenerating function (%s) / (%s)", terms(q.Recurrence, func(i int) string { return fmt.Sprintf("a(n-%d)", i+1) }),
			terms(q.Numerator, power), terms(q.Denominator, power))
		if q.Order <= mostShown {
			s.Code = code
		} else {
			s.Folded = []Section{{Title: "Recurrence and generating function", Code: code}}
		}
	}
	logs, ratios := points(q, max(plotted, int(f.Statistics.Instances.Raw.Float())))
	for _, p := range []struct {
		label  string
		points []chart.Point
	}{{"log10 a(n)", logs}, {"a(n) / a(n-1)", ratios}} {
		if len(p.points) > 1 {
			s.Parts = append(s.Parts, Section{Title: p.label, Chart: &Figure{Chart: &chart.Plot{Label: "n = " + q.Over, Points: p.points},
				Spoken: fmt.Sprintf("plot of %s, for n up to %d", p.label, p.points[len(p.points)-1].N)}})
		}
	}
	return []Section{s}, nil
}

// plotted is the least number up to which n goes in a plot.
const plotted = 40

// points are the logarithms of the terms up to a(last), and what a term is times the one before. Where a term is 0, there is
// no point. There are none beyond the order at which stats.json lists the recurrence.
func points(q *stats.Sequence, last int) (logs, ratios []chart.Point) {
	if q.Denominator == nil {
		return nil, nil
	}
	number := func(digits string) *big.Int {
		n, _ := new(big.Int).SetString(digits, 10)
		return n
	}
	var terms []*big.Int
	for n := range last + 1 {
		a := new(big.Int)
		if n < len(q.Numerator) {
			a = number(q.Numerator[n])
		}
		for i, factor := range q.Recurrence[:min(n, q.Order)] {
			a.Add(a, new(big.Int).Mul(number(factor), terms[n-i-1]))
		}
		terms = append(terms, a)
		if a.Sign() == 0 {
			continue
		}
		mantissa := new(big.Float)
		exponent := new(big.Float).SetInt(a).MantExp(mantissa)
		x, _ := mantissa.Float64()
		logs = append(logs, chart.Point{N: n, Y: math.Log10(x) + float64(exponent)*math.Log10(2)})
		if n > 0 && terms[n-1].Sign() > 0 {
			ratio, _ := new(big.Rat).SetFrac(a, terms[n-1]).Float64()
			ratios = append(ratios, chart.Point{N: n, Y: ratio})
		}
	}
	return logs, ratios
}

// sequenceText is the sequence in a sentence.
func sequenceText(q *stats.Sequence) string {
	return fmt.Sprintf("the numbers of solutions a(n), n = %s, keep a linear recurrence of order %d, and no shorter one; %s at a boundary bound it",
		q.Over, q.Order, enumerate.Plural(q.States, "state"))
}

func power(i int) string {
	switch i {
	case 0:
		return ""
	case 1:
		return "x"
	}
	return "x^" + strconv.Itoa(i)
}

// terms writes a sum of factors, as digits, times what of names.
func terms(factors []string, of func(i int) string) string {
	var b strings.Builder
	for i, digits := range factors {
		size, negative := strings.CutPrefix(digits, "-")
		if size == "0" {
			continue
		}
		switch {
		case b.Len() == 0 && negative:
			b.WriteString("-")
		case b.Len() > 0 && negative:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		name := of(i)
		if size != "1" || name == "" {
			b.WriteString(strings.TrimSpace(size + " " + name))
		} else {
			b.WriteString(name)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}
