package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestQuickCounts reproduces the published counts of lattices other than the
// plain squares that take a moment.
func TestQuickCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	quick := regexp.MustCompile(`^(soma.*|solid-2x.*|tetracubes-.*|diabolical-cube|slothouber-.*|tetrahexes-.*|polyhexes-.*|hexiamonds-6x6|hexiamonds-trefoil|` +
		`tetrominoes-cylinder|dominoes-(cylinder|torus)-.*|lozenges-[123].*|cubes-[23].*|tricubes-.*|tetraskews-.*|w-facade|transversals-[1-7])$`)
	if wrong := run(&session{ctx: context.Background(), dir: t.TempDir()}, "second", quick); wrong > 0 {
		t.Errorf("%d figures differ from what is published", wrong)
	}
}

// TestPublishedBoards counts the tilings of boards of all lattices, given as
// pictures with their pieces, as a user would. Their counts were made by another
// program and agree with what is published.
func TestPublishedBoards(t *testing.T) {
	dir := os.Getenv("COVERSTAT_DATA")
	if dir == "" {
		t.Skip("COVERSTAT_DATA does not name a folder of real puzzles")
	}
	text, err := os.ReadFile(filepath.Join(dir, "..", "polyforms.json"))
	if err != nil {
		t.Fatal(err)
	}
	var boards []struct {
		Name, Family, Board string
		Pieces              []struct{ Name, Picture string }
		Raw, Distinct       int64
	}
	if err := json.Unmarshal(text, &boards); err != nil {
		t.Fatal(err)
	}
	if len(boards) == 0 {
		t.Fatal("no boards")
	}
	s := &session{ctx: context.Background()}
	for _, b := range boards {
		var config strings.Builder
		fmt.Fprintf(&config, "family: %s\njob: census\npuzzle:\n  board: %q\n  pieces:\n", b.Family, b.Board)
		for _, p := range b.Pieces {
			fmt.Fprintf(&config, "    - {name: %s, picture: %q}\n", p.Name, p.Picture)
		}
		file := filepath.Join(t.TempDir(), "board.yaml")
		if err := os.WriteFile(file, []byte(config.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := s.count(file, true)
		if want := (figures{fmt.Sprint(b.Raw), fmt.Sprint(b.Distinct)}); err != nil || got != want {
			t.Errorf("%s %s: %v, %v, expected %v", b.Family, b.Name, got, err, want)
		}
	}
}
