package nonogram

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A text is a text about the puzzle in a .non file: its keyword, and its field.
type text struct {
	key   string
	field *string
}

func (p *Puzzle) texts() []text {
	return []text{{"catalogue", &p.Catalogue}, {"title", &p.Title}, {"by", &p.By}, {"copyright", &p.Copyright}}
}

// writeNon writes the puzzle as a .non file. [Read] reads back the same puzzle.
func (p *Puzzle) writeNon(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, t := range p.texts() {
		if *t.field != "" {
			fmt.Fprintf(b, "%s \"%s\"\n", t.key, oneLine(*t.field))
		}
	}
	fmt.Fprintf(b, "width %d\nheight %d\n", p.Width(), p.Height())
	fmt.Fprint(b, "\nrows\n")
	for _, clue := range p.Rows {
		fmt.Fprintln(b, clueText(clue))
	}
	fmt.Fprint(b, "\ncolumns\n")
	for _, clue := range p.Cols {
		fmt.Fprintln(b, clueText(clue))
	}
	if p.Goal != nil {
		fmt.Fprint(b, "\ngoal \"")
		for _, c := range p.Goal {
			b.WriteByte("?10"[c]) // a goal has no blank cells
		}
		fmt.Fprint(b, "\"\n")
	}
	return b.Flush()
}

// oneLine replaces line breaks by blanks.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }
