package convert

import (
	"bufio"
	"bytes"

	"coverstat/enumerate"
)

// writeOPB writes linear constraints with = and >= alone, as the competitions of
// pseudo-Boolean solvers have them, without an objective.
func writeOPB(w *bufio.Writer, c *enumerate.Cover, title string) error {
	s := conditionsOf(c)
	var text bytes.Buffer
	lines := 0
	comment := func(line string) { text.WriteString("* " + line + "\n") }
	end := func(relation string, n int) {
		text.WriteString(relation + " " + decimal(n) + " ;\n")
		lines++
	}
	sum := func(sign string, variables []int) {
		for _, v := range variables {
			text.WriteString(sign + "1 x" + decimal(v) + " ")
		}
	}
	comment(title + ": " + Mark)
	s.comments(comment)
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
	w.WriteString("* #variable= " + decimal(s.variables()) + " #constraint= " + decimal(lines) + "\n")
	_, err := text.WriteTo(w)
	return err
}
