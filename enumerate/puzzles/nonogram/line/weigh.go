package line

// begin returns the weights of k states before and after n cells, 0 but for those in which a line begins and ends.
func (x *Memory) begin(n, k int) (fwd, bwd []float64) {
	size := (n + 1) * k
	if len(x.fwd) < size {
		x.fwd, x.bwd = make([]float64, size), make([]float64, size)
	}
	fwd, bwd = x.fwd[:size], x.bwd[:size]
	clear(fwd)
	clear(bwd)
	fwd[0], bwd[size-1], bwd[n*k+max(0, k-2)] = 1, 1, 1
	return fwd, bwd
}

// WeighSteps returns how many steps Weigh takes.
func (a *Automaton) WeighSteps() int {
	if a.kernel == kernelColoured {
		return 2 * a.n * a.states * a.values
	}
	return 2 * a.n * a.states
}

// Weigh says how probable each cell is black by the clue. black holds the probabilities
// of the cells from elsewhere: 1 and 0 for cells that are known. A placement weighs the
// product of the probabilities of its cells. to[i] becomes the share of the placements
// with cell i black, by weight, where the probability of cell i itself is left out. If
// all weights are too small for the numbers of the machine, Weigh returns false.
//
// This is the forward-backward algorithm on the automaton. float64(x*y) keeps a machine
// from joining the product with a sum, which would round differently.
func (a *Automaton) Weigh(x *Memory, black, to []float64) bool {
	if a.kernel == kernelColoured {
		return a.weighColoured(x, black, to)
	}
	n, k := a.n, a.states
	fwd, bwd := x.begin(n, k)
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

// weighColoured is Weigh for lines of several colours. A cell has value v with the
// probability that its place v is black and the others are not.
func (a *Automaton) weighColoured(x *Memory, black, to []float64) bool {
	n, k, values := a.n, a.states, a.values
	fwd, bwd := x.begin(n, k)
	for i := range n {
		d, next := fwd[i*k:][:k], fwd[(i+1)*k:][:k]
		a.arrows(func(s, t, v int) { next[t] += float64(d[s] * weight(black[i*values:][:values], v, -1)) })
		if !normalise(next) {
			return false
		}
	}
	for i := n - 1; i >= 0; i-- {
		d, b, prev, p := fwd[i*k:][:k], bwd[(i+1)*k:][:k], bwd[i*k:][:k], black[i*values:][:values]
		var have [MaxColours + 1]float64
		a.arrows(func(s, t, v int) {
			have[v] += float64(d[s] * b[t])
			prev[s] += float64(b[t] * weight(p, v, -1))
		})
		for v := range values {
			yes, all := 0.0, 0.0 // without the probability of place v itself
			for u := range values {
				w := float64(have[u] * weight(p, u, v))
				if all += w; u == v {
					yes = w
				}
			}
			if all == 0 {
				return false
			}
			to[i*values+v] = yes / all
		}
		if !normalise(prev) {
			return false
		}
	}
	return true
}

// weight returns the probability that place v is black and the others are not, where
// place skip is left out.
func weight(p []float64, v, skip int) float64 {
	w := 1.0
	for u, x := range p {
		switch u {
		case skip:
		case v:
			w = float64(w * x)
		default:
			w = float64(w * (1 - x))
		}
	}
	return w
}

// arrows visits the arrows of an automaton of several colours: by value v from state s
// to state t.
func (a *Automaton) arrows(visit func(s, t, v int)) {
	has := func(set []uint64, s int) bool { return set[s>>6]>>(s&63)&1 != 0 }
	for t := range a.states {
		if has(a.e, t) {
			visit(t, t, a.white)
		}
		for v, set := range a.by {
			if !has(set, t) {
				continue
			}
			if t > 0 {
				visit(t-1, t, v)
			}
			if has(a.skip, t) {
				visit(t-2, t, v)
			}
		}
	}
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
