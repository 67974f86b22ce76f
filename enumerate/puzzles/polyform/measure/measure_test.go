package measure

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// drawnTiling is a tiling as a picture, and what is known of it.
type drawnTiling struct {
	name          string
	picture       string
	twins, copies []string
	want          map[string]map[string]int32 // measure -> column -> value
}

var drawnTilings = []drawnTiling{
	{
		name: "windmill", picture: `
				AAB
				DEB
				DCC`,
		want: map[string]map[string]int32{
			"crossroads":      {"crossroads": 0},
			"border_pieces":   {"border_pieces": 4},
			"fault_lines":     {"fault_lines": 0},
			"piece_contacts":  {"piece_contacts": 8},
			"on_edge(*)":      {"on_edge_A": 1, "on_edge_B": 1, "on_edge_C": 1, "on_edge_D": 1, "on_edge_E": 0},
			"touches_edge(E)": {"touches_edge_E": 0},
			"edge_cells(A)":   {"edge_cells_A": 2},
			"corners(A)":      {"corners_A": 1},
			"cut_edges":       {"cut_edges": 8},
			"exposed(*)":      {"exposed_A": 3, "exposed_B": 3, "exposed_C": 3, "exposed_D": 3, "exposed_E": 0},
			"hidden":          {"hidden": 1},
			"used(A)":         {"used_A": 1},
			"adjacent(A,E)":   {"adjacent_A_E": 1},
			"adjacent(A, C)":  {"adjacent_A_C": 0},
			"adjacent(A,*)":   {"adjacent_A_B": 1, "adjacent_A_C": 0, "adjacent_A_D": 1, "adjacent_A_E": 1},
			"colours":         {"colours": 3},
			"colours_corners": {"colours_corners": 3},
			"stabiliser":      {"stabiliser": 1},
		},
	},
	{
		name: "four squares", picture: `
				AABB
				AABB
				CCDD
				CCDD`,
		want: map[string]map[string]int32{
			"crossroads":      {"crossroads": 1},
			"fault_lines":     {"fault_lines": 2},
			"piece_contacts":  {"piece_contacts": 4},
			"colours":         {"colours": 2},
			"colours_corners": {"colours_corners": 4},
			"edge_cells(A)":   {"edge_cells_A": 3},
			"on_edge(A)":      {"on_edge_A": 0},
		},
	},
	{
		name: "copies", picture: `
				AAB
				CCB`,
		copies: []string{"ABC"},
		want: map[string]map[string]int32{
			"on_edge(A)":     {"on_edge_A": 3},
			"corners(*)":     {"corners_A": 4},
			"adjacent(A,A)":  {"adjacent_A_A": 3},
			"adjacent(*,*)":  {"adjacent_A_A": 3},
			"colours":        {"colours": 3},
			"fault_lines":    {"fault_lines": 1},
			"border_pieces":  {"border_pieces": 3},
			"used(*)":        {"used_A": 3},
			"exposed(A)":     {"exposed_A": 10},
			"piece_contacts": {"piece_contacts": 3},
		},
	},
	{
		name: "hole", picture: `
				AAAB
				D##B
				D##B
				DCCC`,
		want: map[string]map[string]int32{
			"crossroads":      {"crossroads": 0},
			"fault_lines":     {"fault_lines": 0},
			"colours":         {"colours": 2},
			"on_edge(*)":      {"on_edge_A": 1, "on_edge_B": 1, "on_edge_C": 1, "on_edge_D": 1},
			"exposed(A)":      {"exposed_A": 6}, // two of them in the hole
			"colours_corners": {"colours_corners": 2},
		},
	},
	{
		name: "the border is that of the free cells", picture: `
				####
				#AB#
				#AB#
				####`,
		want: map[string]map[string]int32{
			"on_edge(A)":  {"on_edge_A": 1},
			"corners(A)":  {"corners_A": 2},
			"fault_lines": {"fault_lines": 1},
		},
	},
	{
		name: "an L and the L turned", picture: `
				A#BBB
				A#B##
				AA###`,
		want: map[string]map[string]int32{
			"piece_contacts": {"piece_contacts": 0},
			"colours":        {"colours": 1},
		},
	},
	{
		name: "one bar", picture: `AAAA`,
		want: map[string]map[string]int32{
			"corners(A)":     {"corners_A": 2},
			"colours":        {"colours": 1},
			"fault_lines":    {"fault_lines": 0},
			"piece_contacts": {"piece_contacts": 0},
			"place(A)":       {"place_A": 0},
		},
	},
}

func TestPictures(t *testing.T) {
	for _, c := range drawnTilings {
		t.Run(c.name, func(t *testing.T) {
			d := draw(t, c.picture, c.twins, c.copies)
			for m, want := range c.want {
				got := d.values(t, 0, m)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: got %v, want %v", m, got, want)
				}
			}
		})
	}
}

