package convert

import (
	"bufio"
	"strconv"

	"coverstat/enumerate"
)

// pairwise is the greatest number of variables of which at most one is true by a clause
// for each pair. For more, a counter takes fewer clauses.
const pairwise = 6

// A formula collects clauses.
type formula struct {
	variables, clauses int
	text               []byte
}

func (f *formula) clause(literals ...int) {
	for _, l := range literals {
		f.text = strconv.AppendInt(f.text, int64(l), 10)
		f.text = append(f.text, ' ')
	}
	f.text = append(f.text, "0\n"...)
	f.clauses++
}

// writeCNF writes clauses in DIMACS form, and which variables are the options in the line
// that counters of models read ("c p show"), and that models are to be counted ("c t mc"). The other variables follow
// from the options, so that counting all models gives the same number.
func writeCNF(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	f := &formula{variables: s.variables()}
	for _, d := range s.definitions {
		for _, v := range d.any {
			f.clause(d.variable, -v)
		}
		f.clause(append([]int{-d.variable}, d.any...)...)
	}
	for _, of := range s.counts {
		f.count(of)
	}
	comment := func(text string) { w.WriteString("c " + text + "\n") }
	comment(title + ": " + Mark)
	s.comments(comment)
	if counters := f.variables - s.variables(); counters > 0 {
		comment("variables " + decimal(s.variables()+1) + " to " + decimal(f.variables) + ": counters")
	}
	w.WriteString("c t mc\np cnf " + decimal(f.variables) + " " + decimal(f.clauses) + "\nc p show ")
	for v := range c.Problem.Options() {
		w.WriteString(decimal(v+1) + " ")
	}
	w.WriteString("0\n")
	w.Write(f.text)
	return nil
}

// count says in clauses that so many variables are true.
func (f *formula) count(of count) {
	n := len(of.variables)
	switch {
	case of.unsatisfiable():
		f.clause(1)
		f.clause(-1)
		return
	case of.least == 1:
		f.clause(of.variables...)
	case of.least == n:
		for _, v := range of.variables {
			f.clause(v)
		}
	}
	switch {
	case of.most == 1 && n <= pairwise:
		for j, v := range of.variables {
			for _, u := range of.variables[:j] {
				f.clause(-u, -v)
			}
		}
	case of.most < n || of.least > 1 && of.least < n:
		f.counter(of)
	}
}

// counter is a sequential counter (Sinz 2005), whose variables are made equal to what
// they count, not only at least that: with the i-th and the j-th of them, at least j of the
// first i variables are true. So they follow from the others, and no model comes twice.
func (f *formula) counter(of count) {
	n, most := len(of.variables), min(of.most, len(of.variables))
	levels := max(of.least, 1)
	if most < n {
		levels = max(levels, most)
	}
	// least[j] is the variable of at least j; 0 where fewer are counted yet. One of at
	// least 0 is true.
	least := make([]int, levels+1)
	next := make([]int, levels+1)
	for i, v := range of.variables {
		switch {
		case most == 0:
			f.clause(-v)
			continue
		case i >= most:
			f.clause(-v, -least[most])
		}
		if i == n-1 && of.least <= 1 {
			return
		}
		for j := 1; j <= min(i+1, levels); j++ {
			before, less := least[j], least[j-1]
			switch {
			case before == 0 && j == 1: // the first variable
				next[j] = v
				continue
			case before == 0: // all up to here
				next[j] = f.add()
				f.clause(-v, -less, next[j])
				f.clause(-next[j], v)
				f.clause(-next[j], less)
				continue
			}
			x := f.add()
			next[j] = x
			f.clause(-before, x)
			if j == 1 {
				f.clause(-v, x)
			} else {
				f.clause(-v, -less, x)
				f.clause(-x, before, less)
			}
			f.clause(-x, before, v)
		}
		least, next = next, least
	}
	if of.least > 1 {
		f.clause(least[of.least])
	}
}

// add adds a variable.
func (f *formula) add() int {
	f.variables++
	return f.variables
}
