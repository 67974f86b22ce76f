// Package tilings makes configs of puzzles of pieces on a board that other programs have saved.
package tilings

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/formats"
)

// A Config is what became of a puzzle.
type Config struct {
	Name string // for a file: letters, digits, . _ -
	YAML []byte
	// Cover is Knuth's text, which the config reads from NAME.txt; nil if there is none.
	Cover []byte
	// Notes say what coverstat leaves out.
	Notes []string
}

// Formats are the formats of files. The names of configs begin with that of the file.
func Formats() formats.List[Config] {
	return formats.List[Config]{Noun: "puzzle of pieces", Config: configText, Formats: []formats.Format[Config]{
		burrTools, polycube, soma, polySolver, polysolveJSON, picture, coordinates, yass,
	}}
}

func configText(file string, c Config) (string, []string, error) {
	if c.Cover != nil {
		return "", nil, &enumerate.InputError{File: file,
			Problem:  "this puzzle becomes an exact cover, a file beside its config",
			Expected: "the config that coverstat convert " + file + " --out FOLDER makes"}
	}
	return string(c.YAML), c.Notes, nil
}

// whole makes the reader of a format whose files are read as a whole.
func whole(read func(data []byte) []formats.Maker[Config]) func(*formats.Input, func(Config) error) error {
	return formats.Whole(func(file string, number int) string {
		name := configs.NameOf(strings.TrimSuffix(file, filepath.Ext(file)))
		if number > 0 {
			name += fmt.Sprintf("-%d", number)
		}
		return name
	}, read)
}

// Read makes the configs of a file. An error about one puzzle is a fault, and the others still come.
func Read(file string, in io.Reader, each func(Config)) error {
	var faults enumerate.Faults
	left, err := Formats().Read(enumerate.PuzzleFile{Name: file, In: in, Fault: faults.Add}, func(c Config) error {
		each(c)
		return nil
	})
	if left.Number > 0 {
		return faults.Err()
	}
	return err
}
