package study

import "fmt"

// A config becomes a job: its rows, its tasks and how they are searched.
func ExampleOpen() {
	s, err := Open("queens-8", []string{"measures=[stabiliser]"}, false)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Plan.Family, s.Plan.Kind, s.Job.Kernel, s.Job.Tasks(), "tasks")
	for _, c := range s.Job.Columns {
		fmt.Println(c.Name, c.Type)
	}
	// Output:
	// exactcover census bits 12 tasks
	// options list<int32>
	// orbit_size int32
	// stabiliser int32
}
