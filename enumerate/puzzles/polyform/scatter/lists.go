package scatter

// maxSets is the largest number of sets of pieces, 8 MB of index for each
// worker. Twenty different pieces have so many.
const maxSets = 1 << 20

// listIndex finds the list of a set of pieces, given as the sum of the pieces'
// digits.
type listIndex struct {
	// list is by set: 1 + the index in counts; after locate the list's place in
	// the arena. 0 if there is no list.
	list   []uint32
	sets   []uint32 // that have a list
	counts []uint32 // of the lowers for each of them
}

// reset empties the index.
func (l *listIndex) reset() {
	for _, set := range l.sets {
		l.list[set] = 0
	}
	l.sets, l.counts = l.sets[:0], l.counts[:0]
}

// count counts one more lower for a set of pieces and returns the index of its
// list.
func (l *listIndex) count(set uint32) uint32 {
	if l.list[set] == 0 {
		l.sets, l.counts = append(l.sets, set), append(l.counts, 0)
		l.list[set] = uint32(len(l.counts))
	}
	i := l.list[set] - 1
	l.counts[i]++
	return i
}

// locate replaces indices of lists by what counts holds of them.
func (l *listIndex) locate() {
	for i, set := range l.sets {
		l.list[set] = l.counts[i]
	}
}

// find returns the place of the list of a set of pieces, 0 if there is none.
func (l *listIndex) find(set uint32) uint32 { return l.list[set] }
