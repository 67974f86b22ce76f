package progress

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"coverstat/enumerate"

	"golang.org/x/term"
)

// lineWriter removes the whole percents from the lines that the bar draws. In a run
// of a night each of them stays for minutes; the text beside the bar has finer ones.
type lineWriter struct{ out io.Writer }

var wholePercents = regexp.MustCompile(`^\r *[0-9]+% `)

// Write implements [io.Writer].
func (w lineWriter) Write(p []byte) (int, error) {
	line := p
	if at := wholePercents.FindIndex(p); at != nil {
		line = append([]byte("\r"), p[at[1]:]...)
	}
	if _, err := w.out.Write(line); err != nil {
		return 0, err
	}
	return len(p), nil
}

// terminal reports whether out is a terminal, and its width, 0 if that is unknown.
func terminal(out io.Writer) (width int, ok bool) {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(f.Fd())) // 0 with an error
	return width, true
}

// text returns the text beside the bar. It leaves out parts if the line would be
// longer than width, the terminal's (0 is unknown), because a line that wraps cannot
// be overwritten.
func (d *Display) text(width int) string {
	p := d.seen
	if p.Doing != "" {
		return d.rest() + "  " + d.name
	}
	rows, nodes := d.rates()
	parts := []string{enumerate.Percent(p.Share), d.name, "", "", "", d.rest()}
	if !d.NoRows {
		parts[2], parts[3] = enumerate.Grouped(p.Tally.Rows)+" rows", enumerate.Rough(rows)+" rows/s"
	}
	if nodes > 0 { // some surveys count none
		parts[4] = enumerate.Rough(nodes) + " nodes/s"
	}
	join := func() string {
		return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" }), "  ")
	}
	for _, next := range []int{4, 1, 3, 2} { // to leave out
		if width > 0 && utf8.RuneCountInString(join())+barWidth+barFrame > width {
			parts[next] = ""
		}
	}
	return join()
}

// barFrame is the number of characters that a line has besides the bar and the
// text, with the whole percents, which the bar still counts.
const barFrame = 12
