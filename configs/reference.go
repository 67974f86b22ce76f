package configs

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// below lists the keys of mappings in values of a shape, each before those below it. Their names are paths, behind that
// of the values, and [] after a name stands for an element of its list.
func below(path string, s shape) []key {
	var all []key
	for _, a := range s.alternatives() {
		switch {
		case a.form() == listKind:
			all = append(all, below(path+"[]", a.element())...)
		case a.form() == mapKind && a.Type != nodeType:
			for _, k := range keysOf(a.Type) {
				k.name = join(path, k.name)
				all = append(append(all, k), below(k.name, k.shape)...)
			}
		}
	}
	return all
}

// text says what values of a shape are.
func (s shape) text() string {
	var texts []string
	for _, a := range s.alternatives() {
		switch form := a.form(); {
		case form == listKind:
			texts = append(texts, "list: "+a.element().text())
		case form == stringKind && a.values != nil:
			texts = append(texts, "`"+strings.Join(a.values, "`, `")+"`")
		case form == numberKind && a.Kind() != reflect.Float64:
			texts = append(texts, "whole number")
		default:
			texts = append(texts, strings.TrimPrefix(kindNames[form], "a "))
		}
	}
	return strings.Join(texts, "; or ")
}

// referenceHead is what the reference page says before the tables of keys.
//
//go:embed reference.md
var referenceHead string

// Reference is the reference page of all keys, in Markdown.
func Reference(families []enumerate.Family) string {
	var b strings.Builder
	b.WriteString(referenceHead)
	table := func(title string, params reflect.Type) {
		fmt.Fprintf(&b, "\n## %s\n\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n", title)
		for _, k := range below("", shape{Type: params}) {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` |\n", k.name, k.shape.text(), cmp.Or(k.missing, "-"), k.help,
				k.example)
		}
	}
	table("Every config", reflect.TypeFor[Plan]())
	for _, s := range sections(families) {
		table("The puzzle: "+strings.Join(s.families, ", "), s.params)
		for _, family := range s.families {
			for _, kind := range []enumerate.Kind{enumerate.Census, enumerate.Survey, enumerate.Sample} {
				if name, text := shortest(family, kind); name != "" {
					fmt.Fprintf(&b, "\n%s, a %s (`coverstat run %s`):\n\n```yaml %s.yaml\n%s```\n", family, kind, name,
						name, text)
				}
			}
		}
	}
	return b.String()
}

// shortest returns the shortest shipped config of a family and a kind of job, ""
// if there is none.
func shortest(family string, kind enumerate.Kind) (name, text string) {
	for _, run := range shippedNames() {
		plan, err := Load(run, nil)
		if err != nil || plan.Kind != kind || plan.Family != family {
			continue
		}
		// A copy of the example has no schema beside it.
		if t := strings.Replace(shippedFile(run+".yaml"), schemaLine+"\n", "", 1); name == "" || len(t) < len(text) {
			name, text = run, t
		}
	}
	return name, text
}

// schemaLine is a line of a config by which editors find the schema beside it. The
// shipped configs have it as their second line.
const schemaLine = "# yaml-language-server: $schema=coverstat.schema.json"

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
			"if": map[string]any{"properties": map[string]any{"family": map[string]any{"enum": s.families}}},
			"then": map[string]any{
				"properties": map[string]any{"puzzle": map[string]any{"$ref": "#/$defs/" + s.families[0]}}},
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
