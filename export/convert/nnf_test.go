package convert_test

import (
	"strconv"
	"strings"
	"testing"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles"
)

// circuit writes the circuit of a census by a sweep.
func circuit(t *testing.T, config string) (text string, options int) {
	t.Helper()
	plan, err := configs.Parse("test.yaml", []byte(config))
	if err != nil {
		t.Fatal(err)
	}
	family, err := puzzles.Find(plan.Family)
	if err != nil {
		t.Fatal(err)
	}
	job, err := family.Open(plan.Spec())
	if err != nil {
		t.Fatal(err)
	}
	c, err := job.Covers.Cover(0)
	if err != nil {
		t.Fatal(err)
	}
	c.Diagram = func() (*enumerate.Diagram, error) {
		return job.Diagram(enumerate.Question{SweepOnly: true}, nil)
	}
	return write(t, c, "nnf"), c.Problem.Options()
}

// readCircuit reads a circuit and checks its form. It returns its models, each as the set of its true variables, written
// as bits: all variables must stand on each path once.
func readCircuit(t *testing.T, text string, options int) (models map[string]bool) {
	t.Helper()
	kinds := []string{""}
	paths := map[int][]string{} // by node, from it to the end
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if last := len(fields) - 1; last < 2 || fields[last] != "0" {
			t.Fatalf("line %q", line)
		}
		if strings.Contains("otf", fields[0]) {
			if fields[1] != strconv.Itoa(len(kinds)) || len(paths) > 1 {
				t.Fatalf("node line %q: expected number %d", line, len(kinds))
			}
			if kinds = append(kinds, fields[0]); fields[0] == "t" {
				paths[len(kinds)-1] = []string{strings.Repeat("?", options)}
			}
			continue
		}
		from, _ := strconv.Atoi(fields[0])
		to, _ := strconv.Atoi(fields[1])
		if kinds[to] == "o" && paths[to] == nil {
			t.Fatalf("arc %q stands before those out of node %d, or that node is dead", line, to)
		}
		for _, path := range paths[to] {
			values := []byte(path)
			for _, field := range fields[2 : len(fields)-1] {
				v, _ := strconv.Atoi(field)
				sign := byte('1')
				if v < 0 {
					v, sign = -v, '0'
				}
				if kinds[to] == "f" {
					continue
				}
				if values[v-1] != '?' {
					t.Fatalf("variable %d stands twice on a path through %q", v, line)
				}
				values[v-1] = sign
			}
			paths[from] = append(paths[from], string(values))
		}
	}
	models = map[string]bool{}
	for _, path := range paths[1] {
		if models[path] || strings.Contains(path, "?") {
			t.Errorf("model %s comes twice, or lacks a variable", path)
		}
		models[path] = true
	}
	return models
}

// TestCircuits: the models are the solutions, all variables of all of them.
func TestCircuits(t *testing.T) {
	for config, solutions := range map[string]int{
		"family: polyomino\njob: census\npuzzle: {board: {rows: 4, cols: 5}, pieces: [{name: I2, count: any}]}":                         95,
		"family: polyomino\njob: census\npuzzle: {board: {rows: 3, cols: 4}, pieces: [{name: I2, count: any}]}":                         11,
		"family: polyomino\njob: census\npuzzle: {board: {rows: 2, cols: 4}, pieces: [{name: I2, count: any}, {name: I1, count: any}]}": 71,
		"family: polyomino\njob: census\npuzzle: {board: {rows: 3, cols: 3}, pieces: [{name: I2, count: 4}, {name: I1, count: 1}]}":     18,
	} {
		text, options := circuit(t, config)
		if models := readCircuit(t, text, options); len(models) != solutions {
			t.Errorf("%s: %d models, expected %d", config, len(models), solutions)
		}
	}
}
