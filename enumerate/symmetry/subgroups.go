package symmetry

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coverstat/enumerate"
)

const (
	// MaxStabilisers is the order up to which the subgroups of a group are told apart.
	MaxStabilisers = 128
	// maxSubgroupClasses is the number of classes of conjugate subgroups up to which they are
	// listed: a sweep is needed for each.
	maxSubgroupClasses = 500
)

// A Subgroup is a set of elements of a group of at most [MaxStabilisers] elements: element k
// is in it if bit k is 1.
type Subgroup [MaxStabilisers / 64]uint64

// Order returns the number of elements.
func (s Subgroup) Order() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// has reports whether an element is in the set.
func (s Subgroup) has(k int) bool { return s[k/64]>>(k%64)&1 != 0 }

// Within reports whether all elements are in another set, too.
func (s Subgroup) Within(other Subgroup) bool {
	for i, w := range s {
		if w&^other[i] != 0 {
			return false
		}
	}
	return true
}

// members returns the elements, ascending.
func (s Subgroup) members() (elements []int) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			elements = append(elements, 64*i+bits.TrailingZeros64(w))
		}
	}
	return elements
}

// compareSubgroups compares the orders, and then the elements, ascending.
func compareSubgroups(a, b Subgroup) int {
	return cmp.Or(a.Order()-b.Order(), compareSets(a[:], b[:]))
}

// Subgroups tells the subgroups of a group apart, and names them.
type Subgroups struct {
	names   []string // of the elements
	product [][]int  // product[a][b] is a, then b
	inverse []int
}

// NewSubgroups returns the subgroups of a group. The error says why they are not told apart.
func NewSubgroups(g *Group) (*Subgroups, error) {
	n := g.Order()
	if n > MaxStabilisers {
		return nil, fmt.Errorf("the %s symmetries are more than %d", enumerate.Grouped(n), MaxStabilisers)
	}
	m := g.options.multiplication()
	if m == nil {
		return nil, fmt.Errorf("some symmetries move no option")
	}
	s := &Subgroups{inverse: make([]int, n)}
	for a := range n {
		products := make([]int, n)
		for b := range products {
			if products[b] = max(0, m.product(a, b)); products[b] == 0 {
				s.inverse[a] = b
			}
		}
		s.product = append(s.product, products)
	}
	s.names = s.elementNames(g.Kinds)
	return s, nil
}

// elementNames makes the names of elements from those of their kinds: where several elements of
// a kind do not generate the same subgroup, their numbers tell them apart.
func (s *Subgroups) elementNames(kinds []string) []string {
	names := slices.Clone(kinds)
	if kinds == nil {
		names = slices.Repeat([]string{"symmetry"}, len(s.inverse))
	}
	subgroups := map[string]Subgroup{} // by kind: the subgroup that one of them generates
	several := map[string]bool{"symmetry": true}
	for k, kind := range names {
		h := s.Generate(k)
		if other, ok := subgroups[kind]; ok && other != h {
			several[kind] = true
		}
		subgroups[kind] = h
	}
	for k, kind := range names {
		if several[kind] && k > 0 {
			names[k] = fmt.Sprintf("%s %d", kind, k)
		}
	}
	names[0] = "identity"
	return names
}

// Table is the table of the names of the elements.
func (s *Subgroups) Table() enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "symmetry", Type: enumerate.Int32, Meaning: "which symmetry of the puzzle, from 0, the identity"},
		{Name: "name", Type: enumerate.String, Meaning: "what it does; several of a kind have their number"},
	})
	for k, name := range s.names {
		b.AppendValues(0, k, name)
	}
	return enumerate.Table{Name: enumerate.SymmetriesTable, Rows: b}
}

