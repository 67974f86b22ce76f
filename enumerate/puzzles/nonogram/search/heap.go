package search

import "slices"

// heap orders cells by activity, the most active on top. Ties depend on the
// order of arrival, which is deterministic. place[c] is -1 while c is not in
// the heap.
type heap struct {
	cells    []int32
	place    []int32
	activity []float64
}

func (h *heap) init(n int) {
	*h = heap{cells: make([]int32, 0, n), place: slices.Repeat([]int32{-1}, n), activity: make([]float64, n)}
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
func (h *heap) top() float64 { return max(0, slices.Max(h.activity)) }

// above reports whether the cell in place i is more active than that in place k.
func (h *heap) above(i, k int32) bool { return h.activity[h.cells[i]] > h.activity[h.cells[k]] }

func (h *heap) swap(i, k int32) {
	h.cells[i], h.cells[k] = h.cells[k], h.cells[i]
	h.place[h.cells[i]], h.place[h.cells[k]] = i, k
}

func (h *heap) up(i int32) {
	for p := (i - 1) / 2; i > 0 && h.above(i, p); p = (i - 1) / 2 {
		h.swap(i, p)
		i = p
	}
}

func (h *heap) down(i int32) {
	for k := 2*i + 1; int(k) < len(h.cells); k = 2*i + 1 {
		if int(k+1) < len(h.cells) && h.above(k+1, k) {
			k++
		}
		if !h.above(k, i) {
			break
		}
		h.swap(i, k)
		i = k
	}
}