// Under a reflection F becomes its twin f: a measure of one of them would differ between
// images of a tiling, and their sum does not.
func TestMirrorTwins(t *testing.T) {
	d := draw(t, `
		FFFA
		FfAA
		ffff`, []string{"Ff"}, nil)
	for k := range d.solutions {
		if got := d.values(t, k, "touches_edge(F+f)", "edge_cells(f + F)", "edge_cells(F+f)", "adjacent(F,f)", "adjacent(F+f,A)", "adjacent(f+A+F, A+F+f)", "on_edge(F+A+f)"); fmt.Sprint(got) !=
			"map[adjacent_F_f:1 adjacent_F_f_A:2 adjacent_f_A_F_A_F_f:3 edge_cells_f_F:8 on_edge_F_A_f:1 touches_edge_F_f:2]" {
			t.Errorf("image %d: got %v", k, got)
		}
		if got := d.values(t, k, "corners(*)", "adjacent(*,*)", "place(*)"); fmt.Sprint(got) !=
			"map[adjacent_A_F_f:2 adjacent_F_f_F_f:1 corners_A:1 corners_F_f:3 place_A:0]" {
			t.Errorf("image %d: got %v", k, got)
		}
	}
	for written, want := range map[string]string{
		"used(F)":             "a reflection of the board takes F to f, so that solutions that count as the same may differ in it: expected used(F+f), or puzzle.symmetry: rotations",
		"used(A+f)":           "a reflection of the board takes f to F, so that solutions that count as the same may differ in it: expected used(A+f+F), or puzzle.symmetry: rotations",
		"adjacent(A, f)":      "a reflection of the board takes f to F, so that solutions that count as the same may differ in it: expected adjacent(A, f+F), or puzzle.symmetry: rotations",
		"adjacent(F+f, F)":    "a reflection of the board takes F to f, so that solutions that count as the same may differ in it: expected adjacent(F+f, F+f), or puzzle.symmetry: rotations",
		"adjacent(F, *)":      "a reflection of the board takes F to f, so that solutions that count as the same may differ in it: expected adjacent(F+f, *), or puzzle.symmetry: rotations",
		"place(F)":            "a reflection of the board takes F to f, so that solutions that count as the same may differ in it: expected puzzle.symmetry: rotations",
		"place(F+f)":          "the places of several pieces do not add up: expected one piece",
		"used(A+F+A)":         "A is there twice: expected each piece once",
		"used(F+)":            `the puzzle has no piece "": expected one of A, F, f or *`,
		"edge_cells(F+f+*)":   `the puzzle has no piece "*": expected one of A, F, f or *`,
		"adjacent(A, F+fish)": `the puzzle has no piece "fish": expected one of A, F, f or *`,
	} {
		if _, err := Compile(d.board, []string{written}); err == nil || err.Error() != fmt.Sprintf("measure %q: %s", written, want) {
			t.Errorf("%s:\n%v\n%s", written, err, want)
		}
	}
	s, err := Compile(d.board, []string{"on_edge(f+F)"})
	if c := s.Columns[0]; err != nil || c.Measure != "on_edge(f+F)" || !strings.HasPrefix(c.Meaning, "1 if all cells of f or F lie on the border") || !strings.HasSuffix(c.Meaning, "; summed over all of them") {
		t.Errorf("%+v, error %v", c, err)
	}
}

// TestNamesTheExchange: an error names a piece that leaves the sum, and not one that stays in it.
func TestNamesTheExchange(t *testing.T) {
	d := draw(t, `
		FFFA
		FfGA
		ffff`, []string{"Ff", "AG"}, nil)
	_, err := Compile(d.board, []string{"used(F+f+G)"})
	if err == nil || !strings.Contains(err.Error(), "takes G to A, ") || !strings.Contains(err.Error(), "expected used(F+f+G+A), or") {
		t.Error(err)
	}
}

// TestNamesWithPlus: a piece with a + in its name is meant before a sum.
func TestNamesWithPlus(t *testing.T) {
	d := draw(t, "AAB\nCCB", nil, nil)
	d.board.Pieces[2].Name = "A+B"
	if got := d.values(t, 0, "edge_cells(A+B)", "edge_cells(B+A)"); fmt.Sprint(got) != "map[edge_cells_A_B:2 edge_cells_B_A:4]" {
		t.Error(got)
	}
}

var everything = []string{
	"on_edge(*)", "touches_edge(*)", "edge_cells(*)", "corners(*)", "border_pieces", "crossroads", "fault_lines",
	"adjacent(*,*)", "piece_contacts", "colours", "colours_corners", "exposed(*)", "hidden", "used(*)", "cut_edges",
}

