package regions

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

func dimacsFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name: "dimacs", About: "edges of DIMACS: a line p edge N M, lines e U V",
		Source: "DIMACS challenge 1993, Clique and Coloring Problems", Example: "c a path\np edge 3 2\ne 1 2\ne 2 3\n",
		Recognises: func(head []byte) bool {
			for _, s := range formats.Lines(head) {
				if words := strings.Fields(s); len(words) > 0 && words[0] != "c" {
					return words[0] == "p" && len(words) > 1 && slices.Contains(dimacsKinds, words[1])
				}
			}
			return false
		},
		Read: readDimacs,
	}
}

// dimacsKinds are the words behind p in files of graphs.
var dimacsKinds = []string{"edge", "col", "edges"}

func readDimacs(in *formats.Input, each func(*fileGraph) error) error {
	text, err := in.Text()
	if err != nil {
		return err
	}
	f, vertices, edges := &fileGraph{}, -1, 0
	for line, s := range formats.Lines(text) {
		words := strings.Fields(s)
		numbers := make([]int, 0, 2)
		for _, word := range words[min(1, len(words)):] {
			if n, err := strconv.Atoi(word); err == nil && n >= 0 {
				numbers = append(numbers, n)
			}
		}
		fault := func(expected string) error {
			return &enumerate.InputError{Line: line, Problem: "got " + strconv.Quote(enumerate.Shorten(s)),
				Expected: expected}
		}
		switch {
		case len(words) == 0 || words[0] == "c":
		case words[0] == "p" && vertices < 0 && len(words) == 4 && len(numbers) == 2 &&
			slices.Contains(dimacsKinds, words[1]):
			if vertices, edges = numbers[0], numbers[1]; vertices > mostVertices {
				return fault(fmt.Sprintf("at most %d vertices", mostVertices))
			}
			for v := range vertices {
				f.vertex(strconv.Itoa(v + 1))
			}
		case words[0] == "e" && len(words) == 3 && len(numbers) == 2 && min(numbers[0], numbers[1]) >= 1 &&
			max(numbers[0], numbers[1]) <= vertices:
			f.edges = append(f.edges, [2]int32{int32(numbers[0] - 1), int32(numbers[1] - 1)})
		default:
			return fault(
				fmt.Sprintf("a line c, one line p edge N M before all edges, or e U V with vertices from 1 to %d",
					max(vertices, 0)))
		}
	}
	switch n := len(f.edges); {
	case n == 2*edges && n > 0, 2*n == edges && n > 0: // both habits are there in the challenge's own files
		f.remark("the line p says %s, and the text has %s of them: one of the two counts each edge twice",
			enumerate.Plural(edges, "edge"), enumerate.Plural(n, "line"))
	case n != edges:
		return &enumerate.InputError{Problem: fmt.Sprintf("%s of edges", enumerate.Plural(n, "line")),
			Expected: fmt.Sprintf("%d, as the line p says", edges)}
	}
	if len(f.names) == 0 {
		return nil
	}
	return each(f)
}

func tgfFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name: "tgf", About: "Trivial Graph Format: lines of an id and a label, a line #, lines of two ids",
		Source: "yEd", Example: "1 north\n2 south\n#\n1 2 road\n",
		Recognises: func(head []byte) bool {
			ids, rule := map[string]bool{}, false
			for _, s := range formats.Lines(head) {
				words := strings.Fields(s)
				switch {
				case len(words) == 0:
				case len(words) == 1 && words[0] == "#" && len(ids) > 0 && !rule:
					rule = true
				case !rule && (ids[words[0]] || strings.HasPrefix(s, "#")):
					return false
				case !rule:
					ids[words[0]] = true
				case len(head) < 1<<16 && (len(words) < 2 || !ids[words[0]] || !ids[words[1]]):
					return false
				}
			}
			return rule
		},
		Read: readTGF,
	}
}

