package journal

import (
	"bufio"
	"fmt"
	"io"

	"coverstat/export/files"
)

// contents is what a journal says, before it is compared with the segments.
type contents struct {
	header *Header  // nil if the first line cannot be read
	lines  []*line  // groups and parts, in order
	torn   bool     // a crash cut off the last line
	damage []string // lines that cannot be read
}

// belongTo gives the journal the header that it should have, if it has lost its own: its
// lines say whether they belong to it. It is an error if there is none that does.
func (c *contents) belongTo(h Header) error {
	if c.header != nil {
		return nil
	}
	of := h.digest()
	for _, l := range c.lines {
		if l.Of != of {
			return fmt.Errorf("first line of the journal: %w, and line %d is of another run", errLine, l.number)
		}
	}
	if len(c.lines) == 0 {
		return fmt.Errorf("first line of the journal: %w, and there is no other", errLine)
	}
	c.header = &h
	return nil
}

// readJournal reads a journal. It leaves out damaged lines. The other lines
// still hold, because no line depends on another.
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
	c := &contents{}
	seq := int64(0)
	for number := 1; ; number++ {
		raw, end := lines.ReadBytes('\n')
		if end == io.EOF && len(raw) == 0 {
			return c, nil
		}
		if end != nil && end != io.EOF {
			return nil, end
		}
		l, err := parseLine(raw)
		if number == 1 && err == nil && l.Header != nil {
			if l.Format != formatVersion {
				return nil, fmt.Errorf("journal of format %d, expected %d", l.Format, formatVersion)
			}
			c.header = l.Header
			continue
		}
		if number == 1 {
			c.damage = append(c.damage, "journal: its first line is damaged or missing")
			if err != nil {
				continue // the journal got its name when this line was whole: no crash can have torn it
			}
		}
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

// isTorn reports whether a crash can have made the last line unreadable. It then
// is the beginning of a line, or has zeros where the disk had not written yet.
// Anything else is damage to a line that was whole.
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
	// If only the last byte is wrong, a newline was damaged.
	_, err := parseLine(append(raw[:len(raw)-1:len(raw)-1], '\n'))
	return err != nil
}
