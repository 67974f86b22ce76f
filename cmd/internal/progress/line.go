package progress

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// A terminalLine is a line that is written over again and again.
type terminalLine struct {
	out   io.Writer
	drawn bool
}

// write writes the line. What is beyond the terminal's width is left out, because a line that
// wraps cannot be written over.
func (l *terminalLine) write(text string) {
	runes := []rune(text)
	if width, _ := terminal(l.out); width > 0 && len(runes) >= width {
		runes = runes[:width-1]
	}
	fmt.Fprint(l.out, eraseLine+string(runes))
	l.drawn = true
}

// erase leaves an empty line.
func (l *terminalLine) erase() {
	if l.drawn {
		fmt.Fprint(l.out, eraseLine)
		l.drawn = false
	}
}

// eraseLine goes back to the beginning of the line and erases it (ECMA-48).
const eraseLine = "\r\x1b[K"

// terminal reports whether out is a terminal, and its width, 0 if that is unknown.
func terminal(out io.Writer) (width int, ok bool) {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(f.Fd())) // 0 with an error
	return width, true
}
