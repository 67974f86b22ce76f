package configs

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"coverstat/enumerate"
)

// A Key describes a key of a config to people.
type Key struct {
	// Path has the names of the keys above it and its own, separated by dots; []
	// after a name stands for an element of its list.
	Path                         string
	Type, Default, Help, Example string
}

// Keys lists the keys that the type of a struct declares, each before those below
// it. The keys of every config are those of a [Plan].
func Keys(params any) []Key { return below("", shape{Type: reflect.TypeOf(params)}) }

// below lists the keys of mappings in values of a shape.
func below(path string, s shape) []Key {
	var all []Key
	for _, a := range s.alternatives() {
		switch {
		case a.form() == listKind:
			all = append(all, below(path+"[]", a.element())...)
		case a.form() == mapKind && a.Type != nodeType:
			for _, k := range keysOf(a.Type) {
				at := join(path, k.name)
				all = append(all, Key{at, k.shape.text(), k.missing, k.help, k.example})
				all = append(all, below(at, k.shape)...)
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
	table := func(title string, params any) {
		fmt.Fprintf(&b, "\n## %s\n\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n", title)
		for _, k := range Keys(params) {
			missing := k.Default
			if missing == "" {
				missing = "-"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` |\n", k.Path, k.Type, missing, k.Help, k.Example)
		}
	}
	table("Every config", Plan{})
	for _, s := range sections(families) {
		table("The puzzle: "+strings.Join(s.families, ", "), reflect.Zero(s.params).Interface())
		for _, family := range s.families {
			for _, kind := range []enumerate.Kind{enumerate.Census, enumerate.Survey, enumerate.Sample} {
				if name, text := shortest(family, kind); name != "" {
					fmt.Fprintf(&b, "\n%s, a %s (`coverstat run %s`):\n\n```yaml %s.yaml\n%s```\n", family, kind, name, name, text)
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
		if t := strings.Replace(shippedFile(run+".yaml"), SchemaLine+"\n", "", 1); name == "" || len(t) < len(text) {
			name, text = run, t
		}
	}
	return name, text
}
