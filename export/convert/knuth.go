package convert

import (
	"bufio"
	"strconv"

	"coverstat/enumerate"
)

// writeKnuth writes a line of items, the primary ones before a bar, with bounds as Knuth's
// program DLX3 reads them; then a line for each option. Lines that begin with a bar are
// comments.
func writeKnuth(w *bufio.Writer, c *enumerate.Cover, title string) error {
	n := newNames(c, ":|")
	p := c.Problem
	w.WriteString("| " + title + ": " + Mark + "\n")
	in := membership(p)
	bar, space := false, ""
	for _, secondary := range []bool{false, true} {
		for i := range enumerate.Item(p.Items()) {
			info := p.Item(i)
			if info.Secondary() != secondary {
				continue
			}
			if secondary && !bar {
				w.WriteString(space + "|")
				bar, space = true, " "
			}
			w.WriteString(space)
			space = " "
			if info.Max == 0 {
				return enumerate.Errorf("format knuth cannot say that no option may contain an item: %s", info.Name)
			}
			if info.Bounded() {
				// A greatest number that cannot be reached is no bound.
				w.WriteString(decimal(info.Min) + ":" + decimal(max(1, info.Min, min(info.Max, in[i]))) + "|")
			}
			w.WriteString(n.items[i])
		}
	}
	w.WriteString("\n")
	last := ""
	var line []byte
	for o := range enumerate.OptionID(p.Options()) {
		if label := n.label(o); label != last {
			if last = label; label != "" {
				w.WriteString("| " + label + "\n")
			}
		}
		line = append(n.option(line[:0], o), '\n')
		w.Write(line)
	}
	return nil
}

// membership counts the options that contain each item.
func membership(p *enumerate.Problem) []int32 {
	in := make([]int32, p.Items())
	for o := range enumerate.OptionID(p.Options()) {
		for _, m := range p.Option(o) {
			in[m.Item]++
		}
	}
	return in
}

func decimal[N ~int32 | ~int](n N) string { return strconv.Itoa(int(n)) }
