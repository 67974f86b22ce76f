package regions

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/puzzles/polyform"
	"coverstat/enumerate/symmetry"
)

// givenParam says which vertices all partitions have in one region, and which in different ones.
type givenParam struct {
	Together [][]vertexParam `yaml:"together" default:"[]" help:"lists of vertices: those of a list are in one region; names of a graph's vertices, or cells [row, col], in solids [layer, row, col], from 0" example:"[[Ada, Boise], [Bonner, Kootenai, Shoshone]]"`
	Apart    [][]vertexParam `yaml:"apart" default:"[]" help:"lists of vertices: no two of a list are in one region" example:"[[[0, 0], [5, 5]]]"`
}

// vertexParam is the name of a vertex, or a cell.
type vertexParam struct {
	name string
	cell []int
}

// UnmarshalYAML accepts a name, which may be a number, or a list of numbers.
func (v *vertexParam) UnmarshalYAML(decode func(any) error) error {
	if decode(&v.name) == nil {
		return nil
	}
	return decode(&v.cell)
}

// find returns the number of a vertex.
func (g *graph) find(v vertexParam) (int32, error) {
	if g.board == nil {
		n := slices.Index(g.names, v.name)
		switch {
		case v.cell != nil:
			return 0, enumerate.Errorf("got a list of numbers: expected the name of a vertex")
		case n < 0:
			return 0, enumerate.Unknown("the graph has no vertex", v.name, g.names, "")
		}
		return int32(n), nil
	}
	if v.cell == nil {
		return 0, enumerate.Errorf("got %q: expected a cell of the board, such as [0, 2], counted from 0", v.name)
	}
	cell, err := g.board.FreeCell(v.cell)
	return int32(slices.Index(g.board.FreeCells(), cell)), err
}

// restrict puts what is given into the problem, which keeps the symmetries that keep it.
func (g *graph) restrict(p givenParam) error {
	together, err := g.findLists("puzzle.given.together", p.Together)
	if err == nil {
		g.Apart, err = g.findLists("puzzle.given.apart", p.Apart)
	}
	if err != nil {
		return err
	}
	for _, list := range together {
		g.keepTogether(list)
	}
	for i, list := range g.Apart {
		for _, whole := range g.Together {
			if both := slices.DeleteFunc(slices.Clone(list), func(v int32) bool {
				return !slices.Contains(whole, v)
			}); len(both) > 1 {
				return enumerate.KeyErrorf(fmt.Sprintf("puzzle.given.apart.%d", i),
					"%s and %s are together by puzzle.given.together: expected vertices that may be in different regions", g.names[both[0]], g.names[both[1]])
			}
		}
	}
	if len(g.Together)+len(g.Apart) == 0 {
		return nil
	}
	return g.restrictSymmetries()
}

// restrictSymmetries leaves the symmetries that keep what is given.
func (g *graph) restrictSymmetries() error {
	all, kinds := symmetry.NewPermutations(g.factors...), g.kinds
	g.factors, g.kinds = make([][][]int32, 1), nil
	for k := range all.Len() {
		image := all.Of(k)
		if !g.Keeps(image) {
			continue
		}
		if err := polyform.CheckImages(len(g.kinds), len(g.names)+3*len(g.Edges)); err != nil {
			return err
		}
		g.factors[0], g.kinds = append(g.factors[0], image), append(g.kinds, kinds[k*len(kinds)/all.Len()])
	}
	return nil
}

// keepTogether adds a list of vertices, with the lists that share a vertex with it.
func (g *graph) keepTogether(list []int32) {
	var others [][]int32
	for _, other := range g.Together {
		if slices.ContainsFunc(other, func(v int32) bool { return slices.Contains(list, v) }) {
			list = slices.Concat(list, other)
		} else {
			others = append(others, other)
		}
	}
	slices.Sort(list)
	g.Together = append(others, slices.Compact(list))
}

// findLists finds the vertices of lists at a key of the config, each ascending.
func (g *graph) findLists(key string, written [][]vertexParam) (lists [][]int32, err error) {
	for i, names := range written {
		var list []int32
		for j, name := range names {
			at := fmt.Sprintf("%s.%d.%d", key, i, j)
			v, err := g.find(name)
			switch {
			case err != nil:
				return nil, enumerate.AtKey(at, err)
			case slices.Contains(list, v):
				return nil, enumerate.KeyErrorf(at, "the vertex stands twice in the list: expected each once")
			}
			list = append(list, v)
		}
		if len(list) < 2 {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("%s.%d", key, i), "got %s: expected a list of two or more",
				enumerate.Plural(len(list), "vertex"))
		}
		slices.Sort(list)
		lists = append(lists, list)
	}
	return lists, nil
}

// givenFacts says what is given.
func (g *graph) givenFacts() []enumerate.Fact {
	if len(g.Together)+len(g.Apart) == 0 {
		return nil
	}
	var texts []string
	value := map[string][][]string{}
	for k, lists := range [][][]int32{g.Together, g.Apart} {
		word := [...]string{"together", "apart"}[k]
		for _, list := range lists {
			var names []string
			for _, v := range list {
				names = append(names, g.names[v])
			}
			texts, value[word] = append(texts, strings.Join(names, ", ")+" "+word), append(value[word], names)
		}
	}
	return []enumerate.Fact{{Key: "given", Text: "given: " + strings.Join(texts, "; "), Value: value}}
}
