package theorems

// Set is a set of theorems; bit t-1 stands for theorem t.
type Set uint8

// All is the set of all six.
const All Set = 1<<Count - 1

// SetOf returns the set of the theorems given.
func SetOf(ts ...Theorem) Set {
	var s Set
	for _, t := range ts {
		s |= 1 << (t - 1)
	}
	return s
}

// Has reports whether t is in the set.
func (s Set) Has(t Theorem) bool { return s>>(t-1)&1 == 1 }

// Each yields the theorems of the set, by number.
func (s Set) Each(yield func(Theorem) bool) {
	for t := Theorem(1); int(t) <= Count; t++ {
		if s.Has(t) && !yield(t) {
			return
		}
	}
}

// An Order says how to apply the theorems to a line or a puzzle: First once,
// Loop until a round settles nothing, Last once.
type Order struct {
	First, Loop, Last []Theorem
}

// Printed is the order of the author: "2 on every line, then 3, 4, 5 in turn
// with 6 after each, to the fixpoint; at the end 4 once more". By homogeneity,
// 2 on every line is 2 on every stretch, so theorem 1 stands beside it.
var Printed = Order{
	First: []Theorem{Residence, Homogeneity},
	Loop:  []Theorem{Seating, Confirmation, Oversize, Confirmation, NotJoinable, Confirmation},
	Last:  []Theorem{Oversize},
}

// Fixpoint is the same with residence in the loop. It reaches the fixpoint of all
// six theorems. No other order can reach more: rules only add cells, and each
// rule finds no less when more is known.
var Fixpoint = Order{
	Loop: []Theorem{Residence, Homogeneity, Seating, Confirmation, Oversize, Confirmation, NotJoinable, Confirmation},
}
