package polyform

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/symmetry"
)

// compareRequired compares the census of the solutions that meet random conditions with
// the solutions of x, all of them, that meet them by its rows.
func (b *brute) compareRequired(t *testing.T, r *rand.Rand, z *Puzzle, x *exact.Instance) {
	t.Helper()
	recorder, canon := x.NewRecorder(), symmetry.NewCanonicaliser(x.Group)
	rows := enumerate.NewBatch(x.Columns(enumerate.Plain))
	var forms []string // by raw solution
	var never atomic.Bool
	kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
		form, orbit := canon.Canonical(solution)
		x.AppendRow(recorder, rows, form, orbit)
		forms = append(forms, fmt.Sprint(form))
		return true
	})
	if len(forms) == 0 {
		return
	}
	meets := slices.Repeat([]bool{true}, len(forms))
	var texts []string
	for range 1 + r.IntN(2) {
		k := r.IntN(len(x.Measures))
		at := len(x.Solution) + 1 + k
		name := x.Measures[k].Name
		if x.Measures[k].Measure != "" {
			name = x.Measures[k].Measure
		}
		bound := rows.IntAt(at, r.IntN(len(forms))) + int64(r.IntN(4)/3)
		op := []string{"=", "<=", ">=", "!=", "<", ">"}[r.IntN(6)]
		texts = append(texts, fmt.Sprint(name, op, bound))
		for row := range meets {
			v := rows.IntAt(at, row)
			holds := map[string]bool{"=": v == bound, "<=": v <= bound, ">=": v >= bound, "!=": v != bound, "<": v < bound, ">": v > bound}[op]
			meets[row] = meets[row] && holds
		}
	}
	raw, classes := int64(0), map[string]bool{}
	for row, met := range meets {
		if met {
			raw++
			classes[forms[row]] = true
		}
	}
	required, err := z.instance(enumerate.Spec{Measures: b.measures(), Require: texts})
	if err != nil {
		t.Fatalf("%v\n%q: %v", b, texts, err)
	}
	if required.Impossible != "" && raw > 0 {
		t.Fatalf("%v\n%q: %d solutions, but %s", b, texts, raw, required.Impossible)
	}
	t.Logf("%v %q", b, texts)
	gotRaw, gotDistinct := puzzletest.TestInstance(t, required)
	if t.Failed() || gotRaw != raw || gotDistinct != int64(len(classes)) {
		t.Fatalf("%v\n%q: %d solutions, %d up to symmetry, of all that there are %d, %d", b, texts, gotRaw, gotDistinct, raw, len(classes))
	}
}
