package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// line is a line of a table that shows any JSON: a name, its value, and, where
// the value is an estimate, its interval.
type line struct {
	Name, Value, Interval, Method string
}

// outline is a section of stats.json as a table. It knows what an interval
// looks like and nothing else, so that new sections are shown as they come.
type outline struct {
	Title string
	Texts []string
	Lines []line
	// Groups hold what lies deep, such as the estimates of one measure.
	Groups []group
	More   int // lines left out
	count  int
}

// group is a part of an outline that is unfolded on demand.
type group struct {
	Name  string
	Lines []line
}

// maxLines bounds an outline.
const maxLines = 1000

func newOutline(title string, data []byte) (*outline, error) {
	o := &outline{Title: title}
	if err := o.walk(nil, data); err != nil {
		return nil, fmt.Errorf("stats.json: %s: %w", title, err)
	}
	return o, nil
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
			o.add(path, line{"", decimal(iv.Estimate, "unknown"),
				decimal(iv.Low, "−∞") + " to " + decimal(iv.High, "∞"),
				strconv.FormatFloat(100**iv.Confidence, 'g', 4, 64) + "%, " + iv.Method})
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
			o.add(path, line{Value: strings.Join(words, ", ")})
			return nil
		}
		for i, x := range list {
			if err := o.walk(append(path[:len(path):len(path)], strconv.Itoa(i+1)), x); err != nil {
				return err
			}
		}
		return nil
	case data[0] == '"' && len(plain(data)) > 40:
		o.Texts = append(o.Texts, sentence(strings.Join(append(path[:len(path):len(path)], plain(data)), ": ")))
		return nil
	}
	o.add(path, line{Value: plain(data)})
	return nil
}

// add adds a line: of the first two names of a long path a group is made.
func (o *outline) add(path []string, l line) {
	if o.count++; o.count > maxLines {
		o.More++
		return
	}
	if len(path) < 3 {
		l.Name = strings.Join(path, " › ")
		o.Lines = append(o.Lines, l)
		return
	}
	name := strings.Join(path[:2], " › ")
	if n := len(o.Groups); n == 0 || o.Groups[n-1].Name != name {
		o.Groups = append(o.Groups, group{Name: name})
	}
	l.Name = strings.Join(path[2:], " › ")
	g := &o.Groups[len(o.Groups)-1]
	g.Lines = append(g.Lines, l)
}

// plain returns a scalar as text.
func plain(data json.RawMessage) string {
	var s string
	if json.Unmarshal(data, &s) == nil && data[0] == '"' {
		return s
	}
	return string(data)
}

func decimal(x *float64, missing string) string {
	if x == nil {
		return missing
	}
	if a := math.Abs(*x); a >= 1e4 && a < 1e15 {
		return groups(strconv.FormatFloat(*x, 'f', 0, 64))
	}
	return strconv.FormatFloat(*x, 'g', 5, 64)
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

// sentence begins with a capital and ends with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
