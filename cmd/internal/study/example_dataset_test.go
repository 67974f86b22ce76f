package study_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
)

// A run with a limit stops at its first rows; the same run without a limit goes on to the end. In every state the
// dataset is asked in the same way.
func ExampleDataset() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	dir := filepath.Join(folder, "out")
	s, err := study.Open("tetro2-5x8", nil, false)
	if err != nil {
		panic(err)
	}
	for _, limit := range []int64{3, 0} {
		if _, err := produce.Run(context.Background(), s, produce.RunOptions{Out: dir, Limit: limit}); err != nil {
			panic(err)
		}
		d, err := study.OpenDataset(dir)
		if err != nil {
			panic(err)
		}
		running, err := d.Running()
		if err != nil {
			panic(err)
		}
		found, err := d.Statistics()
		if err != nil {
			panic(err)
		}
		pieces, err := d.Table("pieces")
		if err != nil {
			panic(err)
		}
		again, err := d.Study()
		if err != nil {
			panic(err)
		}
		drawer, err := d.Drawer()
		if err != nil {
			panic(err)
		}
		fmt.Println(d.State(), running, d.Rows(), "rows of", found.Solutions.Raw, "solutions;", pieces.Len(), "pieces on",
			len(drawer.Board), "cells;", again.Job.Tasks(), "tasks")
	}
	// Output:
	// limited false 3 rows of 12 solutions; 10 pieces on 40 cells; 711 tasks
	// complete false 783 rows of 3106 solutions; 10 pieces on 40 cells; 711 tasks
}