func readTGF(in *formats.Input, each func(*fileGraph) error) error {
	text, err := in.Text()
	if err != nil {
		return err
	}
	f, rule := &fileGraph{}, false
	for line, s := range formats.Lines(text) {
		words := strings.Fields(s)
		fault := func(expected string) error {
			return &enumerate.InputError{Line: line, Problem: "got " + strconv.Quote(enumerate.Shorten(s)),
				Expected: expected}
		}
		switch {
		case len(words) == 0:
		case !rule && len(words) == 1 && words[0] == "#":
			rule = true
		case !rule:
			if _, known := f.number[words[0]]; known {
				return fault("each id once")
			}
			f.vertex(words[0])
			label, _ := json.Marshal(strings.Join(words[1:], " "))
			f.attributes = append(f.attributes, map[string]json.RawMessage{"label": label})
		default:
			var e [2]int32
			for k := range e {
				v, known := int32(0), false
				if k < len(words) {
					v, known = f.number[words[k]]
				}
				if e[k] = v; !known {
					return fault("the ids of two vertices that stand above the line #")
				}
			}
			f.edges = append(f.edges, e)
		}
	}
	if !rule {
		return &enumerate.InputError{Problem: "the text ends without a line #",
			Expected: "it between vertices and edges"}
	}
	return each(f)
}

func galFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name:   "gal",
		About:  "GAL of GeoDa and PySAL: the number of units; for each a line of its name and k, and a line of k neighbours",
		Source: "libpysal io/iohandlers/gal.py", Example: "0 3 map KEY\n1 1\n2\n2 2\n1 3\n3 1\n2\n",
		Recognises: func(head []byte) bool {
			whole := len(head) < 1<<16
			f, err := parseGAL(head, whole)
			return err == nil && (f != nil || !whole)
		},
		Read: func(in *formats.Input, each func(*fileGraph) error) error {
			text, err := in.Text()
			if err != nil {
				return err
			}
			f, err := parseGAL(text, true)
			if err != nil {
				return err
			}
			f.oneSided()
			return each(f)
		},
	}
}

// galLines are the lines of a GAL file, without the blanks round them.
type galLines []string

// fault is the error of a line, counted from 0.
func (lines galLines) fault(line int, expected string) (*fileGraph, error) {
	got := "the end of the text"
	if line < len(lines) {
		got = strconv.Quote(enumerate.Shorten(lines[line]))
	}
	return nil, &enumerate.InputError{Line: line + 1, Problem: "got " + got, Expected: expected}
}

// units reads the number of units from the header.
func (lines galLines) units() (n int, ok bool) {
	if len(lines) == 0 {
		return 0, false
	}
	header := strings.Fields(lines[0])
	if len(header) >= 2 && header[0] == "0" {
		header = header[1:2]
	}
	if len(header) != 1 {
		return 0, false
	}
	return plainNumber(header[0])
}

// parseGAL reads the units and their neighbours. Of a text that is not whole it reads what is there.
func parseGAL(text []byte, whole bool) (*fileGraph, error) {
	var lines galLines
	for _, s := range formats.Lines(text) {
		lines = append(lines, strings.TrimSpace(s))
	}
	n, ok := lines.units()
	if !ok {
		return lines.fault(0, "the number of units, or 0, this number, a name and a key")
	}
	f := &fileGraph{}
	type entry struct {
		line       int
		neighbours []string
	}
	var entries []entry
	for i := 1; i < len(lines) || len(entries) < n; i += 2 {
		if !whole && i+2 >= len(lines) {
			return f, nil
		}
		if i >= len(lines) {
			return lines.fault(i, fmt.Sprintf("%d units", n))
		}
		words := strings.Fields(lines[i])
		if len(words) == 0 && len(entries) == n {
			i--
			continue
		}
		k, ok := 0, false
		if len(words) == 2 {
			k, ok = plainNumber(words[1])
		}
		if !ok || len(entries) == n {
			return lines.fault(i,
				fmt.Sprintf("the name of one of %d units, without blanks, and how many neighbours it has", n))
		}
		if _, known := f.number[words[0]]; known {
			return lines.fault(i, "each unit once")
		}
		f.vertex(words[0])
		var neighbours []string
		if i+1 < len(lines) {
			neighbours = strings.Fields(lines[i+1])
		}
		if len(neighbours) != k {
			return lines.fault(i+1, fmt.Sprintf("%d neighbours of %s, with names without blanks", k, words[0]))
		}
		entries = append(entries, entry{i + 1, neighbours})
	}
	for v, e := range entries {
		for _, name := range e.neighbours {
			w, known := f.number[name]
			if !known {
				return lines.fault(e.line, "names of units: "+name+" is none")
			}
			f.edges = append(f.edges, [2]int32{int32(v), w})
		}
	}
	return f, nil
}

const graphMLExample = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="pop" attr.type="long"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="d0">5</data></node>
    <node id="b"><data key="d0">7</data></node>
    <edge source="a" target="b"/>
  </graph>
