package journal

import (
	"bufio"
	"fmt"
	"io"

	"coverstat/export/files"
)

// contents is what a journal's bytes say, before the segments are looked at.
type contents struct {
	header Header
	lines  []*line  // groups and parts, in order
	torn   bool     // the last line is what a crash left of it
	damage []string // lines that cannot be read
}

// readJournal reads a journal. Lines that are damaged are left out: each
// stands by itself, so the others hold.
func readJournal(fsys files.FS, name string) (*contents, error) {
	src, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return parseJournal(io.NewSectionReader(src, 0, src.Size()))
}

func parseJournal(r io.Reader) (*contents, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	raw, err := lines.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	// The journal appears with its first line whole, so a damaged first line
	// is not a crash.
	first, err := parseLine(raw)
	if err != nil {
		return nil, fmt.Errorf("first line of the journal: %w", err)
	}
	if first.Header == nil {
		return nil, fmt.Errorf("first line of the journal: %w: no header", errLine)
	}
	if first.Format != FormatVersion {
		return nil, fmt.Errorf("journal of format %d, expected %d", first.Format, FormatVersion)
	}
	c := &contents{header: *first.Header}
	seq := int64(0)
	for number := 2; ; number++ {
		raw, end := lines.ReadBytes('\n')
		if end == io.EOF && len(raw) == 0 {
			return c, nil
		}
		if end != nil && end != io.EOF {
			return nil, end
		}
		l, err := parseLine(raw)
		if err == nil && (l.Header != nil || l.Seq <= seq) {
			err = fmt.Errorf("%w: out of order", errLine)
		}
		if err == nil {
			seq, l.number = l.Seq, number
			c.lines = append(c.lines, l)
			continue
		}
		if _, more := lines.Peek(1); more == io.EOF && isTorn(raw) {
			c.torn = true
			continue
		}
		c.damage = append(c.damage, fmt.Sprintf("journal, line %d: %v", number, err))
	}
}

// isTorn reports whether the last line, which cannot be read, may be what a
// crash left of it: the beginning, or with zeros where the disk did not get
// to. Anything else that is wrong there is damage to a line that was whole.
func isTorn(raw []byte) bool {
	const begin = `{"seq":`
	zeros := 0
	for i, c := range raw {
		switch {
		case c == 0:
			zeros++
		case i < len(begin) && c != begin[i], c > '~', c < ' ' && c != '\n':
			return false
		}
	}
	if zeros > 0 || raw[len(raw)-1] == '\n' {
		return zeros > 0
	}
	// All is there but the newline is another byte.
	_, err := parseLine(append(raw[:len(raw)-1:len(raw)-1], '\n'))
	return err != nil
}
