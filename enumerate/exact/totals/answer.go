package totals

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// numbers are what the sweeps over one cover have found.
type numbers struct {
	total  *big.Int            // nil if it is not known
	uses   []*big.Int          // by option of the cover; nil is 0
	groups [][]enumerate.Group // as in Sweeps.groups
}

// example is a solution that a sweep has found.
type example struct {
	why     string
	options []enumerate.OptionID
}

// A reading is what the rows of sweeps say.
type reading struct {
	all      []numbers // by cover
	examples []example
	noJoint  error // why there are no joint numbers
}

// totals are those of [enumerate.Counting].
func (j *Sweeps) totals(rows []*enumerate.Batch) (*enumerate.Totals, error) {
	if err := j.Prepare(); err != nil {
		return nil, err
	}
	found, err := j.read(rows)
	if err != nil {
		return nil, err
	}
	all := found.all
	t := &enumerate.Totals{Raw: all[0].total, NoJoint: found.noJoint}
	if t.Distinct, err = j.distinct(all); err != nil {
		return nil, err
	}
	if j.question.Uses {
		return t, j.usesOfEach(t, all[0].uses)
	}
	if err := j.bySymmetry(t, all); err != nil || !j.question.Statistics {
		t.Groups = all[0].groups
		return t, err
	}
	if err := j.statistics(t, all); err != nil {
		return nil, err
	}
	if len(found.examples) > 0 {
		table, err := j.exampleTable(found.examples)
		if err != nil {
			return nil, err
		}
		t.Tables = append(t.Tables, table)
	}
	return t, nil
}

// distinct returns the number of solutions up to symmetry, by Burnside's lemma: it is the mean
// number of solutions that a symmetry maps to themselves. It is nil if some of these are not
// known.
func (j *Sweeps) distinct(all []numbers) (*big.Int, error) {
	sum := new(big.Int)
	for k, class := range j.classes {
		if all[k].total == nil {
			return nil, nil
		}
		sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(class.Size)), all[k].total))
	}
	return sum, j.divideByOrder(sum)
}

// divideByOrder divides a sum over all symmetries by their number. Of Burnside's sums the quotient
// is whole.
func (j *Sweeps) divideByOrder(sum *big.Int) error {
	order, rest := j.x.Group.Order(), new(big.Int)
	if sum.QuoRem(sum, big.NewInt(int64(order)), rest); rest.Sign() != 0 {
		return fmt.Errorf(
			"the numbers of solutions that %d symmetries map to themselves, added up, leave a remainder of %v",
			order, rest)
	}
	return nil
}

// statistics fills in what is known beside the numbers of solutions.
func (j *Sweeps) statistics(t *enumerate.Totals, all []numbers) error {
	x := j.x
	groups := make([][]enumerate.Group, len(j.groups))
	options := x.Problem.Options()
	raw, distinct := zeros(options), zeros(options)
	orbits := x.Group.Orbits()
	counted := j.groups
	if j.joint >= 0 && t.NoJoint != nil {
		counted = j.groups[:j.joint] // some sweeps by all measures were given up
	}
	for k, class := range j.classes {
		size := big.NewInt(int64(class.Size))
		for o, n := range all[k].uses {
			if n == nil {
				continue
			}
			if k == 0 {
				raw[o].Add(raw[o], n)
			}
			for _, m := range j.covers[k].membersOf(o) {
				d := distinct[orbits[m]]
				d.Add(d, new(big.Int).Mul(size, n))
			}
		}
		for g, group := range counted {
			counts := all[k].groups[g]
			if g != j.joint && len(j.covers) > 0 && j.derived(group) {
				counts = j.derive(k, group[0], &all[k])
			}
			groups[g] = addGroups(groups[g], counts, k == 0, size)
		}
	}
	sums := distinct
	for _, g := range slices.Concat(groups...) {
		sums = append(sums, g.Distinct)
	}
	for _, sum := range sums {
		if err := j.divideByOrder(sum); err != nil {
			return err
		}
	}
	t.Groups = groups
	if j.joint >= 0 {
		t.Groups = groups[:j.joint]
		if t.NoJoint == nil {
			t.Joint = groups[j.joint]
			if len(j.sums) == 1 {
				t.Joint = groups[0]
			}
		}
	}
	use, err := x.NewOptionUse(raw, distinct, t.Raw, false)
	if err == nil && x.Occupancy != nil {
		t.Tables = x.Occupancy(use)
	}
	return err
}

