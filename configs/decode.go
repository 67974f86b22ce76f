package configs

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
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
	return decodeValue(n, path, "", v.Elem())
}

var nodeType = reflect.TypeFor[*node]()

// decodeValue stores a tree in v. The example is the key above it with a good
// value, which an error shows; "" if there is none.
func decodeValue(n *node, path, example string, v reflect.Value) error {
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(n))
		return nil
	}
	if v.CanAddr() {
		if u, ok := v.Addr().Interface().(unmarshaler); ok {
			if n.kind == nullKind {
				return nil // a key without a value keeps its default
			}
			// An unmarshaler tries one form after the other: its error would be that of the
			// last form, and name no other.
			var expected []string
			forms := shape{Type: v.Type()}.alternatives()
			for _, s := range forms {
				if text := n.misfit(s); text != "" {
					expected = append(expected, text)
				}
			}
			if len(expected) == len(forms) {
				return n.mismatch(path, strings.Join(expected, " or ")+suchAs(example))
			}
			err := u.UnmarshalYAML(func(into any) error { return decodeValue(n, path, example, reflect.ValueOf(into).Elem()) })
			return n.locate(path, err)
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
		return decodeValue(n, path, example, v.Elem())
	case reflect.Interface: // of any type, as JSON is
		if x := n.canonical(); x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return nil
	case reflect.Struct:
		return decodeStruct(n, path, example, v)
	case reflect.Slice, reflect.Array:
		return decodeList(n, path, example, v)
	}
	if expected := n.store(v); expected != "" {
		return n.mismatch(path, expected+suchAs(example))
	}
	return nil
}

// misfit returns what is expected of a value of a shape, "" if the value may be one. It
// does not look into lists and mappings.
func (n *node) misfit(s shape) string {
	switch form := s.form(); {
	case form == n.kind && form != numberKind && (s.values == nil || slices.Contains(s.values, n.text)) || form == stringKind && s.values == nil && n.kind == numberKind:
		return ""
	case form == numberKind || form == boolKind:
		return n.store(reflect.New(s.Type).Elem())
	}
	return s.text()
}

// suchAs ends a message that says what is expected.
func suchAs(example string) string {
	if example == "" {
		return ""
	}
	return ", such as " + example
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
	whole := isWhole(n.text) && (n.kind == numberKind || n.kind == stringKind && len(n.text) > 15)
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
	case !whole && (v.CanInt() || v.CanUint()):
		return "a whole number"
	case v.CanInt():
		x, err := strconv.ParseInt(n.text, 10, v.Type().Bits())
		if err != nil {
			most := int64(math.MaxInt64) >> (64 - v.Type().Bits())
			return fmt.Sprintf("a whole number from %d to %d", -most-1, most)
		}
		v.SetInt(x)
	case v.CanUint():
		x, err := strconv.ParseUint(n.text, 10, v.Type().Bits())
		if err != nil {
			return fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)>>(64-v.Type().Bits()))
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

func decodeList(n *node, path, example string, v reflect.Value) error {
	if n.kind != listKind && n.kind != nullKind {
		return n.mismatch(path, "a list"+suchAs(example))
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.children), len(n.children)))
	} else if len(n.children) != v.Len() {
		return n.at.fault(fmt.Sprintf("%d values%s", v.Len(), suchAs(example)), "%s: got %d values", path, len(n.children))
	}
	for i, c := range n.children {
		if err := decodeValue(c.value, join(path, c.key), example, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func decodeStruct(n *node, path, example string, v reflect.Value) error {
	if n.kind != mapKind && n.kind != nullKind {
		return n.mismatch(path, "a mapping"+suchAs(example))
	}
	keys := keysOf(v.Type())
	for _, c := range n.children {
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == c.key })
		if i < 0 {
			in := ""
			if path != "" {
				in = " in " + path
			}
			return c.at.fault(oneOf(names(keys)), "unknown key %q%s%s", enumerate.Shorten(c.key), in, enumerate.DidYouMean(c.key, names(keys)))
		}
		k, at := keys[i], join(path, c.key)
		field := v.FieldByIndex(k.index)
		if c.value.kind == nullKind && !field.IsZero() {
			continue // a key without a value keeps its default
		}
		if err := k.shape.check(c.value, at); err != nil {
			return err
		}
		if err := decodeValue(c.value, at, k.written(), field); err != nil {
			return err
		}
	}
	return nil
}
