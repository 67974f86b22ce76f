package configs

import "strings"

// Count is one line of the table of known counts.
type Count struct {
	ID     string // also the name of the shipped run, where there is one
	Puzzle string
	// Raw and Distinct (up to the symmetries of board and pieces) are decimal
	// numbers, or lists of them, or "" where nothing is published.
	Raw, Distinct string
	Source        string
}

// KnownCounts is the table of published counts and statistics. Every figure
// that the documentation or a test quotes comes from here.
func KnownCounts() []Count {
	data, err := shippedFiles.ReadFile("known.tsv")
	if err != nil {
		panic("configs: " + err.Error()) // embedded
	}
	var out []Count
	header := true
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if header {
			header = false
			continue
		}
		f := strings.Split(line, "\t")
		for i := range f {
			if f[i] == "-" {
				f[i] = ""
			}
		}
		out = append(out, Count{f[0], f[1], f[2], f[3], f[4]})
	}
	return out
}
