package configs

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"coverstat/enumerate"
)

// decode stores a tree in a Go value, strictly: see the package comment. The
// path names the value in errors. into must be a non-nil pointer.
func decode(n *node, path string, into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("configs: decoding into %T, which is not a pointer", into))
	}
	return decodeValue(n, path, v.Elem())
}

type (
	callUnmarshaler  interface{ UnmarshalYAML(func(any) error) error }
	bytesUnmarshaler interface{ UnmarshalYAML([]byte) error }
)

var nodeType = reflect.TypeFor[*node]()

func decodeValue(n *node, path string, v reflect.Value) error {
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(n))
		return nil
	}
	if v.CanAddr() {
		switch u := v.Addr().Interface().(type) {
		case callUnmarshaler:
			err := u.UnmarshalYAML(func(into any) error { return decode(n, path, into) })
			return n.locate(path, err)
		case bytesUnmarshaler:
			return n.locate(path, u.UnmarshalYAML(n.json()))
		case encoding.TextUnmarshaler:
			if n.kind == listKind || n.kind == mapKind || n.kind == nullKind {
				return n.mismatch(path, "a text")
			}
			return n.locate(path, u.UnmarshalText([]byte(n.text)))
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if n.kind == nullKind {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return decodeValue(n, path, v.Elem())
	case reflect.Interface:
		if v.NumMethod() != 0 {
			panic(fmt.Sprintf("configs: cannot decode into %v", v.Type()))
		}
		x, err := n.plain(path)
		if err == nil && x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return err
	case reflect.Struct:
		return decodeStruct(n, path, v)
	case reflect.Map:
		return decodeMap(n, path, v)
	case reflect.Slice, reflect.Array:
		return decodeList(n, path, v)
	}
	return decodeScalar(n, path, v)
}

// locate gives an error that a type returned for its value the value's place.
func (n *node) locate(path string, err error) error {
	if err == nil {
		return nil
	}
	var input *enumerate.InputError
	if !errors.As(err, &input) {
		return n.at.fault("", "%s: %v", path, err)
	}
	if input.File != "" {
		return err
	}
	e := *input
	e.File, e.Problem = n.at.file, path+": "+e.Problem
	switch {
	case n.at.flag:
		e.Line, e.Column = 0, 0
	case e.Line > 0 && n.block.line > 0:
		e.Line += n.block.line - 1
		if e.Column > 0 {
			e.Column += n.block.column - 1
		}
	default:
		e.Line, e.Column = n.at.line, n.at.column
	}
	return &e
}

func decodeScalar(n *node, path string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		// A number may be a text: grids and names of digits alone.
		if n.kind != stringKind && n.kind != numberKind {
			return n.mismatch(path, "a text")
		}
		v.SetString(n.text)
	case reflect.Bool:
		if n.kind != boolKind {
			return n.mismatch(path, "true or false")
		}
		v.SetBool(n.text == "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if !n.whole() {
			return n.mismatch(path, "a whole number")
		}
		x, err := strconv.ParseInt(n.text, 10, v.Type().Bits())
		if err != nil {
			most := int64(1)<<(v.Type().Bits()-1) - 1
			return n.mismatch(path, fmt.Sprintf("a whole number from %d to %d", -most-1, most))
		}
		v.SetInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if !n.whole() {
			return n.mismatch(path, "a whole number")
		}
		x, err := strconv.ParseUint(n.text, 10, v.Type().Bits())
		if err != nil {
			most := ^uint64(0) >> (64 - v.Type().Bits())
			return n.mismatch(path, fmt.Sprintf("a whole number from 0 to %d", most))
		}
		v.SetUint(x)
	case reflect.Float32, reflect.Float64:
		x, err := strconv.ParseFloat(n.text, v.Type().Bits())
		if n.kind != numberKind || err != nil {
			return n.mismatch(path, "a number")
		}
		v.SetFloat(x)
	default:
		panic(fmt.Sprintf("configs: cannot decode into %v", v.Type()))
	}
	return nil
}

// whole reports whether the value is a whole number. Those beyond 2^53 may
// stand in quotes, as JSON readers demand and our manifests do.
func (n *node) whole() bool {
	return intSyntax.MatchString(n.text) && (n.kind == numberKind || n.kind == stringKind && len(n.text) > 15)
}

func decodeMap(n *node, path string, v reflect.Value) error {
	if n.kind != mapKind && n.kind != nullKind {
		return n.mismatch(path, "a mapping")
	}
	m := reflect.MakeMapWithSize(v.Type(), len(n.keys))
	for _, e := range n.keys {
		x := reflect.New(v.Type().Elem()).Elem()
		if err := decodeValue(e.value, join(path, e.key), x); err != nil {
			return err
		}
		m.SetMapIndex(reflect.ValueOf(e.key).Convert(v.Type().Key()), x)
	}
	v.Set(m)
	return nil
}

func decodeList(n *node, path string, v reflect.Value) error {
	if n.kind != listKind && n.kind != nullKind {
		return n.mismatch(path, "a list")
	}
	if v.Kind() == reflect.Array {
		if len(n.list) != v.Len() {
			return n.at.fault(fmt.Sprintf("%d values", v.Len()), "%s: got %d values", path, len(n.list))
		}
	} else {
		v.Set(reflect.MakeSlice(v.Type(), len(n.list), len(n.list)))
	}
	for i, c := range n.list {
		if err := decodeValue(c, join(path, strconv.Itoa(i)), v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func decodeStruct(n *node, path string, v reflect.Value) error {
	if n.kind != mapKind && n.kind != nullKind {
		return n.mismatch(path, "a mapping")
	}
	fields := fieldsOf(v, n.at)
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
next:
	for _, e := range n.keys {
		for _, f := range fields {
			if f.name == e.key {
				if err := decodeValue(e.value, join(path, e.key), f.value); err != nil {
					return err
				}
				continue next
			}
		}
		in := ""
		if path != "" {
			in = " in " + path
		}
		return e.at.fault(oneOf(names), "unknown key %q%s%s", shorten(e.key), in, hint(e.key, names))
	}
	return nil
}

// plain is the value as maps, lists, texts, truth values, int64 and float64.
func (n *node) plain(path string) (any, error) {
	switch n.kind {
	case boolKind:
		return n.text == "true", nil
	case stringKind:
		return n.text, nil
	case numberKind:
		if intSyntax.MatchString(n.text) {
			// Beyond 2^53 they are texts, as in the manifest.
			if i, err := strconv.ParseInt(n.text, 10, 64); err == nil && !beyondDouble(i) {
				return i, nil
			}
			return n.text, nil
		}
		return strconv.ParseFloat(n.text, 64)
	case listKind:
		out := []any{}
		for i, c := range n.list {
			x, err := c.plain(join(path, strconv.Itoa(i)))
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	case mapKind:
		out := map[string]any{}
		for _, e := range n.keys {
			x, err := e.value.plain(join(path, e.key))
			if err != nil {
				return nil, err
			}
			out[e.key] = x
		}
		return out, nil
	}
	return nil, nil
}
