package exact

import (
	"fmt"
	"slices"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// rowChecker checks stored rows of census and sample jobs: the options are a
// solution, in canonical form, of the stated orbit size; the family's own
// check agrees; and writing the solution again gives the same row.
type rowChecker struct {
	instance *Instance
	columns  []enumerate.Column // solution, orbit_size, measures: those that are written again
	recorder Recorder
	checker  *checker
	group    *symmetry.Group
	again    *enumerate.Batch
	solution []enumerate.OptionID
	image    []enumerate.OptionID
}

// NewChecker implements [enumerate.Job].
func (c *Census) NewChecker() (enumerate.Checker, error) { return newRowChecker(c.Instance), nil }

func newRowChecker(x *Instance) *rowChecker {
	r := &rowChecker{instance: x, recorder: x.NewRecorder(), checker: newChecker(x.Problem), group: x.Group}
	r.columns = append(r.columns, x.Solution...)
	r.columns = append(r.columns, enumerate.OrbitSize(enumerate.Plain))
	r.columns = append(r.columns, x.Measures...)
	r.again = enumerate.NewBatch(r.columns)
	return r
}

// Check implements [enumerate.Checker]. The canonical form is tested here by
// sorting every image, not by the code that the search used.
func (r *rowChecker) Check(b *enumerate.Batch, row int) error {
	solution, err := r.recorder.Parse(r.solution[:0], b, row)
	if err != nil {
		return err
	}
	r.solution = solution
	if err := r.checker.check(solution); err != nil {
		return err
	}
	if err := r.recorder.Check(b, row, solution); err != nil {
		return err
	}
	fixed := 0
	for k := range r.group.Order() {
		r.image = r.image[:0]
		for _, o := range solution {
			r.image = append(r.image, r.group.Image(k, o))
		}
		slices.Sort(r.image)
		switch slices.Compare(r.image, solution) {
		case 0:
			fixed++
		case -1:
			return fmt.Errorf("not in canonical form: %v is less than %v", r.image, solution)
		}
	}
	orbit := int64(r.group.Order() / fixed)
	orbitColumn := len(r.instance.Solution)
	if got := b.IntAt(orbitColumn, row); got != orbit {
		return fmt.Errorf("orbit size is %d, expected %d", got, orbit)
	}
	r.again.Reset()
	r.recorder.Solution(r.again, solution)
	r.again.AppendInt32(orbitColumn, int32(orbit))
	r.recorder.Measures(r.again, orbitColumn+1, int64(fixed))
	return enumerate.SameRow(b, row, r.again, 0)
}
