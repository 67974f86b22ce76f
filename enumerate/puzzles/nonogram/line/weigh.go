package line

// Weigher is the working memory of [Automaton.Weigh]. It grows to the largest line.
type Weigher struct{ fwd, bwd []float64 }

// WeighSteps returns how many steps Weigh takes.
func (a *Automaton) WeighSteps() int { return 2 * a.n * a.states }

// Weigh says how probable each cell is black by the clue. black holds the probabilities
// of the cells from elsewhere: 1 and 0 for cells that are known. A placement weighs the
// product of the probabilities of its cells. to[i] becomes the share of the placements
// with cell i black, by weight, where the probability of cell i itself is left out. If
// all weights are too small for the numbers of the machine, Weigh returns false.
//
// This is the forward-backward algorithm on the automaton. float64(x*y) keeps a machine
// from joining the product with a sum, which would round differently.
func (a *Automaton) Weigh(x *Weigher, black, to []float64) bool {
	n, k := a.n, a.states
	if len(x.fwd) < (n+1)*k {
		x.fwd, x.bwd = make([]float64, (n+1)*k), make([]float64, (n+1)*k)
	}
	fwd, bwd := x.fwd[:(n+1)*k], x.bwd[:(n+1)*k]
	clear(fwd)
	clear(bwd)
	fwd[0] = 1
	for i, p := range black {
		reach := min(i+2, k) // later states stay 0
		d, next := fwd[i*k:][:reach], fwd[(i+1)*k:][:reach]
		below := 0.0 // the weight of the state before s
		for s, w := range d {
			if a.f[s>>6]>>(s&63)&1 != 0 {
				next[s] = float64(below * p)
			} else {
				next[s] = float64((below + w) * (1 - p))
			}
			below = w
		}
		if !normalise(next) {
			return false
		}
	}
	bwd[n*k+k-1], bwd[n*k+max(0, k-2)] = 1, 1
	for i := n - 1; i >= 0; i-- {
		d, b, prev := fwd[i*k:][:k], bwd[(i+1)*k:][:k], bwd[i*k:][:k]
		p := black[i]
		inBlock, inGap, above := 0.0, 0.0, 0.0
		first := max(0, k-2-(n-i)) // states before it stay 0
		for s := k - 1; s >= first; s-- {
			if a.f[s>>6]>>(s&63)&1 != 0 {
				prev[s] = above
				above = float64(b[s] * p)
				if s > 0 {
					inBlock += float64(d[s-1] * b[s])
				}
				continue
			}
			stay := float64(b[s] * (1 - p))
			prev[s] = above + stay
			above = stay
			inGap += float64(d[s] * b[s])
			if s > 0 {
				inGap += float64(d[s-1] * b[s])
			}
		}
		if !normalise(prev[first:]) || inBlock+inGap == 0 {
			return false
		}
		to[i] = inBlock / (inBlock + inGap)
	}
	return true
}

// normalise scales weights to the sum 1. It returns false if the sum is 0.
func normalise(w []float64) bool {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	if sum == 0 {
		return false
	}
	for i := range w {
		w[i] /= sum
	}
	return true
}
