package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
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

// Part is a finished part of the dataset. It is recorded so that an assembly
// that is resumed can keep it.
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
	n := enumerate.TaskNumbers{x[0]}
	copy(n[1:], x[3:])
	*r = record{TaskTally: n.TaskTally(), bytes: x[1], rows: x[2]}
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

// parseLine reads a line, newline included, and checks all that can be checked
// without the lines before it.
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
