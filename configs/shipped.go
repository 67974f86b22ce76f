package configs

import (
	"embed"
	"strings"
)

//go:embed *.yaml data known.tsv
var shippedFiles embed.FS

// Run describes a shipped run.
type Run struct {
	Name string
	// Summary is one line: the first comment of the file.
	Summary string
	// Known is the published count, if there is one.
	Known *Count
}

// Shipped lists the runs that come with the program, by name.
func Shipped() []Run {
	known := map[string]*Count{}
	for _, c := range KnownCounts() {
		known[c.ID] = &c
	}
	var out []Run
	for _, name := range shippedNames() {
		data, err := shippedFiles.ReadFile(name + ".yaml")
		if err != nil {
			panic("configs: " + err.Error()) // embedded: it was listed a moment ago
		}
		line, _, _ := strings.Cut(string(data), "\n")
		out = append(out, Run{name, strings.TrimSpace(strings.TrimPrefix(line, "#")), known[name]})
	}
	return out
}

func shippedNames() []string {
	entries, err := shippedFiles.ReadDir(".")
	if err != nil {
		panic("configs: " + err.Error())
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			out = append(out, name)
		}
	}
	return out
}
