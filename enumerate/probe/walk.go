package probe

import (
	"math/rand/v2"

	"coverstat/enumerate"
)

// branching is what a step down the tree saw.
type branching struct {
	nodes    int64 // on the levels that the step went down
	searched int64 // the same, with those of the fixed options
	updates  int64
	parts    int
	dead     bool // the step ended in a dead end
}

// descend goes from a task down to one of the parts into which a kernel cuts it. It chooses a part
// with a probability equal to its share; what the shares lack to 1 is the probability of a dead end.
func descend(k enumerate.Kernel, t enumerate.Task, maxShare float64, source *rand.Rand) (enumerate.Task, branching) {
	at := []enumerate.Case{{Banned: t.Case.Banned}}
	at[0].Fixed = append(append(at[0].Fixed, t.Case.Fixed...), t.Path...)
	parts, above := k.Split(at, maxShare)
	_, fixed := k.Split(at, 1) // what the fixed options count for
	b := branching{nodes: above.Nodes - fixed.Nodes, searched: above.Nodes, updates: above.Updates, parts: len(parts)}
	x := source.Float64()
	for _, p := range parts {
		if x < p.Share {
			return p, b
		}
		x -= p.Share
	}
	b.dead = true
	return t, b
}
