package polyform

import (
	"fmt"
	"math"
	"strconv"

	"coverstat/enumerate"
)

// params is the puzzle section of a config.
type params struct {
	Board    boardParam     `yaml:"board"`
	Wrap     []string       `yaml:"wrap"`     // rows, cols: what is joined to a ring
	Symmetry string         `yaml:"symmetry"` // full, rotations, none
	Pieces   []pieceParam   `yaml:"pieces"`
	Choose   *chooseParam   `yaml:"choose"`
	Blocked  []blockedParam `yaml:"blocked"`
	Limit    int64          `yaml:"limit"`
	Method   string         `yaml:"method"` // of a survey: auto, scatter, each
	Flags    []flagParam    `yaml:"flags"`
}

// boardParam is a picture, or the sizes of a board: [form.newBoard] knows which
// of them a lattice takes.
type boardParam struct {
	Layers   int    `yaml:"layers"`
	Rows     int    `yaml:"rows"`
	Cols     int    `yaml:"cols"`
	Hexagon  int    `yaml:"hexagon"`  // cells a side
	Triangle int    `yaml:"triangle"` // cells a side
	Rhombus  []int  `yaml:"rhombus"`  // cells of two sides
	Picture  string `yaml:"picture"`
}

// UnmarshalYAML accepts a picture or a mapping.
func (b *boardParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&b.Picture) == nil {
		return nil
	}
	type plain boardParam
	return decode((*plain)(b))
}

// pieceParam is a name, or a mapping that says more.
type pieceParam struct {
	Name    string     `yaml:"name"`
	Set     string     `yaml:"set"`
	Picture string     `yaml:"picture"`
	Count   countParam `yaml:"count"`
	Flip    *bool      `yaml:"flip"`
	Turn    *bool      `yaml:"turn"`
}

// UnmarshalYAML accepts a name or a mapping.
func (p *pieceParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&p.Name) == nil {
		return nil
	}
	type plain pieceParam
	return decode((*plain)(p))
}

// chooseParam is a survey of sets: every choice of so many different pieces.
type chooseParam struct {
	Pieces countParam   `yaml:"pieces"`
	From   []pieceParam `yaml:"from"`
}

// countParam is a number, "any", or {min, max}.
type countParam struct {
	set      bool
	min, max int32
}

// UnmarshalYAML accepts a number, "any" or a mapping.
func (c *countParam) UnmarshalYAML(decode func(any) error) error {
	c.set = true
	var n int32
	if decode(&n) == nil {
		c.min, c.max = n, n
		return c.check()
	}
	var word string
	if decode(&word) == nil {
		if _, err := strconv.ParseFloat(word, 64); err == nil {
			return enumerate.Errorf("count %s: expected a whole number from 1 to %d", word, math.MaxInt32-1)
		}
		if word != "any" {
			return enumerate.Errorf("count %q: expected a number, any, or {min: a, max: b}", word)
		}
		c.min, c.max = 0, enumerate.Unbounded
		return nil
	}
	var m struct {
		Min int32  `yaml:"min"`
		Max *int32 `yaml:"max"`
	}
	if err := decode(&m); err != nil {
		return err
	}
	c.min, c.max = m.Min, enumerate.Unbounded
	if m.Max != nil {
		c.max = *m.Max
	}
	return c.check()
}

func (c *countParam) check() error {
	if c.min < 0 || c.max < max(1, c.min) {
		return enumerate.Errorf("count from %d to %d: expected 0 <= min <= max and max at least 1", c.min, c.max)
	}
	return nil
}

// blockedParam is one clause of a survey of boards: every choice of so many
// cells, or one cell from a list.
type blockedParam struct {
	Choose int     `yaml:"choose"`
	OneOf  [][]int `yaml:"one_of"` // cells
}

// flagParam is a yes-or-no column of a survey, false where all the cells of
// one of the exceptions are blocked.
type flagParam struct {
	Name   string    `yaml:"name"`
	Except [][][]int `yaml:"except"` // sets of cells
}

func (c countParam) String() string {
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
