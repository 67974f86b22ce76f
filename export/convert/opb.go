package convert

import (
	"bufio"
	"bytes"
	"fmt"

	"coverstat/enumerate"
)

// writeOPB writes linear constraints with = and >= alone, as the competitions of
// pseudo-Boolean solvers have them, without an objective.
func writeOPB(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	var text bytes.Buffer
	comment := func(line string) { text.WriteString("* " + line + "\n") }
	comment(title + ": " + Mark)
	s.comments(comment)
	all := s.linears()
	for _, l := range all {
		if l.about != "" {
			comment(l.about)
		}
		sign, relation := 1, ">="
		switch l.relation {
		case "eq":
			relation = "="
		case "le":
			sign = -1
		}
		for i, v := range l.variables {
			fmt.Fprintf(&text, "%+d x%d ", sign*l.factors[i], v)
		}
		fmt.Fprintf(&text, "%s %d ;\n", relation, sign*l.bound)
	}
	w.WriteString("* #variable= " + decimal(s.variables()) + " #constraint= " + decimal(len(all)) + "\n")
	_, err := text.WriteTo(w)
	return err
}
