package regions

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate/puzzles/formats/formatstest"
)

// strict are second readers of graphs, which read what text writes.
var strict = map[string]formatstest.Strict{
	"adjacency": {Second: secondAdjacency, Unused: `pop": [0-9]|"graph": \[\]`, Again: true},
	"node-link": {Second: secondLinks, Unused: `pop": [0-9]|"graph": {}`},
	"graphml":   {Second: secondGraphML, Unused: `<\?xml[^\n]*\n| xmlns="[^"]*"|  <key[^\n]*\n|<data.*</data>`, Again: true},
	"dimacs":    {Second: secondDIMACS, Unused: `c [^\n]*\n`, Again: true},
	"tgf":       {Second: secondTGF, Unused: ` (?:north|south|road)|[12] (?:north|south|road)`, Again: true},
	"gal":       {Second: secondGAL, Unused: ` (?:3 )?map KEY`},
	"edges":     {Second: secondEdges, Unused: `# a comment\n|d\n$`, Again: true},
}

// drawn is a graph as text writes it. Loops and second edges are refused: to say them is not tested here.
func drawn(names []string, edges [][2]string) ([]string, bool) {
	var all []string
	known := map[string]bool{}
	for _, n := range names {
		if n == "" || known[n] {
			return nil, false
		}
		known[n] = true
	}
	for _, e := range edges {
		if !known[e[0]] || !known[e[1]] {
			return nil, false
		}
		if e[0] != e[1] {
			slices.Sort(e[:])
			all = append(all, e[0]+"-"+e[1])
		}
	}
	slices.Sort(all)
	return []string{fmt.Sprint(slices.Sorted(slices.Values(names)), slices.Compact(all))}, true
}

// document reads JSON of nodes, with their ids as texts.
func document(text string) (fields map[string]json.RawMessage, names []string, ok bool) {
	var nodes []map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &fields) != nil || json.Unmarshal(fields["nodes"], &nodes) != nil {
		return nil, nil, false
	}
	for _, n := range nodes {
		name, ok := id(n["id"])
		if !ok {
			return nil, nil, false
		}
		names = append(names, name)
	}
	return fields, names, true
}

func id(raw json.RawMessage) (string, bool) {
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return "", false
	}
	switch value.(type) {
	case string, json.Number:
		return fmt.Sprint(value), true
	}
	return "", false
}

func secondAdjacency(text string) ([]string, bool) {
	fields, names, ok := document(text)
	var lists [][]map[string]json.RawMessage
	if !ok || json.Unmarshal(fields["adjacency"], &lists) != nil || len(lists) != len(names) {
		return nil, false
	}
	var edges [][2]string
	for v, list := range lists {
		for _, to := range list {
			name, ok := id(to["id"])
			if !ok {
				return nil, false
			}
			edges = append(edges, [2]string{names[v], name})
		}
	}
	return drawn(names, edges)
}

func secondLinks(text string) ([]string, bool) {
	fields, names, ok := document(text)
	raw, edgesToo := fields["links"], fields["edges"]
	if raw == nil {
		raw = edgesToo
	} else if edgesToo != nil {
		return nil, false
	}
	var links []map[string]json.RawMessage
	if !ok || json.Unmarshal(raw, &links) != nil {
		return nil, false
	}
	var edges [][2]string
	for _, l := range links {
		a, ok := id(l["source"])
		b, ok2 := id(l["target"])
		if !ok || !ok2 {
			return nil, false
		}
		edges = append(edges, [2]string{a, b})
	}
	return drawn(names, edges)
}

func secondGraphML(text string) ([]string, bool) {
	d := xml.NewDecoder(strings.NewReader(text))
	inData := false
	var names []string
	var edges [][2]string
	for {
		token, err := d.Token()
		if err == io.EOF {
			return drawn(names, edges)
		}
		if err != nil {
			return nil, false
		}
		if text, ok := token.(xml.CharData); ok && !inData && strings.TrimSpace(string(text)) != "" {
			return nil, false
		}
		e, ok := token.(xml.StartElement)
		if inData = ok && e.Name.Local == "data"; !ok {
			continue
		}
		values := map[string]string{}
		for _, a := range e.Attr {
			values[a.Name.Local] = a.Value
		}
		switch e.Name.Local {
		case "graph":
			if kind := values["edgedefault"]; kind != "directed" && kind != "undirected" {
				return nil, false
			}
		case "node":
			names = append(names, values["id"])
		case "edge":
			edges = append(edges, [2]string{values["source"], values["target"]})
		case "graphml", "key", "data", "desc":
		default:
			return nil, false
		}
	}
}

