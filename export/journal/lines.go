package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// formatVersion is the version of the journal's format.
const formatVersion = 1

// Header says which run the work belongs to. Only a run with an equal header can go on with it.
type Header struct {
	// Config is a digest of everything that the rows depend on.
	Config string `json:"config"`
	// Program is a version that changes when the same config would give other rows.
	Program string `json:"program"`
	// Tasks is the number of tasks of the whole job, all shards together.
	Tasks int `json:"tasks"`
	// Columns are names and types: "grid string", "I5 int32 null".
	Columns []string `json:"columns"`
}

// digest identifies what the work belongs to, in 16 hex digits.
func (h *Header) digest() string {
	text, err := json.Marshal(h)
	if err != nil {
		panic(fmt.Sprintf("journal: %v", err)) // texts and a number can be encoded
	}
	return fmt.Sprintf("%016x", xxh3.Hash(text))
}

// Part is a finished part of the dataset. It is recorded so that an assembly that is resumed can keep it.
type Part struct {
	Index  int    `json:"index"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// line is one line of the journal. Exactly one of Header, Group and Part is there.
type line struct {
	Format int     `json:"format,omitempty"` // with Header
	Header *Header `json:"header,omitempty"`
	Seq    int64   `json:"seq,omitempty"` // with Group or Part; ascending
	Of     string  `json:"of,omitempty"`  // with Group or Part: Header.digest, so that they outlive the first line
	Group  *group  `json:"group,omitempty"`
	Part   *Part   `json:"part,omitempty"`

	raw    []byte // as it stands in the file, newline included
	number int    // in the file, from 1
}

// group is a commit: tasks, and the segment with their rows in the same order.
// If no task has rows there is no segment.
type group struct {
	Segment string   `json:"segment,omitempty"`
	Bytes   int64    `json:"bytes,omitempty"` // of the segment
	XXH3    string   `json:"xxh3,omitempty"`  // of the segment, 16 hex digits
	Tasks   []record `json:"tasks"`
}

// record is a committed task: what it found, and where its rows are.
type record struct {
	enumerate.TaskTally
	bytes int64 // length of its blocks in the segment
	rows  int64 // rows in them; a sample's may be fewer than its tally's

	// These follow from the other lines of the journal.
	done    bool
	segment int   // index of the segment in Work.segments
	offset  int64 // of its blocks in the segment
}

// recordNumbers is the length of a record as a JSON list.
const recordNumbers = 10

// MarshalJSON writes a record as a list, because there may be a million.
func (r record) MarshalJSON() ([]byte, error) {
	n := r.Numbers()
	return json.Marshal(append([]int64{n[0], r.bytes, r.rows}, n[1:]...))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (r *record) UnmarshalJSON(p []byte) error {
	var x []int64
	if err := json.Unmarshal(p, &x); err != nil {
		return err
	}
	if len(x) != recordNumbers {
		return fmt.Errorf("task of %d numbers, expected %d", len(x), recordNumbers)
	}
	for _, v := range x {
		if v < 0 {
			return fmt.Errorf("task with the number %d, expected none below 0", v)
		}
	}
	n := [8]int64{x[0]}
	copy(n[1:], x[3:])
	*r = record{TaskTally: enumerate.NumberedTask(n), bytes: x[1], rows: x[2]}
	return nil
}

// appendTo writes the line: its JSON, a space, the XXH3 of the JSON in 16 hex digits, a newline.
func (l *line) appendTo(p []byte) ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return p, err
	}
	p = append(p, text...)
	return fmt.Appendf(p, " %016x\n", xxh3.Hash(text)), nil
}

var errLine = errors.New("damaged line")

// parseLine reads a line, newline included, and checks all that can be checked without the lines before it.
func parseLine(raw []byte) (*line, error) {
	text, ok := bytes.CutSuffix(raw, []byte{'\n'})
	if !ok || len(text) < 18 || text[len(text)-17] != ' ' {
		return nil, errLine
	}
	sum, text := text[len(text)-16:], text[:len(text)-17]
	if string(sum) != fmt.Sprintf("%016x", xxh3.Hash(text)) {
		return nil, errLine
	}
	l := &line{raw: raw}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("%w: %v", errLine, err)
	}
	header, group, part := l.Header != nil, l.Group != nil, l.Part != nil
	switch {
	case header && (group || part), group && part, !header && !group && !part:
		return nil, fmt.Errorf("%w: expected one of header, group and part", errLine)
	case group:
		if err := l.Group.check(); err != nil {
			return nil, fmt.Errorf("%w: %v", errLine, err)
		}
	}
	return l, nil
}

// check checks that the tasks' lengths add up to the segment's.
func (g *group) check() error {
	var sum int64
	for _, r := range g.Tasks {
		if r.bytes > g.Bytes-sum {
			return fmt.Errorf("tasks are longer than their segment of %d bytes", g.Bytes)
		}
		sum += r.bytes
		if (r.bytes == 0) != (r.rows == 0) {
			return fmt.Errorf("task %d has %d rows in %d bytes", r.Task, r.rows, r.bytes)
		}
	}
	if sum != g.Bytes || (g.Segment == "") != (g.Bytes == 0) {
		return fmt.Errorf("tasks of %d bytes in segment %q of %d", sum, g.Segment, g.Bytes)
	}
	return nil
}

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

// isTorn reports whether a crash can have made the last line unreadable. It then is the beginning of a line, or has
// zeros where the disk had not written yet. Anything else is damage to a line that was whole.
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
