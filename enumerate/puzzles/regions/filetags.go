package regions

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

var dimacsFormat = formats.Format[*fileGraph]{
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
	Read: formats.Single(readDimacs),
}

// dimacsKinds are the words behind p in files of graphs.
var dimacsKinds = []string{"edge", "col", "edges"}

func readDimacs(_ *formats.Input, text []byte) *fileGraph {
	f, vertices, edges := &fileGraph{}, -1, 0
	for line, s := range formats.Lines(text) {
		at, words := formats.Place{Line: line}, strings.Fields(s)
		numbers := make([]int, 0, 2)
		for _, word := range words[min(1, len(words)):] {
			if n, err := strconv.Atoi(word); err == nil && n >= 0 {
				numbers = append(numbers, n)
			}
		}
		switch {
		case len(words) == 0 || words[0] == "c":
		case words[0] == "p" && vertices < 0 && len(words) == 4 && len(numbers) == 2 &&
			slices.Contains(dimacsKinds, words[1]):
			vertices, edges = numbers[0], numbers[1]
			at.Need(vertices <= mostVertices, fmt.Sprintf("at most %d vertices", mostVertices), "got %q",
				enumerate.Shorten(s))
			for v := range vertices {
				f.vertex(strconv.Itoa(v + 1))
			}
		case words[0] == "e" && len(words) == 3 && len(numbers) == 2 && min(numbers[0], numbers[1]) >= 1 &&
			max(numbers[0], numbers[1]) <= vertices:
			f.edges = append(f.edges, [2]int32{int32(numbers[0] - 1), int32(numbers[1] - 1)})
		default:
			at.Fail(fmt.Sprintf("a line c, one line p edge N M before all edges, or e U V with vertices from 1 to %d",
				max(vertices, 0)), "got %q", enumerate.Shorten(s))
		}
	}
	n := len(f.edges)
	if n == 2*edges && n > 0 || 2*n == edges && n > 0 { // both habits are there in the challenge's own files
		f.remark("the line p says %s, and the text has %s of them: one of the two counts each edge twice",
			enumerate.Plural(edges, "edge"), enumerate.Plural(n, "line"))
	} else {
		formats.Place{}.Need(n == edges, fmt.Sprintf("%d, as the line p says", edges), "%s of edges",
			enumerate.Plural(n, "line"))
	}
	return f
}

var tgfFormat = formats.Format[*fileGraph]{
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
	Read: formats.Single(readTGF),
}

func readTGF(_ *formats.Input, text []byte) *fileGraph {
	f, rule := &fileGraph{}, false
	for line, s := range formats.Lines(text) {
		at, words := formats.Place{Line: line}, strings.Fields(s)
		switch {
		case len(words) == 0:
		case !rule && len(words) == 1 && words[0] == "#":
			rule = true
		case !rule:
			_, known := f.number[words[0]]
			at.Need(!known, "each id once", "got %q", enumerate.Shorten(s))
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
				at.Need(known, "the ids of two vertices that stand above the line #", "got %q", enumerate.Shorten(s))
				e[k] = v
			}
			f.edges = append(f.edges, e)
		}
	}
	formats.Place{}.Need(rule, "it between vertices and edges", "the text ends without a line #")
	return f
}

var galFormat = formats.Format[*fileGraph]{
	Name:   "gal",
	About:  "GAL of GeoDa and PySAL: the number of units; for each a line of its name and k, and a line of k neighbours",
	Source: "libpysal io/iohandlers/gal.py", Example: "0 3 map KEY\n1 1\n2\n2 2\n1 3\n3 1\n2\n",
	Recognises: func(head []byte) bool {
		return formats.Caught(func() { parseGAL(head, len(head) < 1<<16) }) == nil
	},
	Read: formats.Single(func(_ *formats.Input, text []byte) *fileGraph {
		f := parseGAL(text, true)
		f.oneSided()
		return f
	}),
}

// galLines are the lines of a GAL file, without the blanks round them.
type galLines []string

