package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/zeebo/xxh3"

	"coverstat/enumerate"
)

// FormatVersion is the version of the journal's format.
const FormatVersion = 1

// Header says what the work belongs to. Two headers are of the same work if
// they are equal.
type Header struct {
	// Config is the digest of the config, everything that the rows depend on.
	Config string `json:"config"`
	// Program is a version of the program: it changes when the same config
	// would give other rows.
	Program string `json:"program"`
	// Tasks is the number of tasks of the whole job, all shards together.
	Tasks int `json:"tasks"`
	// Columns are names and types, "grid string" or "I5 int32 null".
	Columns []string `json:"columns"`
}

// ColumnNames describes columns as a [Header] does.
func ColumnNames(columns []enumerate.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name + " " + c.Type.String()
		if c.Nullable {
			names[i] += " null"
		}
	}
	return names
}

// Part is a finished part of the dataset, recorded so that a resumed assembly
// can keep it.
type Part struct {
	Index  int    `json:"index"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// line is one line of the journal; exactly one of its parts is there.
type line struct {
	Format  int     `json:"format,omitempty"` // with Header
	Header  *Header `json:"header,omitempty"`
	Seq     int64   `json:"seq,omitempty"` // with Group or Part; ascending
	Group   *group  `json:"group,omitempty"`
	Part    *Part   `json:"part,omitempty"`
	RawLine []byte  `json:"-"` // as it stands in the file, newline included
	number  int     // in the file, from 1
}

// group is a commit: a segment and the tasks whose rows it holds, in the order
// of the list, one after another. No rows at all: no segment.
type group struct {
	Segment string  `json:"segment,omitempty"`
	Bytes   int64   `json:"bytes,omitempty"`
	XXH3    string  `json:"xxh3,omitempty"`
	Tasks   []entry `json:"tasks"`
}

// entry is a finished task.
type entry struct {
	Task   int
	Bytes  int64 // length of its blocks in the segment
	Stored int64 // rows in them
	Tally  enumerate.Tally
}

// MarshalJSON writes an entry as a list: there may be a million of them.
func (e entry) MarshalJSON() ([]byte, error) {
	p := []byte{'['}
	for i, x := range e.numbers() {
		if i > 0 {
			p = append(p, ',')
		}
		p = strconv.AppendInt(p, x, 10)
	}
	return append(p, ']'), nil
}

func (e *entry) numbers() [10]int64 {
	t := &e.Tally
	return [10]int64{int64(e.Task), e.Bytes, e.Stored, t.Rows, t.Raw, t.Failed,
		t.Effort.Nodes, t.Effort.Updates, t.Effort.Solutions, int64(t.Effort.Deepest)}
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *entry) UnmarshalJSON(p []byte) error {
	var x []int64
	if err := json.Unmarshal(p, &x); err != nil {
		return err
	}
	if len(x) != len(e.numbers()) {
		return fmt.Errorf("task of %d numbers, expected %d", len(x), len(e.numbers()))
	}
	for _, v := range x {
		if v < 0 {
			return fmt.Errorf("task with the number %d, expected none below 0", v)
		}
	}
	*e = entry{Task: int(x[0]), Bytes: x[1], Stored: x[2], Tally: enumerate.Tally{
		Rows: x[3], Raw: x[4], Failed: x[5],
		Effort: enumerate.Effort{Nodes: x[6], Updates: x[7], Solutions: x[8], Deepest: int(x[9])},
	}}
	return nil
}

// appendTo writes the line: its JSON, a space, the XXH3 of the JSON in 16 hex
// digits, a newline.
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
	l := &line{RawLine: raw}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("%w: %v", errLine, err)
	}
	there := 0
	if l.Header != nil {
		there++
	}
	if l.Group != nil {
		there++
		if err := l.Group.check(); err != nil {
			return nil, fmt.Errorf("%w: %v", errLine, err)
		}
	}
	if l.Part != nil {
		there++
	}
	if there != 1 {
		return nil, fmt.Errorf("%w: %d things in it, expected 1", errLine, there)
	}
	return l, nil
}

// check sees that the tasks' lengths add up to the segment's.
func (g *group) check() error {
	var sum int64
	for _, e := range g.Tasks {
		if e.Bytes > g.Bytes-sum {
			return fmt.Errorf("tasks are longer than their segment of %d bytes", g.Bytes)
		}
		sum += e.Bytes
		if (e.Bytes == 0) != (e.Stored == 0) {
			return fmt.Errorf("task %d has %d rows in %d bytes", e.Task, e.Stored, e.Bytes)
		}
	}
	if sum != g.Bytes || (g.Segment == "") != (g.Bytes == 0) {
		return fmt.Errorf("tasks of %d bytes in segment %q of %d", sum, g.Segment, g.Bytes)
	}
	return nil
}