// FromTables returns the group that tables of names and of images have; there are no images if it is
// trivial. The error says that they fit no group.
func FromTables(names, images *enumerate.Batch) (*Group, error) {
	order, name := names.Len(), enumerate.ColumnIndex(names.Columns, "name", enumerate.String)
	if order == 0 || name < 0 {
		return nil, fmt.Errorf("table %s has no names", enumerate.SymmetriesTable)
	}
	g := &Group{}
	for k := range order {
		g.Kinds = append(g.Kinds, string(names.StringAt(name, k)))
	}
	perms := make([][]enumerate.OptionID, order)
	if g.options = NewPermutations(perms); order == 1 {
		return g, nil
	}
	var columns [3]int
	for i, name := range []string{"option", "symmetry", "image"} {
		if columns[i] = enumerate.ColumnIndex(images.Columns, name, enumerate.Integers...); columns[i] < 0 {
			return nil, fmt.Errorf("table %s has no column %s of integers", enumerate.ImagesTable, name)
		}
	}
	options := images.Len() / order
	for k := range perms {
		perms[k] = make([]enumerate.OptionID, options)
	}
	for row := range images.Len() {
		o, k, image := images.IntAt(columns[0], row), images.IntAt(columns[1], row), images.IntAt(columns[2], row)
		if images.Len() != order*options || o != int64(row/order) || k != int64(row%order) || image < 0 ||
			image >= int64(options) {
			return nil, fmt.Errorf("table %s: row %d is none of %d symmetries of %d options", enumerate.ImagesTable,
				row, order,
				options)
		}
		perms[k][o] = enumerate.OptionID(image)
	}
	return g, nil
}

// Generate returns the subgroup that elements generate.
func (s *Subgroups) Generate(generators ...int) Subgroup {
	h, list := Subgroup{1}, []int{0}
	for at := 0; at < len(list); at++ {
		for _, g := range generators {
			if e := s.product[list[at]][g]; !h.has(e) {
				h[e/64] |= 1 << (e % 64)
				list = append(list, e)
			}
		}
	}
	return h
}

// conjugates visits the images of a subgroup under all elements; the same one may come often.
func (s *Subgroups) conjugates(h Subgroup, visit func(Subgroup)) {
	elements := h.members()
	for k, back := range s.inverse {
		var image Subgroup
		for _, e := range elements {
			i := s.product[s.product[back][e]][k]
			image[i/64] |= 1 << (i % 64)
		}
		visit(image)
	}
}

// least returns the least of the subgroups that are conjugate to one.
func (s *Subgroups) least(h Subgroup) Subgroup {
	s.conjugates(h, func(image Subgroup) {
		if compareSubgroups(image, h) < 0 {
			h = image
		}
	})
	return h
}

// Classes lists the subgroups, those that are conjugate to one another together, the least first,
// by ascending order: the trivial one first. The error says that there are too many.
func (s *Subgroups) Classes() (classes [][]Subgroup, err error) {
	met := map[Subgroup]bool{}
	add := func(h Subgroup) {
		var class []Subgroup
		s.conjugates(h, func(image Subgroup) {
			if !met[image] {
				met[image] = true
				class = append(class, image)
			}
		})
		if class != nil {
			slices.SortFunc(class, compareSubgroups)
			classes = append(classes, class)
		}
	}
	add(Subgroup{1})
	// Every subgroup is conjugate to one that a smaller subgroup, the first of its class, and a
	// further element generate.
	for i := 0; i < len(classes); i++ {
		smaller := classes[i][0]
		generators := s.Generators(smaller)
		for k := range s.inverse {
			if len(classes) > maxSubgroupClasses {
				return nil, fmt.Errorf("the symmetries have more than %d classes of subgroups", maxSubgroupClasses)
			}
			if h := s.Generate(append(generators, k)...); !met[h] {
				add(h)
			}
		}
	}
	slices.SortFunc(classes, func(a, b []Subgroup) int { return compareSubgroups(a[0], b[0]) })
	return classes, nil
}

// Generators returns few elements that generate a subgroup: each is the least of those that make
// most of it, with those before.
func (s *Subgroups) Generators(h Subgroup) (generators []int) {
	for made := (Subgroup{1}); made != h; {
		best, most := 0, made
		for _, k := range h.members() {
			if made.has(k) {
				continue
			}
			if with := s.Generate(append(generators, k)...); with.Order() > most.Order() {
				best, most = k, with
			}
		}
		generators, made = append(generators, best), most
	}
	return generators
}

// shortNames are the names of subgroups that have others than those of their generators.
var shortNames = map[string]string{
	"":                                "none",
	"half turn, left-right mirror":    "mirrors",
	"half turn, diagonal mirror":      "diagonal mirrors",
	"quarter turn, left-right mirror": "all",
	OtherDiagonal:                     "diagonal mirror",
}

// OtherDiagonal is the kind of the second diagonal mirror of a square. Subgroups do not tell them
// apart.
const OtherDiagonal = "other diagonal mirror"

