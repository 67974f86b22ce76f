package stats_test

import (
	"encoding/json"
	"fmt"

	"coverstat/enumerate"
	"coverstat/stats"
)

// Two workers count their rows apart; what comes out does not show it.
func Example() {
	columns := []enumerate.Column{
		{Name: "orbit_size", Type: enumerate.Int32, Role: enumerate.Weight},
		{Name: "crossroads", Type: enumerate.Int32, Role: enumerate.Measured},
	}
	var workers [2]*stats.Accumulator
	for i := range workers {
		a, err := stats.New(columns, enumerate.Census, enumerate.Analysis{})
		if err != nil {
			panic(err)
		}
		rows := enumerate.NewBatch(columns)
		rows.AppendInt32(0, 8)
		rows.AppendInt32(1, int32(3*i))
		rows.AppendInt32(0, 4)
		rows.AppendInt32(1, 3)
		if err := a.Add(rows); err != nil {
			panic(err)
		}
		workers[i] = a
	}
	workers[0].Merge(workers[1])
	d := stats.Document{Name: "small", Family: "example", Job: enumerate.Census, Complete: true}
	workers[0].Fill(&d)
	text, err := d.Encode()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", text)
	// Output:
	// {
	//   "schema": 1,
	//   "name": "small",
	//   "family": "example",
	//   "job": "census",
	//   "complete": true,
	//   "solutions": {"raw": 24, "distinct": 4, "by_orbit_size": {"4": 2, "8": 2}},
	//   "measures": {
	//     "crossroads": {
	//       "raw": {
	//         "n": 24,
	//         "sum": 48,
	//         "min": 0,
	//         "max": 3,
	//         "bounds": {"min": 0, "max": 3},
	//         "mean": 2,
	//         "median": 3,
	//         "entropy_bits": 0.9182958341,
	//         "histogram": {"0": 8, "3": 16}
	//       },
	//       "distinct": {
	//         "n": 4,
	//         "sum": 9,
	//         "min": 0,
	//         "max": 3,
	//         "mean": 2.25,
	//         "median": 3,
	//         "entropy_bits": 0.8112781245,
	//         "histogram": {"0": 1, "3": 3}
	//       }
	//     }
	//   }
	// }
}

// Solvable puzzles by size: how many there are of each size, and the share that can be solved.
func ExampleNewBreakdown() {
	columns := []enumerate.Column{
		{Name: "size", Type: enumerate.Int32},
		{Name: "solvable", Type: enumerate.Bool, Role: enumerate.Measured},
	}
	g, err := stats.NewBreakdown(columns, enumerate.Breakdown{By: []string{"size"}, Of: []string{"solvable"}})
	if err != nil {
		panic(err)
	}
	rows := enumerate.NewBatch(columns)
	for _, puzzle := range []struct {
		size     int32
		solvable bool
	}{{5, true}, {5, true}, {6, false}, {6, true}} {
		rows.AppendInt32(0, puzzle.size)
		rows.AppendBool(1, puzzle.solvable)
	}
	if err := g.Add(rows); err != nil {
		panic(err)
	}
	for _, group := range g.Table(false).Groups {
		text, err := json.Marshal(group)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", text)
	}
	// Output:
	// {"values":[5],"raw_n":2,"distinct_n":2,"of":[{"min":1,"max":1,"raw":{"n":2,"sum":2,"mean":1},"distinct":{"n":2,"sum":2,"mean":1}}]}
	// {"values":[6],"raw_n":2,"distinct_n":2,"of":[{"min":0,"max":1,"raw":{"n":2,"sum":1,"mean":0.5},"distinct":{"n":2,"sum":1,"mean":0.5}}]}
}

func ExampleWilson() {
	i := stats.Wilson(3, 20, stats.DefaultConfidence)
	fmt.Printf("%.3f, between %.3f and %.3f\n", i.Estimate, i.Low, i.High)
	// Output: 0.150, between 0.052 and 0.360
}

func ExampleExpectedClasses() {
	// The tilings of the chessboard: 16,146 classes, each of 8 solutions.
	census := stats.Histogram{{Value: 8, Count: stats.Int(16146)}}
	mean, deviation := stats.ExpectedClasses(census, 20000)
	fmt.Printf("%.0f, give or take %.0f\n", mean, deviation)
	// Output: 11468, give or take 41
}
