package regions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// fileGraph is a graph as a file has it.
type fileGraph struct {
	names      []string
	number     map[string]int32 // by name
	edges      [][2]int32
	attributes []map[string]json.RawMessage // by vertex; nil where the format has none
	remarks    []string
}

// vertex returns the number of the vertex of a name, which is new if it is not known.
func (f *fileGraph) vertex(name string) int32 {
	v, known := f.number[name]
	if !known {
		if f.number == nil {
			f.number = map[string]int32{}
		}
		v = int32(len(f.names))
		f.number[name], f.names = v, append(f.names, name)
	}
	return v
}

func (f *fileGraph) add(a, b string) { f.edges = append(f.edges, [2]int32{f.vertex(a), f.vertex(b)}) }

func (f *fileGraph) remark(format string, args ...any) {
	f.remarks = append(f.remarks, fmt.Sprintf(format, args...))
}

// simple returns edges in ascending order, each once and without loops, which say nothing of regions.
func simple(edges [][2]int32) (all [][2]int32) {
	for _, e := range edges {
		if e[0] != e[1] {
			all = append(all, [2]int32{min(e[0], e[1]), max(e[0], e[1])})
		}
	}
	slices.SortFunc(all, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(all)
}

// oneSided remarks on edges that are listed at one of their ends alone, where a format lists them at both.
func (f *fileGraph) oneSided() {
	listed := map[[2]int32]bool{}
	for _, e := range f.edges {
		listed[e] = true
	}
	n := 0
	for e := range listed {
		if !listed[[2]int32{e[1], e[0]}] {
			n++
		}
	}
	if n > 0 {
		f.remark("%s listed at one end only: they count as edges", enumerate.Plural(n, "edge"))
	}
}

const networkx = "networkx makes one that it reads: networkx.write_edgelist(networkx.%s, \"FILE.edges\", data=False)"

// graphFormats are the formats of graphs.
func graphFormats() formats.List[*fileGraph] {
	refused := func(name, about, call, example string, is func(string) bool) formats.Format[*fileGraph] {
		instead := call
		if strings.Contains(call, "(") && !strings.Contains(call, " ") {
			instead = fmt.Sprintf(networkx, call)
		}
		return formats.Format[*fileGraph]{Name: name, About: about, Instead: instead, Example: example,
			Recognises: func(head []byte) bool { return is(string(head)) }}
	}
	list := formats.List[*fileGraph]{Noun: "graph", Config: func(file string, _ *fileGraph) (string, []string, error) {
		return fmt.Sprintf("family: regions\njob: census\npuzzle: {graph: %q}\n", file), nil, nil
	}, Formats: []formats.Format[*fileGraph]{
		refused("geopackage", "a GeoPackage or another SQLite file", fromGeometry, "SQLite format 3\x00",
			prefixed("SQLite format 3\x00")),
		refused("shapefile", "a shapefile", fromGeometry, "\x00\x00\x27\x0a", prefixed("\x00\x00\x27\x0a")),
		refused("parquet", "a Parquet file", fromGeometry, "PAR1", prefixed("PAR1")),
		refused("geojson", "a GeoJSON file", fromGeometry, `{"type": "FeatureCollection", "features": []}`,
			func(s string) bool {
				return strings.HasPrefix(trim(s), "{") && strings.Contains(s, `"FeatureCollection"`)
			}),
		adjacencyFormat, nodeLinkFormat, graphMLFormat,
		refused("json-list", "a JSON list", "write one edge a line, two names with a blank or a comma between",
			"[[\"a\", \"b\"]]\n", prefixed("[")),
		refused("gml", "a GML file", `read_gml("FILE")`, "graph [\n node [ id 0 ]\n]\n",
			words("graph [", "Creator", "graph\n[")),
		refused("dot", "a DOT file", `nx_agraph.read_dot("FILE")`, "graph { a -- b }\n",
			words("graph {", "graph{", "digraph", "strict graph", "strict digraph", "graph g")),
		refused("pajek", "a Pajek file", `read_pajek("FILE")`, "*Vertices 2\n1 a\n2 b\n*Edges\n1 2\n",
			words("*vertices", "*network")),
		refused("matrix-market", "a Matrix Market file", `from_scipy_sparse_array(scipy.io.mmread("FILE"))`,
			"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", words("%%matrixmarket")),
		refused("graph6", "a graph6 or sparse6 line", `read_graph6("FILE")`, "Cl\n", isGraph6),
		refused("metis", "a METIS file", "write one edge a line, two names with a blank or a comma between",
			"4 4\n2 4\n1 3\n2 4\n1 3\n", isMetis),
		refused("matrix", "a matrix of 0s and 1s", `from_numpy_array(numpy.loadtxt("FILE"))`,
			"0 1 0\n1 0 1\n0 1 0\n", isMatrix),
		dimacsFormat, tgfFormat, galFormat, edgesFormat,
	}}
	for i, f := range list.Formats {
		if f.Read == nil {
			continue
		}
		list.Formats[i].Read = func(in *formats.Input, each func(*fileGraph) error) error {
			return f.Read(in, func(g *fileGraph) error {
				if len(g.names) == 0 {
					return nil
				}
				for _, text := range g.remarks {
					in.Remark("%s: %s", in.Name, text)
				}
				return each(g)
			})
		}
	}
	return list
}

const fromGeometry = "gerrychain makes a graph of it: gerrychain.Graph.from_file(\"FILE\").to_json(\"FILE.json\")"

func trim(s string) string { return strings.TrimLeft(s, " \t\r\n") }

func prefixed(begin string) func(string) bool {
	return func(head string) bool { return strings.HasPrefix(trim(head), begin) }
}

// words recognises texts that begin with one of these, in capital letters or small ones.
func words(begins ...string) func(string) bool {
	return func(head string) bool {
		head = strings.ToLower(trim(head[:min(len(head), 200)]))
		return slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(head, strings.ToLower(b)) })
	}
}

