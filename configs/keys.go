package configs

import (
	"reflect"
	"slices"
	"strings"

	"coverstat/enumerate"
)

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

// written is the key with its example, as a config has it; "" if it has none.
func (k *key) written() string {
	if k.example == "" {
		return ""
	}
	return k.name + ": " + k.example
}

// check refuses texts that are none of the shape's values.
func (s shape) check(n *node, path string) error {
	if s.values == nil {
		return nil
	}
	if s.form() == listKind {
		for _, c := range n.children {
			if err := s.element().check(c.value, join(path, c.key)); err != nil {
				return err
			}
		}
		return nil
	}
	if (n.kind == stringKind || n.kind == numberKind) && !slices.Contains(s.values, n.text) {
		return n.at.fault(oneOf(s.values), "%s: got %q%s", path, enumerate.Shorten(n.text), enumerate.DidYouMean(n.text, s.values))
	}
	return nil
}

// unmarshaler is a type that takes values of several shapes.
type unmarshaler interface {
	UnmarshalYAML(decode func(any) error) error
	// Shapes returns a value of each type that UnmarshalYAML decodes into: an
	// [enumerate.OneOf] where it takes some texts only.
	Shapes() []any
}

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
	for _, x := range u.Shapes() {
		if values, ok := x.(enumerate.OneOf); ok {
			all = append(all, shape{reflect.TypeFor[string](), values})
		} else {
			all = append(all, shape{reflect.TypeOf(x), s.values})
		}
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
