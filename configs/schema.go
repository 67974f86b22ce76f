package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"coverstat/enumerate"
)

// SchemaLine is a line of a config by which editors find the schema beside it. The
// shipped configs have it as their second line.
const SchemaLine = "# yaml-language-server: $schema=coverstat.schema.json"

// A section is what the puzzle of some families may hold: families whose
// parameters have one type share a section.
type section struct {
	families []string
	params   reflect.Type
}

func sections(families []enumerate.Family) []section {
	var all []section
	for _, f := range families {
		t := reflect.TypeOf(f.Params)
		if n := len(all) - 1; n >= 0 && all[n].params == t {
			all[n].families = append(all[n].families, f.Name)
		} else {
			all = append(all, section{[]string{f.Name}, t})
		}
	}
	return all
}

// Schema is the JSON Schema (draft 2020-12) of a config, for editors. What it
// refuses, decoding refuses, too; what decoding refuses because of other keys it
// may accept.
func Schema(families []enumerate.Family) []byte {
	root := shape{Type: reflect.TypeFor[Plan]()}.schema()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "a config of coverstat"
	root["required"] = []string{"family", "job", "puzzle"}
	var names []string
	var rules []any
	definitions := map[string]any{}
	for _, s := range sections(families) {
		names = append(names, s.families...)
		definitions[s.families[0]] = shape{Type: s.params}.schema()
		rules = append(rules, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"family": map[string]any{"enum": s.families}}},
			"then": map[string]any{"properties": map[string]any{"puzzle": map[string]any{"$ref": "#/$defs/" + s.families[0]}}},
		})
	}
	root["properties"].(map[string]any)["family"].(map[string]any)["enum"] = names
	root["allOf"], root["$defs"] = rules, definitions
	var b bytes.Buffer
	if err := json.Indent(&b, marshal(root), "", "  "); err != nil {
		panic(fmt.Sprintf("configs: %v", err)) // it was written a moment ago
	}
	return append(b.Bytes(), '\n')
}

// schema is the JSON Schema of the values of a shape.
func (s shape) schema() map[string]any {
	all := s.alternatives()
	if len(all) > 1 {
		var schemas []any
		numbers := slices.ContainsFunc(all, func(a shape) bool { return a.form() == numberKind })
		for _, a := range all {
			one := a.schema()
			if numbers && a.form() == stringKind && a.values == nil {
				one["type"] = "string" // a number is one of the other shapes
			}
			schemas = append(schemas, one)
		}
		return map[string]any{"anyOf": schemas}
	}
	s = all[0]
	switch s.form() {
	case boolKind:
		return map[string]any{"type": "boolean"}
	case stringKind:
		if s.values != nil {
			return map[string]any{"enum": s.values}
		}
		return map[string]any{"type": []string{"string", "number"}} // 007 and 12 are texts, too
	case listKind:
		out := map[string]any{"type": "array", "items": s.element().schema()}
		if s.Kind() == reflect.Array {
			out["minItems"], out["maxItems"] = s.Len(), s.Len()
		}
		return out
	case mapKind:
		if s.Type == nodeType {
			return map[string]any{"type": "object"}
		}
		properties := map[string]any{}
		for _, k := range keysOf(s.Type) {
			p := k.shape.schema()
			p["description"] = k.help
			if k.missing != "" {
				p["description"] = k.help + " (default: " + k.missing + ")"
			}
			properties[k.name] = p
		}
		return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	}
	switch {
	case s.Kind() == reflect.Float32 || s.Kind() == reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Zero(s.Type).CanUint():
		return map[string]any{"type": "integer", "minimum": 0}
	}
	return map[string]any{"type": "integer"}
}
