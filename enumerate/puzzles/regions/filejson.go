package regions

import (
	"bytes"
	"encoding/json"
	"fmt"
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

func adjacencyFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name: "adjacency", About: "JSON with nodes and, for each, a list of its neighbours, as gerrychain writes it",
		Source: "networkx adjacency_data; gerrychain 1.0.0 graph/graph.py", Example: adjacencyExample,
		Recognises: func(head []byte) bool { return isJSONGraph(head) && bytes.Contains(head, []byte(`"adjacency"`)) },
		Read:       readJSON,
		Write: func(out io.Writer, graphs iter.Seq[*fileGraph]) error {
			return writeJSON(out, graphs, func(f *fileGraph, ids []json.RawMessage) (string, any) {
				lists := make([][]map[string]json.RawMessage, len(ids))
				for v := range lists {
					lists[v] = []map[string]json.RawMessage{}
				}
				for _, e := range f.simple() {
					for k, v := range e {
						lists[v] = append(lists[v], map[string]json.RawMessage{"id": ids[e[1-k]]})
					}
				}
				return "adjacency", lists
			})
		},
	}
}

func nodeLinkFormat() formats.Format[*fileGraph] {
	return formats.Format[*fileGraph]{
		Name:   "node-link",
		About:  "JSON with nodes and links, which may be called edges, as networkx and rustworkx write it",
		Source: "networkx node_link_data; rustworkx 0.17 node_link_json", Example: nodeLinkExample,
		Recognises: isJSONGraph,
		Read:       readJSON,
		Write: func(out io.Writer, graphs iter.Seq[*fileGraph]) error {
			return writeJSON(out, graphs, func(f *fileGraph, ids []json.RawMessage) (string, any) {
				links := []map[string]json.RawMessage{}
				for _, e := range f.simple() {
					links = append(links, map[string]json.RawMessage{"source": ids[e[0]], "target": ids[e[1]]})
				}
				return "links", links
			})
		},
	}
}

// writeJSON writes the nodes with their attributes, and what a format writes beside them.
func writeJSON(out io.Writer, graphs iter.Seq[*fileGraph],
	beside func(*fileGraph, []json.RawMessage) (string, any)) error {
	f, err := onlyGraph(graphs)
	if err != nil {
		return err
	}
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
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(map[string]any{"directed": false, "multigraph": false, "graph": []any{},
		"nodes": nodes, key: value})
}

// onlyGraph returns the graph of a file that is to be written: formats of graphs have one a file.
func onlyGraph(graphs iter.Seq[*fileGraph]) (*fileGraph, error) {
	var only *fileGraph
	for f := range graphs {
		if only != nil {
			return nil, enumerate.Errorf("several graphs: expected one a file")
		}
		only = f
	}
	if only == nil {
		return nil, enumerate.Errorf("no graph to write: expected one")
	}
	return only, nil
}

