package census

import (
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/symmetry"
)

// found are the numbers that the sweeps over one cover have found.
type found struct {
	total  *big.Int
	uses   []*big.Int          // by option of the cover; nil is 0
	groups [][]enumerate.Group // as in sweepJob.groups
}

// example is a solution that a sweep has found.
type example struct {
	why     string
	options []enumerate.OptionID
}

// Totals implements [enumerate.SweepJob].
func (s *sweepJob) Totals(rows []*enumerate.Batch) (*enumerate.Totals, error) {
	all, examples, err := s.read(rows)
	if err != nil {
		return nil, err
	}
	x := s.census.Instance
	t := &enumerate.Totals{Raw: all[0].total, Distinct: new(big.Int), Groups: make([][]enumerate.Group, len(s.groups))}
	options := x.Problem.Options()
	raw, distinct := zeros(options), zeros(options)
	orbits := x.Group.Orbits()
	for k, class := range s.classes {
		size := big.NewInt(int64(class.Size))
		t.Distinct.Add(t.Distinct, new(big.Int).Mul(size, all[k].total))
		for o, n := range all[k].uses {
			if n == nil {
				continue
			}
			if k == 0 {
				raw[o].Add(raw[o], n)
			}
			for _, m := range s.covers[k].membersOf(o) {
				d := distinct[orbits[m]]
				d.Add(d, new(big.Int).Mul(size, n))
			}
		}
		for g, group := range s.groups {
			counts := all[k].groups[g]
			if s.derived(group) {
				counts = s.derive(k, group[0], &all[k])
			}
			t.Groups[g] = addGroups(t.Groups[g], counts, k == 0, size)
		}
	}
	sums := append([]*big.Int{t.Distinct}, distinct...)
	for _, g := range slices.Concat(t.Groups...) {
		sums = append(sums, g.Distinct)
	}
	for _, sum := range sums {
		if err := divideByOrder(sum, x.Group); err != nil {
			return nil, err
		}
	}
	if t.ByOrbitSize, err = s.byOrbitSize(all); err != nil {
		return nil, err
	}
	if err := s.checkUses(raw, t.Raw); err != nil {
		return nil, err
	}
	if x.Occupancy != nil {
		use, err := x.NewOptionUse(raw, distinct, t.Raw, false)
		if err != nil {
			return nil, err
		}
		t.Tables = x.Occupancy(use)
	}
	if len(examples) > 0 {
		table, err := s.exampleTable(examples)
		if err != nil {
			return nil, err
		}
		t.Tables = append(t.Tables, table)
	}
	return t, nil
}

func (c *cover) membersOf(o int) []enumerate.OptionID {
	if c.quotient == nil {
		return []enumerate.OptionID{enumerate.OptionID(o)}
	}
	return c.quotient.Members[o]
}

