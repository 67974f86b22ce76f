package configs

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"coverstat/enumerate"
)

// decode stores a tree in the value that into points to, strictly: see the
// package comment. The path names the tree in errors. The YAML library's own
// decoder is not used, because its errors name neither the path of the key nor
// the valid keys, and because it takes 010 for 8 and 0x10 for 16.
func decode(n *node, path string, into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("configs: decoding into %T, which is not a pointer", into))
	}
	return decodeValue(n, path, v.Elem())
}

// unmarshaler is a type that takes values of several shapes.
type unmarshaler interface {
	UnmarshalYAML(decode func(any) error) error
}

var nodeType = reflect.TypeFor[*node]()

func decodeValue(n *node, path string, v reflect.Value) error {
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(n))
		return nil
	}
	if v.CanAddr() {
		switch u := v.Addr().Interface().(type) {
		case unmarshaler:
			err := u.UnmarshalYAML(func(into any) error { return decode(n, path, into) })
			return n.locate(path, err)
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
			return nil
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return decodeValue(n, path, v.Elem())
	case reflect.Interface: // of any type, as JSON is
		if x := n.canonical(); x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return nil
	case reflect.Struct:
		return decodeStruct(n, path, v)
	case reflect.Slice, reflect.Array:
		return decodeList(n, path, v)
	}
	if expected := n.store(v); expected != "" {
		return n.mismatch(path, expected)
	}
	return nil
}

// locate gives an error that a type returned for its value the place of the
// value.
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
	return n.within(input.Line, input.Column).fault(input.Expected, "%s: %s", path, input.Problem)
}

// store stores a scalar. If the value does not fit it returns what was
// expected, else "".
func (n *node) store(v reflect.Value) (expected string) {
	// Whole numbers beyond 2^53 may stand in quotes, as in the manifest.
	whole := intSyntax.MatchString(n.text) && (n.kind == numberKind || n.kind == stringKind && len(n.text) > 15)
	switch {
	case v.Kind() == reflect.String:
		// A number may be a text: there are grids and names of digits alone.
		if n.kind != stringKind && n.kind != numberKind {
			return "a text"
		}
		v.SetString(n.text)
	case v.Kind() == reflect.Bool:
		if n.kind != boolKind {
			return "true or false"
		}
		v.SetBool(n.text == "true")
	case v.CanInt():
		x, err := strconv.ParseInt(n.text, 10, v.Type().Bits())
		if whole && err != nil {
			most := int64(math.MaxInt64) >> (64 - v.Type().Bits())
			return fmt.Sprintf("a whole number from %d to %d", -most-1, most)
		}
		if !whole {
			return "a whole number"
		}
		v.SetInt(x)
	case v.CanUint():
		x, err := strconv.ParseUint(n.text, 10, v.Type().Bits())
		if whole && err != nil {
			return fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)>>(64-v.Type().Bits()))
		}
		if !whole {
			return "a whole number"
		}
		v.SetUint(x)
	case v.CanFloat():
		x, err := strconv.ParseFloat(n.text, v.Type().Bits())
		if n.kind != numberKind || err != nil {
			return "a number"
		}
		v.SetFloat(x)
	default:
		panic(fmt.Sprintf("configs: cannot decode into %v", v.Type()))
	}
	return ""
}

func decodeList(n *node, path string, v reflect.Value) error {
	if n.kind != listKind && n.kind != nullKind {
		return n.mismatch(path, "a list")
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.children), len(n.children)))
	} else if len(n.children) != v.Len() {
		return n.at.fault(fmt.Sprintf("%d values", v.Len()), "%s: got %d values", path, len(n.children))
	}
	for i, c := range n.children {
		if err := decodeValue(c.value, join(path, c.key), v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func decodeStruct(n *node, path string, v reflect.Value) error {
	if n.kind != mapKind && n.kind != nullKind {
		return n.mismatch(path, "a mapping")
	}
	names, fields := fieldsOf(v)
	for _, c := range n.children {
		field, ok := fields[c.key]
		if !ok {
			in := ""
			if path != "" {
				in = " in " + path
			}
			return c.at.fault(oneOf(names), "unknown key %q%s%s", shorten(c.key), in, nearest(c.key, names))
		}
		if c.value.kind == nullKind && !field.IsZero() {
			continue // a key without a value keeps its default
		}
		if err := decodeValue(c.value, join(path, c.key), field); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf lists the keys of a struct in the order of its fields, with the keys
// of embedded structs, and the field of each key.
func fieldsOf(v reflect.Value) (names []string, fields map[string]reflect.Value) {
	fields = map[string]reflect.Value{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, ok := f.Tag.Lookup("yaml")
		if !ok {
			tag = f.Tag.Get("json")
		}
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			more, below := fieldsOf(v.Field(i))
			for _, name := range more {
				names, fields[name] = append(names, name), below[name]
			}
		case f.IsExported() && name != "-":
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			names, fields[name] = append(names, name), v.Field(i)
		}
	}
	return names, fields
}
