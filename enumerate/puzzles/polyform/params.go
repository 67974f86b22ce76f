package polyform

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/survey"
)

// BoardParams are the keys of a puzzle section that say which board there is, and which of its symmetries
// count.
type BoardParams struct {
	Board    boardParam `yaml:"board" help:"a picture, or its sizes; in pictures . is a free cell, # or a space is none, and a blank line separates layers; of hexagons every row lies half a cell to the right of the row above it; a triangle below or beside one that points up points down, and the first points up; coverstat check draws a picture as it was read" example:"{rows: 8, cols: 8}"`
	Wrap     []string   `yaml:"wrap" values:"rows,cols" default:"[]" help:"which opposite sides of a board of squares are joined: one pair makes a cylinder, both make a torus" example:"[cols]"`
	Symmetry string     `yaml:"symmetry" values:"full,rotations,none" default:"full" help:"which images of a solution are the same solution: all of them, those by rotation, or none but itself" example:"rotations"`
}

// params is the puzzle section of a config.
type params struct {
	BoardParams
	Pieces  []pieceParam   `yaml:"pieces" help:"names of pieces and of sets, or mappings that say more" example:"[pentominoes, {name: I2, count: any}]"`
	Total   CountParam     `yaml:"total" default:"any" help:"how many pieces a solution has in all: a number or a range; not in surveys but those over sizes" example:"5"`
	Given   givenParam     `yaml:"given" help:"a picture of the board in which the cells of each letter are a piece that lies there in every solution; its shape says which one" example:"\"AA..\n.A..\n....\""`
	Forbid  pictures       `yaml:"forbid" default:"[]" help:"the same for pieces that lie there in no solution: a picture, or several" example:"\"..BB\n...B\n....\""`
	Choose  *chooseParam   `yaml:"choose" help:"in a survey: each choice of different pieces from a list is a set, and so a row; pieces are in every set" example:"{pieces: 6, from: [hexominoes]}"`
	Blocked []blockedParam `yaml:"blocked" help:"in a survey: each way to block further cells, by all clauses together, is a board and so a row; of at most 64 free cells, whatever box they stand in" example:"[{choose: 8}]"`
	Draw    survey.Draw    `yaml:"draw" default:"all" help:"in a survey of boards, sets or given pieces: draw so many of all instances, each as likely as the others; images of drawn ones are left out; or draw until so many meet a condition" example:"20000"`
	Seed    uint64         `yaml:"seed" default:"0" help:"the same seed draws the same instances" example:"1"`
	Limit   int64          `yaml:"limit" default:"none" help:"in a survey: count at most so many solutions of a board or set" example:"2"`
	Method  string         `yaml:"method" values:"auto,scatter,each" default:"auto" help:"in a survey: scatter is one pass over all packings, each is a search of each board or set" example:"each"`
	Flags   []flagParam    `yaml:"flags" default:"[]" help:"in a survey: yes-or-no columns by the cells that are blocked" example:"[{name: is_date, except: [[[0, 1], [6, 1]]]}]"`
}

// boardParam is a picture, or the sizes of a board: [form.newBoard] knows which
// of them a lattice takes. A size that is a range is its least number, and one of ranges.
type boardParam struct {
	Layers, Rows, Cols, Hexagon, Triangle int
	Rhombus                               []int
	Picture                               string
	ranges                                []sizeRange
}

// boardSizes are the keys of puzzle.board.
type boardSizes struct {
	Layers   sizeParam   `yaml:"layers" help:"layers of a box (polycube)" example:"3"`
	Rows     sizeParam   `yaml:"rows" help:"rows of cells; in a survey a size may be a range: each board is a row" example:"8"`
	Cols     sizeParam   `yaml:"cols" help:"cells in a row" example:"1..30"`
	Hexagon  sizeParam   `yaml:"hexagon" help:"a hexagon with so many cells, or edges of triangles, a side (polyhex, polyiamond)" example:"4"`
	Triangle sizeParam   `yaml:"triangle" help:"a triangle with so many a side (polyhex, polyiamond)" example:"6"`
	Rhombus  []sizeParam `yaml:"rhombus" help:"a rhombus or parallelogram with so many along its two sides (polyhex, polyiamond)" example:"[4, 7]"`
	Picture  string      `yaml:"picture" help:"the board as characters, the same as a picture instead of the mapping" example:"\"....\\n..##\\n....\""`
}

