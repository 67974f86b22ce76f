package regions

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

const adjacencyExample = `{"directed": false, "multigraph": false, "graph": [], "nodes": [{"pop": 5, "id": 0}, {"pop": 7, "id": 1}, {"pop": 6, "id": 2}],
 "adjacency": [[{"id": 1}], [{"id": 0}, {"id": 2}], [{"id": 1}]]}
`

const nodeLinkExample = `{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"pop": 5, "id": "a"}, {"pop": 7, "id": "b"}],
 "links": [{"source": "a", "target": "b"}]}
`

func isJSONGraph(head []byte) bool {
	text := bytes.TrimLeft(head, " \t\r\n")
	return len(text) > 0 && text[0] == '{'
}

var adjacencyFormat = formats.Format[*fileGraph]{
	Name: "adjacency", About: "JSON with nodes and, for each, a list of its neighbours, as gerrychain writes it",
	Source: "networkx adjacency_data; gerrychain 1.0.0 graph/graph.py", Example: adjacencyExample,
	Recognises: func(head []byte) bool { return isJSONGraph(head) && bytes.Contains(head, []byte(`"adjacency"`)) },
	Read:       formats.Single(readJSON),
	Write: writeJSON(func(f *fileGraph, ids []json.RawMessage) (string, any) {
		lists := make([][]map[string]json.RawMessage, len(ids))
		for v := range lists {
			lists[v] = []map[string]json.RawMessage{}
		}
		for _, e := range simple(f.edges) {
			for k, v := range e {
				lists[v] = append(lists[v], map[string]json.RawMessage{"id": ids[e[1-k]]})
			}
		}
		return "adjacency", lists
	}),
}

var nodeLinkFormat = formats.Format[*fileGraph]{
	Name:   "node-link",
	About:  "JSON with nodes and links, which may be called edges, as networkx and rustworkx write it",
	Source: "networkx node_link_data; rustworkx 0.17 node_link_json", Example: nodeLinkExample,
	Recognises: isJSONGraph,
	Read:       formats.Single(readJSON),
	Write: writeJSON(func(f *fileGraph, ids []json.RawMessage) (string, any) {
		links := []map[string]json.RawMessage{}
		for _, e := range simple(f.edges) {
			links = append(links, map[string]json.RawMessage{"source": ids[e[0]], "target": ids[e[1]]})
		}
		return "links", links
	}),
}

// writeJSON writes the nodes with their attributes, and what a format writes beside them.
func writeJSON(beside func(*fileGraph, []json.RawMessage) (string, any)) func(io.Writer, iter.Seq[*fileGraph]) error {
	return writeOne(func(f *fileGraph) (string, error) {
		nodes := make([]map[string]json.RawMessage, len(f.names))
		ids := make([]json.RawMessage, len(f.names))
		for v, name := range f.names {
			nodes[v] = map[string]json.RawMessage{}
			if f.attributes != nil {
				nodes[v] = f.attributes[v]
			}
			if ids[v] = nodes[v]["id"]; ids[v] == nil {
				ids[v], _ = json.Marshal(name)
				nodes[v]["id"] = ids[v]
			}
		}
		key, value := beside(f, ids)
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		err := e.Encode(map[string]any{"directed": false, "multigraph": false, "graph": []any{},
			"nodes": nodes, key: value})
		return b.String(), err
	})
}

// writeOne makes the writer of a format, which has one graph a file.
func writeOne(text func(*fileGraph) (string, error)) func(io.Writer, iter.Seq[*fileGraph]) error {
	return func(out io.Writer, graphs iter.Seq[*fileGraph]) error {
		all := slices.Collect(graphs)
		switch len(all) {
		case 0:
			return enumerate.Errorf("no graph to write: expected one")
		case 1:
			return formats.Texts("", "", "", text)(out, slices.Values(all))
		}
		return enumerate.Errorf("several graphs: expected one a file")
	}
}

