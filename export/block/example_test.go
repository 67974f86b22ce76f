package block

import (
	"fmt"

	"coverstat/enumerate"
)

// The body of a block of three rows with one column.
func ExampleBuffer() {
	rows := enumerate.NewBatch([]enumerate.Column{{Name: "nodes", Type: enumerate.Int32}})
	for _, n := range []int32{300, 301, 299} {
		rows.AppendInt32(0, n)
	}
	b := NewBuffer(rows.Columns)
	err := b.Add(rows)
	data := b.Bytes()
	fmt.Printf("%s, %d rows: % x %v\n", data[:4], data[4], data[headerSize:], err)
	// Output: CVB1, 3 rows: 01 2b 01 00 00 00 00 00 00 01 02 00 <nil>
}
