package configs

import (
	"embed"
	"strings"
)

//go:embed *.yaml data known.tsv
var shippedFiles embed.FS

// Run describes a shipped run.
type Run struct {
	Name string `json:"name"`
	// Summary is one line: the first comment of the file.
	Summary string `json:"summary"`
}

// Shipped lists the runs that come with the program, by name.
func Shipped() []Run {
	var out []Run
	for _, name := range shippedNames() {
		line, _, _ := strings.Cut(shippedFile(name+".yaml"), "\n")
		out = append(out, Run{name, strings.TrimSpace(strings.TrimPrefix(line, "#"))})
	}
	return out
}

// KnownTable is the table of published counts, known.tsv.
func KnownTable() string { return shippedFile("known.tsv") }

func shippedNames() []string {
	entries, err := shippedFiles.ReadDir(".")
	if err != nil {
		panic("configs: " + err.Error()) // embedded
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok {
			out = append(out, name)
		}
	}
	return out
}

func shippedFile(name string) string {
	data, err := shippedFiles.ReadFile(name)
	if err != nil {
		panic("configs: " + err.Error()) // embedded
	}
	return string(data)
}