// secondWords are the words of the lines that are not empty.
func secondWords(text string) (all [][]string) {
	for line := range strings.SplitSeq(text, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

func numbersTo(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(i+1))
	}
	return all
}

func secondDIMACS(text string) ([]string, bool) {
	n, m := -1, 0
	var edges [][2]string
	for _, w := range secondWords(text) {
		switch {
		case w[0] == "c":
		case w[0] == "p" && n < 0 && len(w) == 4 && slices.Contains([]string{"edge", "col", "edges"}, w[1]):
			sizes, ok := formatstest.Numbers(w[2:])
			if !ok {
				return nil, false
			}
			n, m = sizes[0], sizes[1]
		case w[0] == "e" && len(w) == 3 && n >= 0:
			edges = append(edges, [2]string{w[1], w[2]})
		default:
			return nil, false
		}
	}
	if n < 0 || n > 1e5 || len(edges) != m && len(edges) != 2*m {
		return nil, false
	}
	return drawn(numbersTo(n), edges)
}

func secondTGF(text string) ([]string, bool) {
	var names []string
	var edges [][2]string
	behind := false
	for _, w := range secondWords(text) {
		switch {
		case w[0] == "#" && len(w) == 1 && !behind:
			behind = true
		case !behind:
			names = append(names, w[0])
		case len(w) < 2:
			return nil, false
		default:
			edges = append(edges, [2]string{w[0], w[1]})
		}
	}
	all, ok := drawn(names, edges)
	return all, ok && behind
}

func secondGAL(text string) ([]string, bool) {
	lines := strings.Split(strings.TrimRight(text, " \n"), "\n")
	var names []string
	var edges [][2]string
	head := strings.Fields(lines[0])
	number := head
	if len(head) > 1 && head[0] == "0" {
		number = head[1:2]
	}
	n, ok := formatstest.Numbers(number)
	if !ok || len(n) != 1 {
		return nil, false
	}
	lines = lines[1:]
	for i := 0; i < len(lines); i += 2 {
		w := strings.Fields(lines[i])
		if len(w) != 2 {
			return nil, false
		}
		names = append(names, w[0])
		var beside []string
		if i+1 < len(lines) {
			beside = strings.Fields(lines[i+1])
		}
		if w[1] != fmt.Sprint(len(beside)) {
			return nil, false
		}
		for _, to := range beside {
			edges = append(edges, [2]string{w[0], to})
		}
	}
	if len(names) != n[0] {
		return nil, false
	}
	return drawn(names, edges)
}

func secondEdges(text string) ([]string, bool) {
	var names []string
	var edges [][2]string
	for _, w := range secondWords(text) {
		if strings.HasPrefix(w[0], "#") || strings.HasPrefix(w[0], "%") || strings.HasPrefix(w[0], "//") {
			continue
		}
		if i := slices.Index(w, "#"); i > 0 {
			w = w[:i] // a comment
		}
		for _, name := range w {
			if strings.ContainsAny(name, `#{},;%`) || strings.HasPrefix(name, "//") {
				return nil, false
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		switch len(w) {
		case 1:
		case 2:
			edges = append(edges, [2]string{w[0], w[1]})
		default:
			return nil, false
		}
	}
	return drawn(names, edges)
}

func graphReading(f *fileGraph) (text, remarks string) {
	return f.text(), strings.Join(f.remarks, "\n")
}

// TestNearExamples: what is nearly the example of a format is read as the second reader reads it, or refused.
func TestNearExamples(t *testing.T) { formatstest.NearMisses(t, graphFormats(), graphReading, strict) }

func FuzzNearExamples(f *testing.F) { formatstest.Fuzz(f, graphFormats(), graphReading, strict) }
