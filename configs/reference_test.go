package configs

import (
	"reflect"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles"
)

// TestKeysAreExplained checks that every key that decodes has a meaning and an
// example that decodes, alone or with those of the keys beside it.
func TestKeysAreExplained(t *testing.T) {
	check := func(family string, params any) {
		for _, k := range below("", shape{Type: reflect.TypeOf(params)}) {
			if k.help == "" || k.example == "" {
				t.Errorf("%s: the key %s has no tag help or no tag example", family, k.name)
			}
			if strings.Contains(k.help+k.missing+k.example+k.shape.text(), "|") {
				t.Errorf("%s: %s: a bar would end the cell of the table", family, k.name)
			}
			var value string
			var err error
			for _, beside := range []bool{false, true} { // some keys go together
				value = exampleAt(k, below("", shape{Type: reflect.TypeOf(params)}), beside)
				var plan *Plan
				if plan, err = Parse("x.yaml", []byte("family: x\njob: census\n"+value)); err == nil {
					err = plan.Spec().Puzzle(reflect.New(reflect.TypeOf(params)).Interface())
				}
				if err == nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s: the example of %s: %v\n%s", family, k.name, err, value)
			}
		}
	}
	check("every config", Plan{}) // decoded as if it were a puzzle
	for _, f := range puzzles.Families() {
		if f.Params == nil {
			t.Errorf("%s has no Params", f.Name)
			continue
		}
		check(f.Name, f.Params)
	}
}

// exampleAt is the example of a key at its path in a puzzle, made from the inside out, alone or with those of the keys beside it.
func exampleAt(k key, keys []key, beside bool) string {
	names := strings.Split("puzzle."+k.name, ".")
	above, last, _ := strings.Cut(k.name, ".")
	value := names[len(names)-1] + ": " + k.example
	for _, other := range keys {
		if name, ok := strings.CutPrefix(other.name, above+"."); beside && ok && last != "" && name != last && !strings.Contains(name, ".") {
			value += ", " + name + ": " + other.example
		}
	}
	for i := len(names) - 2; i >= 0; i-- {
		depth := strings.Count(names[i], "[")
		value = strings.TrimRight(names[i], "[]") + ": " + strings.Repeat("[", depth) + "{" + value + "}" + strings.Repeat("]", depth)
	}
	return value
}

// TestSchemaLine: editors find the schema by the second line of each shipped config.
func TestSchemaLine(t *testing.T) {
	for _, name := range shippedNames() {
		if lines := strings.SplitN(shippedFile(name+".yaml"), "\n", 3); lines[1] != schemaLine {
			t.Errorf("%s: its second line is %q: expected %q", name, lines[1], schemaLine)
		}
	}
}
