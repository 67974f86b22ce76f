package partition

import (
	"encoding/binary"
	"math/big"
	"slices"
	"sync"

	"coverstat/enumerate"
)

// mostKnown is the number of regions whose trees are remembered.
const mostKnown = 1 << 16

// NewForestCounter returns a function that tells how many spanning forests have the regions of a partition as their
// trees: the product of the regions' numbers of spanning trees. Several goroutines may call it.
func (r *Problem) NewForestCounter() func(solution []enumerate.OptionID) *big.Int {
	var mutex sync.Mutex
	known := map[string]*big.Int{} // by the vertices of a region
	trees := func(vertices []int32) *big.Int {
		key := make([]byte, 0, 4*len(vertices))
		for _, v := range vertices {
			key = binary.LittleEndian.AppendUint32(key, uint32(v))
		}
		mutex.Lock()
		n := known[string(key)]
		mutex.Unlock()
		if n != nil {
			return n
		}
		n = r.spanningTrees(vertices)
		mutex.Lock()
		defer mutex.Unlock()
		if len(known) >= mostKnown {
			clear(known)
		}
		known[string(key)] = n
		return n
	}
	return func(solution []enumerate.OptionID) *big.Int {
		regions := r.Regions(nil, solution)
		parts := make([][]int32, slices.Max(regions)+1)
		for v, k := range regions {
			parts[k] = append(parts[k], int32(v))
		}
		product := big.NewInt(1)
		for _, vertices := range parts {
			product.Mul(product, trees(vertices))
		}
		return product
	}
}

// spanningTrees is the number of spanning trees of some vertices, ascending, with the edges between them: a minor of
// their Laplacian (G. Kirchhoff, 1847), by elimination without fractions (E. H. Bareiss, Sylvester's identity and
// multistep integer-preserving Gaussian elimination, 1968).
func (r *Problem) spanningTrees(vertices []int32) *big.Int {
	n := len(vertices) - 1 // the last row and column are left out
	minor := make([][]*big.Int, n)
	for i := range minor {
		minor[i] = make([]*big.Int, n)
		for j := range minor[i] {
			minor[i][j] = new(big.Int)
		}
	}
	for i, v := range vertices {
		for j, w := range vertices[i+1:] {
			if _, beside := slices.BinarySearchFunc(r.Edges, [2]int32{v, w}, compareEdges); !beside {
				continue
			}
			for _, k := range []int{i, i + 1 + j} {
				if k < n {
					minor[k][k].Add(minor[k][k], big.NewInt(1))
				}
			}
			if j += i + 1; j < n {
				minor[i][j].SetInt64(-1)
				minor[j][i].SetInt64(-1)
			}
		}
	}
	before, product := big.NewInt(1), new(big.Int)
	for k := range n - 1 {
		pivot := minor[k][k]
		if pivot.Sign() == 0 {
			return new(big.Int) // the minor of connected vertices is positive definite: they are not connected
		}
		for i := k + 1; i < n; i++ {
			for j := k + 1; j < n; j++ {
				x := minor[i][j]
				x.Mul(x, pivot).Sub(x, product.Mul(minor[i][k], minor[k][j])).Quo(x, before)
			}
		}
		before = pivot
	}
	if n < 1 {
		return big.NewInt(1)
	}
	return minor[n-1][n-1]
}