</graphml>
`

func graphMLFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name: "graphml", About: "GraphML with one graph, without graphs in nodes, hyperedges and ports",
		Source: "graphml.graphdrawing.org", Example: graphMLExample,
		Recognises: func(head []byte) bool {
			return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) && bytes.Contains(head, []byte("<graphml"))
		},
		Read: readGraphML,
	}
}

// An element is one of XML.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Elements []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func readGraphML(in *formats.Input, each func(*fileGraph) error) error {
	text, err := in.Text()
	if err != nil {
		return err
	}
	var root element
	if err := xml.Unmarshal(text, &root); err != nil {
		return enumerate.Errorf("%v", err)
	}
	if err := strayText(text); err != nil {
		return err
	}
	f := &fileGraph{}
	names, otherwise := map[string]string{}, map[string]json.RawMessage{}
	var graph *element
	for i := range root.Elements {
		switch e := &root.Elements[i]; e.XMLName.Local {
		case "key":
			if kind := e.attr("for"); kind == "node" || kind == "all" {
				names[e.attr("id")] = e.attr("attr.name")
				for _, d := range e.Elements {
					otherwise[e.attr("attr.name")] = jsonOf(d.Text)
				}
			}
		case "graph":
			if graph != nil {
				return enumerate.Errorf("a second graph: expected one a file")
			}
			graph = e
		case "data", "desc":
		default:
			return enumerate.Errorf("got <%s>: expected <key> and <graph>", e.XMLName.Local)
		}
	}
	if graph == nil {
		return nil
	}
	switch kind := graph.attr("edgedefault"); kind {
	case "directed":
		f.remark("the graph is directed: its edges are taken without a direction")
	case "undirected":
	default:
		return enumerate.Errorf("the graph has edgedefault %q: expected directed or undirected", kind)
	}
	if err := f.graphMLNodes(graph, names, otherwise); err != nil {
		return err
	}
	if err := f.graphMLEdges(graph); err != nil {
		return err
	}
	if len(f.names) == 0 {
		return nil
	}
	return each(f)
}

// strayText reports text that stands in no element for text, which decoding a value passes over.
func strayText(text []byte) error {
	d, open := xml.NewDecoder(bytes.NewReader(text)), []string{""}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return enumerate.Errorf("%v", err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, x.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if s := strings.TrimSpace(string(x)); s != "" &&
				!slices.Contains([]string{"data", "desc", "default"}, open[len(open)-1]) {
				line, _ := d.InputPos()
				return &enumerate.InputError{Line: line, Problem: fmt.Sprintf("the text %q", enumerate.Shorten(s)),
					Expected: "text in <data> alone"}
			}
		}
	}
}

func (f *fileGraph) graphMLNodes(graph *element, names map[string]string, otherwise map[string]json.RawMessage) error {
	for i, e := range graph.Elements {
		switch e.XMLName.Local {
		case "edge", "data", "desc":
			continue
		case "node":
		default:
			return enumerate.Errorf("element %d of the graph is <%s>: expected <node> and <edge>", i, e.XMLName.Local)
		}
		id := e.attr("id")
		if _, known := f.number[id]; known || id == "" {
			return enumerate.Errorf("element %d of the graph, a node, has the id %q: expected one of its own", i, id)
		}
		f.vertex(id)
		attributes := map[string]json.RawMessage{}
		attributes["id"], _ = json.Marshal(id)
		for name, value := range otherwise {
			attributes[name] = value
		}
		for _, d := range e.Elements {
			switch d.XMLName.Local {
			case "data":
				if name := names[d.attr("key")]; name != "" {
					attributes[name] = jsonOf(d.Text)
				}
			case "desc":
			default:
				return enumerate.Errorf("node %s has <%s>: expected <data>", id, d.XMLName.Local)
			}
		}
		f.attributes = append(f.attributes, attributes)
	}
	return nil
}

func (f *fileGraph) graphMLEdges(graph *element) error {
	for i, e := range graph.Elements {
		if e.XMLName.Local != "edge" {
			continue
		}
		var ends [2]int32
		for k, end := range []string{"source", "target"} {
			v, known := f.number[e.attr(end)]
			if ends[k] = v; !known {
				return enumerate.Errorf("element %d of the graph, an edge, has the %s %q: expected the id of a node", i,
					end, e.attr(end))
			}
		}
		f.edges = append(f.edges, ends)
	}
	return nil
}

// jsonOf is a text as a number of JSON if it is one, else as a text.
func jsonOf(text string) json.RawMessage {
	text = strings.TrimSpace(text)
	if json.Valid([]byte(text)) && isEdgeData(text) && text != "" && text[0] != '{' {
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text)
	return quoted
}
