package search

// heap orders cells by activity, the most active on top. Ties depend on the
// order of arrival, which is deterministic. place[c] is -1 while c is not in
// the heap.
type heap struct {
	cells    []int32
	place    []int32
	activity []float64
}

func (h *heap) init(n int) {
	h.cells = make([]int32, 0, n)
	h.place = make([]int32, n)
	h.activity = make([]float64, n)
	for c := range h.place {
		h.place[c] = -1
	}
}

func (h *heap) push(c int32) {
	if h.place[c] >= 0 {
		return
	}
	h.cells = append(h.cells, c)
	h.place[c] = int32(len(h.cells) - 1)
	h.up(h.place[c])
}

// pop removes the most active cell. The heap must not be empty.
func (h *heap) pop() int32 {
	top, last := h.cells[0], h.cells[len(h.cells)-1]
	h.cells = h.cells[:len(h.cells)-1]
	h.place[top] = -1
	if len(h.cells) > 0 {
		h.cells[0] = last
		h.place[last] = 0
		h.down(0)
	}
	return top
}

// bump raises the activity of c. If it exceeds 1e100 all activities are scaled down. bump
// returns the increment to use from now on.
func (h *heap) bump(c int32, inc float64) float64 {
	h.activity[c] += inc
	if h.activity[c] > 1e100 {
		for i := range h.activity {
			h.activity[i] *= 1e-100
		}
		inc *= 1e-100
	}
	h.raise(c, 0)
	return inc
}

// raise adds to the activity of c.
func (h *heap) raise(c int32, by float64) {
	h.activity[c] += by
	if h.place[c] >= 0 {
		h.up(h.place[c])
	}
}

// top returns the greatest activity.
func (h *heap) top() float64 {
	top := 0.0
	for _, a := range h.activity {
		top = max(top, a)
	}
	return top
}

func (h *heap) up(i int32) {
	c := h.cells[i]
	a := h.activity[c]
	for i > 0 {
		p := (i - 1) / 2
		if a <= h.activity[h.cells[p]] {
			break
		}
		h.cells[i] = h.cells[p]
		h.place[h.cells[i]] = i
		i = p
	}
	h.cells[i] = c
	h.place[c] = i
}

func (h *heap) down(i int32) {
	c := h.cells[i]
	a := h.activity[c]
	n := int32(len(h.cells))
	for {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && h.activity[h.cells[k+1]] > h.activity[h.cells[k]] {
			k++
		}
		if h.activity[h.cells[k]] <= a {
			break
		}
		h.cells[i] = h.cells[k]
		h.place[h.cells[i]] = i
		i = k
	}
	h.cells[i] = c
	h.place[c] = i
}
