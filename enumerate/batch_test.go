package enumerate

import (
	"reflect"
	"testing"
)

// TestNextRow: rows whose values are set in place are those that were appended.
func TestNextRow(t *testing.T) {
	columns := []Column{{Name: "a", Type: Int32}, {Name: "b", Type: Int32, Nullable: true}, {Name: "c", Type: Int32}}
	set, appended := NewBatch(columns), NewBatch(columns)
	for i := range int32(rowsAhead + 3) {
		if i == 2 {
			set.trim() // a task ends; the next one goes on with the batch
		}
		row := set.NextRow(0, 2)
		set.Vectors[0].Int32s[row] = i
		appended.AppendInt32(0, i)
		if i%3 == 0 {
			set.Vectors[1].Int32s[row], set.Vectors[1].Valid[row] = -i, true
			appended.AppendInt32(1, -i)
		} else {
			appended.AppendNull(1)
		}
		set.AppendInt32(2, 7)
		appended.AppendInt32(2, 7)
		if set.Len() != appended.Len() {
			t.Fatalf("%d rows, expected %d", set.Len(), appended.Len())
		}
	}
	set.trim()
	if !reflect.DeepEqual(set.Vectors, appended.Vectors) {
		t.Errorf("set in place %v, appended %v", set.Vectors, appended.Vectors)
	}
	set.Reset()
	if row := set.NextRow(0, 2); row != 0 || set.Len() != 1 || set.Vectors[1].Valid[0] || set.Vectors[1].Int32s[0] != 0 {
		t.Errorf("after Reset, row %d of %d, with %v", row, set.Len(), set.Vectors[1])
	}
}
