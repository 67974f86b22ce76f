package regions

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzletest"
)

// specOf decodes a puzzle section; files are those that it may name.
func specOf(t *testing.T, job, puzzle string, files map[string]string) enumerate.Spec {
	t.Helper()
	plan, err := configs.Parse("test.yaml", []byte("family: regions\njob: "+job+"\npuzzle: "+puzzle+"\nmeasures: [regions, cut_edges, least_size, greatest_size, stabiliser]\n"))
	if err != nil {
		t.Fatal(err)
	}
	spec := plan.Spec()
	spec.Open = func(name string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(files[name])), nil }
	return spec
}

// TestInstances: on boards of all lattices the kernel's tasks add up, rows are read back and checked, and sweeps
// find the statistics of the list, raw and up to symmetry.
func TestInstances(t *testing.T) {
	var boards []string
	for rows := 1; rows <= 4; rows++ {
		for cols := rows; cols <= 4; cols++ {
			for _, parts := range []string{"total: 2", "total: {max: 3}", "size: 4", "size: {min: 2, max: 5}, total: {min: 3, max: 4}"} {
				boards = append(boards, fmt.Sprintf("board: {rows: %d, cols: %d}, %s", rows, cols, parts))
			}
		}
	}
	boards = append(boards, "board: {rows: 2, cols: 3}, size: 3", "board: {rows: 4, cols: 4}, total: 2", "board: {rows: 3, cols: 5}, size: {min: 2, max: 4}",
		"board: {rows: 3, cols: 4}, wrap: [cols], size: 4", "board: {rows: 3, cols: 3}, wrap: [rows, cols], size: 3, total: 3",
		"lattice: hexagons, board: {hexagon: 2}, total: {min: 2, max: 3}", "lattice: triangles, board: {triangle: 4}, size: 4",
		"lattice: cubes, board: {layers: 2, rows: 2, cols: 3}, size: {min: 3, max: 5}", "board: {picture: \"..#\\n...\\n#..\"}, total: 3",
		"board: {rows: 4, cols: 4}, wrap: [rows, cols], size: 8", "lattice: hexagons, board: {hexagon: 3}, total: 2")
	for k, board := range boards {
		if testing.Short() && k%4 > 0 {
			continue
		}
		for _, symmetry := range []string{"full", "none"} {
			puzzle := "{" + board + ", symmetry: " + symmetry + "}"
			spec := specOf(t, "census", puzzle, nil)
			var p params
			if err := p.read(spec.Puzzle); err != nil {
				t.Fatal(err)
			}
			g, err := p.graph(spec)
			if err == nil {
				err = p.bound(g)
			}
			if err != nil {
				t.Fatal(err)
			}
			x, err := g.instance(spec)
			if err != nil {
				t.Fatal(err)
			}
			raw, _ := puzzletest.TestInstance(t, x)
			if len(g.Edges) <= 17 && int(raw) != len(g.partitions()) {
				t.Errorf("%s: %d partitions, expected %d", puzzle, raw, len(g.partitions()))
			}
		}
	}
}

// TestGraphs: files of both kinds, with weights.
func TestGraphs(t *testing.T) {
	files := map[string]string{
		"square.txt": "a b\nb c # a comment\nc d\nd a\na a\nb a\n",
		"map.json":   `{"nodes": [{"id": "A", "people": 2400}, {"id": "B", "people": 1600}, {"id": 3, "people": 900}], "links": [{"source": "A", "target": "B"}, {"source": "B", "target": 3}]}`,
	}
	for puzzle, want := range map[string]int{
		"{graph: square.txt, total: 2}":                                         6, // two edges of a ring of four are cut
		"{graph: square.txt, size: 2}":                                          2,
		"{graph: map.json, weight: people, unit: 1000, size: {min: 2, max: 3}}": 1, // 2 and 2 + 1 thousand
		"{graph: map.json, weight: people, size: {min: 900, max: 4000}}":        3,
	} {
		job, err := open(specOf(t, "census", puzzle, files))
		if err != nil {
			t.Fatal(err)
		}
		rows, _ := puzzletest.Rows(t, job)
		if rows.Len() != want {
			t.Errorf("%s: %d rows, expected %d", puzzle, rows.Len(), want)
		}
		puzzletest.RowsAreChecked(t, job)
	}
}

