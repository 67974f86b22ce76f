package polyform

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coverstat/enumerate"
	"coverstat/enumerate/exact"
	"coverstat/enumerate/kernel"
	"coverstat/enumerate/puzzles/polyform/lattice"
	"coverstat/enumerate/puzzletest"
	"coverstat/enumerate/symmetry"
)

// compareRequired compares the census of the solutions that meet random conditions with
// the solutions of x, all of them, that meet them by its rows.
func (b *brute) compareRequired(t *testing.T, r *rand.Rand, z *Puzzle, x *exact.Instance, measures []string) {
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
	meets := slices.Repeat([]bool{true}, len(forms))
	var texts []string
	many, kept := 1+r.IntN(2), -1
	if r.IntN(8) == 0 { // most of the long lists contradict themselves, unless one solution is to meet them
		if many = 70; len(forms) > 0 && r.IntN(2) == 0 {
			kept = r.IntN(len(forms))
		}
	}
	for len(texts) < many {
		k := r.IntN(len(x.Measures))
		name := cmp.Or(x.Measures[k].Measure, x.Measures[k].Name)
		value := func(row int) int64 { return rows.IntAt(len(x.Solution)+1+k, row) }
		if r.IntN(4) == 0 { // a formula
			other := r.IntN(len(x.Measures))
			name = fmt.Sprintf("3*(%s - %s)*2", name, cmp.Or(x.Measures[other].Measure, x.Measures[other].Name))
			value = func(row int) int64 {
				return 6 * (rows.IntAt(len(x.Solution)+1+k, row) - rows.IntAt(len(x.Solution)+1+other, row))
			}
		}
		bound := int64(r.IntN(4))
		if len(forms) > 0 {
			bound = value(r.IntN(len(forms))) + bound/3
		}
		op := []string{"=", "<=", ">=", "!=", "<", ">"}[r.IntN(6)]
		holds := func(row int) bool {
			v := value(row)
			return map[string]bool{"=": v == bound, "<=": v <= bound, ">=": v >= bound, "!=": v != bound, "<": v < bound, ">": v > bound}[op]
		}
		if kept >= 0 && !holds(kept) {
			continue
		}
		texts = append(texts, fmt.Sprint(name, op, bound))
		for row := range meets {
			meets[row] = meets[row] && holds(row)
		}
	}
	raw, classes := int64(0), map[string]bool{}
	for row, met := range meets {
		if met {
			raw++
			classes[forms[row]] = true
		}
	}
	required, err := z.instance(enumerate.Spec{Measures: measures, Require: texts})
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

// TestRequiredInSurveys: in a survey of sets and in one of boards those solutions count that
// meet the condition, by the rows of a census of each instance.
func TestRequiredInSurveys(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	f := forms[0]
	const condition = "border_pieces>=5"
	meeting := func(z *Puzzle) (raw int64) {
		x, err := z.instance(enumerate.Spec{Measures: []string{"border_pieces"}})
		if err != nil {
			t.Fatal(err)
		}
		recorder, rows := x.NewRecorder(), enumerate.NewBatch(x.Columns(enumerate.Plain))
		var never atomic.Bool
		kernel.NewDLX(z.Problem).Search(enumerate.Task{Case: &enumerate.Case{}, Share: 1}, &never, func(solution []enumerate.OptionID) bool {
			rows.Reset()
			x.AppendRow(recorder, rows, slices.Sorted(slices.Values(solution)), 1)
			if rows.IntAt(len(x.Solution)+1, 0) >= 5 {
				raw++
			}
			return true
		})
		return raw
	}
	b := &Board{lattice.NewBoard(lattice.Square, 1, 5, 5)}
	list := piecesNamed(t, f, "I2", "I3", "V3", "I4", "L4", "O4", "T4", "P5", "U5", "V5", "Y5", "W5")
	job, err := openPairs(enumerate.Spec{Require: []string{condition}, Measures: []string{"nodes", "guesses", "forced", "forced_items"}, Solution: true}, params{Choose: &chooseParam{Pieces: CountParam{true, 5, 6}}}, b, nil, list)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := puzzletest.Rows(t, job)
	some, fewer := 0, 0
	for row := range rows.Len() {
		mask, got := rows.IntAt(enumerate.ColumnIndex(rows.Columns, "mask"), row), rows.IntAt(enumerate.ColumnIndex(rows.Columns, enumerate.SolutionsColumn), row)
		var pieces []Piece
		for i, p := range list {
			if mask>>i&1 != 0 {
				pieces = append(pieces, p)
			}
		}
		z, err := plainPuzzle(b, pieces)
		if err != nil {
			t.Fatal(err)
		}
		if want := meeting(z); got != want {
			t.Errorf("set %b has %d solutions, expected %d", mask, got, want)
		} else if want > 0 {
			some++
		}
		if all, _ := z.countAll(z.Group, 0, func([]enumerate.OptionID) bool { return true }); all > got {
			fewer++
		}
	}
	if some == 0 || fewer == 0 {
		t.Errorf("%d sets have solutions, %d fewer than without the condition: expected some", some, fewer)
	}
	base := &Board{lattice.NewBoard(lattice.Square, 1, 4, 5)}
	pieces := piecesNamed(t, f, "I2", "I3", "V3", "L4", "O4")
	if job, err = openPairs(enumerate.Spec{Require: []string{condition}, Measures: []string{"nodes", "guesses", "forced", "forced_items"}, Solution: true}, params{Blocked: []blockedParam{{Choose: 4}}}, base, pieces, nil); err != nil {
		t.Fatal(err)
	}
	rows, _ = puzzletest.Rows(t, job)
	for row := 0; row < rows.Len(); row += 7 {
		mask, got := rows.IntAt(enumerate.ColumnIndex(rows.Columns, "mask"), row), rows.IntAt(enumerate.ColumnIndex(rows.Columns, enumerate.SolutionsColumn), row)
		z, err := plainPuzzle(base.numbering(nil).with(uint64(mask)), pieces)
		if err != nil {
			t.Fatal(err)
		}
		if want := meeting(z); got != want {
			t.Errorf("board %b has %d solutions, expected %d", mask, got, want)
		}
	}
}

// TestRequiredOfExchangedPieces: conditions of a survey are about the pieces that they name, also
// in an instance that has more symmetries than the survey, and they are refused where symmetries
// of an instance exchange a piece with one that is not named.
func TestRequiredOfExchangedPieces(t *testing.T) {
	f := formOf(t, "polyomino")
	dominoes, err := f.resolvePieces([]pieceParam{
		{Name: "vertical", Picture: "#\n#", Turn: new(bool), Count: CountParam{set: true, max: enumerate.Unbounded}},
		{Name: "lying", Picture: "##", Turn: new(bool), Count: CountParam{set: true, max: enumerate.Unbounded}},
	})
	if err != nil {
		t.Fatal(err)
	}
	boards := func(rows, cols int, condition string) (*enumerate.Job, error) {
		b := &Board{lattice.NewBoard(lattice.Square, 1, rows, cols)}
		return openPairs(enumerate.Spec{Require: []string{condition}}, params{Blocked: []blockedParam{{Choose: 2}}}, b, dominoes, nil)
	}
	job, err := boards(2, 3, "used(vertical)=2")
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := puzzletest.Rows(t, job)
	var found []int64
	for row := range rows.Len() {
		if n := rows.IntAt(enumerate.ColumnIndex(rows.Columns, enumerate.SolutionsColumn), row); n > 0 {
			found = append(found, n)
		}
	}
	if !slices.Equal(found, []int64{1, 1}) { // the square, which a quarter turn maps to itself, and two columns apart
		t.Errorf("solutions of the boards that have any: %v, expected 1 of two", found)
	}
	refused := func(err error, want bool) {
		t.Helper()
		if (err != nil) != want || want && !strings.Contains(err.Error(), "may differ in it") {
			t.Errorf("refused %v: %v", want, err)
		}
	}
	_, err = boards(4, 4, "used(vertical)=2")
	refused(err, true)
	_, err = boards(2, 2, "used(vertical+lying)=1")
	refused(err, false)
	twins, err := f.resolvePieces([]pieceParam{{Name: "L4", Flip: new(bool)}, {Name: "L4m"}})
	if err != nil {
		t.Fatal(err)
	}
	sets := func(condition string, fixed, list []Piece) error {
		b := &Board{lattice.NewBoard(lattice.Square, 1, 4, 5)}
		_, err := openPairs(enumerate.Spec{Require: []string{condition}}, params{Choose: &chooseParam{Pieces: CountParam{true, 1, 5}}}, b, fixed, list)
		return err
	}
	list := piecesNamed(t, f, "I4", "O4", "T4", "S4m")
	refused(sets("on_edge(L4)=1", twins[:1], list), false)
	refused(sets("on_edge(L4)=1", twins[:1], append(list, twins[1])), true)
	refused(sets("on_edge(L4)=1", twins, list), true)
	refused(sets("on_edge(L4+L4m)=1", twins, list), false)
	for _, condition := range []string{"on_edge(L4+O4)=1", "on_edge(*)=1"} {
		if err := sets(condition, twins[:1], list); err == nil || !strings.Contains(err.Error(), "is not in every set") {
			t.Errorf("%s: %v", condition, err)
		}
	}
}
