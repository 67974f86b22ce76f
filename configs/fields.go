package configs

import (
	"reflect"
	"strings"
)

// field is a key that a struct understands.
type field struct {
	name  string
	value reflect.Value
}

// fieldsOf lists the keys of a struct, inlined structs included, and fills the
// fields that ask for the value's place.
func fieldsOf(v reflect.Value, at place) []field {
	var out []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() && !f.Anonymous {
			continue
		}
		tag, tagged := f.Tag.Lookup("yaml")
		if !tagged {
			tag = f.Tag.Get("json")
		}
		name, option, _ := strings.Cut(tag, ",")
		switch {
		case name == "-":
		case option == "line":
			v.Field(i).SetInt(int64(at.line))
		case option == "column":
			v.Field(i).SetInt(int64(at.column))
		case option == "inline" || f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			out = append(out, fieldsOf(v.Field(i), at)...)
		case f.IsExported():
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			out = append(out, field{name, v.Field(i)})
		}
	}
	return out
}