// readJSON reads JSON with nodes, and with the list links or edges or with the lists adjacency.
func readJSON(in *formats.Input, each func(*fileGraph) error) error {
	text, err := in.Text()
	if err != nil {
		return err
	}
	if err := formats.CheckJSON(text, "JSON with nodes, and links or adjacency"); err != nil {
		return err
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(text, &file); err != nil {
		return enumerate.Errorf("%v", err)
	}
	f := &fileGraph{}
	if err := f.nodes(file["nodes"]); err != nil {
		return err
	}
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
	if slices.Sort(lists); len(lists) != 1 {
		return &enumerate.InputError{Problem: fmt.Sprintf("the graph has %d lists of edges", len(lists)),
			Expected: "one of links, edges and adjacency"}
	}
	for _, key := range []string{"directed", "multigraph"} {
		if value := plain(file[key]); file[key] != nil && value != "true" && value != "false" {
			return &enumerate.InputError{Problem: key + " is " + value, Expected: "true or false"}
		}
	}
	if plain(file["directed"]) == "true" {
		f.remark("the graph is directed: its edges are taken without a direction")
	}
	if lists[0] == "adjacency" {
		err = f.adjacency(file["adjacency"], plain(file["directed"]) != "true")
	} else {
		err = f.links(lists[0], file[lists[0]])
	}
	if err != nil {
		return err
	}
	return each(f)
}

// nodes reads the nodes with their attributes. rustworkx has these as texts under the key data.
func (f *fileGraph) nodes(raw json.RawMessage) error {
	var nodes []json.RawMessage
	if err := json.Unmarshal(raw, &nodes); err != nil || nodes == nil {
		return enumerate.Errorf("nodes is %s: expected a list of objects, each with an id",
			enumerate.Shorten(plain(raw)))
	}
	if len(nodes) > mostVertices {
		return enumerate.Errorf("the graph has %s vertices: expected at most %s", enumerate.Grouped(len(nodes)),
			enumerate.Grouped(mostVertices))
	}
	for i, raw := range nodes {
		var node map[string]json.RawMessage
		if err := json.Unmarshal(raw, &node); err != nil || node == nil {
			return enumerate.Errorf("node %d is %s: expected an object with an id", i, enumerate.Shorten(plain(raw)))
		}
		id, err := nameOf(node["id"])
		if err != nil {
			return enumerate.Errorf("node %d: its id is %v", i, err)
		}
		if int(f.vertex(id)) != i {
			return enumerate.Errorf("node %d: the id %s is not its own", i, id)
		}
		var data map[string]json.RawMessage
		if len(node) == 2 && json.Unmarshal(node["data"], &data) == nil && data != nil {
			data["id"], node = node["id"], data
		}
		f.attributes = append(f.attributes, node)
	}
	return nil
}

// nameOf is the text of an id, which is a text or a number.
func nameOf(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return "", fmt.Errorf("%s: expected a text or a number", enumerate.Shorten(plain(raw)))
	}
	return plain(raw), nil
}

// known returns the vertex of an id.
func (f *fileGraph) known(raw json.RawMessage) (int32, error) {
	name, err := nameOf(raw)
	if err != nil {
		return 0, err
	}
	v, ok := f.number[name]
	if !ok {
		return 0, fmt.Errorf("%s: expected the id of a node", name)
	}
	return v, nil
}

func (f *fileGraph) links(key string, raw json.RawMessage) error {
	var links []map[string]json.RawMessage
	if err := json.Unmarshal(raw, &links); err != nil || links == nil {
		return enumerate.Errorf("%s is %s: expected a list of objects with source and target", key,
			enumerate.Shorten(plain(raw)))
	}
	for i, link := range links {
		var e [2]int32
		for k, end := range []string{"source", "target"} {
			v, err := f.known(link[end])
			if err != nil {
				return enumerate.Errorf("%s: number %d has the %s %v", key, i, end, err)
			}
			e[k] = v
		}
		f.edges = append(f.edges, e)
	}
	return nil
}

func (f *fileGraph) adjacency(raw json.RawMessage, both bool) error {
	var lists [][]map[string]json.RawMessage
	if err := json.Unmarshal(raw, &lists); err != nil || lists == nil {
		return enumerate.Errorf("adjacency is %s: expected a list for each node of objects with an id",
			enumerate.Shorten(plain(raw)))
	}
	if len(lists) != len(f.names) {
		return enumerate.Errorf("adjacency has %d lists for %d nodes: expected one for each", len(lists), len(f.names))
	}
	for v, list := range lists {
		for _, neighbour := range list {
			w, err := f.known(neighbour["id"])
			if err != nil {
				return enumerate.Errorf("adjacency: node %s has the neighbour %v", f.names[v], err)
			}
			f.edges = append(f.edges, [2]int32{int32(v), w})
		}
	}
	if both {
		f.oneSided()
	}
	return nil
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