// UnmarshalYAML accepts a picture or a mapping.
func (b *boardParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&b.Picture) == nil {
		return nil
	}
	var sizes boardSizes
	if err := decode(&sizes); err != nil {
		return err
	}
	b.Picture = sizes.Picture
	b.fix("layers", sizes.Layers, func(b *boardParam) *int { return &b.Layers })
	b.fix("rows", sizes.Rows, func(b *boardParam) *int { return &b.Rows })
	b.fix("cols", sizes.Cols, func(b *boardParam) *int { return &b.Cols })
	b.fix("hexagon", sizes.Hexagon, func(b *boardParam) *int { return &b.Hexagon })
	b.fix("triangle", sizes.Triangle, func(b *boardParam) *int { return &b.Triangle })
	for i, side := range sizes.Rhombus {
		b.Rhombus = append(b.Rhombus, 0)
		b.fix(fmt.Sprintf("rhombus_%d", i+1), side, func(b *boardParam) *int { return &b.Rhombus[i] })
	}
	return nil
}

// fix enters a size.
func (b *boardParam) fix(name string, p sizeParam, of func(*boardParam) *int) {
	if *of(b) = p.least; p.most > 0 {
		b.ranges = append(b.ranges, sizeRange{name, of, p.least, p.most})
	}
}

// sizeParam is a number, with most = 0, or a range of them: 1..30, or {min: 1, max: 30}.
type sizeParam struct{ least, most int }

// UnmarshalYAML accepts a number, a text or a mapping.
func (p *sizeParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.least) == nil {
		return nil
	}
	var text string
	var limits struct {
		Min *int `yaml:"min" default:"1" help:"the least size" example:"1"`
		Max *int `yaml:"max" default:"that of min" help:"the greatest size" example:"30"`
	}
	if decode(&text) == nil {
		low, high, ok := strings.Cut(text, "..")
		var err error
		if p.least, err = strconv.Atoi(strings.TrimSpace(low)); err == nil {
			p.most, err = strconv.Atoi(strings.TrimSpace(high))
		}
		if err != nil || !ok {
			return enumerate.Errorf("size %q: expected a whole number, or a range such as 1..30", text)
		}
	} else {
		if err := decode(&limits); err != nil {
			return err
		}
		p.least = *cmp.Or(limits.Min, new(1))
		p.most = *cmp.Or(limits.Max, &p.least)
	}
	if p.least < 1 || p.most < p.least {
		return enumerate.Errorf("sizes from %d to %d: expected a range from 1 or more to as many or more",
			p.least, p.most)
	}
	return nil
}

// pieceParam is a name, or a mapping that says more.
type pieceParam struct {
	Name    string     `yaml:"name" help:"a piece that is known, or the name of a new one, which needs a picture" example:"X5"`
	Set     string     `yaml:"set" help:"a set instead of a name: count, flip and turn are those of each of its pieces" example:"tetrominoes"`
	Picture string     `yaml:"picture" help:"a new piece as characters: # is a cell, . or a space is none" example:"\"##.\\n.##\""`
	Count   CountParam `yaml:"count" default:"1" help:"how many copies a solution has; any is none or more" example:"2"`
	Flip    *bool      `yaml:"flip" default:"true; solids and one-sided pieces: false" help:"whether the piece may be turned over" example:"false"`
	Turn    *bool      `yaml:"turn" default:"true" help:"whether the piece may be turned" example:"false"`
	Symbol  string     `yaml:"symbol" default:"chosen by the name and the size" help:"the letter or digit of the piece in pictures; one for each copy if there are several" example:"x"`
}