// usesOfEach fills in how many solutions have each option; nil is none.
func (j *Sweeps) usesOfEach(t *enumerate.Totals, known []*big.Int) (err error) {
	uses := zeros(j.x.Problem.Options())
	for o, n := range known {
		if n != nil {
			uses[o] = n
		}
	}
	t.Uses, err = j.x.UsesOfEach(uses, t.Raw)
	return err
}

func zeros(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// planSubgroups numbers the covers of the subgroups.
func (j *Sweeps) planSubgroups() {
	if j.named, j.noSubgroups = symmetry.NewSubgroups(j.x.Group); j.noSubgroups == nil {
		j.subgroups, j.noSubgroups = j.named.Classes()
	}
	for _, class := range j.classes {
		j.generators = append(j.generators, []int{class.Element})
	}
	for _, conjugate := range j.subgroups {
		k := slices.IndexFunc(j.classes, func(c symmetry.RationalClass) bool {
			return slices.Contains(conjugate, j.named.Generate(c.Element))
		})
		if k < 0 {
			k = len(j.generators)
			j.generators = append(j.generators, j.named.Generators(conjugate[0]))
		}
		j.coverOf = append(j.coverOf, k)
	}
}

// bySymmetry counts the classes by their stabilisers. The stabiliser of a solution that a subgroup
// maps to itself is this subgroup or a larger one. So the solutions with a given stabiliser follow,
// from the largest subgroup down (W. Burnside's table of marks, 1911).
func (j *Sweeps) bySymmetry(t *enumerate.Totals, all []numbers) error {
	if t.Raw.Sign() == 0 {
		t.BySymmetry = []enumerate.Stabiliser{}
		return nil
	}
	if j.noSubgroups != nil {
		t.NoBySymmetry = j.noSubgroups
		return nil
	}
	type exactly struct {
		subgroup  symmetry.Subgroup
		solutions *big.Int
	}
	var known []exactly
	classes := map[symmetry.Subgroup]*big.Int{}
	for i, conjugate := range slices.Backward(j.subgroups) {
		h, total := conjugate[0], all[j.coverOf[i]].total
		if total == nil {
			t.NoBySymmetry = errors.New("the sweeps for some symmetries would take too long")
			return nil
		}
		solutions := new(big.Int).Set(total)
		for _, k := range known {
			if h.Within(k.subgroup) {
				solutions.Sub(solutions, k.solutions)
			}
		}
		for _, h := range conjugate {
			known = append(known, exactly{h, solutions})
		}
		n, rest := new(big.Int).Mul(solutions, big.NewInt(int64(len(conjugate)))), new(big.Int)
		if n.QuoRem(n, big.NewInt(int64(j.x.Group.Order()/h.Order())), rest); rest.Sign() != 0 || n.Sign() < 0 {
			return fmt.Errorf("the solutions with %d symmetries are no whole orbits", h.Order())
		}
		classes[h] = n
	}
	t.BySymmetry = j.named.Stabilisers(classes)
	return nil
}

// exampleTexts say why a solution is an example, by the kind of its row; the name of a measure
// follows least and greatest.
var exampleTexts = map[int64]string{drawnRow: enumerate.DrawnExample, leastRow: "least ", greatestRow: "greatest ",
	kindRow: "one of each kind"}

// read collects the rows.
func (j *Sweeps) read(rows []*enumerate.Batch) (*reading, error) {
	r := &reading{noJoint: j.noJoint, all: make([]numbers, max(len(j.covers), len(j.classes)+len(j.subgroups)))}
	for i := range r.all {
		r.all[i].groups = make([][]enumerate.Group, len(j.groups))
		if len(j.tasks) == 0 {
			r.all[i].total = new(big.Int)
		} else if i < len(j.covers) {
			r.all[i].uses = make([]*big.Int, j.covers[i].problem.Options())
		}
	}
	for _, b := range rows {
		for row := range b.Len() {
			if !j.readRow(r, b, row) {
				return nil, errors.New("a row of the sweeps is damaged")
			}
		}
	}
	if len(r.all) == 0 || r.all[0].total == nil {
		return nil, errors.New("the number of all solutions is missing")
	}
	return r, nil
}

// readRow adds a row to a reading, and reports whether it is sound.
func (j *Sweeps) readRow(r *reading, b *enumerate.Batch, row int) bool {
	count, ok := new(big.Int).SetString(string(b.StringAt(countColumn, row)), 10)
	task, values := b.IntAt(taskColumn, row), b.ListAt(valuesColumn, row)
	if !ok || task < 0 || int(task) >= len(j.tasks) {
		return false
	}
	t := j.tasks[task]
	f := &r.all[t.cover]
	switch kind := b.IntAt(kindColumn, row); kind {
	case totalRow:
		if len(values) != 1 || values[0] < 0 || int(values[0]) >= len(r.all) {
			return false
		}
		r.all[values[0]].total = count
	case usesRow:
		if len(values) != 1 || values[0] < 0 || int(values[0]) >= len(f.uses) {
			return false
		}
		f.uses[values[0]] = count
	case groupRow:
		g := enumerate.Group{Raw: count}
		for _, v := range values {
			g.Values = append(g.Values, int64(v))
		}
		f.groups[t.group] = append(f.groups[t.group], g)
	case noJointRow:
		r.noJoint = fmt.Errorf("the measures have more than %s combinations of values",
			enumerate.Grouped(j.question.Joint))
	case fullRow:
		r.noJoint = fmt.Errorf("a sweep by all measures would take more than %s of memory",
			enumerate.Bytes(sweep.DefaultMemory))
	default:
		e := example{why: exampleTexts[kind]}
		if kind == leastRow || kind == greatestRow {
			e.why += j.x.Measures[t.group].Name
		}
		for _, o := range values {
			e.options = append(e.options, enumerate.OptionID(o))
		}
		r.examples = append(r.examples, e)
	}
	return true
}

func (j *Sweeps) exampleTable(examples []example) (enumerate.Table, error) {
	x := j.x
	columns := x.Columns(enumerate.Plain)
	b := enumerate.NewBatch(append(columns, enumerate.Column{Name: enumerate.WhyColumn, Type: enumerate.String,
		Meaning: "why the solution is here: all are equally likely to be drawn, or none has a lesser or greater value"}))
	recorder, canon, check := x.NewRecorder(), x.NewCanonicaliser(), exact.NewRowChecker(x)
	for _, e := range examples {
		slices.Sort(e.options)
		form, orbit := canon.Canonical(e.options)
		x.AppendRow(recorder, b, form, orbit)
		b.AppendString(len(columns), []byte(e.why))
		if err := check(b, b.Len()-1); err != nil {
			return enumerate.Table{}, err
		}
	}
	return enumerate.Table{Name: enumerate.ExamplesTable, Rows: b}, nil
}

// derive makes the groups of a derived sum from the uses of options.
func (j *Sweeps) derive(class, of int, f *numbers) []enumerate.Group {
	sum := sumOf(j.covers[class].quotient, j.sums[of])
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
		i, ok := slices.BinarySearchFunc(to, c.Values,
			func(g enumerate.Group, v []int64) int { return slices.Compare(g.Values, v) })
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
