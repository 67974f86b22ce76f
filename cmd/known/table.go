package main

import (
	"strconv"
	"strings"

	"coverstat/configs"
)

// A knownCount is one line of the table of known counts.
type knownCount struct {
	ID     string // also the name of the shipped run, where there is one
	Puzzle string
	// Config says what is counted where that is not the shipped run with this ID: a
	// family and its puzzle, such as "polyomino {board: ..., pieces: ...}", or
	// "covers" and the name and the numbers of an exact cover of configs/covers.
	Config string
	// Raw and Distinct (up to the symmetries of board and pieces) are decimal
	// numbers, or lists of them, or "" where nothing is published.
	Raw, Distinct string
	Convention    string // what makes two solutions equal, where that is in doubt
	Source        string // "ours" where nobody else published the figure
	Time          string // what counting takes on one processor: at most a second, minute or hour
}

// knownCounts is the table of published counts and statistics. Every figure
// that the documentation or a test quotes comes from it.
func knownCounts() []knownCount {
	var out []knownCount
	templates := map[string]string{}
	header := true
	for line := range strings.SplitSeq(configs.KnownTable(), "\n") {
		f := strings.Split(line, "\t")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case f[0] == "template":
			templates[f[1]] = f[2]
		case header:
			header = false
		default:
			for i := range f {
				if f[i] == "-" {
					f[i] = ""
				}
			}
			out = append(out, knownCount{f[0], f[1], expand(f[2], templates), f[3], f[4], f[5], f[6], f[7]})
		}
	}
	return out
}

// expand puts the words after the name of a template into its places $1, $2, ....
func expand(config string, templates map[string]string) string {
	words := strings.Fields(config)
	if len(words) == 0 || templates[words[0]] == "" {
		return config
	}
	out := templates[words[0]]
	for i, word := range words[1:] {
		out = strings.ReplaceAll(out, "$"+strconv.Itoa(i+1), word)
	}
	return out
}
