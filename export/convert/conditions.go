package convert

import (
	"coverstat/enumerate"
)

// Conditions are a cover as conditions on variables: 1, 2, ... for its options, then those
// of definitions.
type conditions struct {
	*names
	definitions []definition
	counts      []count
}

// A definition is a variable that is true if and only if one of some others is.
type definition struct {
	name     string
	variable int
	any      []int
}

// A count is a condition: at least least and at most most of some variables are true.
type count struct {
	name        string
	variables   []int
	least, most int
}

// conditionsOf makes the conditions of a cover: one for each item that does not leave
// everything open. A colour of an item is a variable of its own if several options give
// it, so that the item's colours and its options without a colour exclude each other.
func conditionsOf(c *enumerate.Cover) *conditions {
	s := &conditions{names: newNames(c, "")}
	p := c.Problem
	type claim struct {
		option int
		colour enumerate.Colour
	}
	claims := make([][]claim, p.Items())
	for i, n := range membership(p) {
		claims[i] = make([]claim, 0, n)
	}
	for o := range enumerate.OptionID(p.Options()) {
		for _, m := range p.Option(o) {
			claims[m.Item] = append(claims[m.Item], claim{int(o) + 1, m.Colour})
		}
	}
	for i, list := range claims {
		info := p.Item(enumerate.Item(i))
		of := count{name: s.items[i], least: int(info.Min), most: int(info.Max)}
		var order []enumerate.Colour
		options := map[enumerate.Colour][]int{}
		for _, x := range list {
			if x.colour == 0 {
				of.variables = append(of.variables, x.option)
				continue
			}
			if options[x.colour] == nil {
				order = append(order, x.colour)
			}
			options[x.colour] = append(options[x.colour], x.option)
		}
		if len(order)+len(of.variables) <= of.most && of.least == 0 {
			continue
		}
		for _, colour := range order {
			same := options[colour]
			variable := same[0]
			if len(same) > 1 {
				variable = p.Options() + len(s.definitions) + 1
				s.definitions = append(s.definitions,
					definition{name: s.items[i] + ":" + s.colour(colour), variable: variable, any: same})
			}
			of.variables = append(of.variables, variable)
		}
		s.counts = append(s.counts, of)
	}
	return s
}

// unsatisfiable says that more variables must be true than there are.
func (c *count) unsatisfiable() bool { return c.least > len(c.variables) }

// variables is the number of variables, at least one so that what cannot be satisfied
// can be written.
func (s *conditions) variables() int {
	return max(1, s.cover.Problem.Options()+len(s.definitions))
}

// comments writes what variables mean, each line after a prefix.
func (s *conditions) comments(write func(string)) {
	options := s.cover.Problem.Options()
	write("variables 1 to " + decimal(options) + ": the options; any others follow from them")
	var line []byte
	for o := range enumerate.OptionID(options) {
		line = append(line[:0], "variable "...)
		line = append(line, decimal(int(o)+1)...)
		line = append(line, ": "...)
		if label := s.label(o); label != "" {
			line = append(append(line, label...), " = "...)
		}
		write(string(s.option(line, o)))
	}
	for _, d := range s.definitions {
		write("variable " + decimal(d.variable) + ": " + d.name)
	}
}
