package lattice

import "testing"

func TestPictureErrors(t *testing.T) {
	for picture, want := range map[string]string{
		"..\n...":           "f:4: ragged picture: 3 cells: expected 2 cells as in the first line",
		"..\n\n..":          "f:4: ragged picture: 0 cells: expected 2 cells as in the first line",
		"..\r\n.x":          "f:4:2: unknown character 'x': expected dots",
		"..\n上.":            "f:4: ragged picture: 4 cells: expected 2 cells as in the first line",
		"....\n.上":          "f:4:2: unknown character '上': expected dots",
		"\ufeff..  \n.. \n": "",
		"":                  "",
	} {
		_, err := Square.ReadPicture("f", picture, 3, ".", "dots")
		if got := ""; err != nil && err.Error() != want || err == nil && got != want {
			t.Errorf("%q: %v, expected %s", picture, err, want)
		}
	}
	for picture, want := range map[string]string{
		"..\n..\n\n..\n..": "",
		"..\n..\n\n..":     "f: the layers of the picture differ in their numbers of rows: expected 2 rows in each as in the first",
		"..\n..\n\n..\n.":  "f:7: ragged picture: 1 cell: expected 2 cells as in the first line",
	} {
		p, err := Cube.ReadPicture("f", picture, 3, ".", "dots")
		if err == nil && (want != "" || p.String() != picture) || err != nil && err.Error() != want {
			t.Errorf("%q: %v, expected %s", picture, err, want)
		}
	}
}
