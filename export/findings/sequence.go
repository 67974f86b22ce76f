package findings

import (
	"fmt"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// shownFactors is the largest order at which a recurrence is written out.
const shownFactors = 12

// sequence says how the numbers of a survey over sizes go on.
func (f *Findings) sequence() ([]Section, error) {
	q := f.Statistics.Sequence.Sequence
	if q == nil {
		return nil, nil
	}
	s := Section{ID: "sequence", Title: "For all " + q.Over, Notes: []string{sequenceText(q) +
		" It is proved: no shorter recurrence holds modulo a prime, and this one holds for as many terms after its order as there are states. a(0) is the empty board."}}
	if q.Growth != nil {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
		s.Numbers = []Number{{"growth of a(n)", number(*q.Growth)}, {"growth a cell", number(*q.GrowthPerCell)}}
	}
	if q.Order > 0 && q.Order <= shownFactors {
		s.Code = fmt.Sprintf("a(n) = %s\ngenerating function (%s) / (%s)", terms(q.Recurrence, func(i int) string { return fmt.Sprintf("a(n-%d)", i+1) }),
			terms(q.Numerator, power), terms(q.Denominator, power))
	}
	return []Section{s}, nil
}

// sequenceText is the sequence in a sentence.
func sequenceText(q *stats.Sequence) string {
	return fmt.Sprintf("The numbers of solutions a(n), n = %s, keep a linear recurrence of order %d, and no shorter one; %s at a boundary bound it.",
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