func zeros(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// byOrbitSize counts the classes by their numbers of solutions. The stabiliser of a solution that
// a subgroup maps to itself is this subgroup or a larger one. So the solutions with a given
// stabiliser follow, from the largest subgroup down (W. Burnside's table of marks, 1911).
func (s *sweepJob) byOrbitSize(all []found) ([]enumerate.Group, error) {
	type exactly struct {
		subgroup  symmetry.Subgroup
		solutions *big.Int
	}
	var known []exactly
	order := s.census.Instance.Group.Order()
	if s.subgroups == nil {
		return nil, nil
	}
	sizes := []enumerate.Group{} // by ascending sizes of orbits
	for i := len(s.subgroups) - 1; i >= 0; i-- {
		h := s.subgroups[i][0]
		solutions := new(big.Int).Set(all[s.coverOf[i]].total)
		for _, k := range known {
			if k.subgroup&h == h {
				solutions.Sub(solutions, k.solutions)
			}
		}
		for _, h := range s.subgroups[i] {
			known = append(known, exactly{h, solutions})
		}
		size := int64(order / h.Order())
		classes := new(big.Int).Mul(solutions, big.NewInt(int64(len(s.subgroups[i]))))
		var rest big.Int
		if classes.QuoRem(classes, big.NewInt(size), &rest); rest.Sign() != 0 || classes.Sign() < 0 {
			return nil, fmt.Errorf("the solutions with %d symmetries are no whole orbits", h.Order())
		}
		if classes.Sign() == 0 {
			continue
		}
		if n := len(sizes); n > 0 && sizes[n-1].Values[0] == size {
			sizes[n-1].Distinct.Add(sizes[n-1].Distinct, classes)
		} else {
			sizes = append(sizes, enumerate.Group{Values: []int64{size}, Distinct: classes})
		}
	}
	return sizes, nil
}

// exampleTexts say why a solution is an example, by the kind of its row; the name of a measure
// follows least and greatest.
var exampleTexts = map[int64]string{drawnRow: enumerate.DrawnExample, leastRow: "least ", greatestRow: "greatest ", kindRow: "one of each kind"}

// read collects the rows: numbers by cover, and the examples.
func (s *sweepJob) read(rows []*enumerate.Batch) (all []found, examples []example, err error) {
	for _, c := range s.covers {
		all = append(all, found{new(big.Int), make([]*big.Int, c.problem.Options()), make([][]enumerate.Group, len(s.groups))})
	}
	for _, b := range rows {
		for row := range b.Len() {
			count, ok := new(big.Int).SetString(string(b.StringAt(countColumn, row)), 10)
			task, values := b.IntAt(taskColumn, row), b.ListAt(valuesColumn, row)
			if !ok || task < 0 || int(task) >= len(s.tasks) {
				return nil, nil, fmt.Errorf("a row of the sweeps is damaged")
			}
			t := s.tasks[task]
			f := &all[t.cover]
			switch kind := b.IntAt(kindColumn, row); kind {
			case totalRow:
				f.total = count
			case usesRow:
				f.uses[values[0]] = count
			case groupRow:
				g := enumerate.Group{Raw: count}
				for _, v := range values {
					g.Values = append(g.Values, int64(v))
				}
				f.groups[t.group] = append(f.groups[t.group], g)
			default:
				e := example{why: exampleTexts[kind]}
				if kind == leastRow || kind == greatestRow {
					e.why += s.census.Instance.Measures[t.group].Name
				}
				for _, o := range values {
					e.options = append(e.options, enumerate.OptionID(o))
				}
				examples = append(examples, e)
			}
		}
	}
	return all, examples, nil
}

func (s *sweepJob) exampleTable(examples []example) (enumerate.Table, error) {
	x := s.census.Instance
	columns := x.Columns(enumerate.Plain)
	b := enumerate.NewBatch(append(columns, enumerate.Column{Name: enumerate.WhyColumn, Type: enumerate.String,
		Meaning: "why the solution is here: all are equally likely to be drawn, or none has a lesser or greater value"}))
	recorder, canon, checker := x.NewRecorder(), symmetry.NewCanonicaliser(x.Group), exact.NewRowChecker(x)
	for _, e := range examples {
		slices.Sort(e.options)
		form, orbit := canon.Canonical(e.options)
		x.AppendRow(recorder, b, form, orbit)
		b.AppendString(len(columns), []byte(e.why))
		if err := checker.Check(b, b.Len()-1); err != nil {
			return enumerate.Table{}, err
		}
	}
	return enumerate.Table{Name: enumerate.ExamplesTable, Rows: b}, nil
}

// derive makes the groups of a derived sum from the uses of options.
func (s *sweepJob) derive(class, of int, f *found) []enumerate.Group {
	sum := sumOf(s.covers[class].quotient, s.sums[of])
	counts := map[int64]*big.Int{}
	rest := new(big.Int).Set(f.total)
	for o, n := range f.uses {
		if n == nil || sum.Values == nil || sum.Values[o] == 0 {
			continue
		}
		v := sum.Base + int64(sum.Values[o])
		if counts[v] == nil {
			counts[v] = new(big.Int)
		}
		counts[v].Add(counts[v], n)
		rest.Sub(rest, n)
	}
	var groups []enumerate.Group
	if rest.Sign() > 0 {
		groups = append(groups, enumerate.Group{Values: []int64{sum.Base}, Raw: rest})
	}
	for v, n := range counts {
		groups = append(groups, enumerate.Group{Values: []int64{v}, Raw: n})
	}
	return groups
}

// addGroups adds the groups of solutions that each symmetry of a class, of this size, maps to
// themselves. The identity maps all solutions to themselves: its groups are the raw numbers.
func addGroups(to, counts []enumerate.Group, identity bool, size *big.Int) []enumerate.Group {
	for _, c := range counts {
		i, ok := slices.BinarySearchFunc(to, c.Values, func(g enumerate.Group, v []int64) int { return slices.Compare(g.Values, v) })
		if !ok {
			to = slices.Insert(to, i, enumerate.Group{Values: c.Values, Raw: new(big.Int), Distinct: new(big.Int)})
		}
		if identity {
			to[i].Raw.Set(c.Raw)
		}
		to[i].Distinct.Add(to[i].Distinct, new(big.Int).Mul(size, c.Raw))
	}
	return to
}

// checkUses compares the uses of options with the number of solutions: the options of an item
// that must be covered are used in all of them, together.
func (s *sweepJob) checkUses(uses []*big.Int, solutions *big.Int) error {
	p := s.census.Instance.Problem
	covered := zeros(p.Items())
	for o, n := range uses {
		for _, m := range p.Option(enumerate.OptionID(o)) {
			covered[m.Item].Add(covered[m.Item], n)
		}
	}
	for i, n := range covered {
		if info := p.Item(enumerate.Item(i)); info.Primary() && n.Cmp(solutions) != 0 {
			return fmt.Errorf("item %s is covered in %v solutions: expected %v", info.Name, n, solutions)
		}
	}
	return nil
}
