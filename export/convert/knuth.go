package convert

import (
	"bufio"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// What Knuth's programs for exact covers read: names of so many bytes at most, and colours that are one
// of these characters (any other would do that is no blank, but these are plain to see).
const (
	knuthName    = 8
	knuthColours = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,-./;<=>?@[]^_{}~"
)

// writeKnuth writes a line of items, the primary ones before a bar, with bounds as Knuth's
// program DLX3 reads them; then a line for each option. Lines that begin with a bar are
// comments: they say what is written otherwise than in the puzzle.
func writeKnuth(w *bufio.Writer, c *enumerate.Cover, title string) error {
	n := newNames(c, ":|")
	p := c.Problem
	w.WriteString("| " + title + ": " + Mark + "\n")
	for i, name := range n.shorten(knuthName) {
		if was := strings.Join(strings.Fields(p.Item(enumerate.Item(i)).Name), " "); name != was {
			w.WriteString("| item " + name + ": " + was + "\n")
		}
	}
	if err := n.renameColours(knuthColours, func(item, colours string) {
		w.WriteString("| colours of " + item + ": " + colours + "\n")
	}); err != nil {
		return err
	}
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

// shorten gives items with names of more bytes others: the beginning of the name, and the item's number. It
// returns all names.
func (n *names) shorten(most int) []string {
	for i, name := range n.items {
		for mark := "."; len(n.items[i]) > most; mark += "." {
			end := mark + decimal(i)
			if short := strings.ToValidUTF8(name[:max(0, most-len(end))], "") + end; !slices.Contains(n.items, short) {
				n.items[i] = short
			}
		}
	}
	return n.items
}

// renameColours gives the colours of an item the characters of a text as names, in their order, unless each
// has a name of one byte already. say is told of items whose colours have other names then.
func (n *names) renameColours(characters string, say func(item, colours string)) error {
	p := n.cover.Problem
	of := make([][]enumerate.Colour, p.Items())
	for o := range enumerate.OptionID(p.Options()) {
		for _, m := range p.Option(o) {
			if at, found := slices.BinarySearch(of[m.Item], m.Colour); m.Colour != 0 && !found {
				of[m.Item] = slices.Insert(of[m.Item], at, m.Colour)
			}
		}
	}
	n.renamed = make([]map[enumerate.Colour]string, p.Items())
	for i, colours := range of {
		if !slices.ContainsFunc(colours, func(c enumerate.Colour) bool { return len(n.colour(c)) != 1 }) {
			continue
		}
		if len(colours) > len(characters) {
			return enumerate.Errorf("format knuth has at most %d colours, one character each: item %s has %d",
				len(characters), p.Item(enumerate.Item(i)).Name, len(colours))
		}
		n.renamed[i] = map[enumerate.Colour]string{}
		var was []string
		for k, c := range colours {
			n.renamed[i][c] = characters[k : k+1]
			was = append(was, characters[k:k+1]+" is "+n.colour(c))
		}
		say(n.items[i], strings.Join(was, ", "))
	}
	return nil
}
