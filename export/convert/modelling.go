package convert

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// linear is a condition on 0/1 variables: the sum, each with its factor, compares with a bound.
type linear struct {
	about     string // what the conditions from here on say; "" for what was said before
	factors   []int
	variables []int
	relation  string // eq, ge or le
	bound     int
}

// linears are the conditions of a cover as sums. A colour is at least each of its options, and at most their sum.
func (s *conditions) linears() (all []linear) {
	ones := func(variables []int) []int { return slices.Repeat([]int{1}, len(variables)) }
	for _, d := range s.definitions {
		about := d.name
		for _, v := range d.any {
			all = append(all, linear{about, []int{1, -1}, []int{d.variable, v}, "ge", 0})
			about = ""
		}
		all = append(all, linear{about, append(ones(d.any), -1), append(slices.Clone(d.any), d.variable), "ge", 0})
	}
	for _, of := range s.counts {
		switch {
		case of.unsatisfiable():
			all = append(all, linear{of.name, []int{1}, []int{1}, "ge", 2})
		case of.least == of.most:
			all = append(all, linear{of.name, ones(of.variables), of.variables, "eq", of.least})
		default:
			about := of.name
			if of.least > 0 {
				all = append(all, linear{about, ones(of.variables), of.variables, "ge", of.least})
				about = ""
			}
			if of.most < len(of.variables) {
				all = append(all, linear{about, ones(of.variables), of.variables, "le", of.most})
			}
		}
	}
	return all
}

// writeMiniZinc writes a model that shows all variables: minizinc -a counts different texts of output.
func writeMiniZinc(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	comment := func(line string) { w.WriteString("% " + line + "\n") }
	comment(title + ": " + Mark)
	s.comments(comment)
	fmt.Fprintf(w, "array [1..%d] of var 0..1: x;\n", s.variables())
	relations := map[string]string{"eq": "=", "ge": ">=", "le": "<="}
	for _, l := range s.linears() {
		if l.about != "" {
			comment(l.about)
		}
		var terms []string
		for i, v := range l.variables {
			terms = append(terms, strings.TrimPrefix(fmt.Sprintf("%d*x[%d]", l.factors[i], v), "1*"))
		}
		fmt.Fprintf(w, "constraint sum([%s]) %s %d;\n", strings.Join(terms, ","), relations[l.relation], l.bound)
	}
	_, err := w.WriteString("solve satisfy;\noutput [show(x), \"\\n\"];\n")
	return err
}

// writeXCSP3 writes an instance of the competitions of constraint solvers. Its variables are numbered from 0.
func writeXCSP3(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	comment := func(line string) { w.WriteString("<!-- " + strings.ReplaceAll(line, "--", "- -") + " -->\n") }
	w.WriteString("<instance format=\"XCSP3\" type=\"CSP\">\n")
	comment(title + ": " + Mark + "; variable 1 of these remarks is x[0]")
	s.comments(comment)
	fmt.Fprintf(w, "<variables><array id=\"x\" size=\"[%d]\"> 0 1 </array></variables>\n<constraints>\n", s.variables())
	for _, l := range s.linears() {
		if l.about != "" {
			comment(l.about)
		}
		var list, factors []string
		plain := true
		for i, v := range l.variables {
			list, factors = append(list, fmt.Sprintf("x[%d]", v-1)), append(factors, decimal(l.factors[i]))
			plain = plain && l.factors[i] == 1
		}
		coefficients := ""
		if !plain {
			coefficients = "<coeffs> " + strings.Join(factors, " ") + " </coeffs>"
		}
		fmt.Fprintf(w, "<sum><list> %s </list>%s<condition> (%s,%d) </condition></sum>\n", strings.Join(list, " "),
			coefficients, l.relation, l.bound)
	}
	_, err := w.WriteString("</constraints>\n</instance>\n")
	return err
}
