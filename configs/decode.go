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
	return decodeValue(n, path, new(key), reflect.ValueOf(into).Elem())
}

var nodeType = reflect.TypeFor[*node]()

// decodeValue stores a tree in v. k is the key above it: it has the texts that are good, and an
// example for errors.
func decodeValue(n *node, path string, k *key, v reflect.Value) error {
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
				return n.mismatch(path, strings.Join(expected, " or ")+k.suchAs())
			}
			err := u.UnmarshalYAML(func(into any) error {
				own := *k
				if one, ok := into.(*enumerate.OneOf); ok {
					own.shape.values, into = one.Texts, &one.Text
				}
				return decodeValue(n, path, &own, reflect.ValueOf(into).Elem())
			})
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
		return decodeValue(n, path, k, v.Elem())
	case reflect.Interface: // of any type, as JSON is
		if x := n.canonical(); x != nil {
			v.Set(reflect.ValueOf(x))
		}
		return nil
	case reflect.Struct:
		return decodeStruct(n, path, k, v)
	case reflect.Slice, reflect.Array:
		return decodeList(n, path, k, v)
	}
	if expected := n.store(v); expected != "" {
		return n.mismatch(path, expected+k.suchAs())
	}
	if values := k.shape.values; values != nil && !slices.Contains(values, n.text) {
		return n.at.fault(oneOf(values), "%s: got %q%s", path, enumerate.Shorten(n.text),
			enumerate.DidYouMean(n.text, values))
	}
	return nil
}

// misfit returns what is expected of a value of a shape, "" if the value may be one. It
// does not look into lists and mappings.
func (n *node) misfit(s shape) string {
	switch form := s.form(); {
	case form == n.kind && form != numberKind && (s.values == nil || slices.Contains(s.values, n.text)) ||
		form == stringKind && s.values == nil && n.kind == numberKind:
		return ""
	case form == numberKind || form == boolKind:
		return n.store(reflect.New(s.Type).Elem())
	}
	return s.text()
}

// suchAs ends a message that says what is expected, by the example of the key.
func (k *key) suchAs() string {
	if k.example == "" {
		return ""
	}
	return ", such as " + k.name + ": " + k.example
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

func decodeList(n *node, path string, k *key, v reflect.Value) error {
	if n.kind != listKind && n.kind != nullKind {
		return n.mismatch(path, "a list"+k.suchAs())
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.children), len(n.children)))
	} else if len(n.children) != v.Len() {
		return n.at.fault(fmt.Sprintf("%d values%s", v.Len(), k.suchAs()), "%s: got %d values", path, len(n.children))
	}
	for i, c := range n.children {
		if err := decodeValue(c.value, join(path, c.key), k, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func decodeStruct(n *node, path string, k *key, v reflect.Value) error {
	if n.kind != mapKind && n.kind != nullKind {
		return n.mismatch(path, "a mapping"+k.suchAs())
	}
	keys := keysOf(v.Type())
	for _, c := range n.children {
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == c.key })
		if i < 0 {
			in := ""
			if path != "" {
				in = " in " + path
			}
			return c.at.fault(oneOf(names(keys)), "unknown key %q%s%s", enumerate.Shorten(c.key), in,
				enumerate.DidYouMean(c.key, names(keys)))
		}
		field := v.FieldByIndex(keys[i].index)
		if c.value.kind == nullKind && !field.IsZero() {
			continue // a key without a value keeps its default
		}
		if err := decodeValue(c.value, join(path, c.key), &keys[i], field); err != nil {
			return err
		}
	}
	return nil
}

// A key is a key of a config, as the tags of its struct field declare it:
//
//	help     what it means
//	values   the texts that it may have, separated by commas; of a list, its elements
//	default  what is taken if it is left out
//	example  a value, in YAML
//
// Decoding, the schema and the reference page all read these declarations.
type key struct {
	name    string
	index   []int // of the field
	shape   shape
	help    string
	missing string // the default
	example string
}

// A shape is a type of values, and the texts among them if only some are taken.
type shape struct {
	reflect.Type
	values []string
}

// keysOf lists the keys of a struct in the order of its fields, with the keys of
// embedded structs.
func keysOf(t reflect.Type) []key {
	var keys []key
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("yaml")
		if !ok {
			tag = f.Tag.Get("json")
		}
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			for _, k := range keysOf(f.Type) {
				k.index = append([]int{i}, k.index...)
				keys = append(keys, k)
			}
		case f.IsExported() && name != "-":
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			k := key{name, []int{i}, shape{Type: f.Type}, f.Tag.Get("help"), f.Tag.Get("default"), f.Tag.Get("example")}
			if values := f.Tag.Get("values"); values != "" {
				k.shape.values = strings.Split(values, ",")
			}
			keys = append(keys, k)
		}
	}
	return keys
}

// names lists the names of keys.
func names(keys []key) []string {
	var out []string
	for _, k := range keys {
		out = append(out, k.name)
	}
	return out
}

// unmarshaler is a type that takes values of several shapes: see the package comment.
type unmarshaler interface {
	UnmarshalYAML(decode func(any) error) error
}

var errNone = errors.New("there is no value")

// alternatives lists the shapes of the values that a key takes: its own in most
// cases.
func (s shape) alternatives() []shape {
	for s.Kind() == reflect.Pointer && s.Type != nodeType {
		s.Type = s.Elem()
	}
	u, ok := reflect.New(s.Type).Interface().(unmarshaler)
	if !ok {
		return []shape{s}
	}
	var all []shape
	tried := func(into any) error {
		if one, ok := into.(*enumerate.OneOf); ok {
			all = append(all, shape{reflect.TypeFor[string](), one.Texts})
		} else {
			all = append(all, shape{reflect.TypeOf(into).Elem(), s.values})
		}
		return errNone
	}
	if err := u.UnmarshalYAML(tried); !errors.Is(err, errNone) {
		panic(fmt.Sprintf("configs: %v ends with %v, not with the error of the last shape", s.Type, err))
	}
	return all
}

// element is the shape of the elements of a list.
func (s shape) element() shape { return shape{s.Elem(), s.values} }

// form is what values of a shape are in YAML. It is not for shapes with
// alternatives.
func (s shape) form() kind {
	if s.Type == nodeType {
		return mapKind
	}
	switch s.Kind() {
	case reflect.String:
		return stringKind
	case reflect.Bool:
		return boolKind
	case reflect.Struct:
		return mapKind
	case reflect.Slice, reflect.Array:
		return listKind
	}
	return numberKind
}