// UnmarshalYAML accepts a name or a mapping.
func (p *pieceParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.Name) == nil {
		return nil
	}
	type fields pieceParam
	return decode((*fields)(p))
}

// chooseParam is a survey of sets: every choice of so many different pieces.
type chooseParam struct {
	Pieces CountParam    `yaml:"pieces" help:"how many pieces to choose: a number or a range; only sets with as many cells as there are to cover count" example:"6"`
	From   []chosenParam `yaml:"from" help:"the pieces to choose from, each at most once: names of pieces and of sets, or mappings that say more" example:"[hexominoes]"`
}

// chosenParam is a [pieceParam] of which no more than one copy can be.
type chosenParam struct {
	Name    string `yaml:"name" help:"as in pieces" example:"X5"`
	Set     string `yaml:"set" help:"as in pieces" example:"tetrominoes"`
	Picture string `yaml:"picture" help:"as in pieces" example:"\"##.\\n.##\""`
	Flip    *bool  `yaml:"flip" default:"true; solids and one-sided pieces: false" help:"as in pieces" example:"false"`
	Turn    *bool  `yaml:"turn" default:"true" help:"as in pieces" example:"false"`
	Symbol  string `yaml:"symbol" default:"chosen by the name and the size" help:"as in pieces" example:"x"`
}

// UnmarshalYAML accepts a name or a mapping.
func (p *chosenParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.Name) == nil {
		return nil
	}
	type fields chosenParam
	return decode((*fields)(p))
}

// CountParam is a number, "any", or {min, max}. The zero value is that of a config without the key.
type CountParam struct {
	set      bool
	min, max int32
}

// UnmarshalYAML accepts a number, "any" or a mapping.
func (c *CountParam) UnmarshalYAML(decode func(any) error) error {
	var n int32
	var m struct {
		Min int32  `yaml:"min" default:"0" help:"at least so many" example:"0"`
		Max *int32 `yaml:"max" default:"as many as fit" help:"at most so many" example:"2"`
	}
	switch {
	case decode(&n) == nil:
		return c.Set(n, n)
	case decode(&enumerate.OneOf{Texts: []string{"any"}}) == nil:
		return c.Set(0, enumerate.Unbounded)
	}
	if err := decode(&m); err != nil {
		return err
	}
	return c.Set(m.Min, *cmp.Or(m.Max, new(int32(enumerate.Unbounded))))
}

// Range returns the least and the greatest number, which may be [enumerate.Unbounded], and whether there is
// one.
func (c *CountParam) Range() (least, most int32, given bool) { return c.min, c.max, c.set }

// Set sets the least and the greatest number.
func (c *CountParam) Set(least, most int32) error {
	if least < 0 || most < max(1, least) {
		return enumerate.Errorf("count from %d to %d: expected 0 <= min <= max and max at least 1", least, most)
	}
	*c = CountParam{set: true, min: least, max: most}
	return nil
}

// blockedParam is one clause of a survey of boards: every choice of so many
// cells, or one cell from a list.
type blockedParam struct {
	Choose int     `yaml:"choose" help:"every choice of so many cells" example:"8"`
	OneOf  [][]int `yaml:"one_of" help:"one cell of a list; cells are [row, col], in solids [layer, row, col], from 0" example:"[[0, 0], [2, 0], [3, 1]]"`
}

// flagParam is a yes-or-no column of a survey, false where all the cells of
// one of the exceptions are blocked.
type flagParam struct {
	Name   string    `yaml:"name" help:"the name of the column" example:"is_date"`
	Except [][][]int `yaml:"except" help:"sets of cells: the column is false where all cells of one of them are blocked" example:"[[[0, 1], [6, 1]], [[0, 1], [6, 2]]]"`
}

func (c CountParam) String() string {
	switch {
	case c.max == enumerate.Unbounded && c.min == 0:
		return "any"
	case c.max == enumerate.Unbounded:
		return fmt.Sprintf("%d or more", c.min)
	case c.min == c.max:
		return fmt.Sprint(c.min)
	}
	return fmt.Sprintf("%d to %d", c.min, c.max)
}
