package configs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"coverstat/enumerate"
)

// TestErrors reads testdata/errors.txt: cases that begin with a line "== name",
// then the document, then perhaps lines "--set ...", then "-> message".
func TestErrors(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "errors.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(data), "\n== ")[1:] {
		name, body, _ := strings.Cut(c, "\n")
		body, want, ok := strings.Cut(body, "\n-> ")
		if !ok {
			t.Fatalf("%s: no message", name)
		}
		t.Run(name, func(t *testing.T) {
			var set, document []string
			for _, l := range strings.Split(body, "\n") {
				if flag, ok := strings.CutPrefix(l, "--set "); ok {
					set = append(set, flag)
				} else {
					document = append(document, strings.ReplaceAll(l, "<tab>", "\t"))
				}
			}
			p, err := load("x.yaml", ".", []byte(strings.Join(document, "\n")), set)
			if err == nil {
				var puzzle toy
				err = p.Spec().Puzzle(&puzzle)
			}
			var input *enumerate.InputError
			if err == nil || !errors.As(err, &input) {
				t.Fatalf("error %v, want an input error", err)
			}
			if got := err.Error(); got != strings.TrimSpace(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// toy is a puzzle section with every kind of parameter.
type toy struct {
	Board struct {
		Rows, Cols int
		Picture    picture
	}
	Pieces  []toyPiece
	Share   float64
	Flip    bool
	Small   int8
	Pair    [2]int
	Blocked []struct{ A, B []int }
	Seed    uint64
	Limit   *int64
	Symbol  string
	Sides   []string `values:"rows,cols" example:"[rows]"`
	Any     any
	toyMore
}

type toyMore struct {
	Extra string `yaml:"extra"`
}

// toyPiece is a name or a mapping.
type toyPiece struct {
	Name  string
	Count int
}

func (p *toyPiece) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.Name) == nil {
		if p.Name == "bad" {
			return enumerate.Errorf("no piece %q", p.Name)
		}
		return nil
	}
	type plain toyPiece
	return decode((*plain)(p))
}

// picture has lines of its own.
type picture string

func (p *picture) UnmarshalYAML(decode func(any) error) error {
	if err := decode((*string)(p)); err != nil {
		return err
	}
	for r, l := range strings.Split(string(*p), "\n") {
		if c := strings.IndexAny(l, "xyz"); c >= 0 {
			return &enumerate.InputError{Line: r + 1, Column: c + 1, Problem: "got " + l[c:c+1], Expected: ". or #"}
		}
	}
	return nil
}

func TestDecode(t *testing.T) {
	p, err := load("x.yaml", ".", []byte(`
family: toy
job: survey
puzzle:
  board: {rows: 3, cols: 4, picture: "..\n##"}
  pieces:
    - I5
    - {name: 12, count: 2}
  share: 0.25
  flip: true
  small: -128
  pair: [1, 2]
  blocked: [{a: [1]}, {b: []}]
  seed: 18446744073709551615
  limit: 7
  symbol: 007
  extra: "true"
  any: [x, {y: true}]
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []*Plan{p, again(t, p)} {
		var got toy
		if err := q.Spec().Puzzle(&got); err != nil {
			t.Fatal(err)
		}
		if got.Board.Rows != 3 || got.Board.Cols != 4 || got.Board.Picture != "..\n##" || got.Pieces[0].Name != "I5" ||
			got.Pieces[1].Name != "12" || got.Pieces[1].Count != 2 || got.Share != 0.25 || !got.Flip || got.Small != -128 ||
			got.Pair != [2]int{1, 2} || got.Blocked[0].A[0] != 1 || got.Seed != 1<<64-1 || *got.Limit != 7 ||
			got.Symbol != "007" || got.Extra != "true" ||
			!reflect.DeepEqual(got.Any, []any{"x", map[string]any{"y": true}}) {
			t.Errorf("%+v", got)
		}
	}
}

func again(t *testing.T, p *Plan) *Plan {
	t.Helper()
	q, err := FromManifest(p.Canonical(), p.Inputs())
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestLocate(t *testing.T) {
	const document = `family: polyomino
job: census
puzzle:
  pieces: [I5, Q7]
  picture: |
    ...
    .x.
measures:
- on_edge(I5)
- on_edge(I5)
`
	p, err := load("x.yaml", ".", []byte(document), []string{"kernel=fast", "puzzle.board.rows=0"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(key string) error { return enumerate.KeyErrorf(key, "bad") }
	for _, c := range []struct {
		err  error
		want string
	}{
		{at("puzzle.pieces.1"), `x.yaml:4:16: bad`},
		{errors.Join(&enumerate.InputError{Key: "puzzle.pieces.1", Problem: "bad", Expected: "I5"}), `x.yaml:4:16: bad: expected I5`},
		{enumerate.AtKey("puzzle.pieces", at("puzzle.pieces.1")), `x.yaml:4:16: bad`},
		{enumerate.AtKey("puzzle.pieces", fmt.Errorf("pieces: %w", enumerate.Errorf("bad"))), `x.yaml:4:11: pieces: bad`},
		{at("puzzle.pieces.2"), `x.yaml:4:3: bad`},
		{at("puzzle.blocked"), `x.yaml:3:1: bad`},
		{enumerate.Errorf("bad"), `x.yaml:3:1: bad`},
		{at("kernel"), `--set kernel=fast: bad`},
		{at("puzzle.board"), `--set puzzle.board.rows=0: bad`},
		{at("measures.1"), `x.yaml:10:3: bad`},
		{at("cut"), `x.yaml:1:1: bad`},
		{&enumerate.InputError{Key: "puzzle.picture", Line: 2, Column: 2, Problem: "bad"}, `x.yaml:7:6: bad`},
		{&enumerate.InputError{Key: "puzzle.pieces.0", Line: 2, Column: 2, Problem: "bad"}, `x.yaml:4:12: bad`},
		{&enumerate.InputError{File: "y.txt", Line: 3, Problem: "odd"}, `y.txt:3: odd`},
		{p.Fault("family", "sudoku", "unknown family"), `x.yaml:1:9: unknown family: expected sudoku`},
	} {
		if got := p.Locate(c.err).Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if err := errors.New("disk full"); p.Locate(err) != err {
		t.Error("an error that is not about input was changed")
	}
}