// readFile reads a graph and the weights of its vertices.
func (p *params) readFile(spec enumerate.Spec) (*graph, error) {
	in, err := spec.Open(p.Graph)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var file *fileGraph
	left, err := graphFormats().Read(enumerate.PuzzleFile{Name: p.Graph, In: in, Format: p.Format, Remark: spec.Remark},
		func(f *fileGraph) error {
			file = f
			return nil
		})
	if err != nil {
		return nil, err
	}
	spec.Remark(left.String())
	g := &graph{names: file.names}
	if g.Weights, err = p.weights(spec, file); err != nil {
		return nil, err
	}
	if file.attributes != nil {
		g.places = placesOf(file.attributes)
	}
	identity := make([]int32, len(g.names))
	for v := range identity {
		identity[v] = int32(v)
	}
	g.factors, g.kinds = [][][]int32{{identity}}, []string{"identity"}
	if err := g.finish(file.edges); err != nil {
		return nil, err
	}
	if n := loops(file.edges); n > 0 {
		spec.Remark(fmt.Sprintf("%s: %s of a vertex with itself: they say nothing of regions", p.Graph,
			enumerate.Plural(n, "edge")))
	}
	return g, nil
}

func loops(edges [][2]int32) (n int) {
	for _, e := range edges {
		if e[0] == e[1] {
			n++
		}
	}
	return n
}

// oddity says what may surprise of a graph: no edges, vertices without neighbours, several parts.
func (g *graph) oddity() string {
	part, parts := make([]int, len(g.names)), []int{}
	var alone []string
	for v := range g.names {
		if part[v] > 0 {
			continue
		}
		if len(g.beside[v]) == 0 {
			alone = append(alone, g.names[v])
		}
		parts = append(parts, 0)
		for todo := []int32{int32(v)}; len(todo) > 0; {
			w := todo[len(todo)-1]
			if todo = todo[:len(todo)-1]; part[w] > 0 {
				continue
			}
			part[w] = len(parts)
			parts[len(parts)-1]++
			for _, n := range g.beside[w] {
				todo = append(todo, n.vertex)
			}
		}
	}
	text := ""
	switch n := len(g.names); {
	case len(parts) == 1:
		return ""
	case len(g.Edges) == 0:
		text = "the graph has no edges: each vertex is a region of its own"
	case len(alone) > 0:
		text = fmt.Sprintf("vertices without neighbours: %d of %d: %s", len(alone), n,
			enumerate.Shorten(strings.Join(alone, ", ")))
	default:
		slices.Sort(parts)
		text = fmt.Sprintf("the graph is in %d parts, the least of %d of its %d vertices", len(parts), parts[0], n)
	}
	if int64(len(parts)) > g.Greatest {
		text += fmt.Sprintf("; it is in %d parts, and so has no partition into at most %s", len(parts),
			enumerate.Plural(int(g.Greatest), "region"))
	}
	return text
}

