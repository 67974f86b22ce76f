package convert

import (
	"bufio"
	"strconv"

	"coverstat/enumerate"
)

// writeNNF writes the diagram of all solutions as a circuit, in the form of the compiler d4 (version 2) that all known
// readers take: node lines first, numbered without gaps, the root first; then arcs, those out of a node before those
// into it. Variable v is option v-1. An arc has the literals of all options of the places that it passes, the one that
// is chosen positive. So each path has every variable once. There are no comments, which some readers refuse.
func writeNNF(w *bufio.Writer, c *enumerate.Cover, _ string) error {
	if c.Diagram == nil {
		return enumerate.Errorf("format nnf: expected a census, or what a sample draws from")
	}
	d, err := c.Diagram()
	if err != nil {
		return err
	}
	nodes := len(d.First) - 1
	if nodes <= 0 {
		w.WriteString("o 1 0\nf 2 0\n1 2 1 0\n")
		return nil
	}
	for node := 1; node < nodes; node++ {
		w.WriteString("o " + strconv.Itoa(node) + " 0\n")
	}
	w.WriteString("t " + strconv.Itoa(nodes) + " 0\n")
	at := optionsByPlace(d, c.Problem.Options())
	var line []byte
	for p := len(d.Layers) - 3; p >= 0; p-- {
		for node := d.Layers[p+1] - 1; node >= d.Layers[p]; node-- {
			for a := d.First[node]; a < d.First[node+1]; a++ {
				line = appendArc(line[:0], d, at, p, node, a)
				w.Write(line) // the writer keeps its first error
			}
		}
	}
	return nil
}

// optionsByPlace lists the options that are decided at each place. Options of no solution are decided at the first.
func optionsByPlace(d *enumerate.Diagram, options int) [][]enumerate.OptionID {
	place := make([]int32, options)
	for c, list := range d.Options {
		for _, o := range list {
			place[o] = d.Places[c]
		}
	}
	at := make([][]enumerate.OptionID, len(d.Layers))
	for o, p := range place {
		at[p] = append(at[p], enumerate.OptionID(o))
	}
	return at
}

// appendArc appends the line of an arc out of a node at place p.
func appendArc(line []byte, d *enumerate.Diagram, at [][]enumerate.OptionID, p int, node, arc int32) []byte {
	to := d.Targets[arc]
	line = strconv.AppendInt(line, int64(node)+1, 10)
	line = strconv.AppendInt(append(line, ' '), int64(to)+1, 10)
	chosen := map[enumerate.OptionID]bool{}
	for _, o := range d.Options[d.Choices[arc]] {
		chosen[o] = true
	}
	for q := p; q < len(d.Layers)-2 && d.Layers[q+1] <= to; q++ {
		for _, o := range at[q] {
			v := int64(o) + 1
			if !chosen[o] {
				v = -v
			}
			line = strconv.AppendInt(append(line, ' '), v, 10)
		}
	}
	return append(line, " 0\n"...)
}
