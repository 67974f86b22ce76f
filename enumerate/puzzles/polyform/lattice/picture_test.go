package lattice

import "testing"

func TestPictureErrors(t *testing.T) {
	for _, c := range []struct {
		lattice     *Lattice
		known       string
		text, error string
		picture     string // as it is drawn again, if it has no error
	}{
		{Square, ".", "..\n...", "f:4:3: ragged picture: 3 cells: expected 2 cells as in the first line", ""},
		{Square, ".", "..\n.", "f:4:2: ragged picture: 1 cell: expected 2 cells as in the first line", ""},
		{Square, ".", "..\n\n..", "f:4:1: ragged picture: 0 cells: expected 2 cells as in the first line", ""},
		{Square, ".", "..\r\n.x", "f:4:2: unknown character 'x': expected dots", ""},
		{Square, ".", "..\n上.", "f:4:1: unknown character '上': expected dots", ""},
		{Square, ".", "....\n.上", "f:4:2: unknown character '上': expected dots", ""},
		{Square, ".", ".. .\n....", "f:3:3: unknown character ' ': expected dots", ""},
		{Square, ".", "\ufeff..  \n.. \n", "", "..\n.."},
		{Square, ".", "", "", ""},
		{Square, ". ", "..  \n.. ", "", "..\n.."},
		{Square, ". ", " ..  \n....\n ..   ", "", " .. \n....\n .. "},
		{Square, ". ", "....\n .. \n    ", "", "....\n .. \n    "},
		{Square, ". ", " ..\n....", "f:4:4: ragged picture: 4 cells: expected 3 cells as in the first line", ""},
		{Square, ". ", "....\n ..", "f:4:4: ragged picture: 3 cells: expected 4 cells as in the first line", ""},
		{Cube, ".", "..\n..\n\n..\n..\n", "", "..\n..\n\n..\n.."},
		{Cube, ".", "..\n..\n  \n..\n..", "", "..\n..\n\n..\n.."},
		{Cube, ".", "..\n..\n\n..", "f:6:1: layer 2 of the picture ends after 1 row: expected 2 rows as in the first layer", ""},
		{Cube, ".", "..\n\n..\n..\n\n..", "f:6:1: layer 2 of the picture ends after 2 rows: expected 1 row as in the first layer", ""},
		{Cube, ".", "..\n..\n\n..\n.", "f:7:2: ragged picture: 1 cell: expected 2 cells as in the first line", ""},
		{Cube, ".", "..\n..\n\n\n..\n..", "f:6:1: a blank line and no row: expected one blank line between layers", ""},
	} {
		p, err := c.lattice.ReadPicture("f", c.text, 3, c.known, "dots")
		if err == nil && (c.error != "" || p.String() != c.picture) || err != nil && err.Error() != c.error {
			t.Errorf("%q: %v, %v, expected %s", c.text, p, err, c.error)
		}
	}
}

// TestParity: a picture of triangles says by its first character which way they
// point; where only the other way makes one piece of it, that is an error.
func TestParity(t *testing.T) {
	for _, c := range []struct {
		picture string
		fits    bool
	}{
		{"#\n#", true},       // up over down: a rhombus
		{".#\n.#", false},    // down over up: they meet in a point
		{"##\n##", true},     // connected both ways
		{".###\n..#.", true}, // a large triangle, pointing down
		{"###\n.#.", false},
		{"#.#", true}, // two parts both ways
	} {
		if _, err := Triangle.ReadShape(c.picture); (err == nil) != c.fits {
			t.Errorf("%q: %v", c.picture, err)
		}
		if _, err := Hexagon.ReadShape(c.picture); err != nil {
			t.Errorf("%q of hexagons: %v", c.picture, err)
		}
	}
}
