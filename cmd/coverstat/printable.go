package main

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// printable makes a text that cannot command a terminal: characters that show nothing are
// written as Go writes them, such as \x1b, but for ends of lines and tabs.
func printable(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == '\n' || r == '\t' || unicode.IsGraphic(r) && (r != utf8.RuneError || n > 1):
			b.WriteString(text[:n])
		default:
			quoted := strconv.QuoteToGraphic(text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[n:]
	}
	return b.String()
}

// forPeople returns the standard output of a command for what people read: texts of
// manifests and configs, which anybody may have written.
func forPeople(c *cobra.Command) io.Writer { return printableWriter{c.OutOrStdout()} }

type printableWriter struct{ out io.Writer }

// Write implements [io.Writer].
func (w printableWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.out, printable(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