// readJSON reads JSON with nodes, and with the list links or edges or with the lists adjacency.
func readJSON(_ *formats.Input, text []byte) *fileGraph {
	var at formats.Place
	formats.CheckJSON(text, "JSON with nodes, and links or adjacency")
	var file map[string]json.RawMessage
	formats.Must(json.Unmarshal(text, &file))
	f := &fileGraph{}
	f.nodes(file["nodes"])
	var lists []string
	var others []string
	for key := range file {
		switch key {
		case "links", "edges", "adjacency":
			lists = append(lists, key)
		case "nodes", "directed", "multigraph", "graph", "attrs", "name":
		default:
			others = append(others, key)
		}
	}
	if slices.Sort(others); len(others) > 0 {
		f.remark("keys that are not used: %s", strings.Join(others, ", "))
	}
	at.Need(len(lists) == 1, "one of links, edges and adjacency", "the graph has %d lists of edges", len(lists))
	for _, key := range []string{"directed", "multigraph"} {
		value := plain(file[key])
		at.Need(file[key] == nil || value == "true" || value == "false", "true or false", "%s is %s", key, value)
	}
	directed := plain(file["directed"]) == "true"
	if directed {
		f.remark("the graph is directed: its edges are taken without a direction")
	}
	if lists[0] == "adjacency" {
		f.adjacency(file["adjacency"], !directed)
	} else {
		f.links(lists[0], file[lists[0]])
	}
	return f
}

// nodes reads the nodes with their attributes. rustworkx has these as texts under the key data.
func (f *fileGraph) nodes(raw json.RawMessage) {
	var at formats.Place
	var nodes []json.RawMessage
	err := json.Unmarshal(raw, &nodes)
	at.Need(err == nil && nodes != nil, "a list of objects, each with an id", "nodes is %s",
		enumerate.Shorten(plain(raw)))
	at.Need(len(nodes) <= mostVertices, "at most "+enumerate.Grouped(mostVertices), "the graph has %s vertices",
		enumerate.Grouped(len(nodes)))
	for i, raw := range nodes {
		var node map[string]json.RawMessage
		if err := json.Unmarshal(raw, &node); err != nil || node == nil {
			at.Fail("an object with an id", "node %d is %s", i, enumerate.Shorten(plain(raw)))
		}
		id, ok := nameOf(node["id"])
		at.Need(ok, "a text or a number", "node %d: its id is %s", i, id)
		at.Need(int(f.vertex(id)) == i, "", "node %d: the id %s is not its own", i, id)
		var data map[string]json.RawMessage
		if len(node) == 2 && json.Unmarshal(node["data"], &data) == nil && data != nil {
			data["id"], node = node["id"], data
		}
		f.attributes = append(f.attributes, node)
	}
}

// nameOf is the text of an id, which is a text or a number: else it is not ok.
func nameOf(raw json.RawMessage) (name string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return enumerate.Shorten(plain(raw)), false
	}
	return plain(raw), true
}

// known returns the vertex of an id. Where there is none, what says whose id it is.
func (f *fileGraph) known(raw json.RawMessage, what string, args ...any) int32 {
	name, ok := nameOf(raw)
	v, known := f.number[name]
	if !ok || !known {
		expected := "the id of a node"
		if !ok {
			expected = "a text or a number"
		}
		formats.Place{}.Fail(expected, what+" %s", append(args, name)...)
	}
	return v
}

func (f *fileGraph) links(key string, raw json.RawMessage) {
	var links []map[string]json.RawMessage
	err := json.Unmarshal(raw, &links)
	formats.Place{}.Need(err == nil && links != nil, "a list of objects with source and target", "%s is %s", key,
		enumerate.Shorten(plain(raw)))
	for i, link := range links {
		f.edges = append(f.edges, [2]int32{f.known(link["source"], "%s: number %d has the source", key, i),
			f.known(link["target"], "%s: number %d has the target", key, i)})
	}
}

func (f *fileGraph) adjacency(raw json.RawMessage, both bool) {
	var at formats.Place
	var lists [][]map[string]json.RawMessage
	err := json.Unmarshal(raw, &lists)
	at.Need(err == nil && lists != nil, "a list for each node of objects with an id", "adjacency is %s",
		enumerate.Shorten(plain(raw)))
	at.Need(len(lists) == len(f.names), "one for each", "adjacency has %d lists for %d nodes", len(lists), len(f.names))
	for v, list := range lists {
		for _, neighbour := range list {
			w := f.known(neighbour["id"], "adjacency: node %s has the neighbour", f.names[v])
			f.edges = append(f.edges, [2]int32{int32(v), w})
		}
	}
	if both {
		f.oneSided()
	}
}

// plain is a text or a number of JSON without quotes; "nothing" if it is missing.
func plain(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && len(raw) > 0 && raw[0] == '"' {
		return text
	}
	if raw == nil {
		return "nothing"
	}
	return string(raw)
}