// need fails at a line, counted from 0, unless it is ok.
func (lines galLines) need(ok bool, line int, expected string) {
	got := "the end of the text"
	if line < len(lines) {
		got = strconv.Quote(enumerate.Shorten(lines[line]))
	}
	formats.Place{Line: line + 1}.Need(ok, expected, "got %s", got)
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
func parseGAL(text []byte, whole bool) *fileGraph {
	var lines galLines
	for _, s := range formats.Lines(text) {
		lines = append(lines, strings.TrimSpace(s))
	}
	n, ok := lines.units()
	lines.need(ok, 0, "the number of units, or 0, this number, a name and a key")
	f := &fileGraph{}
	var neighbours [][]string
	var at []int // their lines
	for i := 1; i < len(lines) || len(neighbours) < n; i += 2 {
		if !whole && i+2 >= len(lines) {
			return f
		}
		lines.need(i < len(lines), i, fmt.Sprintf("%d units", n))
		words := strings.Fields(lines[i])
		if len(words) == 0 && len(neighbours) == n {
			i--
			continue
		}
		k, ok := 0, false
		if len(words) == 2 {
			k, ok = plainNumber(words[1])
		}
		lines.need(ok && len(neighbours) < n, i,
			fmt.Sprintf("the name of one of %d units, without blanks, and how many neighbours it has", n))
		_, known := f.number[words[0]]
		lines.need(!known, i, "each unit once")
		f.vertex(words[0])
		var names []string
		if i+1 < len(lines) {
			names = strings.Fields(lines[i+1])
		}
		lines.need(len(names) == k, i+1, fmt.Sprintf("%d neighbours of %s, with names without blanks", k, words[0]))
		neighbours, at = append(neighbours, names), append(at, i+1)
	}
	for v, names := range neighbours {
		for _, name := range names {
			w, known := f.number[name]
			if !known {
				lines.need(false, at[v], "names of units: "+name+" is none")
			}
			f.edges = append(f.edges, [2]int32{int32(v), w})
		}
	}
	return f
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

var graphMLFormat = formats.Format[*fileGraph]{
	Name: "graphml", About: "GraphML with one graph, without graphs in nodes, hyperedges and ports",
	Source: "graphml.graphdrawing.org", Example: graphMLExample,
	Recognises: func(head []byte) bool {
		return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) && bytes.Contains(head, []byte("<graphml"))
	},
	Read: formats.Single(readGraphML),
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

func readGraphML(_ *formats.Input, text []byte) *fileGraph {
	var at formats.Place
	var root element
	d := xml.NewDecoder(bytes.NewReader(text))
	formats.WellFormed(d, d.Decode(&root))
	formats.Elements(xml.NewDecoder(bytes.NewReader(text)), "text in <data> alone", // reading values passes over others
		func(element string) bool { return slices.Contains([]string{"data", "desc", "default"}, element) },
		func(formats.Place, xml.StartElement) bool { return false })
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
			at.Need(graph == nil, "one a file", "a second graph")
			graph = e
		case "data", "desc":
		default:
			at.Fail("<key> and <graph>", "got <%s>", e.XMLName.Local)
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
		at.Fail("directed or undirected", "the graph has edgedefault %q", kind)
	}
	f.graphMLNodes(graph, names, otherwise)
	f.graphMLEdges(graph)
	return f
}

func (f *fileGraph) graphMLNodes(graph *element, names map[string]string, otherwise map[string]json.RawMessage) {
	var at formats.Place
	for i, e := range graph.Elements {
		switch e.XMLName.Local {
		case "edge", "data", "desc":
			continue
		}
		at.Need(e.XMLName.Local == "node", "<node> and <edge>", "element %d of the graph is <%s>", i, e.XMLName.Local)
		id := e.attr("id")
		_, known := f.number[id]
		at.Need(!known && id != "", "one of its own", "element %d of the graph, a node, has the id %q", i, id)
		f.vertex(id)
		attributes := maps.Clone(otherwise)
		attributes["id"], _ = json.Marshal(id)
		for _, d := range e.Elements {
			at.Need(d.XMLName.Local == "data" || d.XMLName.Local == "desc", "<data>", "node %s has <%s>", id,
				d.XMLName.Local)
			if name := names[d.attr("key")]; d.XMLName.Local == "data" && name != "" {
				attributes[name] = jsonOf(d.Text)
			}
		}
		f.attributes = append(f.attributes, attributes)
	}
}

func (f *fileGraph) graphMLEdges(graph *element) {
	for i, e := range graph.Elements {
		if e.XMLName.Local != "edge" {
			continue
		}
		var ends [2]int32
		for k, end := range []string{"source", "target"} {
			v, known := f.number[e.attr(end)]
			formats.Place{}.Need(known, "the id of a node", "element %d of the graph, an edge, has the %s %q", i, end,
				e.attr(end))
			ends[k] = v
		}
		f.edges = append(f.edges, ends)
	}
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
