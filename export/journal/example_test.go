package journal

import (
	"fmt"
	"strings"

	"coverstat/enumerate"
	"coverstat/export/files"
	"coverstat/export/files/filestest"
)

// The line that a commit appends to the journal.
func ExampleWork_Commit() {
	disk := filestest.NewMem()
	lock, err := Acquire(disk, "/out/.work")
	if err != nil {
		panic(err)
	}
	w, err := lock.Open("", Header{Config: "5f2c", Program: "8", Tasks: 20}, []enumerate.Column{{Name: "grid", Type: enumerate.String}})
	if err != nil {
		panic(err)
	}
	err = w.Commit([]enumerate.TaskTally{{Task: 12, Tally: enumerate.Tally{Effort: enumerate.Effort{Nodes: 877, Deepest: 11}}}})
	text, _ := files.ReadFile(disk, "/out/.work/journal", 1000)
	fmt.Println(strings.Split(string(text), "\n")[1], err)
	// Output: {"seq":1,"of":"805ecd0a6e292ac4","group":{"tasks":[[12,0,0,0,0,0,877,0,0,11]]}} ffbe66e0ffe321cf <nil>
}
