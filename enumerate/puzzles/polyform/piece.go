package polyform

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform/catalogue"
	"coverstat/enumerate/puzzles/polyform/lattice"
)

// Piece is a piece of a puzzle: how it may lie, and how many copies there are.
type Piece struct {
	Name         string
	Symbols      string // of its copies, the first ones; more are chosen
	Min, Max     int32  // Max may be enumerate.Unbounded
	Orientations []lattice.Shape
}

// Size returns the number of cells.
func (p *Piece) Size() int { return len(p.Orientations[0]) }

// use takes a copy of the piece from those that a solution has.
func (p *Piece) use() {
	if p.Min = max(0, p.Min-1); p.Max != enumerate.Unbounded {
		p.Max--
	}
}

func (f *form) resolvePieces(list []pieceParam) ([]Piece, error) {
	if len(list) == 0 {
		return nil, enumerate.Errorf("no pieces: expected a list such as [pentominoes, O4]")
	}
	pieces, err := f.resolveList(list, "puzzle.pieces")
	if err != nil {
		return nil, err
	}
	return pieces, differentPieces(pieces)
}

// resolveList returns the pieces that the list at a key of the config names.
func (f *form) resolveList(list []pieceParam, key string) ([]Piece, error) {
	var pieces []Piece
	owner := map[byte]string{} // of a symbol
	for k, p := range list {
		at := fmt.Sprintf("%s.%d", key, k)
		more, err := p.resolve(f.catalogue(), at)
		if err == nil {
			err = enumerate.AtKey(at+".symbol", p.takeSymbols(more, owner))
		}
		if err != nil {
			if wrong := (*enumerate.InputError)(nil); errors.As(err, &wrong) {
				wrong.Problem = fmt.Sprintf("pieces, entry %d: %s", k+1, wrong.Problem)
			}
			return nil, err
		}
		pieces = append(pieces, more...)
	}
	return pieces, nil
}

// differentPieces returns an error if two pieces have one name, names that SQL takes
// for one, or one shape.
func differentPieces(pieces []Piece) error {
	var names []string
	for _, p := range pieces {
		names = append(names, p.Name)
	}
	if first, second := clash(names); first != second {
		return enumerate.Errorf(
			"pieces: the names %s and %s differ in case alone, and SQL takes them for one column: expected another name", first, second)
	} else if first != "" {
		return &enumerate.InputError{Problem: fmt.Sprintf("pieces: %s is given twice", first),
			Expected: fmt.Sprintf("{name: %s, count: 2} for two copies", first)}
	}
	owner := map[string]int{}
	for i, p := range pieces {
		for _, s := range p.Orientations {
			if j, ok := owner[s.Picture()]; ok {
				return &enumerate.InputError{Problem: fmt.Sprintf("pieces: %s and %s have the same shape",
					pieces[j].Name, p.Name), Expected: "one name, with count for copies"}
			}
			owner[s.Picture()] = i
		}
	}
	return nil
}

// resolve returns the pieces that an entry of the list names. Errors are at its
// key in the config.
func (p pieceParam) resolve(c *catalogue.Catalogue, key string) ([]Piece, error) {
	if p.Picture == "" && c.Shapes[p.Name] == nil && c.Sets[cmp.Or(p.Set, p.Name)] == nil {
		c.Complete()
	}
	// Solids turn in space, where nobody can mirror them.
	flip, turn := c.Lattice.Dimensions < 3, true
	names, set := []string{p.Name}, cmp.Or(p.Set, p.Name)
	switch {
	case p.Set != "" && (p.Name != "" || p.Picture != ""):
		return nil, enumerate.KeyErrorf(key+".set", "set %s: expected no name or picture beside a set", p.Set)
	case set == "":
		return nil, enumerate.KeyErrorf(key, "a piece needs a name")
	case p.Picture != "":
		if err := checkPieceName(p.Name); err != nil {
			return nil, enumerate.AtKey(key+".name", err)
		}
	case c.Sets[set] != nil:
		names = c.Sets[set]
		flip = flip && !strings.HasPrefix(set, catalogue.OneSided)
	case p.Set != "":
		return nil, enumerate.AtKey(key+".set", enumerate.Unknown("no set of pieces", p.Set, c.SetNames, ""))
	case c.Shapes[p.Name] == nil:
		return nil, enumerate.AtKey(key+".name",
			enumerate.Unknown("no piece or set", p.Name, slices.Concat(c.Names, c.SetNames),
				"a known name, or a picture of a new piece"))
	default:
		flip = flip && !c.Twins[p.Name]
	}
	if p.Flip != nil {
		flip = *p.Flip
	}
	if p.Turn != nil {
		turn = *p.Turn
	}
	count := p.Count
	if !count.set {
		count.min, count.max = 1, 1
	}
	var pieces []Piece
	for _, name := range names {
		shape := c.Shapes[name]
		if p.Picture != "" {
			s, err := c.Lattice.ReadShape(p.Picture)
			if err != nil {
				return nil, enumerate.AtKey(key+".picture", pictureFault(name, err))
			}
			shape = s
		}
		pieces = append(pieces,
			Piece{Name: name, Min: count.min, Max: count.max, Orientations: c.Lattice.Orientations(shape, turn, flip)})
	}
	return pieces, nil
}

// takeSymbols gives the piece of an entry its symbols, which are no other piece's.
func (p pieceParam) takeSymbols(pieces []Piece, owner map[byte]string) error {
	if p.Symbol == "" {
		return nil
	}
	piece := &pieces[0]
	if len(pieces) > 1 {
		return enumerate.Errorf("symbol %q for %d pieces: expected a piece, not a set", p.Symbol, len(pieces))
	}
	for _, s := range p.Symbol {
		if s > 'z' || strings.IndexByte(letters, byte(s)) < 0 {
			return enumerate.Errorf("symbol %q of %s: expected letters from A to Z or a to z, or digits", p.Symbol,
				piece.Name)
		}
		if other, taken := owner[byte(s)]; taken {
			return enumerate.Errorf("symbol %c of %s: expected another one, as it is that of %s", s, piece.Name, other)
		}
		owner[byte(s)] = piece.Name
	}
	if len(p.Symbol) > int(piece.Max) {
		return enumerate.Errorf("symbol %q of %s: expected %s, one for each copy", p.Symbol, piece.Name,
			enumerate.Plural(int(piece.Max), "symbol"))
	}
	piece.Symbols = p.Symbol
	return nil
}

// pictureFault says where the picture of a piece is wrong, in words: the lines
// of a file are another thing.
func pictureFault(piece string, err error) error {
	where := "picture of " + piece
	var fault *enumerate.InputError
	if errors.As(err, &fault) && fault.Line > 0 {
		where += fmt.Sprintf(": line %d, column %d", fault.Line, fault.Column)
		err = &enumerate.InputError{Problem: fault.Problem, Expected: fault.Expected}
	}
	return enumerate.Errorf("%s: %v", where, err)
}

// checkPieceName keeps names usable as column names in every reader.
func checkPieceName(name string) error {
	if len(name) > 64 {
		return enumerate.Errorf("piece name %.20q...: expected at most 64 characters", name)
	}
	for _, r := range name {
		if r < ' ' || r == '"' || r == '`' || r == 0x7f {
			return enumerate.Errorf("piece name %q: expected no quotes or control characters", name)
		}
	}
	return nil
}
