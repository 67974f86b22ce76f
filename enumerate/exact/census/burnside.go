package census

import (
	"fmt"
	"math/big"
	"sync/atomic"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel/sweep"
	"coverstat/enumerate/symmetry"
)

// Burnside's lemma: the number of solutions up to symmetry is the mean number of solutions that
// a symmetry maps to themselves, over all symmetries. These are the solutions of a quotient
// ([symmetry.Quotient]), which a sweep counts. One symmetry of each class is enough. A quotient
// is mostly far smaller than the problem: the quotient of a board by a half turn is half a
// board, with one side joined to itself.
const (
	// shortQuotient is the number of nodes with which the sweep of a quotient is tried
	// before it is estimated. Most need no more.
	shortQuotient = 1 << 14
	// The sweeps of all quotients may take quotientsPart times the nodes of the sweep of the
	// problem, or leastQuotients, a tenth of a second.
	quotientsPart  = 2
	leastQuotients = 1 << 20
	// quotientKept bounds the states of a layer that a thin sweep of a quotient keeps.
	quotientKept = 500
)

// burnside is the plan of the sweeps of quotients, or the reason against them.
type burnside struct {
	pays  bool
	why   string    // in words
	sum   *big.Int  // of solutions that symmetries map to themselves: those of short sweeps
	spent int64     // nodes of the short sweeps
	left  []fixedBy // the other sweeps
	nodes float64   // that these are expected to take
}

// fixedBy is a sweep over the solutions that a symmetry maps to themselves, and the number of
// symmetries that have as many.
type fixedBy struct {
	plan       *sweep.Plan
	symmetries int64
}

func quotientNodes(raw float64) float64 { return max(leastQuotients, quotientsPart*raw) }

// newBurnside plans the sweeps of the quotients. Together they may take as many nodes as most
// says. A sweep first tries the narrow frontier, which is mostly the best order. If it is not
// short, the order that follows from s is estimated, too.
func newBurnside(x *exact.Instance, s *sweepCount, most float64) *burnside {
	classes := x.Group.RationalClasses()[1:]
	b := &burnside{sum: new(big.Int)}
	keep := min(quotientKept, s.size.Nodes*thinPart/thinEdges/float64(2*len(classes)*max(1, len(s.order))))
	for _, class := range classes {
		if against := b.add(x, s, class, max(sweep.LeastKept, int(keep))); against != nil {
			b.why = fmt.Sprintf("not counted up to symmetry: a sweep of the solutions that a symmetry maps to themselves does not fit: %v", against)
			return b
		}
		if float64(b.spent)+b.nodes > most {
			b.why = fmt.Sprintf("not counted up to symmetry: sweeps of the solutions that a symmetry maps to themselves would take more than %.2g nodes", most)
			return b
		}
	}
	b.pays = true
	b.why = fmt.Sprintf("counting up to symmetry by Burnside's lemma: %s, about %.2g nodes", enumerate.Plural(len(classes), "further sweep"), float64(b.spent)+b.nodes)
	return b
}

// add counts the solutions that the symmetries of a class map to themselves, or plans their sweep.
func (b *burnside) add(x *exact.Instance, s *sweepCount, class symmetry.RationalClass, keep int) (against error) {
	q, err := symmetry.NewQuotient(x.Problem, x.Group, class.Element)
	if err != nil {
		return err
	}
	narrow := sweep.Narrow(q.Problem)
	if plan, err := planOf(x, q, narrow); err == nil {
		c := sweep.NewCounter(plan, sweep.Limits{Nodes: shortQuotient})
		outcome := c.Run(nil)
		b.spent += c.Nodes
		if outcome == sweep.Done {
			b.addFixed(c.Total(), int64(class.Size))
			return nil
		}
	}
	best, against := bestSweep(x, q, []exact.ItemOrder{{Items: narrow}, {Items: q.Order(s.order)}}, keep)
	if best.plan == nil {
		return against
	}
	b.left = append(b.left, fixedBy{best.plan, int64(class.Size)})
	b.nodes += best.size.Nodes
	return nil
}

func (b *burnside) addFixed(solutions *big.Int, symmetries int64) {
	b.sum.Add(b.sum, solutions.Mul(solutions, big.NewInt(symmetries)))
}

// countDistinct adds the number up to symmetry to a count, unless that takes too long, or more
// than most nodes together with the count.
func (c *Census) countDistinct(n *enumerate.CountResult, workers int, most int64, stop *atomic.Bool, progress func(nodes int64)) error {
	plan := c.burnside()
	if !plan.pays || most > 0 && float64(n.Nodes+plan.spent)+plan.nodes > float64(most) {
		return nil
	}
	b := burnside{sum: new(big.Int).Add(n.Raw, plan.sum)}
	end := n.Nodes + 2*int64(quotientNodes(float64(n.Nodes))) // the expected nodes may be too few
	if most > 0 {
		end = most
	}
	n.Nodes += plan.spent
	for _, f := range plan.left {
		limits := sweep.Limits{Workers: workers, Nodes: max(1, end-n.Nodes)}
		if progress != nil {
			limits.Progress = func(nodes int64) { progress(n.Nodes + nodes) }
		}
		counter := sweep.NewCounter(f.plan, limits)
		outcome := counter.Run(stop)
		n.Nodes += counter.Nodes
		if outcome == sweep.Stopped {
			return errStopped
		}
		if outcome != sweep.Done {
			return nil
		}
		b.addFixed(counter.Total(), f.symmetries)
	}
	n.Distinct = b.sum
	return divideByOrder(n.Distinct, c.Instance.Group)
}

// divideByOrder divides a sum over all symmetries of a group by their number. Of Burnside's
// sums the quotient is whole.
func divideByOrder(sum *big.Int, g *symmetry.Group) error {
	rest := new(big.Int)
	if sum.QuoRem(sum, big.NewInt(int64(g.Order())), rest); rest.Sign() != 0 {
		return fmt.Errorf("the numbers of solutions that %d symmetries map to themselves, added up, leave a remainder of %v", g.Order(), rest)
	}
	return nil
}
