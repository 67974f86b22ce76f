package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"text/template"
	"unicode"
	"unicode/utf8"

	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

// printJSON prints a value as one JSON object.
func printJSON(c *cobra.Command, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	return printLine(c, string(data), err)
}

// printLine prints a line, such as the name of the file that a command has written, unless
// there was an error.
func printLine(c *cobra.Command, line string, err error) error {
	if err == nil {
		_, err = fmt.Fprintln(c.OutOrStdout(), line)
	}
	return err
}

// fill writes what a template makes of a value. Where `{{-` or `-}}` stands, no line ends.
func fill(out io.Writer, text string, of any) error {
	t := template.New("").Funcs(template.FuncMap{
		"base": filepath.Base, "bytes": func(n int64) string { return enumerate.Bytes(float64(n)) },
		"capital": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
		"grouped": enumerate.Grouped[int64], "join": strings.Join, "ofPieces": ofPieces, "percent": enumerate.Percent,
		"plural": enumerate.Plural[int64], "shown": shown, "state": state, "uses": uses})
	return template.Must(t.Parse(text)).Execute(out, of)
}

// fillColumns is fill, in columns that tabs part.
func fillColumns(out io.Writer, text string, of any) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	return errors.Join(fill(w, text, of), w.Flush())
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

// cutTokens cuts what a message repeats of the input to 60 characters: quoted texts, and
// words. Words may be paths, which are cut only where they are longer than names of files are.
func cutTokens(message string) string {
	long := regexp.MustCompile(`"(?:[^"\\]|\\.){100,}"|[^\s"]{400,}`)
	return long.ReplaceAllStringFunc(message, func(token string) string {
		if token[0] == '"' {
			return enumerate.Shorten(token) + `"`
		}
		return enumerate.Shorten(token)
	})
}
