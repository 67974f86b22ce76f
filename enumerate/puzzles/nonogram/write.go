package nonogram

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// textKeys are the keywords of .non files for texts about the puzzle.
var textKeys = []string{"catalogue", "title", "by", "copyright"}

// textField returns the field of a text keyword, or nil.
func (p *Puzzle) textField(key string) *string {
	switch key {
	case "catalogue":
		return &p.Catalogue
	case "title":
		return &p.Title
	case "by":
		return &p.By
	case "copyright":
		return &p.Copyright
	}
	return nil
}

// writeNon writes the puzzle as a .non file. [Read] reads back the same puzzle.
func (p *Puzzle) writeNon(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, key := range textKeys {
		if value := *p.textField(key); value != "" {
			fmt.Fprintf(b, "%s \"%s\"\n", key, oneLine(value))
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
