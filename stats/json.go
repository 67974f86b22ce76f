package stats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// object writes a JSON object whose keys keep their order.
type object struct {
	buf []byte
	err error
}

func (o *object) add(key string, value any) {
	if o.err != nil {
		return
	}
	sep := byte(',')
	if len(o.buf) == 0 {
		sep = '{'
	}
	name, err := json.Marshal(key)
	if err != nil {
		o.err = err
		return
	}
	data, err := json.Marshal(value)
	if err != nil {
		o.err = fmt.Errorf("%s: %w", key, err)
		return
	}
	o.buf = append(append(append(append(o.buf, sep), name...), ':'), data...)
}

func (o *object) finish() ([]byte, error) {
	if len(o.buf) == 0 {
		o.buf = append(o.buf, '{')
	}
	return append(o.buf, '}'), o.err
}

// readObject calls field with every key of a JSON object, in order. A key that
// comes twice is an error.
func readObject(data []byte, field func(key string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return fmt.Errorf("found %v: expected an object", t)
	}
	seen := make(map[string]bool)
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key := t.(string) // the decoder checks that keys are strings
		if seen[key] {
			return fmt.Errorf("key %q comes twice", key)
		}
		seen[key] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := field(key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	_, err := d.Token()
	return err
}

// readStrict decodes into a struct and rejects keys that it does not have.
func readStrict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// marshalList writes a list as an object with a key for each element, in order.
func marshalList[T any](list []T, field func(i int, x T) (key string, value any)) ([]byte, error) {
	var o object
	for i, x := range list {
		o.add(field(i, x))
	}
	return o.finish()
}

// unmarshalList reads an object into a list, in order. field gives an element
// its key and returns where its value goes. Keys that a value's type does not
// have are errors.
func unmarshalList[T any](data []byte, list *[]T, field func(x *T, key string) (value any, err error)) error {
	*list = []T{}
	return readObject(data, func(key string, value json.RawMessage) error {
		var x T
		into, err := field(&x, key)
		if err == nil {
			err = readStrict(value, into)
		}
		*list = append(*list, x)
		return err
	})
}

// MarshalJSON writes {"value": count, ...} by ascending value.
func (h Histogram) MarshalJSON() ([]byte, error) {
	buf := []byte{'{'}
	for i, b := range h {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, '"')
		buf = strconv.AppendInt(buf, b.Value, 10)
		buf = append(buf, '"', ':')
		n, err := b.Count.MarshalJSON()
		if err != nil {
			return nil, err
		}
		buf = append(buf, n...)
	}
	return append(buf, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes, in any order.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	*h = Histogram{}
	err := readObject(data, func(key string, value json.RawMessage) error {
		v, err := parseValue(key)
		if err != nil {
			return err
		}
		var n Number
		if err := json.Unmarshal(value, &n); err != nil {
			return err
		}
		*h = append(*h, Bin{v, n})
		return nil
	})
	slices.SortFunc(*h, func(a, b Bin) int { return cmp.Compare(a.Value, b.Value) })
	return err
}

// parseValue reads a key that is a value.
func parseValue(key string) (int64, error) {
	v, err := strconv.ParseInt(key, 10, 64)
	if err != nil || key != strconv.FormatInt(v, 10) {
		return 0, fmt.Errorf("value %q is no integer", key)
	}
	return v, nil
}

// MarshalJSON writes {"name": {"raw": ..., "distinct": ...}, ...}.
func (m Measures) MarshalJSON() ([]byte, error) {
	return marshalList(m, func(_ int, x Measure) (string, any) { return x.Name, x })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (m *Measures) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]Measure)(m), func(x *Measure, key string) (any, error) {
		x.Name = key
		return x, nil
	})
}

// real is a float64 that is published to ten significant digits (see tidy), and
// as null where it is infinite or undefined, which JSON cannot write.
type real float64

func (r real) MarshalJSON() ([]byte, error) {
	if x := float64(r); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(tidy(float64(r)))
}

func (r *real) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = real(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(r))
}

// layout spaces compact JSON for people: whatever holds only plain values, or
// is short, stays on one line, so that a histogram is a line.
func layout(compact []byte) []byte {
	l := layouter{src: compact}
	l.value(0)
	return append(l.out, '\n')
}

// shortLine is the compact length up to which nested values share a line.
const shortLine = 100

type layouter struct {
	src, out []byte
	at       int
}

func (l *layouter) value(depth int) {
	open := l.src[l.at]
	if open != '{' && open != '[' {
		end := scalarEnd(l.src, l.at)
		l.out = append(l.out, l.src[l.at:end]...)
		l.at = end
		return
	}
	inline := oneLine(l.src[l.at:])
	l.out = append(l.out, open)
	l.at++
	for first := true; l.src[l.at] != '}' && l.src[l.at] != ']'; first = false {
		if !first {
			l.out = append(l.out, ',')
			l.at++ // the comma
		}
		if !inline {
			l.newline(depth + 1)
		} else if !first {
			l.out = append(l.out, ' ')
		}
		if open == '{' {
			end := scalarEnd(l.src, l.at)
			l.out = append(append(l.out, l.src[l.at:end]...), ": "...)
			l.at = end + 1 // past the colon
		}
		l.value(depth + 1)
	}
	if !inline {
		l.newline(depth)
	}
	l.out = append(l.out, l.src[l.at])
	l.at++
}

func (l *layouter) newline(depth int) {
	l.out = append(l.out, '\n')
	for range depth {
		l.out = append(l.out, "  "...)
	}
}

// oneLine decides about the container that src begins with.
func oneLine(src []byte) bool {
	depth, plain := 0, true
	for i := 0; i < len(src); {
		switch src[i] {
		case '{', '[':
			depth++
			plain = plain && depth == 1
			i++
		case '}', ']':
			depth--
			i++
			if depth == 0 {
				return plain || i <= shortLine
			}
		case ',', ':':
			i++
		default:
			i = scalarEnd(src, i)
		}
		if !plain && i > shortLine {
			return false
		}
	}
	return true
}

// scalarEnd returns where the string or plain value that begins at i ends.
func scalarEnd(src []byte, i int) int {
	if src[i] != '"' {
		for i < len(src) && !bytes.ContainsRune([]byte(",:]}"), rune(src[i])) {
			i++
		}
		return i
	}
	for i++; src[i] != '"'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return i + 1
}
