package stats

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"coverstat/enumerate"
)

// Derived returns a copy of the document of a census in which every number that follows from other ones is computed
// again: all of a distribution from its histogram, and the means and the information of breakdowns.
func (d *Document) Derived() *Document {
	c := *d
	c.Measures, c.Breakdowns = slices.Clone(d.Measures), slices.Clone(d.Breakdowns)
	for i := range c.Measures {
		m := &c.Measures[i]
		m.Raw, m.Distinct = m.Raw.derived(m.Scale), m.Distinct.derived(m.Scale)
	}
	c.setBounds()
	for i, t := range c.Breakdowns {
		c.Breakdowns[i] = t.derived()
	}
	return &c
}

func (d Distribution) derived(s enumerate.Scale) Distribution {
	if d.Histogram == nil { // there are too many values
		if d.Sum != nil {
			d.Mean = groupSum(d.N, *d.Sum).Mean
		}
		return d
	}
	c := d.Histogram.Describe()
	c.Nulls, c.AtLeast = d.Nulls, d.AtLeast
	c.keep(s)
	return c
}

func (t *GroupTable) derived() *GroupTable {
	c := *t
	if t.Groups == nil { // too many for the document
		return &c
	}
	c.RawN, c.DistinctN, c.Information = Number{}, Number{}, nil
	c.Groups = slices.Clone(t.Groups)
	for i := range c.Groups {
		g := &c.Groups[i]
		c.RawN, c.DistinctN = c.RawN.Add(g.RawN), c.DistinctN.Add(g.DistinctN)
		g.Parts = slices.Clone(g.Parts)
		for k := range g.Parts {
			p := &g.Parts[k]
			p.Raw, p.Distinct = groupSum(p.Raw.N, p.Raw.Sum), groupSum(p.Distinct.N, p.Distinct.Sum)
		}
	}
	c.setInformation()
	return &c
}

// Contradictions says where statistics of all solutions contradict one another: the orbits of each size, the values of
// each measure and the groups of each breakdown make all solutions, and groups have the values that a measure has.
func (d *Document) Contradictions() (found []string) {
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			found = append(found, fmt.Sprintf(format, args...))
		}
	}
	raw, distinct := d.Solutions.Raw, d.Solutions.Distinct
	if list := d.Solutions.BySymmetry; list != nil {
		classes := Int(0)
		for _, s := range list {
			classes = classes.Add(s.Classes)
		}
		say(classes.Cmp(distinct) != 0, "the stabilisers have %s classes, expected %s", classes, distinct)
		say(d.Solutions.ByOrbitSize != nil && !d.Solutions.orbitsFit(),
			"the classes by stabiliser and by orbit size do not belong together")
	}
	if orbits := d.Solutions.ByOrbitSize; orbits != nil { // few groups are too large for them
		say(orbits.total().Cmp(distinct) != 0 || orbits.sum().Cmp(raw) != 0,
			"the orbits of each size make %s solutions up to symmetry and %s in all, expected %s and %s",
			orbits.total(),
			orbits.sum(), distinct, raw)
	}
	for _, m := range d.Measures {
		check := func(what string, got *Distribution, all Number) {
			say(got.N.Add(got.Nulls).Cmp(all) != 0 || got.Histogram != nil && got.Histogram.total().Cmp(got.N) != 0,
				"%s has values of %s %s, expected %s", m.Name, got.N, what, all)
		}
		check("solutions", &m.Raw, raw)
		check("solutions up to symmetry", &m.Distinct, distinct)
	}
	for _, b := range d.Breakdowns {
		if b.Groups != nil { // else too many for the document
			b.contradictions(d, say)
		}
	}
	return found
}

