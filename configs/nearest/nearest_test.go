package nearest

import "testing"

func TestName(t *testing.T) {
	valid := []string{"board", "pieces", "blocked", "limit", "chessboard", "baibian-shang"}
	for got, want := range map[string]string{
		"peices":    "pieces", // a swap
		"BOARD":     "board",
		"bord":      "board",
		"limits":    "limit",
		"shang":     "baibian-shang", // a piece of the name
		"xyz":       "",
		"":          "",
		"chesboard": "chessboard",
	} {
		if n := Name(got, valid); n != want {
			t.Errorf("Name(%q) = %q, want %q", got, n, want)
		}
	}
	if h := Hint("bord", valid); h != `; the nearest is "board"` {
		t.Errorf("Hint: %q", h)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		d    int
	}{{"", "", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"上a", "下a", 1}, {"kitten", "sitting", 3}} {
		if d := distance(c.a, c.b); d != c.d {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, d, c.d)
		}
	}
}
