package browse

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coverstat/cmd/internal/explore"
	"coverstat/cmd/internal/inspect"
	"coverstat/export"
	"coverstat/stats"
)

// answers are what the page reads as JSON.
var answers = []any{
	datasetList{}, export.Manifest{}, stats.Document{}, page{}, puzzle{}, answer{}, explore.Bar{}, painting{}, solutionsEnd{}, inspect.Status{},
}

// TestTypes compares types.d.ts, which the compiler of TypeScript holds the page against, with the structs that are
// written as JSON. COVERSTAT_UPDATE=1 makes it.
func TestTypes(t *testing.T) {
	d := &declarations{written: map[reflect.Type]string{}}
	for _, v := range answers {
		d.name(reflect.TypeOf(v))
	}
	slices.Sort(d.texts)
	want := "// What the page reads as JSON, made from the structs of Go: COVERSTAT_UPDATE=1 go test ./cmd/internal/browse -run TestTypes\ndeclare namespace json {\n" +
		strings.Join(d.texts, "\n") + "}\n"
	if os.Getenv("COVERSTAT_UPDATE") != "" {
		if err := os.WriteFile("types.d.ts", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("types.d.ts"); err != nil || string(got) != want {
		t.Errorf("types.d.ts is not what the structs say, %v: COVERSTAT_UPDATE=1 go test ./cmd/internal/browse -run TestTypes", err)
	}
}

// declarations are interfaces of TypeScript.
type declarations struct {
	written map[reflect.Type]string // names
	texts   []string
}

// name declares a struct and returns its name, with the package's before it where another type has it.
func (d *declarations) name(t reflect.Type) string {
	if name := d.written[t]; name != "" {
		return name
	}
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	for _, other := range d.written {
		if other == name {
			name = strings.ToUpper(path.Base(t.PkgPath())[:1]) + path.Base(t.PkgPath())[1:] + name
		}
	}
	d.written[t] = name
	var b strings.Builder
	fmt.Fprintf(&b, "  interface %s {\n", name)
	d.fields(&b, t)
	b.WriteString("  }\n")
	d.texts = append(d.texts, b.String())
	return name
}

// fields declares the fields of a struct, and those of the structs within it, as encoding/json does.
func (d *declarations) fields(b *strings.Builder, t reflect.Type) {
	for f := range t.Fields() {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := f.Type
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch {
		case f.Anonymous && tag == "":
			d.fields(b, of)
		case tag != "-" && f.IsExported():
			mark := ""
			if strings.Contains(options, "omit") {
				mark = "?"
			}
			text := d.of(of)
			if f.Type.Kind() == reflect.Pointer && mark == "" {
				text += " | null"
			}
			fmt.Fprintf(b, "    %s%s: %s;\n", cmp.Or(tag, f.Name), mark, text)
		}
	}
}

// of returns the type of a value.
func (d *declarations) of(t reflect.Type) string {
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return "string"
	}
	switch pointer := reflect.PointerTo(t); {
	case t == reflect.TypeFor[stats.Number](), t == reflect.TypeFor[stats.Integer]():
		return "number | string" // text where a double does not hold it
	case t == reflect.TypeFor[stats.Histogram]():
		return "Record<string, number | string>"
	case t.Implements(reflect.TypeFor[json.Marshaler]()), pointer.Implements(reflect.TypeFor[json.Marshaler]()) && t != reflect.TypeFor[stats.Document]():
		return "any"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.of(t.Elem())
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		element := d.of(t.Elem())
		if strings.Contains(element, " ") {
			element = "(" + element + ")"
		}
		return element + "[]"
	case reflect.Map:
		return "Record<string, " + d.of(t.Elem()) + ">"
	case reflect.Struct:
		return d.name(t)
	default:
		return "any"
	}
}