// orbitsFit reports whether the order of each stabiliser, multiplied by the size of its orbits, is the order of the
// same group.
func (s *Solutions) orbitsFit() bool {
	if len(s.BySymmetry) == 0 || len(s.ByOrbitSize) == 0 {
		return len(s.BySymmetry) == len(s.ByOrbitSize)
	}
	least := slices.MinFunc(s.BySymmetry, func(a, b Stabiliser) int { return cmp.Compare(a.Order, b.Order) })
	group := int64(least.Order) * s.ByOrbitSize[len(s.ByOrbitSize)-1].Value
	sizes := map[int64]Number{}
	for _, x := range s.BySymmetry {
		if x.Order < 1 || group%int64(x.Order) != 0 {
			return false
		}
		size := group / int64(x.Order)
		sizes[size] = sizes[size].Add(x.Classes)
	}
	return s.ByOrbitSize.Has(sizes)
}

// contradictions says where the groups of a breakdown do not have all solutions, or other values than the document.
func (t *GroupTable) contradictions(d *Document, say func(wrong bool, format string, args ...any)) {
	by := strings.Join(t.By, ", ")
	var raw, distinct Number
	for _, g := range t.Groups {
		raw, distinct = raw.Add(g.RawN), distinct.Add(g.DistinctN)
	}
	say(raw.Add(t.RawNulls).Cmp(d.Solutions.Raw) != 0 || distinct.Add(t.DistinctNulls).Cmp(d.Solutions.Distinct) != 0,
		"the groups by %s have %s solutions and %s up to symmetry, expected %s and %s", by, raw, distinct,
		d.Solutions.Raw,
		d.Solutions.Distinct)
	if !t.RawNulls.IsZero() {
		return // they lack values that the document has
	}
	for i, name := range t.By {
		m := d.Measures.Find(name)
		say(m != nil && m.Raw.Histogram != nil && !t.hasValues(i, m),
			"the groups by %s have other values of %s than its histogram", by, name)
	}
	for k, name := range t.Of {
		m := d.Measures.Find(name)
		if m == nil || m.Raw.Sum == nil {
			continue
		}
		var all groupPart
		for _, g := range t.Groups {
			p := g.Parts[k]
			all.add(p)
			say(m.Raw.Nulls.IsZero() && (p.Raw.N.Cmp(g.RawN) != 0 || p.Distinct.N.Cmp(g.DistinctN) != 0),
				"%s has %s values where %s is %v, expected %s", name, p.Raw.N, by, g.Values, g.RawN)
		}
		want := groupPart{m.Raw.Min, m.Raw.Max, groupSums{N: m.Raw.N, Sum: *m.Raw.Sum},
			groupSums{N: m.Distinct.N, Sum: *m.Distinct.Sum}, nil}
		say(!reflect.DeepEqual(all, want), "%s has other values in the groups by %s than in all", name, by)
	}
}

// hasValues reports whether the groups have the values of a column as often as the measure has them.
func (t *GroupTable) hasValues(column int, m *Measure) bool {
	raw, distinct := map[int64]Number{}, map[int64]Number{}
	for _, g := range t.Groups {
		v := int64(g.Values[column])
		raw[v], distinct[v] = raw[v].Add(g.RawN), distinct[v].Add(g.DistinctN)
	}
	return m.Raw.Histogram.Has(raw) && m.Distinct.Histogram.Has(distinct)
}

// Has reports whether the histogram has these values, and no others, so often.
func (h Histogram) Has(counts map[int64]Number) bool {
	return len(counts) == len(h) &&
		!slices.ContainsFunc(h, func(b Bin) bool { return counts[b.Value].Cmp(b.Count) != 0 })
}

// add adds the values of another group; means are left out.
func (p *groupPart) add(o groupPart) {
	p.Raw.N, p.Raw.Sum = p.Raw.N.Add(o.Raw.N), p.Raw.Sum.Add(o.Raw.Sum)
	p.Distinct.N, p.Distinct.Sum = p.Distinct.N.Add(o.Distinct.N), p.Distinct.Sum.Add(o.Distinct.Sum)
	if o.Min != nil && (p.Min == nil || o.Min.Cmp(*p.Min) < 0) {
		p.Min = o.Min
	}
	if o.Max != nil && (p.Max == nil || o.Max.Cmp(*p.Max) > 0) {
		p.Max = o.Max
	}
}
