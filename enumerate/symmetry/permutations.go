package symmetry

import (
	"slices"

	"coverstat/enumerate"
)

// Permutations are the elements of a group, the identity first. They are a list or, where that would take much memory,
// products: element k takes one permutation of each factor, one after another. Its number has the numbers of these as
// digits, that of the first factor before the others.
type Permutations[T ~int32] struct {
	list    [][]T   // nil if there are factors
	factors [][][]T // two or more
	order   int
}

// maxListed is the number of images up to which products are made when the group is: 16 MB.
const maxListed = 1 << 22

// NewPermutations returns the products of factors, each a group that begins with the identity. A single one is a list.
func NewPermutations[T ~int32](factors ...[][]T) Permutations[T] {
	return products(maxListed, factors)
}

func products[T ~int32](most int, factors [][][]T) Permutations[T] {
	p := Permutations[T]{order: 1}
	for _, f := range factors {
		p.order *= len(f)
	}
	if len(factors) == 1 {
		p.list = factors[0]
		return p
	}
	if p.factors = factors; p.order*len(factors[0][0]) > most {
		return p
	}
	list := make([][]T, p.order)
	for k := range list {
		list[k] = p.Of(k)
	}
	return Permutations[T]{list: list, order: p.order}
}

// Len returns the number of permutations.
func (p *Permutations[T]) Len() int { return p.order }

// Of returns permutation k, which is not to be changed. If there are factors, it is made anew.
func (p *Permutations[T]) Of(k int) []T {
	if p.list != nil {
		return p.list[k]
	}
	return p.append(nil, k, enumerate.Indices(T(len(p.factors[0][0]))))
}

// Image returns the image of a point under permutation k.
func (p *Permutations[T]) Image(k int, x T) T {
	if p.list != nil {
		return p.list[k][x]
	}
	for stride, n := p.order, 0; n < len(p.factors); n++ {
		stride /= len(p.factors[n])
		x = p.factors[n][k/stride][x]
		k %= stride
	}
	return x
}

// append appends the images of points under permutation k to dst.
func (p *Permutations[T]) append(dst []T, k int, points []T) []T {
	first := len(dst)
	dst = slices.Grow(dst, len(points))[:first+len(points)]
	images := dst[first:]
	if p.list != nil {
		perm := p.list[k]
		for i, x := range points {
			images[i] = perm[x]
		}
		return dst
	}
	copy(images, points)
	for stride, n := p.order, 0; n < len(p.factors); n++ {
		stride /= len(p.factors[n])
		perm := p.factors[n][k/stride]
		for i, x := range images {
			images[i] = perm[x]
		}
		k %= stride
	}
	return dst
}

// base returns a few points whose images tell all permutations apart. It reports whether there are such points.
func (p *Permutations[T]) base() (points []T, ok bool) {
	alike := enumerate.Indices(int32(p.order)) // those that map the points to themselves
	for x := range T(len(p.Of(0))) {
		fixing := slices.DeleteFunc(slices.Clone(alike), func(k int32) bool { return p.Image(int(k), x) != x })
		if len(fixing) < len(alike) {
			points, alike = append(points, x), fixing
		}
		if len(alike) == 1 {
			break
		}
	}
	return points, len(alike) == 1
}

// A multiplication finds the products of elements of a group by the images of a base.
type multiplication[T ~int32] struct {
	of    *Permutations[T]
	base  []T
	index *elementIndex[T]
	perm  []T // scratch
}

// multiplication returns nil if no points tell the elements apart.
func (p *Permutations[T]) multiplication() *multiplication[T] {
	base, ok := p.base()
	if !ok {
		return nil
	}
	images := make([][]T, p.order)
	for k := range images {
		images[k] = p.append(nil, k, base)
	}
	return &multiplication[T]{of: p, base: base, index: newElementIndex(images)}
}

// product returns the element that is e, then r.
func (m *multiplication[T]) product(e, r int) int {
	m.perm = m.of.append(m.perm[:0], r, m.index.perms[e])
	return m.index.find(m.perm)
}

// find returns the element with the given permutation, or none.
func (m *multiplication[T]) find(perm []T) int {
	m.perm = m.perm[:0]
	for _, x := range m.base {
		m.perm = append(m.perm, perm[x])
	}
	if k := m.index.find(m.perm); k != none && slices.Equal(m.of.Of(k), perm) {
		return k
	}
	return none
}

// powers returns the powers of an element: the first, the second, and so on up to the identity.
func (m *multiplication[T]) powers(e int) []int {
	powers := []int{e}
	for power := e; power != 0; {
		power = m.product(power, e)
		powers = append(powers, power)
	}
	return powers
}

// inverse returns the inverse of an element.
func (m *multiplication[T]) inverse(e int) int {
	powers := m.powers(e)
	return powers[max(0, len(powers)-2)]
}
