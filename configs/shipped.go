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

// Count is one line of the table of known counts.
type Count struct {
	ID     string // also the name of the shipped run, where there is one
	Puzzle string
	// Raw and Distinct (up to the symmetries of board and pieces) are decimal
	// numbers, or lists of them, or "" where nothing is published.
	Raw, Distinct string
	Source        string
}

// Shipped lists the runs that come with the program, by name.
func Shipped() []Run {
	known := map[string]*Count{}
	for _, c := range KnownCounts() {
		known[c.ID] = &c
	}
	var out []Run
	for _, name := range shippedNames() {
		line, _, _ := strings.Cut(shippedFile(name+".yaml"), "\n")
		out = append(out, Run{name, strings.TrimSpace(strings.TrimPrefix(line, "#")), known[name]})
	}
	return out
}

// KnownCounts is the table of published counts and statistics. Every figure
// that the documentation or a test quotes comes from it.
func KnownCounts() []Count {
	var out []Count
	header := true
	for line := range strings.SplitSeq(shippedFile("known.tsv"), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case header:
			header = false
		default:
			f := strings.Split(line, "\t")
			for i := range f {
				if f[i] == "-" {
					f[i] = ""
				}
			}
			out = append(out, Count{f[0], f[1], f[2], f[3], f[4]})
		}
	}
	return out
}

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
