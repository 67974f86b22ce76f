package nonogram

import (
	"bufio"
	"fmt"
	"io"

	"coverstat/enumerate/puzzles/nonogram/line"
)

// WriteNon writes the puzzle as a .non file, which Read reads back the same.
func (p *Puzzle) WriteNon(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, field := range []struct{ key, value string }{
		{"catalogue", p.Catalogue}, {"title", p.Title}, {"by", p.By}, {"copyright", p.Copyright},
	} {
		if field.value != "" {
			fmt.Fprintf(b, "%s \"%s\"\n", field.key, oneLine(field.value))
		}
	}
	fmt.Fprintf(b, "width %d\nheight %d\n", p.Width(), p.Height())
	fmt.Fprint(b, "\nrows\n")
	for _, clue := range p.Rows {
		fmt.Fprintln(b, ClueText(clue))
	}
	fmt.Fprint(b, "\ncolumns\n")
	for _, clue := range p.Cols {
		fmt.Fprintln(b, ClueText(clue))
	}
	if p.Goal != nil {
		fmt.Fprint(b, "\ngoal \"")
		for _, c := range p.Goal {
			if c == line.Black {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
		fmt.Fprint(b, "\"\n")
	}
	return b.Flush()
}

// oneLine keeps a value on its line.
func oneLine(s string) string {
	out := []rune(s)
	for i, r := range out {
		if r == '\n' || r == '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}