// All measures are constant under the symmetries of the board.
func TestConstantOnOrbits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		rows, cols := 1+rng.IntN(7), 1+rng.IntN(7)
		if round%2 == 0 {
			cols = rows
		}
		blocked := 0
		if round%3 == 0 {
			blocked = rng.IntN(3)
		}
		picture := randomPicture(rng, rows, cols, 1+rng.IntN(11), blocked)
		if !strings.ContainsRune(picture, 'A') {
			continue
		}
		var copies []string
		asked := append([]string{"place(*)"}, everything...)
		if round%5 == 0 && strings.Contains(picture, "C") {
			copies, asked = []string{"ABC"}, everything
		}
		if !strings.Contains(picture, "B") {
			asked = []string{"on_edge(*)", "crossroads", "colours"}
		}
		if copies != nil && !strings.Contains(picture, "D") {
			continue // nothing but copies: then adjacent(*,*) is the pair A,A, tested above
		}
		d := draw(t, picture, nil, copies)
		want := fmt.Sprint(d.values(t, 0, asked...))
		for k := range d.solutions {
			if got := fmt.Sprint(d.values(t, k, asked...)); got != want {
				t.Fatalf("image %d of\n%s\n%s\nwant\n%s", k, picture, got, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	d := draw(t, `
		AAB
		CCB`, nil, []string{"AC"})
	for written, want := range map[string]string{
		"crosroads":    `no measure "crosroads": did you mean crossroads? Expected one of `,
		"on_edge(E)":   `measure "on_edge(E)": the puzzle has no piece "E": expected one of A, B or *`,
		"on_edge":      `measure "on_edge": got 0 pieces: expected on_edge(P), P a piece or *`,
		"on_edge(A,B)": `measure "on_edge(A,B)": got 2 pieces: expected on_edge(P), P a piece or *`,
		"adjacent(A)":  `measure "adjacent(A)": got 1 piece: expected adjacent(P,Q), P and Q pieces or *`,
		"on_edge(A":    `measure "on_edge(A": the parenthesis is not closed: expected a measure such as on_edge(P)`,
		"colours(A)":   `measure "colours(A)": got 1 piece: expected colours`,
		"place(A)":     `measure "place(A)": A may be there 2 times, so that it has no one place: expected a piece that is used at most once`,
		"":             `no measure "": expected one of `,
	} {
		_, err := Compile(d.board, []string{written})
		var input *enumerate.InputError
		if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", written, err, want)
		}
	}
}

func TestAskedTwice(t *testing.T) {
	d := draw(t, "AAB\nCCB", nil, nil)
	s, err := Compile(d.board, []string{"on_edge(B)", "crossroads", "on_edge(*)", " crossroads "})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range s.Columns {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "on_edge_B crossroads on_edge_A on_edge_C" {
		t.Error(got)
	}
}

// TestEveryMeasure: each measure says what it means and in which unit, and
// TestPictures computes it. Places have no unit.
func TestEveryMeasure(t *testing.T) {
	for _, d := range definitions {
		if d.name == "" || d.meaning == "" || d.value == nil && d.sum == noSummand || d.unit == "" && d.name != "place" {
			t.Errorf("%+v: expected name, meaning, unit and value", d)
		}
		tested := slices.ContainsFunc(drawnTilings, func(c drawnTiling) bool {
			for m := range c.want {
				if name, _, _ := enumerate.ParseMeasure(m); name == d.name {
					return true
				}
			}
			return false
		})
		if !tested {
			t.Errorf("%s: expected a value in drawnTilings", d.name)
		}
	}
	if len(Infos(lattice.Square)) != len(definitions) {
		t.Error("Infos does not list all measures")
	}
}

// TestMeaningless: a measure without a meaning on a lattice is an error.
func TestMeaningless(t *testing.T) {
	plain := *lattice.Square
	plain.Name, plain.Straight, plain.Corners = "bricks", false, [][][]lattice.Cell{{{{}, {Col: 1}, {Row: 1}}}}
	d := draw(t, "AAB\nCCB", nil, nil)
	d.board.Board.Lattice = &plain
	for written, want := range map[string]string{
		"fault_lines": `measure "fault_lines": it has no meaning on a board of bricks: expected a lattice with straight lines between the cells`,
		"crossroads":  `measure "crossroads": it has no meaning on a board of bricks: expected a lattice with a corner at which four cells meet`,
		"on_edge(*)":  "<nil>",
	} {
		if _, err := Compile(d.board, []string{written}); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, expected %s", written, err, want)
		}
	}
}

// TestScales: yes or no of several copies, or of a sum of pieces, is a count.
func TestScales(t *testing.T) {
	once := draw(t, "AAB\nCCB", nil, nil)
	twins := draw(t, "FFFA\nFfAA\nffff", []string{"Ff"}, nil)
	for _, x := range []struct {
		of      drawing
		written string
		want    enumerate.Scale
	}{
		{once, "on_edge(B)", enumerate.YesNo}, {once, "touches_edge(B)", enumerate.YesNo}, {once, "adjacent(A,B)", enumerate.YesNo},
		{once, "place(A)", enumerate.Nominal}, {once, "edge_cells(A)", enumerate.Count},
		{once, "used(A)", enumerate.YesNo}, {once, "used(A+B)", enumerate.Count}, {twins, "used(*)", enumerate.YesNo}, {twins, "used(F+f)", enumerate.Count},
		{twins, "adjacent(A,F+f)", enumerate.Count}, {twins, "adjacent(F,f)", enumerate.YesNo},
	} {
		s, err := Compile(x.of.board, []string{x.written})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Columns[0].Scale; got != x.want {
			t.Errorf("%s: scale %v, expected %v", x.written, got, x.want)
		}
	}
}