// TestPictures: the dots of a graph lie where its file says, with y upwards, and edges between regions are grey.
func TestPictures(t *testing.T) {
	const nodes = `{"id": 1, "pos": [5, 2]}, {"id": 2, "x": 7, "y": 3}, {"id": 3, "pos": [9, 2]`
	files := map[string]string{"placed.json": `{"nodes": [` + nodes + `}], "links": [{"source": 1, "target": 2}, {"source": 3, "target": 2}]}`,
		"half.json": `{"nodes": [` + nodes + `}, {"id": 4, "x": 1}], "links": []}`}
	for file, want := range map[string]string{"placed.json": "", "half.json": "have no places"} {
		spec := specOf(t, "census", "{graph: "+file+", total: 2}", files)
		var p params
		if err := p.read(spec.Puzzle); err != nil {
			t.Fatal(err)
		}
		g, err := p.graph(spec)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := g.tables()
		if err != nil {
			t.Fatal(err)
		}
		d, err := drawer(enumerate.DrawRequest{Puzzle: spec.Puzzle, Columns: []enumerate.Column{regionColumn}, Table: func(name string) (*enumerate.Batch, error) {
			return tables[slices.IndexFunc(tables, func(t enumerate.Table) bool { return t.Name == name })].Rows, nil
		}})
		if want != "" {
			var none *enumerate.NoPictureError
			if !errors.As(err, &none) || !strings.Contains(none.Reason, want) {
				t.Errorf("%s: %v, expected %s", file, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if at := fmt.Sprint(g.places); at != "[{0 250} {500 0} {1000 250}]" || len(d.Pieces) != 2 {
			t.Errorf("places %s, %d pieces", at, len(d.Pieces))
		}
		rows := enumerate.NewBatch([]enumerate.Column{regionColumn})
		rows.AppendInt32List(0, []int32{0, 1, 1})
		rows.AppendInt32List(0, []int32{0, 1, 2})
		drawing, err := d.Draw(rows, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		var fills []enumerate.Fill
		for _, c := range drawing.Cells {
			fills = append(fills, c.Fill)
		}
		if !slices.Equal(fills, []enumerate.Fill{enumerate.Dark, 1, 0, 1, 1}) {
			t.Errorf("fills %v of two edges and three dots", fills)
		}
		if _, err := d.Draw(rows, 1, nil); err == nil {
			t.Error("a third region is drawn")
		}
		if empty, err := d.Puzzle(nil, 0); err != nil || len(empty.Cells) != 5 || empty.Cells[4].Fill != enumerate.Paper {
			t.Errorf("the graph without regions: %v, %v", empty, err)
		}
	}
}

// TestErrors: what is wrong with a config is said at its key.
func TestErrors(t *testing.T) {
	files := map[string]string{"bad.txt": "a b\na b c\n", "map.json": `{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}`, "empty.txt": "\n", "good.txt": "a b",
		"weights.json": `{"nodes": [{"id": 1, "people": -3}], "links": []}`}
	for puzzle, want := range map[string]string{
		"{board: {rows: 2, cols: 2}}":                                                 "puzzle.size is missing",
		"{size: 2}":                                                                   "got nothing: expected {rows: 8, cols: 8}",
		"{board: {rows: 2, cols: 1..3}, size: 2}":                                     "is a range",
		"{board: {rows: 2, cols: 2}, weight: people, size: 2}":                        "goes with puzzle.graph alone",
		"{graph: bad.txt, size: 2}":                                                   "bad.txt:2: got 3 words",
		"{graph: empty.txt, size: 2}":                                                 "empty.txt: no graph",
		"{graph: good.txt, weight: people, size: 2}":                                  "has no weights of vertices",
		"{graph: map.json, size: 2}":                                                  "the target 2: expected the id of a node",
		"{graph: weights.json, weight: people, size: 2}":                              "node 1: people is -3",
		"{graph: weights.json, weight: people, unit: -1, total: 2}":                   "puzzle.unit -1",
		"{lattice: hexagons, board: {rows: 2, cols: 2}, wrap: [cols], size: 2}":       "do not wrap",
		"{board: {rows: 2, cols: 3}, size: {deviation: 1%}}":                          "expected puzzle.total with one number",
		"{board: {rows: 2, cols: 3}, total: {min: 2, max: 3}, size: {deviation: 1%}}": "expected puzzle.total with one number",
		"{board: {rows: 3, cols: 3}, total: 2, size: {deviation: 10%}}":               "no whole number is within 10.000% of 4.50, the mean of 2 regions",
		"{board: {rows: 2, cols: 3}, total: 2, size: {deviation: 0.01}}":              "deviation \"0.01\": expected a percentage",
		"{board: {rows: 2, cols: 3}, total: 2, size: {deviation: 1%, min: 2}}":        "a deviation beside min or max",
		"{graph: good.txt, total: 2, given: {together: [[a, c]]}}":                    "the graph has no vertex \"c\"",
		"{graph: good.txt, total: 2, given: {apart: [[a, [0, 1]]]}}":                  "expected the name of a vertex",
		"{graph: good.txt, total: 2, given: {apart: [[a]]}}":                          "got 1 vertex: expected a list of two or more",
		"{graph: good.txt, total: 2, given: {apart: [[a, b, a]]}}":                    "stands twice",
		"{graph: good.txt, total: 2, given: {together: [[b, a]], apart: [[a, b]]}}":   "a and b are together by puzzle.given.together",
		"{board: {rows: 2, cols: 3}, size: 3, given: {together: [[[0, 0], [2, 0]]]}}": "cell [2, 0] is no free cell of the board: expected [row, column], counted from 0",
		"{board: {rows: 2, cols: 3}, size: 3, given: {together: [[[0, 0], r0c1]]}}":   "expected a cell of the board",
	} {
		_, err := open(specOf(t, "census", puzzle, files))
		var input *enumerate.InputError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &input) {
			t.Errorf("%s: %v, expected %s", puzzle, err, want)
		}
	}
	spec := specOf(t, "census", "{board: {rows: 2, cols: 2}, size: 2}", nil)
	spec.Kind, spec.Sample = enumerate.Sample, &enumerate.SampleSpec{Draws: 10, Sampler: "shuffled"}
	if _, err := open(spec); err == nil || !strings.Contains(err.Error(), "expected uniform") {
		t.Errorf("a shuffled sample: %v", err)
	}
}

// TestDeviation: the bounds are the whole numbers within the deviation from the mean, both ends included.
func TestDeviation(t *testing.T) {
	for percent, want := range map[string][2]int64{"16.6%": {6, 6}, "0%": {6, 6}, "50%": {3, 9}, "49.9%": {4, 8}, "100%": {0, 12}} {
		var p params
		spec := specOf(t, "census", "{board: {rows: 3, cols: 8}, total: 4, size: {deviation: "+percent+"}}", nil)
		if err := p.read(spec.Puzzle); err != nil {
			t.Fatal(err)
		}
		g, err := p.graph(spec)
		if err == nil {
			err = p.bound(g)
		}
		if err != nil || g.Least != want[0] || g.Most != want[1] || g.Fewest != 4 || g.Greatest != 4 {
			t.Errorf("%s: regions of %d to %d, %d to %d of them (%v), expected %v", percent, g.Least, g.Most, g.Fewest, g.Greatest, err, want)
		}
	}
}

// TestMisfit: a remark says that sizes cannot add up to the whole exactly where they cannot.
func TestMisfit(t *testing.T) {
	for puzzle, want := range map[string]bool{
		"{board: {rows: 2, cols: 5}, size: 3}":                              true,
		"{board: {rows: 2, cols: 5}, size: 5}":                              false,
		"{board: {rows: 2, cols: 5}, size: {min: 3, max: 4}}":               false,
		"{board: {rows: 2, cols: 5}, size: {min: 3, max: 4}, total: 2}":     true,
		"{board: {rows: 2, cols: 5}, size: {min: 1, max: 2000000000}}":      false,
		"{board: {rows: 2, cols: 5}, size: {min: 20}, total: 1}":            true,
		"{board: {rows: 2, cols: 5}, size: {min: 2}, total: {min: 6}}":      true,
		"{board: {rows: 2, cols: 5}, total: 3, size: {deviation: 30%}}":     false,
		"{board: {rows: 2, cols: 5}, size: 1, total: {min: 10, max: 2000}}": false,
	} {
		var remarks []string
		spec := specOf(t, "census", puzzle, nil)
		spec.Remarks = &remarks
		_, err := open(spec)
		if got := strings.Contains(strings.Join(remarks, "\n"), "there is no partition"); err != nil || got != want {
			t.Errorf("%s: %v, remarks %q", puzzle, err, remarks)
		}
	}
}