// name returns the name of a subgroup.
func (s *Subgroups) name(h Subgroup) string {
	var names []string
	for _, k := range s.Generators(h) {
		names = append(names, s.names[k])
	}
	name := strings.Join(names, ", ")
	if short, ok := shortNames[name]; ok {
		return short
	}
	return name
}

// Stabilisers makes the list of the classes by their stabilisers from the numbers of those that
// have a subgroup, or one that is conjugate to it, as stabiliser.
func (s *Subgroups) Stabilisers(classes map[Subgroup]*big.Int) []enumerate.Stabiliser {
	numbers := map[Subgroup]*big.Int{} // by the least of the conjugate subgroups
	var subgroups []Subgroup
	for h, n := range classes {
		least := s.least(h)
		if n.Sign() == 0 {
			continue
		}
		if numbers[least] == nil {
			numbers[least] = new(big.Int)
			subgroups = append(subgroups, least)
		}
		numbers[least].Add(numbers[least], n)
	}
	slices.SortFunc(subgroups, compareSubgroups)
	list := []enumerate.Stabiliser{}
	for _, h := range subgroups {
		name := s.name(h)
		if at := slices.IndexFunc(list, func(other enumerate.Stabiliser) bool { return other.Name == name }); at >= 0 {
			list[at].Classes.Add(list[at].Classes, numbers[h])
			continue
		}
		list = append(list, enumerate.Stabiliser{Name: name, Order: h.Order(),
			OrbitSize: int64(len(s.inverse) / h.Order()),
			Classes:   numbers[h]})
	}
	return list
}

// stabiliserCounts counts the rows of a census by the stabilisers of their solutions. It
// implements [enumerate.StabiliserCounts]. Only rows whose orbit is smaller than the group are
// looked at.
type stabiliserCounts struct {
	canon    *Canonicaliser
	all      *Subgroups
	err      error // that subgroups are not told apart: then nothing is counted
	read     ReadSolution
	orbits   int // the column of orbit sizes
	classes  map[Subgroup]int64
	solution []enumerate.OptionID
}

// ReadSolution appends the options of a row's solution to dst.
type ReadSolution func(dst []enumerate.OptionID, b *enumerate.Batch, row int) ([]enumerate.OptionID, error)

// NewStabiliserCounts returns counts of no rows. read is for one goroutine.
func NewStabiliserCounts(g *Group, columns []enumerate.Column, read ReadSolution) enumerate.StabiliserCounts {
	c := &stabiliserCounts{canon: NewCanonicaliser(g), classes: map[Subgroup]int64{}, read: read,
		orbits: enumerate.ColumnIndex(columns, enumerate.OrbitSizeColumn)}
	c.all, c.err = NewSubgroups(g)
	return c
}

// Add implements [enumerate.RowCounts].
func (c *stabiliserCounts) Add(b *enumerate.Batch) error {
	if c.err != nil {
		return nil
	}
	group := c.canon.group
	options := len(group.options.Of(0))
	for row := range b.Len() {
		if b.IntAt(c.orbits, row) == int64(group.Order()) {
			c.classes[Subgroup{1}]++
			continue
		}
		var err error
		if c.solution, err = c.read(c.solution[:0], b, row); err != nil {
			return err
		}
		for _, o := range c.solution {
			if uint(o) >= uint(options) {
				return fmt.Errorf("row %d has option %d: expected 0 to %d", row, o, options-1)
			}
		}
		c.canon.Canonical(c.solution)
		c.classes[c.canon.Stabiliser()]++
	}
	return nil
}

// Merge implements [enumerate.RowCounts].
func (c *stabiliserCounts) Merge(other enumerate.RowCounts) {
	for h, n := range other.(*stabiliserCounts).classes {
		c.classes[h] += n
	}
}

// Tables implements [enumerate.RowCounts]: there are none.
func (c *stabiliserCounts) Tables() ([]enumerate.Table, error) { return nil, nil }

// Stabilisers implements [enumerate.StabiliserCounts].
func (c *stabiliserCounts) Stabilisers() ([]enumerate.Stabiliser, error) {
	if c.err != nil {
		return nil, c.err
	}
	return c.all.Stabilisers(BigCounts(c.classes)), nil
}

// BigCounts returns the same counts as numbers of any size.
func BigCounts(classes map[Subgroup]int64) map[Subgroup]*big.Int {
	counts := map[Subgroup]*big.Int{}
	for h, n := range classes {
		counts[h] = big.NewInt(n)
	}
	return counts
}
