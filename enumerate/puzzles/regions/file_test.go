package regions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats/formatstest"
	"coverstat/enumerate/puzzletest"
)

// text is a graph with all that its writers keep: names and edges.
func (f *fileGraph) text() string {
	var edges []string
	for _, e := range simple(f.edges) {
		ends := []string{f.names[e[0]], f.names[e[1]]}
		slices.Sort(ends)
		edges = append(edges, strings.Join(ends, "-"))
	}
	slices.Sort(edges)
	return fmt.Sprint(slices.Sorted(slices.Values(f.names)), edges)
}

func TestFormats(t *testing.T) { formatstest.Examples(t, graphFormats(), (*fileGraph).text) }

func readText(text string) (f *fileGraph, err error) {
	_, err = graphFormats().Read(enumerate.PuzzleFile{Name: "f", In: strings.NewReader(text)}, func(g *fileGraph) error {
		f = g
		return nil
	})
	return f, err
}

// ring is the cycle a b c d, as text writes it.
const ring = "[a b c d] [a-b a-d b-c c-d]"

const numbered = "[1 2 3 4] [1-2 1-4 2-3 3-4]"

// TestNearMisses: each file is read right, or refused with a place or a name; the remark is the first.
func TestNearMisses(t *testing.T) {
	adjacency := func(lists string) string {
		return `{"directed": false, "multigraph": false, "graph": [], "nodes": [{"id": "a", "pop": 1}, {"id": "b"}, {"id": "c"}, {"id": "d"}], "adjacency": [` + lists + `]}`
	}
	links := func(rest string) string {
		return `{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}]` + rest + `}`
	}
	const four = `[{"source": "a", "target": "b"}, {"source": "b", "target": "c"}, {"source": "c", "target": "d"}, {"source": "d", "target": "a"}]`
	for _, c := range []struct{ name, text, want, fault, remark string }{
		{name: "plain", text: "a b\nb c\nc d\nd a", want: ring},
		{name: "header", text: "source target\na b\nb c\nc d\nd a\n", want: ring, remark: "line 1 is a header"},
		{name: "CSV header", text: "from,to,weight\na,b,1\nb,c,2\nc,d,1\nd,a,9\n", want: ring, remark: "line 1 is a header"},
		{name: "weights", text: "a b 1.5\nb c 2\nc d 3\nd a 4", want: ring, remark: "the third word"},
		{name: "attributes of networkx", text: "a b {}\nb c {'weight': 3, 'x': 4}\nc d {}\nd a {}", want: ring, remark: "the third word"},
		{name: "header above numbers", text: "precinct beside\n1 2\n2 3\n3 4\n4 1", want: numbered, remark: "line 1 is a header"},
		{name: "names that look like a header", text: "u v\nv w\nw u", want: "[u v w] [u-v u-w v-w]"},
		{name: "number of vertices", text: "4\n1 2\n2 3\n3 4\n4 1", want: numbered},
		{name: "number of vertices from 0", text: "4\n0 1\n1 2\n2 3\n3 0", want: "[0 1 2 3] [0-1 0-3 1-2 2-3]"},
		{name: "number of vertices with names", text: "4\na b\nb c\nc d\nd a", want: ring},
		{name: "wrong number of vertices", text: "5\n1 2\n2 3\n3 4\n4 1", fault: "f:1: a number alone: 5: expected the number of vertices, 4"},
		{name: "numbers of vertices and edges", text: "4 4\n0 1\n1 2\n2 3\n3 0", want: "[0 1 2 3] [0-1 0-3 1-2 2-3]"},
		{name: "may be both", text: "3 2\n1 2\n1 3", fault: "f:1: two numbers that may be an edge"},
		{name: "METIS", text: "4 4\n2 4\n1 3\n2 4\n1 3\n", fault: "a METIS file, which coverstat does not read"},
		{name: "Pajek", text: "*Vertices 4\n1 \"a\"\n*Edges\n1 2\n", fault: "a Pajek file"},
		{name: "comments", text: "% a graph\n// of four\n# vertices\na b\nb c # here\nc d\nd a", want: ring},
		{name: "byte order mark", text: "\ufeffa b\nb c\nc d\nd a\n", want: ring},
		{name: "commas", text: "a,b\nb, c\nc,d\nd,a,\n", want: ring},
		{name: "semicolons", text: "a;b\nb;c\nc;d\nd;a", want: ring},
		{name: "tabs and blanks in names", text: "New York\tMaine\nMaine\tUtah", want: "[Maine New York Utah] [Maine-New York Maine-Utah]"},
		{name: "quotes", text: "\"a\",\"b\"\n\"b\",\"c\"\nc,d\nd,a", want: ring},
		{name: "open quote", text: "\"a,b\nb,c", fault: "f:1: got"},
		{name: "hyphens", text: "a-b\nb-c\nc-d\nd-a", fault: "f:1: got \"a-b\": expected the names of two vertices with a blank or a comma"},
		{name: "arrows", text: "a->b\nb->c", fault: "f:1: got \"a->b\""},
		{name: "JSON lists", text: "[\"a\", \"b\"],\n[\"b\", \"c\"]", fault: "a JSON list"},
		{name: "GML", text: "graph [\n  node [ id 0 ]\n]", fault: "a GML file, which coverstat does not read; networkx"},
		{name: "DOT", text: "graph{a--b;b--c;c--d;d--a}", fault: "a DOT file"},
		{name: "graph6", text: "Cl\n", fault: "a graph6"},
		{name: "names with #", text: "#1 #2\n#2 #3", fault: "f:1: a line that begins with #"},
		{name: "names with # behind", text: "a #2\na #3", fault: "f:1: a name that begins with #"},
		{name: "# within names", text: "a#1 b#2\nb#2 c#3", want: "[a#1 b#2 c#3] [a#1-b#2 b#2-c#3]"},
		{name: "matrix", text: "0 1 0\n1 0 1\n0 1 0", fault: "a matrix of 0s and 1s"},
		{name: "Matrix Market", text: "%%MatrixMarket matrix coordinate\n4 4 4\n", fault: "a Matrix Market file"},
		{name: "one word too many", text: "a b\nb c x\nc d", fault: "f:2: got 3 words"},
		{name: "lists of neighbours", text: "1 2 4\n2 1 3\n3 2 4\n4 1 3", fault: "f:1: three names a line"},
		{name: "multiline lists of networkx", text: "a 1\nb {}\nb 1\nc {}\nc 0", fault: "f:2: got \"b\""},
		{name: "some weights", text: "a b 1\nb c\nc d 1", fault: "f:2: got 2 words"},
		{name: "mixed ends of lines", text: "a b\r\nb c\rc d\nd a", want: ring},
		{name: "empty", text: "", fault: "f: no graph"},
		{name: "only comments", text: "# nothing\n", fault: "f: no graph"},
		{name: "binary", text: "\x80\x04\x95\x00", fault: "in no format of a graph"},
		{name: "GeoJSON", text: `{"type": "FeatureCollection", "features": []}`, fault: "gerrychain"},

		{name: "adjacency", text: adjacency(`[{"id": "b", "shared_perim": 2}, {"id": "d"}], [{"id": "a"}, {"id": "c"}], [{"id": "b"}, {"id": "d"}], [{"id": "c"}, {"id": "a"}]`), want: ring},
		{name: "listed once", text: adjacency(`[{"id": "b"}, {"id": "d"}], [{"id": "c"}], [{"id": "d"}], []`), want: ring, remark: "4 edges listed at one end only"},
		{name: "fewer lists", text: adjacency(`[{"id": "b"}, {"id": "d"}], [{"id": "c"}]`), fault: "2 lists for 4 nodes"},
		{name: "more lists", text: adjacency(`[], [], [], [], []`), fault: "5 lists for 4 nodes"},
		{name: "unknown neighbour", text: adjacency(`[{"id": "x"}], [], [], []`), fault: "node a has the neighbour x"},
		{name: "neighbour without id", text: adjacency(`[{"di": "b"}], [], [], []`), fault: "the neighbour nothing"},
		{name: "neighbours by name alone", text: adjacency(`["b"], [], [], []`), fault: "adjacency is"},
		{name: "cut off", text: adjacency(`[]`)[:60], fault: "f:1: the text is cut off"},
		{name: "text behind", text: links(`, "links": `+four) + " {}", fault: "text behind the end"},

		{name: "links", text: links(`, "links": ` + four), want: ring},
		{name: "edges", text: links(`, "edges": ` + four), want: ring},
		{name: "neither", text: links(``), fault: "0 lists of edges"},
		{name: "both", text: links(`, "links": [], "edges": ` + four), fault: "2 lists of edges"},
		{name: "null", text: links(`, "links": null`), fault: "links is null"},
		{name: "a key twice", text: links(`, "links": [], "links": ` + four), fault: "the key links stands twice"},
		{name: "capital letters", text: links(`, "Links": ` + four), fault: "0 lists of edges"},
		{name: "further keys", text: links(`, "crs": 1, "links": ` + four), want: ring, remark: "keys that are not used: crs"},
		{name: "unknown end", text: links(`, "links": [{"source": "a", "target": "e"}]`), fault: "number 0 has the target e"},
		{name: "directed", text: links(`, "directed": true, "links": ` + four), want: ring, remark: "the graph is directed"},
		{name: "id twice", text: `{"nodes": [{"id": 1}, {"id": "1"}], "links": []}`, fault: "the id 1 is not its own"},
		{name: "id null", text: `{"nodes": [{"id": null}], "links": []}`, fault: "its id is null"},
		{name: "rustworkx", text: `{"directed":false,"multigraph":true,"attrs":null,"nodes":[{"id":0,"data":{"pop":"5"}},{"id":1,"data":null}],"links":[{"source":0,"target":1,"id":0,"data":null}]}`, want: "[0 1] [0-1]"},

		{name: "DIMACS", text: "c x\np col 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1", want: numbered},
		{name: "DIMACS: edges missing", text: "p edge 4 7\ne 1 2\ne 2 3\n", fault: "2 lines of edges: expected 7"},
		{name: "DIMACS: vertex 0", text: "p edge 2 1\ne 0 1\n", fault: "f:2: got"},
		{name: "DIMACS: another problem", text: "p cnf 4 4\n1 2 0\n", fault: "f:1: got 4 words"},
		{name: "TGF", text: "1\n2\n3\n4\n#\n1 2\n2 3\n3 4 x\n4 1", want: numbered},
		{name: "TGF: a single # in lines", text: "a b\n#\nb c\nc d\nd a", want: ring},
		{name: "GAL", text: "4\n1 2\n2 4\n2 2\n1 3\n3 2\n2 4\n4 2\n1 3\n", want: numbered},
		{name: "GAL: no neighbours", text: "0 2 x y\n1 0\n\n2 0\n\n", want: "[1 2] []"},
		{name: "GAL: listed once", text: "0 2 x y\n1 1\n2\n2 0\n", want: "[1 2] [1-2]", remark: "1 edge listed at one end only"},
		{name: "GAL: too few", text: "0 3 x y\n1 1\n2\n2 1\n1\n", fault: "f:1: got 4 words"},
		{name: "GAL: no units", text: "0\n", fault: "f: no graph"},
		{name: "no nodes", text: `{"nodes": [], "adjacency": []}`, fault: "f: no graph"},
		{name: "GraphML: not closed", text: "<graphml>\n<graph>\n</graphml>", fault: "f:3: element <graph> closed by </graphml>: expected well-formed XML"},
		{name: "GraphML: nested", text: "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"><graph/></node></graph></graphml>", fault: "node a has <graph>"},
		{name: "GraphML: hyperedge", text: "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/><hyperedge/></graph></graphml>", fault: "<hyperedge>"},
		{name: "GraphML: unknown end", text: "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/><edge source=\"a\" target=\"b\"/></graph></graphml>", fault: "the target \"b\""},
		{name: "other XML", text: "<svg/>", fault: "in no format of a graph"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := readText(c.text)
			switch {
			case c.fault != "":
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("got %v: expected %s", err, c.fault)
				}
			case err != nil:
				t.Error(err)
			case f.text() != c.want:
				t.Errorf("got %s: expected %s", f.text(), c.want)
			case c.remark != "" && (len(f.remarks) == 0 || !strings.Contains(f.remarks[0], c.remark)):
				t.Errorf("got %q: expected %s", f.remarks, c.remark)
			case c.remark == "" && len(f.remarks) > 0:
				t.Errorf("got %q: expected no remark", f.remarks)
			}
		})
	}
}

