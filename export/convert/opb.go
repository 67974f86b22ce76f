package convert

import (
	"bufio"

	"coverstat/enumerate"
)

// writeOPB writes linear constraints with = and >= alone, as the competitions of
// pseudo-Boolean solvers have them, without an objective.
func writeOPB(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	lines := 0
	for _, d := range s.definitions {
		lines += len(d.any) + 1
	}
	for _, of := range s.counts {
		lines++
		if of.least > 0 && of.least < of.most && of.most < len(of.variables) && !of.unsatisfiable() {
			lines++
		}
	}
	w.WriteString("* #variable= " + decimal(s.variables()) + " #constraint= " + decimal(lines) + "\n")
	comment := func(text string) { w.WriteString("* " + text + "\n") }
	comment(title + ": " + Mark)
	s.comments(comment)
	end := func(relation string, n int) { w.WriteString(relation + " " + decimal(n) + " ;\n") }
	sum := func(sign string, variables []int) {
		for _, v := range variables {
			w.WriteString(sign + "1 x" + decimal(v) + " ")
		}
	}
	for _, d := range s.definitions {
		comment(d.name)
		for _, v := range d.any {
			sum("+", []int{d.variable})
			sum("-", []int{v})
			end(">=", 0)
		}
		sum("+", d.any)
		sum("-", []int{d.variable})
		end(">=", 0)
	}
	for _, of := range s.counts {
		comment(of.name)
		switch {
		case of.unsatisfiable():
			sum("+", []int{1})
			end(">=", 2)
		case of.least == of.most:
			sum("+", of.variables)
			end("=", of.least)
		default:
			if of.least > 0 {
				sum("+", of.variables)
				end(">=", of.least)
			}
			if of.most < len(of.variables) {
				sum("-", of.variables)
				end(">=", -of.most)
			}
		}
	}
	return nil
}
