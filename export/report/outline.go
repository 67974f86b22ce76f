package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/stats"
)

// outlines shows the parts of stats.json that have no view of their own.
func (s *source) outlines() ([]block, error) {
	var out []block
	add := func(title, name string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		b, err := outlineOf(name, data)
		if err == nil && b != nil {
			b.Title = title
			out = append(out, *b)
		}
		return err
	}
	if s.doc.Estimates != nil {
		title := "What the draws say of all that could be drawn"
		if s.doc.Job == enumerate.Sample {
			title = "Bias, and what the sample says"
		}
		if err := add(title, "estimates", s.doc.Estimates); err != nil {
			return nil, err
		}
	}
	for _, section := range s.doc.Sections {
		if section.Name == stats.CrosstabsSection || section.Name == stats.BreakdownsSection {
			continue
		}
		title := plainName(section.Name)
		if err := add(strings.ToUpper(title[:1])+title[1:], section.Name, section.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// outline makes tables of any JSON. It knows what an interval looks like and
// nothing else, so that new sections of stats.json are shown as they come.
type outline struct {
	block
	lines int
}

// maxLines bounds an outline.
const maxLines = 1000

// outlineOf returns a block that shows a section of stats.json; nil if it is
// empty.
func outlineOf(name string, data []byte) (*block, error) {
	o := &outline{}
	if err := o.walk(nil, data); err != nil {
		return nil, fmt.Errorf("stats.json: %s: %w", name, err)
	}
	if o.lines > maxLines {
		o.Endings = []string{fmt.Sprintf("%d more in stats.json.", o.lines-maxLines)}
	}
	if o.lines == 0 && o.Notes == nil {
		return nil, nil
	}
	return &o.block, nil
}

func (o *outline) walk(path []string, data json.RawMessage) error {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return nil
	case data[0] == '{':
		var iv struct {
			Estimate, Low, High, Confidence *float64
			Method                          string
		}
		if bytes.Contains(data, []byte(`"confidence"`)) && json.Unmarshal(data, &iv) == nil && iv.Confidence != nil {
			confidence := strconv.FormatFloat(100**iv.Confidence, 'g', 4, 64) + "%"
			o.add(path, decimal(iv.Estimate, "unknown"), ends(iv.Low, iv.High), confidence+", "+iv.Method)
			return nil
		}
		return eachKey(data, func(key string, value json.RawMessage) error {
			return o.walk(append(path[:len(path):len(path)], strings.ReplaceAll(key, "_", " ")), value)
		})
	case data[0] == '[':
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil {
			return err
		}
		flat := true
		for _, x := range list {
			flat = flat && len(x) > 0 && x[0] != '{' && x[0] != '['
		}
		if flat {
			var words []string
			for _, x := range list {
				words = append(words, plain(x))
			}
			o.add(path, strings.Join(words, ", "))
			return nil
		}
		for i, x := range list {
			if err := o.walk(append(path[:len(path):len(path)], strconv.Itoa(i+1)), x); err != nil {
				return err
			}
		}
		return nil
	case data[0] == '"' && len(plain(data)) > 40:
		o.Notes = append(o.Notes, sentence(strings.Join(append(path[:len(path):len(path)], plain(data)), ": ")))
		return nil
	}
	o.add(path, plain(data))
	return nil
}

// add adds a line: a name, a value and what else there is to say of it. The
// lines of a long path are folded under its first two names.
func (o *outline) add(path []string, value string, more ...string) {
	if o.lines++; o.lines > maxLines {
		return
	}
	at := &o.block
	if len(path) > 2 {
		title := strings.Join(path[:2], " › ")
		if n := len(o.Folded); n == 0 || o.Folded[n-1].Title != title {
			o.Folded = append(o.Folded, block{Title: title})
		}
		at, path = &o.Folded[len(o.Folded)-1], path[2:]
	}
	if at.Table == nil {
		at.Table = &table{}
	}
	row := append([]cell{{Text: strings.Join(path, " › ")}}, numbers(value)...)
	for _, text := range more {
		row = append(row, cell{Text: text})
	}
	at.Table.Rows = append(at.Table.Rows, row)
}

// plain returns a scalar as text.
func plain(data json.RawMessage) string {
	var s string
	if json.Unmarshal(data, &s) == nil && data[0] == '"' {
		return s
	}
	return string(data)
}

// eachKey calls visit for the keys of an object, in their order.
func eachKey(data []byte, visit func(key string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := visit(key.(string), value); err != nil {
			return err
		}
	}
	return nil
}