// TestWeights: weights of all kinds of files, and keys that have no effect.
func TestWeights(t *testing.T) {
	files := map[string]string{
		"ring":      "1 2\n2 3\n3 4\n4 1\n",
		"abc":       "a b\nb c\n",
		"weights":   "1 2\n3 4\n",
		"three":     "1 2 3",
		"table":     "name,pop,x\n4,4,0\n1,1,0\n2,2,0\n3,3,0\n",
		"nameless":  "1;1\n2;2\n3;3\n4;4\n",
		"twice":     "1,1\n1,2\n",
		"null.json": `{"nodes": [{"id": 1, "pop": null}], "links": []}`,
		"rust.json": `{"nodes": [{"id": 0, "data": {"pop": "5"}}, {"id": 1, "data": {"pop": "7"}}], "links": [{"source": 0, "target": 1}]}`,
		"islands":   "a b\nc\nd\n",
		"pairs":     "a b\nc d\n",
	}
	for _, c := range []struct {
		puzzle       string
		want         int
		fault, shown string
	}{
		{puzzle: "{graph: ring, weights: weights, size: 5}", want: 2 - 1}, // 1+4 and 2+3
		{puzzle: "{graph: ring, weights: table, weight: pop, size: 5}", want: 1},
		{puzzle: "{graph: ring, weights: nameless, size: 5}", want: 1},
		{puzzle: "{graph: rust.json, weight: pop, size: 12}", want: 1},
		{puzzle: "{graph: ring, weights: table, size: 5}", fault: "puzzle.weight"},
		{puzzle: "{graph: ring, weights: table, weight: y, size: 5}", fault: "puzzle.weight"},
		{puzzle: "{graph: ring, weights: three, size: 5}", fault: "three: 3 numbers: expected 4"},
		{puzzle: "{graph: abc, weights: three, size: 5}", fault: "a vertex is a"},
		{puzzle: "{graph: ring, weights: twice, size: 5}", fault: "twice:2: 1 stands twice"},
		{puzzle: "{graph: null.json, weight: pop, total: 1}", fault: "pop is null"},
		{puzzle: "{graph: ring, board: {rows: 2, cols: 2}, size: 2}", fault: "puzzle.board"},
		{puzzle: "{graph: ring, lattice: squares, size: 2}", fault: "puzzle.lattice"},
		{puzzle: "{graph: ring, wrap: [rows], size: 2}", fault: "puzzle.wrap"},
		{puzzle: "{graph: ring, symmetry: none, size: 2}", fault: "puzzle.symmetry"},
		{puzzle: "{graph: ring, unit: 2, size: 2}", fault: "puzzle.unit without a weight"},
		{puzzle: "{graph: ring, weights: weights, unit: -5, size: 2}", fault: "puzzle.unit -5"},
		{puzzle: "{graph: ring, weights: weights, unit: 0, size: 2}", fault: "puzzle.unit 0"},
		{puzzle: "{board: {rows: 2, cols: 2}, unit: 2, size: 2}", fault: "puzzle.unit goes with puzzle.graph"},
		{puzzle: "{graph: ring, format: gal, size: 2}", fault: "ring:1: got \"1 2\""},
		{puzzle: "{graph: ring, format: edge, size: 2}", fault: "did you mean edges?"},
		{puzzle: "{graph: islands, total: 3}", want: 1, shown: "vertices without neighbours: 2 of 4: c, d"},
		{puzzle: "{graph: islands, total: 2}", want: 0, shown: "and so has no partition into at most 2 regions"},
		{puzzle: "{graph: pairs, total: 2}", want: 1, shown: "the graph is in 2 parts, the least of 2 of its 4 vertices"},
	} {
		spec := specOf(t, "census", c.puzzle, files)
		var remarks []string
		spec.Remarks = &remarks
		job, err := open(spec)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: got %v, expected %s", c.puzzle, err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.puzzle, err)
			continue
		}
		if rows, _ := puzzletest.Rows(t, job); rows.Len() != c.want {
			t.Errorf("%s: %d rows, expected %d", c.puzzle, rows.Len(), c.want)
		}
		if !strings.Contains(strings.Join(remarks, "\n"), c.shown) || c.shown == "" && len(remarks) > 0 {
			t.Errorf("%s: got %q, expected %q", c.puzzle, remarks, c.shown)
		}
	}
}
