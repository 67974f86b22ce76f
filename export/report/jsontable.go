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

// otherSections shows the parts of stats.json that have no view of their own.
func (s *source) otherSections() ([]block, error) {
	var out []block
	add := func(title, name string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		b, err := jsonBlock(name, data)
		if err == nil && b != nil {
			b.Title, b.Closed = title, true
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

// jsonTable makes tables of any JSON. It knows what an interval looks like and
// nothing else, so that new sections of stats.json are shown as they come.
type jsonTable struct {
	block
	lines int
}

// maxLines bounds the lines that are shown of a section.
const maxLines = 1000

// jsonBlock returns a block that shows a section of stats.json; nil if it is
// empty.
func jsonBlock(name string, data []byte) (*block, error) {
	t := &jsonTable{}
	if err := t.walk(nil, data); err != nil {
		return nil, fmt.Errorf("stats.json: %s: %w", name, err)
	}
	if t.lines > maxLines {
		t.Endings = []string{fmt.Sprintf("%d more lines are in stats.json.", t.lines-maxLines)}
	}
	if t.lines == 0 && t.Notes == nil {
		return nil, nil
	}
	return &t.block, nil
}

func (t *jsonTable) walk(path []string, data json.RawMessage) error {
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
			t.add(path, decimal(iv.Estimate, "unknown"), ends(iv.Low, iv.High), confidence+", "+iv.Method)
			return nil
		}
		return eachKey(data, func(key string, value json.RawMessage) error {
			return t.walk(append(path[:len(path):len(path)], strings.ReplaceAll(key, "_", " ")), value)
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
			t.add(path, strings.Join(words, ", "))
			return nil
		}
		for i, x := range list {
			if err := t.walk(append(path[:len(path):len(path)], strconv.Itoa(i+1)), x); err != nil {
				return err
			}
		}
		return nil
	case data[0] == '"' && len(plain(data)) > 40:
		t.Notes = append(t.Notes, sentence(strings.Join(append(path[:len(path):len(path)], plain(data)), ": ")))
		return nil
	}
	t.add(path, plain(data))
	return nil
}

// add adds a line: the path, its value and more texts. If the path is longer than
// two names, the line is folded under the first two.
func (t *jsonTable) add(path []string, value string, more ...string) {
	if t.lines++; t.lines > maxLines {
		return
	}
	at := &t.block
	if len(path) > 2 {
		title := strings.Join(path[:2], " › ")
		if n := len(t.Folded); n == 0 || t.Folded[n-1].Title != title {
			t.Folded = append(t.Folded, block{Title: title})
		}
		at, path = &t.Folded[len(t.Folded)-1], path[2:]
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

// plain returns a JSON string, number or word as text.
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
