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

// readObject calls field with every key of a JSON object, in order. A key that comes twice is an error.
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
func marshalList[T any](list []T, field func(x T) (key string, value any)) ([]byte, error) {
	parts := make([][]byte, len(list))
	for i, x := range list {
		key, value := field(x)
		name, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		data, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		parts[i] = append(append(name, ':'), data...)
	}
	return slices.Concat([]byte("{"), bytes.Join(parts, []byte(",")), []byte("}")), nil
}

// unmarshalList reads an object into a list, in order. field gives an element its key and returns where its value goes.
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
	return marshalList(h, func(b Bin) (string, any) { return strconv.FormatInt(b.Value, 10), b.Count })
}

// UnmarshalJSON reads what MarshalJSON writes, in any order.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	err := unmarshalList(data, (*[]Bin)(h), func(b *Bin, key string) (_ any, err error) {
		b.Value, err = parseValue(key)
		return &b.Count, err
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

// A nameList is a list of things that have names. In JSON it is an object with a key for each name.
type nameList[T any, P interface {
	*T
	name() *string
}] []T

// Find returns the thing of a name, or nil.
func (list nameList[T, P]) Find(name string) P {
	for i := range list {
		if x := P(&list[i]); *x.name() == name {
			return x
		}
	}
	return nil
}

// MarshalJSON writes {"name": ..., ...}.
func (list nameList[T, P]) MarshalJSON() ([]byte, error) {
	return marshalList(list, func(x T) (string, any) { return *P(&x).name(), x })
}

// UnmarshalJSON reads what MarshalJSON writes and keeps the order.
func (list *nameList[T, P]) UnmarshalJSON(data []byte) error {
	return unmarshalList(data, (*[]T)(list), func(x *T, key string) (any, error) {
		*P(x).name() = key
		return x, nil
	})
}

// decimal is a float64 that is published to ten significant digits, and as null where it is infinite or undefined.
type decimal float64

func (r decimal) MarshalJSON() ([]byte, error) {
	if x := float64(r); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(tidy(float64(r)))
}

func (r *decimal) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = decimal(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(r))
}

// shortLine is the compact length up to which nested values share a line.
const shortLine = 100

// layout spaces compact JSON for people: whatever holds only plain values, or is short, stays on one line.
func layout(compact []byte, newline string) []byte {
	if compact[0] != '{' && compact[0] != '[' {
		return compact
	}
	inside, oneLine := newline+"  ", true
	var parts [][]byte
	d := json.NewDecoder(bytes.NewReader(compact))
	d.Token() // the bracket; what was encoded is valid
	for d.More() {
		var part []byte
		if compact[0] == '{' {
			from := d.InputOffset()
			d.Token()
			part = slices.Concat(bytes.TrimLeft(compact[from:d.InputOffset()], ","), []byte(": "))
		}
		var value json.RawMessage
		d.Decode(&value)
		oneLine = oneLine && value[0] != '{' && value[0] != '['
		parts = append(parts, append(part, layout(value, inside)...))
	}
	before, between, after := inside, ","+inside, newline
	if oneLine || len(compact) <= shortLine {
		before, between, after = "", ", ", ""
	}
	return slices.Concat(compact[:1], []byte(before), bytes.Join(parts, []byte(between)), []byte(after),
		compact[len(compact)-1:])
}