// weights returns the weights in units: attributes of the nodes, or those of a second file.
func (p *params) weights(spec enumerate.Spec, file *fileGraph) ([]int64, error) {
	weights := slices.Repeat([]int64{1}, len(file.names))
	texts := make([]string, len(file.names))
	from := p.Graph
	switch {
	case p.Weights != "":
		from = p.Weights
		in, err := spec.Open(p.Weights)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		if fault := formats.Caught(func() { texts = file.weightTexts(data, p.Weight) }); fault != nil {
			fault.File = p.Weights
			return nil, fault
		}
	case p.Weight == "":
		return weights, nil
	case file.attributes == nil:
		return nil, enumerate.KeyErrorf("puzzle.weight",
			"puzzle.weight: the format of %s has no weights of vertices: expected puzzle.weights, a file with a number for each, or JSON with the nodes of a graph", p.Graph)
	default:
		for v, attributes := range file.attributes {
			raw, ok := attributes[p.Weight]
			if texts[v] = plain(raw); !ok {
				texts[v] = "nothing"
			}
		}
	}
	for v, text := range texts {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil || w < 0 || w != math.Trunc(w) || w > 1<<53 {
			what := p.Weight
			if what == "" {
				what = "the weight"
			}
			return nil, &enumerate.InputError{File: from,
				Problem:  fmt.Sprintf("node %s: %s is %s", file.names[v], what, text),
				Expected: "a whole number of at least 0"}
		}
		weights[v] = (int64(w) + p.Unit/2) / p.Unit
	}
	return weights, nil
}

// weightTexts reads the weights of all vertices from a file: a number for each vertex 1, 2, ... in this order, or
// lines of a name and values, under a header that has the column.
func (f *fileGraph) weightTexts(data []byte, column string) []string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if fields := strings.Fields(string(data)); !bytes.ContainsAny(data, ",;\t") && allNumbers(fields) {
		return f.numbered(fields, column)
	}
	texts, seen, at := make([]string, len(f.names)), make([]bool, len(f.names)), 1
	split := splitter(firstLine(data))
	header := true
	for line, text := range formats.Lines(data) {
		place := formats.Place{Line: line}
		fields, err := split(text)
		if strings.TrimSpace(text) == "" && len(fields) < 2 {
			continue
		}
		place.Need(err == nil && len(fields) > 1, "the name of a vertex, and its values", "got %q", text)
		v, known := f.number[fields[0]]
		if header {
			header = false
			if i := slices.Index(fields, column); column != "" && i > 0 {
				at = i
				continue
			}
			place.Need(column == "" && len(fields) == 2,
				"names in the first column, and a column named by puzzle.weight", "the header is %s", strings.Join(fields, ", "))
			if !known {
				continue
			}
		}
		place.Need(known, "the name of a vertex", "the graph has no vertex %s", fields[0])
		place.Need(!seen[v], "each vertex once", "%s stands twice", fields[0])
		place.Need(at < len(fields), fmt.Sprintf("%d or more", at+1), "%d fields", len(fields))
		texts[v], seen[v] = fields[at], true
	}
	if v := slices.Index(seen, false); v >= 0 {
		formats.Place{}.Fail("one for each vertex", "no weight of %s", f.names[v])
	}
	return texts
}

// numbered reads the weights of the vertices 1, 2, ... from numbers without names.
func (f *fileGraph) numbered(numbers []string, column string) []string {
	texts, n, file := make([]string, len(f.names)), len(f.names), formats.Place{}
	file.Need(len(numbers) == n, fmt.Sprintf("%d, one for each vertex", n), "%s",
		enumerate.Plural(len(numbers), "number"))
	file.Need(column == "", "a column "+column+", or no puzzle.weight", "numbers without a header")
	for v, vertex := range f.names {
		i, ok := plainNumber(vertex)
		file.Need(ok && i >= 1 && i <= n,
			"vertices 1, 2, ... in the graph, or lines of a name and a number; a vertex is "+vertex,
			"numbers without names")
		texts[v] = numbers[i-1]
	}
	return texts
}

// plainNumber reads a whole number of at least 0 in decimal digits, without a sign and leading zeros.
func plainNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}

func allNumbers(fields []string) bool {
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(s string) bool {
		_, err := strconv.ParseFloat(s, 64)
		return err != nil
	})
}
